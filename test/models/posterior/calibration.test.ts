import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Random } from '../../../models/core/random.js';
import {
  calibrate,
  isotonicCalibrator,
  logLoss,
  temperatureCalibrator,
} from '../../../models/posterior/calibration.js';
import { isotonicRegression } from '../../../models/posterior/isotonic-regression.js';
import { sigmoid } from '../../../models/posterior/logistic-regression.js';

/** The least squared error of any non-decreasing function with values on a fine grid, by dynamic programming. */
function leastSquares(points: readonly { score: number; label: number }[], grid: number): number {
  const scores = [...new Set(points.map(({ score }) => score))].sort((a, b) => a - b);
  let best = new Array<number>(grid + 1).fill(0);
  for (const score of scores) {
    const labels = points.filter((point) => point.score === score).map(({ label }) => label);
    let lowest = Number.POSITIVE_INFINITY;
    best = best.map((before, level) => {
      lowest = Math.min(lowest, before);
      return lowest + labels.reduce((sum, label) => sum + (label - level / grid) ** 2, 0);
    });
  }
  return Math.min(...best);
}

const points = fc.array(
  fc.record({ score: fc.integer({ min: 0, max: 6 }), label: fc.integer({ min: 0, max: 1 }) }),
  { minLength: 1, maxLength: 10 },
);

describe('isotonic regression', () => {
  it('rises strictly from block to block and is the best of all non-decreasing functions', () => {
    fc.assert(
      fc.property(points, (sample) => {
        const scores = sample.map(({ score }) => score);
        const blocks = isotonicRegression(
          scores,
          sample.map(({ label }) => label),
        );
        for (let b = 1; b < blocks.length; b++) {
          assert.ok(blocks[b].score > blocks[b - 1].score);
          assert.ok(blocks[b].value > blocks[b - 1].value);
        }
        assert.equal(
          blocks.reduce((sum, { weight }) => sum + weight, 0),
          sample.length,
        );
        // Points of a block share its value: walk both in the order of scores.
        const sorted = [...sample].sort((a, b) => a.score - b.score);
        let error = 0;
        let at = 0;
        for (const { value, weight } of blocks)
          for (let i = 0; i < weight; i++) error += (sorted[at++].label - value) ** 2;
        // Block means are fractions with denominators up to 10: on a grid of their common multiple the optimum is exact.
        assert.ok(Math.abs(error - leastSquares(sample, 2520)) < 1e-9);
      }),
      { numRuns: 50 },
    );
  });
});

describe('calibration', () => {
  const random = new Random(3);
  const scores = Float64Array.from({ length: 4000 }, () => 6 * random.next() - 3);
  const labels = Uint8Array.from(scores, (score) => (random.next() < sigmoid(0.5 * score + 1) ? 1 : 0));

  it('temperature finds the scale and shift of overconfident scores', () => {
    const calibrator = temperatureCalibrator(scores, labels);
    for (const score of [-2.5, -1, 0, 1, 2.5])
      assert.ok(Math.abs(calibrate(calibrator, score) - sigmoid(0.5 * score + 1)) < 0.04);
  });

  it('isotonic follows any shape and never falls', () => {
    const stepped = Uint8Array.from(scores, (score) => (random.next() < (score < 0.5 ? 0.2 : 0.9) ? 1 : 0));
    const calibrator = isotonicCalibrator(scores, stepped);
    assert.ok(calibrator !== null);
    let last = 0;
    for (let score = -4; score <= 4; score += 0.05) {
      const probability = calibrate(calibrator, score);
      assert.ok(probability >= last && probability > 0 && probability < 1);
      last = probability;
    }
    assert.ok(Math.abs(calibrate(calibrator, -1.5) - 0.2) < 0.06);
    assert.ok(Math.abs(calibrate(calibrator, 1.5) - 0.9) < 0.06);
    const honest = logLoss(
      scores.map((score) => calibrate(calibrator, score)),
      stepped,
    );
    assert.ok(honest < logLoss(scores.map(sigmoid), stepped));
  });

  it('says nothing certain, takes any score and gives up without a shape', () => {
    const calibrator = temperatureCalibrator(scores, new Uint8Array(scores.length).fill(1));
    for (const score of [-1e300, 0, 1e300, Number.NaN, Number.NEGATIVE_INFINITY]) {
      const probability = calibrate(calibrator, score);
      assert.ok(probability > 0 && probability < 1);
    }
    assert.equal(isotonicCalibrator(Float64Array.of(1, 2), [0, 1]), null);
  });
});
