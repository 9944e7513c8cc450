import assert from 'node:assert/strict';
import { Random } from '../../../models/core/random.js';
import {
  fitLogistic,
  logOdds,
  penalisedLikelihood,
  sigmoid,
} from '../../../models/posterior/logistic-regression.js';

function sample(count: number, truth: readonly number[], intercept: number, scale = 1) {
  const random = new Random(7);
  const width = truth.length;
  const rows = Float64Array.from({ length: count * width }, () => scale * (4 * random.next() - 2));
  const labels = Uint8Array.from({ length: count }, (_, r) => {
    const odds = truth.reduce((sum, weight, f) => sum + (weight * rows[r * width + f]) / scale, intercept);
    return random.next() < sigmoid(odds) ? 1 : 0;
  });
  return { rows, width, labels };
}

describe('logistic regression', () => {
  it('has the gradient that small steps show', () => {
    const data = sample(40, [1, -0.5, 0.2], 0.3);
    const at = Float64Array.of(0.4, -1.2, 0.7, 0.1);
    const gradient = new Float64Array(4);
    penalisedLikelihood(data, 0.8, at, gradient);
    for (let f = 0; f < 4; f++) {
      const [above, below] = [1e-5, -1e-5].map((step) => {
        const moved = at.slice();
        moved[f] += step;
        return penalisedLikelihood(data, 0.8, moved, new Float64Array(4));
      });
      assert.ok(Math.abs((above - below) / 2e-5 - gradient[f]) < 1e-5);
    }
  });

  it('finds the weights that made the labels, whatever the scale of the columns', () => {
    for (const scale of [1, 1000]) {
      const model = fitLogistic(sample(20_000, [1.5, -0.7], 0.4, scale), 1e-3);
      assert.ok(Math.abs(model.intercept - 0.4) < 0.06, `${model.intercept}`);
      assert.ok(Math.abs(model.weights[0] * scale - 1.5) < 0.06, `${model.weights}`);
      assert.ok(Math.abs(model.weights[1] * scale + 0.7) < 0.06, `${model.weights}`);
    }
  });

  it('stands at a point where no direction gains', () => {
    const data = sample(300, [2, 0, -1], -0.5);
    const { intercept, weights } = fitLogistic(data, 0);
    const gradient = new Float64Array(4);
    penalisedLikelihood(data, 0, Float64Array.of(...weights, intercept), gradient);
    for (const slope of gradient) assert.ok(Math.abs(slope) < 0.05, `${gradient}`);
  });

  it('stays finite when classes can be told apart, when all are alike and without data', () => {
    const apart = fitLogistic({ rows: Float64Array.of(-1, -2, 1, 2), width: 1, labels: [0, 0, 1, 1] }, 0.1);
    assert.ok(logOdds(apart, [1]) > 0 && logOdds(apart, [-1]) < 0);
    assert.ok(Number.isFinite(apart.weights[0]));
    const alike = fitLogistic({ rows: Float64Array.of(3, 3, 3), width: 1, labels: [1, 1, 0] }, 0.1);
    assert.equal(alike.weights[0], 0);
    assert.ok(Math.abs(sigmoid(alike.intercept) - 2 / 3) < 1e-3);
    const none = fitLogistic({ rows: new Float64Array(0), width: 2, labels: [] }, 0.1);
    assert.ok(none.weights.every(Number.isFinite) && Number.isFinite(none.intercept));
  });

  it('a strong penalty leaves only the share of each class', () => {
    const { intercept, weights } = fitLogistic(sample(500, [1, 1], 1), 1e9);
    assert.ok(weights.every((weight) => Math.abs(weight) < 1e-4) && Math.abs(intercept) < 5);
  });
});
