import assert from 'node:assert/strict';
import { forwardBackward } from '../../../models/posterior/forward-backward.js';
import { lengthPosterior } from '../../../models/posterior/length-posterior.js';
import { ngramPosteriors } from '../../../models/posterior/ngram-posteriors.js';
import type { Lattice } from '../../../models/search/lattice.js';
import { type LatticeEdge, latticeFromEdges } from '../../support/random-lattice.js';

/** `width` one-word edges between each two of `length` + 1 nodes in a row; word = 10 + number of the edge. */
function ladder(length: number, width: number, score: (edge: number) => number): Lattice {
  const edges: LatticeEdge[] = [];
  for (let from = 0; from < length; from++) {
    for (let k = 0; k < width; k++)
      edges.push({ from, to: from + 1, words: [10 + k], score: score(edges.length) });
  }
  edges.push({ from: length, to: length + 1, words: [], score: 0 });
  return latticeFromEdges(length + 2, edges);
}

function checkNormalised(lattice: Lattice, scale: number): void {
  const chain = forwardBackward(lattice, scale);
  assert.ok(chain.reach.every((mass) => mass >= 0 && mass < 1 + 1e-6));
  assert.ok(Math.abs(chain.reach[lattice.nodeCount - 1] - 1) < 1e-6);
  assert.ok(Number.isFinite(chain.logTotal));
  const posteriors = ngramPosteriors(lattice, { scale }, chain);
  for (let n = 1; n <= 4; n++) {
    let sum = 0;
    for (const { words } of posteriors.ngrams(n)) sum += posteriors.probability(words);
    assert.ok(sum === 0 || Math.abs(sum - 1) < 1e-6, `${n}-grams sum to ${sum}`);
  }
  const lengths = lengthPosterior(lattice, chain);
  assert.ok(Math.abs(lengths.masses.reduce((a, b) => a + b, 0) - 1) < 1e-6);
  assert.ok(Math.abs(lengths.mean - posteriors.expectedLength) < 1e-3 * lengths.mean + 1e-6);
}

describe('posteriors of degenerate lattices are finite and normalised', () => {
  const cases: Record<string, () => Lattice> = {
    'one path': () => ladder(5, 1, () => -3),
    'one empty path': () => latticeFromEdges(2, [{ from: 0, to: 1, words: [], score: 0 }]),
    'all scores equal': () => ladder(6, 4, () => -7),
    'scores of −∞ beside others': () => ladder(4, 3, (e) => (e % 3 === 0 ? Number.NEGATIVE_INFINITY : -e)),
    'nothing but −∞': () => ladder(4, 2, () => Number.NEGATIVE_INFINITY),
    'NaN and +∞': () => ladder(4, 3, (e) => [Number.NaN, Number.POSITIVE_INFINITY, 0][e % 3]),
    'scores far apart': () => ladder(5, 3, (e) => -1e6 * e),
    'more paths than a number can count': () => ladder(3000, 2, () => 0),
  };
  for (const [name, lattice] of Object.entries(cases)) {
    it(name, () => {
      for (const scale of [0, 0.1, 1, 100]) checkNormalised(lattice(), scale);
    });
  }

  it('a million edges, each word after any other', () => {
    checkNormalised(
      ladder(2000, 500, (e) => -(e % 7)),
      1,
    );
  });

  it('a million edges on a path of a million words with words left out', () => {
    const edges: LatticeEdge[] = [];
    for (let from = 0; from < 500_000; from++) {
      edges.push({ from, to: from + 1, words: [10 + (from % 50)], score: 0 });
      edges.push({ from, to: from + 1, words: [], score: -1 });
    }
    checkNormalised(latticeFromEdges(500_001, edges), 1);
  });
});
