import assert from 'node:assert/strict';
import fc from 'fast-check';
import { forwardBackward } from '../../../models/posterior/forward-backward.js';
import { listProbabilities } from '../../../models/posterior/ngram-posteriors.js';
import { PositionPosteriors } from '../../../models/posterior/position-posteriors.js';
import { everyPath, randomLattices } from '../../support/random-lattice.js';

describe('word posteriors by position', () => {
  it('are what the paths say one by one', () => {
    fc.assert(
      fc.property(
        randomLattices(3),
        fc.array(fc.integer({ min: 10, max: 14 }), { maxLength: 8 }),
        (lattice, words) => {
          const paths = everyPath(lattice);
          const probabilities = listProbabilities(paths, 1);
          const { exact, near } = new PositionPosteriors(lattice, forwardBackward(lattice, 1)).of(words);
          words.forEach((word, i) => {
            let [here, around] = [0, 0];
            paths.forEach((path, p) => {
              path.words.forEach((said, place) => {
                if (said === word && place === i) here += probabilities[p];
                if (said === word && Math.abs(place - i) <= 3) around += probabilities[p];
              });
            });
            // Masses below a millionth are left out.
            assert.ok(Math.abs(exact[i] - Math.min(1, here)) < 1e-3, `${exact[i]} is not ${here}`);
            assert.ok(Math.abs(near[i] - Math.min(1, around)) < 1e-3, `${near[i]} is not ${around}`);
          });
        },
      ),
      { numRuns: 60 },
    );
  });
});
