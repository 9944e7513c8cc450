/**
 * Simard et al. 2005 (§4): instead of the best entry of each list, all entries count, by their share
 *   w(λ, s, k) = exp(α λ·h_k) / Σ_k' exp(α λ·h_k')
 * so the row of the corpus, and with it the metric, is a smooth function of the weights and can be climbed by its
 * gradient. α → ∞ gives the metric itself. The pull keeps the weights near the start:
 *   objective(λ) = metric(Σ_s Σ_k w(λ, s, k) row_k) − pull · |λ − λ₀|²
 */
import { throwIfCancelled } from '../core/cancel.js';
import { maximize } from '../core/lbfgs.js';
import type { Metric } from '../eval/metric.js';
import { modelScore, type NBestPool } from './n-best-pool.js';
import { isBetter, poolScore, type Tuner, type TuningProblem } from './tuner.js';

export interface SmoothedMetricSettings {
  /** α. */
  readonly sharpness: number;
  /** Strength of the pull towards the start. */
  readonly pull: number;
  readonly iterations: number;
}

export const DEFAULT_SMOOTHED_METRIC: SmoothedMetricSettings = { sharpness: 3, pull: 0.02, iterations: 60 };

/** Objective points: the climb ends when a step gains less. */
const TOLERANCE = 1e-4;

export function smoothedMetric(settings: Partial<SmoothedMetricSettings> = {}): Tuner {
  const { sharpness, pull, iterations } = { ...DEFAULT_SMOOTHED_METRIC, ...settings };
  return {
    name: 'smoothed metric',
    tune({ pool, metric, weights: start, frozen, cancel }: TuningProblem): Float64Array {
      const objective = (weights: Float64Array, gradient: Float64Array) => {
        throwIfCancelled(cancel);
        const sign = metric.higherIsBetter ? 1 : -1;
        let value = sign * smoothedScore(pool, metric, weights, sharpness, gradient);
        for (let f = 0; f < gradient.length; f++) {
          const away = weights[f] - start[f];
          value -= pull * away * away;
          gradient[f] = frozen[f] ? 0 : sign * gradient[f] - 2 * pull * away;
        }
        return value;
      };
      const { x } = maximize(objective, start, { iterations, tolerance: TOLERANCE });
      const [before, after] = [poolScore(pool, metric, start), poolScore(pool, metric, x)];
      return isBetter(metric, before, after) ? start.slice() : x;
    },
  };
}

/** The metric of the expected rows, and its gradient by the weights. */
export function smoothedScore(
  pool: NBestPool,
  metric: Metric,
  weights: Float64Array,
  sharpness: number,
  gradient: Float64Array,
): number {
  const sum = new Float64Array(metric.width);
  const shares = pool.segments.map((entries) => {
    const share = Float64Array.from(entries, (entry) => sharpness * modelScore(entry, weights));
    const top = share.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    let total = 0;
    for (let k = 0; k < share.length; k++) {
      share[k] = Math.exp(share[k] - top);
      total += share[k];
    }
    for (let k = 0; k < share.length; k++) {
      share[k] /= total;
      for (let i = 0; i < sum.length; i++) sum[i] += share[k] * entries[k].row[i];
    }
    return share;
  });
  const slopes = rowSlopes(metric, sum);
  gradient.fill(0);
  pool.segments.forEach((entries, s) => {
    // d/dλ Σ w_k g_k = α Σ w_k (g_k − ḡ) h_k, where g_k is what the row of entry k is worth.
    const worth = entries.map(({ row }) => slopes.reduce((total, slope, i) => total + slope * row[i], 0));
    let mean = 0;
    for (let k = 0; k < entries.length; k++) mean += shares[s][k] * worth[k];
    for (let k = 0; k < entries.length; k++) {
      const factor = sharpness * shares[s][k] * (worth[k] - mean);
      const { features } = entries[k];
      for (let f = 0; f < features.length; f++) gradient[f] += factor * features[f];
    }
  });
  return metric.score(sum);
}

/** How the score changes with each number of the row, by central differences: metrics need not know their slopes. */
function rowSlopes(metric: Metric, row: Float64Array): Float64Array {
  const probe = row.slice();
  return row.map((value, i) => {
    const width = Math.max(1e-6, 1e-6 * Math.abs(value));
    probe[i] = value + width;
    const above = metric.score(probe);
    probe[i] = value - width;
    const below = metric.score(probe);
    probe[i] = value;
    return (above - below) / (2 * width);
  });
}
