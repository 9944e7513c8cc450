import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bestLength, lengthProfile } from '../../../models/posterior/length-profile.js';
import { everyPath, latticeFromEdges, randomLattices } from '../../support/random-lattice.js';

describe('length profile', () => {
  it('has the best score of every length, as all paths have', () => {
    fc.assert(
      fc.property(randomLattices(6), (lattice) => {
        const best = new Map<number, number>();
        for (const { words, score } of everyPath(lattice))
          best.set(words.length, Math.max(score, best.get(words.length) ?? Number.NEGATIVE_INFINITY));
        const profile = lengthProfile(lattice);
        assert.equal(profile.length, Math.max(...best.keys()) + 1);
        profile.forEach((score, length) => {
          const expected = best.get(length) ?? Number.NEGATIVE_INFINITY;
          assert.ok(score === expected || Math.abs(score - expected) < 1e-9, `${score} is not ${expected}`);
        });
      }),
      { numRuns: 150 },
    );
  });

  it('tells how long the best translation is when words are worth more or less', () => {
    fc.assert(
      fc.property(randomLattices(5), fc.double({ min: -3, max: 3, noNaN: true }), (lattice, perWord) => {
        const value = (length: number, score: number) => score + perWord * length;
        const best = Math.max(...everyPath(lattice).map(({ words, score }) => value(words.length, score)));
        const profile = lengthProfile(lattice);
        const length = bestLength(profile, perWord);
        assert.ok(Math.abs(value(length, profile[length]) - best) < 1e-9);
      }),
      { numRuns: 150 },
    );
  });

  it('stays finite where scores are not', () => {
    const lattice = latticeFromEdges(2, [
      { from: 0, to: 1, score: Number.NEGATIVE_INFINITY, words: [5] },
      { from: 0, to: 1, score: Number.NaN, words: [5, 6] },
    ]);
    assert.equal(bestLength(lengthProfile(lattice), 0), 1);
    assert.equal(bestLength(lengthProfile(lattice), 1), 2);
  });
});
