import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CancelledError } from '../../../models/core/errors.js';
import { mert } from '../../../models/train/mert.js';
import { batchMira } from '../../../models/train/mira.js';
import { smoothedMetric } from '../../../models/train/smoothed-metric.js';
import { poolScore, type Tuner } from '../../../models/train/tuner.js';
import { toyPool, toyProblem } from '../../support/toy-pool.js';

const TUNERS: readonly Tuner[] = [
  batchMira({ stepLimit: 0.01, passes: 12, runs: 2 }),
  mert({ restarts: 2, rounds: 8 }),
  smoothedMetric({ iterations: 30 }),
];

describe('tuners', () => {
  for (const tuner of TUNERS) {
    describe(tuner.name, () => {
      it('finds the feature that tells good from bad', () => {
        const problem = toyProblem(toyPool({ seed: 3 }));
        const found = tuner.tune(problem);
        const [before, after] = [problem.weights, found].map((w) =>
          poolScore(problem.pool, problem.metric, w),
        );
        assert.ok(after > before + 10, `${before} → ${after}`);
        assert.ok(found[0] > 0);
      });

      it('never falls below its start on the pool, and leaves frozen weights alone', () => {
        fc.assert(
          fc.property(fc.nat(10_000), fc.integer({ min: 1, max: 6 }), (seed, entries) => {
            const problem = toyProblem(toyPool({ seed, entries, segments: 5 }), seed);
            const found = tuner.tune(problem);
            const [before, after] = [problem.weights, found].map((w) =>
              poolScore(problem.pool, problem.metric, w),
            );
            assert.ok(after >= before, `${before} → ${after}`);
            const last = found.length - 1;
            assert.ok(Math.abs(found[last] - problem.weights[last]) < 1e-12);
          }),
          { numRuns: 20 },
        );
      });

      it('gives the same weights for the same seed and does not change its start', () => {
        const problem = toyProblem(toyPool({ seed: 8 }));
        const start = problem.weights.slice();
        assert.deepEqual(tuner.tune(problem), tuner.tune(problem));
        assert.deepEqual(problem.weights, start);
      });

      it('stops when cancelled', () => {
        const problem = { ...toyProblem(toyPool({ seed: 8 })), cancel: { cancelled: true } };
        assert.throws(() => tuner.tune(problem), CancelledError);
      });

      it('takes lists that are empty or have one entry', () => {
        const pool = toyPool({ seed: 5, segments: 4 });
        pool.segments[1].length = 0;
        pool.segments[2].length = 1;
        assert.equal(tuner.tune(toyProblem(pool)).length, 5);
      });
    });
  }
});
