/** Small random lattices and the enumeration of their paths, to hold sums over a graph against sums over a list. */
import fc from 'fast-check';
import { TranslationOptionsBuilder } from '../../models/phrases/translation-options.js';
import type { Lattice } from '../../models/search/lattice.js';
import { latticePaths, pathWords } from '../../models/search/lattice-paths.js';

export interface LatticeEdge {
  readonly from: number;
  readonly to: number;
  readonly words: readonly number[];
  readonly score: number;
}

export interface WeightedPath {
  readonly words: number[];
  readonly score: number;
}

/** A lattice of these edges; node numbers must be in topological order. */
export function latticeFromEdges(nodeCount: number, edges: readonly LatticeEdge[]): Lattice {
  const sorted = [...edges].sort((a, b) => a.from - b.from);
  const firstEdge = new Int32Array(nodeCount + 1);
  for (const { from } of sorted) firstEdge[from + 1]++;
  for (let node = 0; node < nodeCount; node++) firstEdge[node + 1] += firstEdge[node];
  const wordStart = new Int32Array(sorted.length + 1);
  sorted.forEach(({ words }, e) => {
    wordStart[e + 1] = wordStart[e] + words.length;
  });
  const words = new Int32Array(wordStart[sorted.length]);
  sorted.forEach((edge, e) => {
    words.set(edge.words, wordStart[e]);
  });
  return {
    nodeCount,
    edgeFrom: Int32Array.from(sorted, ({ from }) => from),
    edgeTo: Int32Array.from(sorted, ({ to }) => to),
    firstEdge,
    edgeScore: Float64Array.from(sorted, ({ score }) => score),
    wordStart,
    words,
    edgeOption: new Int32Array(sorted.length).fill(-1),
    edgePiece: new Int32Array(sorted.length).fill(-1),
    options: new TranslationOptionsBuilder(0).build(),
  };
}

/** Every path with its words and score. */
export function everyPath(lattice: Lattice): WeightedPath[] {
  return [...latticePaths(lattice)].map(({ edges, score }) => ({ words: pathWords(lattice, edges), score }));
}

/** Lattices of up to `nodes` inner nodes over few words, so that n-grams meet again by different ways. */
export function randomLattices(nodes: number): fc.Arbitrary<Lattice> {
  const edge = (from: number, to: number) =>
    fc
      .tuple(
        fc.array(fc.integer({ min: 10, max: 13 }), { maxLength: 4 }),
        fc.double({ min: -4, max: 1, noNaN: true }),
      )
      .map(([words, score]): LatticeEdge => ({ from, to, words, score }));
  return fc.integer({ min: 0, max: nodes }).chain((inner) => {
    const end = inner + 1;
    const spine = Array.from({ length: end }, (_, from) =>
      fc.integer({ min: from + 1, max: end }).chain((to) => edge(from, to)),
    );
    // Every node but the root is entered from a lower one too, so that nothing is unreachable.
    const entries = Array.from({ length: inner }, (_, i) =>
      fc.integer({ min: 0, max: i }).chain((from) => edge(from, i + 1)),
    );
    const more = fc.array(
      fc
        .integer({ min: 0, max: inner })
        .chain((from) => fc.integer({ min: from + 1, max: end }).chain((to) => edge(from, to))),
      { maxLength: 5 },
    );
    return fc
      .tuple(fc.tuple(...spine), fc.tuple(...entries), more)
      .map(([a, b, c]) => latticeFromEdges(end + 1, [...a, ...b, ...c]));
  });
}
