/**
 * The interface of all tuners, and what they share. A tuner looks for weights under which the best entry of every list
 * in the pool scores well together with the others. It never returns weights that are worse on the pool than those it
 * started from.
 */
import type { CancelToken } from '../core/cancel.js';
import type { Metric } from '../eval/metric.js';
import { bestEntry, type NBestPool } from './n-best-pool.js';

export interface TuningProblem {
  readonly pool: NBestPool;
  readonly metric: Metric;
  /** Where to start. */
  readonly weights: Float64Array;
  /** Features whose weight must not change (for example those of models that are switched off). */
  readonly frozen: readonly boolean[];
  /** The same seed gives the same result. */
  readonly seed: number;
  readonly cancel: CancelToken;
}

export interface Tuner {
  readonly name: string;
  tune(problem: TuningProblem): Float64Array;
}

/** Metric score of the best entries under the weights. */
export function poolScore(pool: NBestPool, metric: Metric, weights: ArrayLike<number>): number {
  const sum = new Float64Array(metric.width);
  for (const entries of pool.segments) {
    if (entries.length === 0) continue;
    const { row } = bestEntry(entries, weights);
    for (let i = 0; i < metric.width; i++) sum[i] += row[i];
  }
  return metric.score(sum);
}

/** Whether `a` is a better score than `b` in the sense of the metric. */
export function isBetter(metric: Metric, a: number, b: number): boolean {
  return metric.higherIsBetter ? a > b : a < b;
}

/** The mean of weight vectors. */
export function meanWeights(vectors: readonly Float64Array[]): Float64Array {
  const mean = new Float64Array(vectors[0].length);
  for (const weights of vectors) {
    for (let f = 0; f < mean.length; f++) mean[f] += weights[f] / vectors.length;
  }
  return mean;
}
