import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bestPathByNgrams } from '../../../models/posterior/best-by-ngrams.js';
import { bleuWeights, DEFAULT_BLEU_SHAPE, expectedGains } from '../../../models/posterior/ngram-gains.js';
import { type NgramPosteriors, ngramPosteriors } from '../../../models/posterior/ngram-posteriors.js';
import { pathWords } from '../../../models/search/lattice-paths.js';
import { everyPath, randomLattices } from '../../support/random-lattice.js';

/** The linearised BLEU of a translation, from its definition. */
function expectedGain(words: readonly number[], posteriors: NgramPosteriors, weights: Float64Array): number {
  let gain = weights[0] * words.length;
  for (let n = 1; n < weights.length; n++) {
    for (let i = 0; i + n <= words.length; i++)
      gain += weights[n] * Math.min(1, posteriors.expectedCount(words.slice(i, i + n)));
  }
  return gain;
}

describe('best path by n-grams', () => {
  it('is the best of all paths by linearised BLEU and model score', () => {
    fc.assert(
      fc.property(
        randomLattices(5),
        fc.constantFrom(0, 0.2, 1),
        fc.constantFrom(1, 2, 4),
        (lattice, scoreWeight, order) => {
          const posteriors = ngramPosteriors(lattice, { order });
          const weights = bleuWeights(DEFAULT_BLEU_SHAPE, order);
          const value = (words: readonly number[], score: number) =>
            expectedGain(words, posteriors, weights) + scoreWeight * score;
          const gains = expectedGains(posteriors, weights);
          const found = bestPathByNgrams(lattice, posteriors.counts, gains, scoreWeight);
          const best = Math.max(...everyPath(lattice).map(({ words, score }) => value(words, score)));
          const ofFound = value(pathWords(lattice, found.edges), found.score);
          assert.ok(Math.abs(ofFound - best) < 1e-9, `${ofFound} is not ${best}`);
          assert.equal(lattice.edgeTo[found.edges.at(-1) as number], lattice.nodeCount - 1);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('weighs n-grams as BLEU does', () => {
    const weights = bleuWeights({ precision: 0.8, decay: 0.5 }, 4);
    assert.deepEqual([...weights], [-1, 0.3125, 0.625, 1.25, 2.5]);
  });
});
