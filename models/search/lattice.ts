/**
 * The useful part of a search graph, frozen: only what lies on a path from the root to a complete translation, in flat
 * arrays of its own. A search graph dies with the next search; a lattice lives as long as it is held, so several
 * segments can be open at once, and n-best lists, posteriors and matching of what is typed all read the same arrays.
 *
 * Nodes are in topological order: every edge goes from a lower to a higher node; 0 is the root, the last one the end.
 * The sum of edge scores on a path is the score of that translation. Its size is bounded by the beam.
 *
 *   const lattice = latticeOf(graph);
 *   for (let e = lattice.firstEdge[node]; e < lattice.firstEdge[node + 1]; e++) …
 */
import type { TranslationOptions } from '../phrases/translation-options.js';
import type { SearchGraph } from './search-graph.js';
import { ROOT } from './search-graph.js';

export interface Lattice {
  readonly nodeCount: number;
  /** Edges are sorted by `edgeFrom`; those of node n are [firstEdge[n], firstEdge[n + 1]). */
  readonly edgeFrom: Int32Array;
  readonly edgeTo: Int32Array;
  readonly firstEdge: Int32Array;
  /** Weighted model score, natural log, exact with the language model; edges to the end node carry the end score. */
  readonly edgeScore: Float64Array;
  /** Edge e appends `words[wordStart[e], wordStart[e + 1])`. */
  readonly wordStart: Int32Array;
  /** Target ids; PASSED_THROUGH + i (see text/vocabulary.ts) is the source word at i, passed through. */
  readonly words: Int32Array;
  /** The option whose first piece the edge appends, or −1. */
  readonly edgeOption: Int32Array;
  /** The waiting piece that the edge appends, or −1; both −1: an edge to the end. */
  readonly edgePiece: Int32Array;
  /** What the options are; every search makes its own, so they stay valid. */
  readonly options: TranslationOptions;
}

/** Copies what is useful. A graph without a complete translation gives one empty path. */
export function latticeOf(graph: SearchGraph): Lattice {
  const { options } = graph;
  const order = graph.isComplete ? graph.usefulNodes() : Int32Array.of(ROOT);
  const end = order.length;
  const numbers = new Map<number, number>();
  order.forEach((row, node) => {
    numbers.set(row, node);
  });
  const finals = graph.isComplete ? graph.finals : Int32Array.of(ROOT);
  const edgeCount = countEdges(graph, order) + finals.length;
  // Collected by the node they enter, then sorted by the node they leave.
  const from = new Int32Array(edgeCount);
  const to = new Int32Array(edgeCount);
  const row = new Int32Array(edgeCount);
  const score = new Float64Array(edgeCount);
  let count = 0;
  order.forEach((node, number) => {
    if (node === ROOT) return;
    for (let edge = node; edge !== -1; edge = graph.nextEdge(edge)) {
      from[count] = numbers.get(graph.parent(edge)) as number;
      to[count] = number;
      row[count] = edge;
      score[count++] = graph.edgeScore(edge);
    }
  });
  finals.forEach((node, f) => {
    from[count] = numbers.get(node) as number;
    to[count] = end;
    row[count] = -1;
    score[count++] = graph.isComplete ? graph.endScores[f] : 0;
  });

  const firstEdge = new Int32Array(end + 2);
  for (let i = 0; i < edgeCount; i++) firstEdge[from[i] + 1]++;
  for (let node = 0; node <= end; node++) firstEdge[node + 1] += firstEdge[node];
  const next = firstEdge.slice();
  const edgeFrom = new Int32Array(edgeCount);
  const edgeTo = new Int32Array(edgeCount);
  const edgeScore = new Float64Array(edgeCount);
  const edgeOption = new Int32Array(edgeCount);
  const edgePiece = new Int32Array(edgeCount);
  for (let i = 0; i < edgeCount; i++) {
    const edge = next[from[i]]++;
    edgeFrom[edge] = from[i];
    edgeTo[edge] = to[i];
    edgeScore[edge] = score[i];
    edgeOption[edge] = row[i] === -1 ? -1 : graph.option(row[i]);
    edgePiece[edge] = row[i] === -1 ? -1 : graph.piece(row[i]);
  }
  const { wordStart, words } = edgeWords(options, edgeOption, edgePiece);
  return {
    nodeCount: end + 1,
    edgeFrom,
    edgeTo,
    firstEdge,
    edgeScore,
    wordStart,
    words,
    edgeOption,
    edgePiece,
    options,
  };
}

/** Bytes of the arrays of the lattice itself, without the options. */
export function latticeBytes(lattice: Lattice): number {
  const { edgeFrom, edgeTo, firstEdge, edgeScore, wordStart, words, edgeOption, edgePiece } = lattice;
  return [edgeFrom, edgeTo, firstEdge, edgeScore, wordStart, words, edgeOption, edgePiece].reduce(
    (sum, array) => sum + array.byteLength,
    0,
  );
}

function countEdges(graph: SearchGraph, nodes: Int32Array): number {
  let count = 0;
  for (const node of nodes) {
    if (node === ROOT) continue;
    for (let edge = node; edge !== -1; edge = graph.nextEdge(edge)) count++;
  }
  return count;
}

function edgeWords(
  options: TranslationOptions,
  edgeOption: Int32Array,
  edgePiece: Int32Array,
): { wordStart: Int32Array; words: Int32Array } {
  const edgeCount = edgeOption.length;
  const pieces = edgePiece.map((piece, e) =>
    edgeOption[e] === -1 ? piece : options.pieceStart[edgeOption[e]],
  );
  const wordStart = new Int32Array(edgeCount + 1);
  for (let e = 0; e < edgeCount; e++) {
    const piece = pieces[e];
    const length = piece === -1 ? 0 : options.wordStart[piece + 1] - options.wordStart[piece];
    wordStart[e + 1] = wordStart[e] + length;
  }
  const words = new Int32Array(wordStart[edgeCount]);
  for (let e = 0; e < edgeCount; e++) {
    const start = pieces[e] === -1 ? 0 : options.wordStart[pieces[e]];
    for (let at = wordStart[e], i = start; at < wordStart[e + 1]; at++, i++) words[at] = options.words[i];
  }
  return { wordStart, words };
}
