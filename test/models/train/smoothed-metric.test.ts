import assert from 'node:assert/strict';
import { maximize } from '../../../models/core/lbfgs.js';
import { smoothedScore } from '../../../models/train/smoothed-metric.js';
import { poolScore } from '../../../models/train/tuner.js';
import { toyPool, toyProblem } from '../../support/toy-pool.js';

describe('smoothed metric', () => {
  it('has the gradient that small steps show', () => {
    const { pool, metric, weights } = toyProblem(toyPool({ seed: 21 }));
    const gradient = new Float64Array(weights.length);
    const none = new Float64Array(weights.length);
    smoothedScore(pool, metric, weights, 2, gradient);
    for (let f = 0; f < weights.length; f++) {
      const [above, below] = [1e-5, -1e-5].map((step) => {
        const moved = weights.slice();
        moved[f] += step;
        return smoothedScore(pool, metric, moved, 2, none);
      });
      assert.ok(Math.abs((above - below) / 2e-5 - gradient[f]) < 1e-3 * Math.max(1, Math.abs(gradient[f])));
    }
  });

  it('is the metric itself when it is sharp', () => {
    const { pool, metric, weights } = toyProblem(toyPool({ seed: 22 }));
    const sharp = smoothedScore(pool, metric, weights, 1e6, new Float64Array(weights.length));
    assert.ok(Math.abs(sharp - poolScore(pool, metric, weights)) < 1e-6);
  });
});

describe('L-BFGS', () => {
  it('climbs a curved valley to its top', () => {
    const rosenbrock = (x: Float64Array, gradient: Float64Array) => {
      const [a, b] = x;
      gradient[0] = 2 * (1 - a) + 400 * a * (b - a * a);
      gradient[1] = -200 * (b - a * a);
      return -((1 - a) ** 2) - 100 * (b - a * a) ** 2;
    };
    const { x, value } = maximize(rosenbrock, Float64Array.of(-1.2, 1), { iterations: 200, tolerance: 0 });
    assert.ok(Math.abs(x[0] - 1) < 1e-4 && Math.abs(x[1] - 1) < 1e-4, `${x} ${value}`);
  });
});
