/**
 * k-best batch MIRA (Cherry & Foster 2012, §3.2 and Algorithm 2): passes over the pool in random order; in each list the
 * hope (good by model and metric) is pulled above the fear (good by model, bad by metric) by the smallest step that
 * leaves a margin of their difference in the metric, at most C. The weights of a run are the average over all steps of
 * the pass that scores best on the pool; the result is the average of several runs that differ in their order, which
 * evens out what one order happens to learn.
 *
 * The metric of one segment is taken together with a decaying background of what was chosen before, so that length and
 * rare n-grams weigh as they do in a document. Only for metrics whose row begins with hypothesis and reference length.
 */
import { type CancelToken, throwIfCancelled } from '../core/cancel.js';
import { Random } from '../core/random.js';
import type { Metric } from '../eval/metric.js';
import { modelScore, type PoolEntry } from './n-best-pool.js';
import { isBetter, meanWeights, poolScore, type Tuner, type TuningProblem } from './tuner.js';

export interface MiraSettings {
  /** C: the largest step; smaller values stay nearer to the start. */
  readonly stepLimit: number;
  readonly passes: number;
  /** How fast earlier choices fade from the background. */
  readonly decay: number;
  /** Runs that are averaged. */
  readonly runs: number;
}

/** Ten times smaller steps than Cherry & Foster's: with a thousand held-out segments larger ones learn the segments. */
export const DEFAULT_MIRA: MiraSettings = { stepLimit: 0.001, passes: 20, decay: 0.999, runs: 2 };

export function batchMira(settings: Partial<MiraSettings> = {}): Tuner {
  const all = { ...DEFAULT_MIRA, ...settings };
  return {
    name: 'MIRA',
    tune(problem: TuningProblem): Float64Array {
      const { pool, metric, weights } = problem;
      const found = Array.from({ length: all.runs }, (_, run) =>
        new MiraRun(problem, all, problem.seed * 1000 + run).best(),
      );
      const candidates = [meanWeights(found), ...found];
      const start = poolScore(pool, metric, weights);
      return (
        candidates.find((candidate) => !isBetter(metric, start, poolScore(pool, metric, candidate))) ??
        weights.slice()
      );
    },
  };
}

class MiraRun {
  readonly #problem: TuningProblem;
  readonly #settings: MiraSettings;
  readonly #lists: readonly (readonly PoolEntry[])[];
  readonly #random: Random;
  readonly #weights: Float64Array;
  readonly #background: Float64Array;
  readonly #row: Float64Array;
  readonly #cancel: CancelToken;

  constructor(problem: TuningProblem, settings: MiraSettings, seed: number) {
    this.#problem = problem;
    this.#settings = settings;
    this.#lists = problem.pool.segments.filter((entries) => entries.length > 1);
    this.#random = new Random(seed);
    this.#weights = problem.weights.slice();
    this.#background = new Float64Array(problem.metric.width).fill(1);
    this.#row = new Float64Array(problem.metric.width);
    this.#cancel = problem.cancel;
  }

  /** The averaged weights of the pass that scores best on the pool. */
  best(): Float64Array {
    const { pool, metric } = this.#problem;
    const order = Int32Array.from(this.#lists.keys());
    const sum = new Float64Array(this.#weights.length);
    let best = this.#weights.slice();
    let bestScore = poolScore(pool, metric, best);
    for (let pass = 0; pass < this.#settings.passes; pass++) {
      throwIfCancelled(this.#cancel);
      shuffle(order, this.#random);
      sum.fill(0);
      for (const list of order) {
        this.#step(this.#lists[list]);
        for (let f = 0; f < sum.length; f++) sum[f] += this.#weights[f];
      }
      const average = sum.map((value) => value / Math.max(1, order.length));
      const score = poolScore(pool, metric, average);
      if (isBetter(metric, score, bestScore)) {
        best = average;
        bestScore = score;
      }
    }
    return best;
  }

  #step(entries: readonly PoolEntry[]): void {
    const weights = this.#weights;
    let [hope, fear, chosen] = [0, 0, 0];
    let [hopeValue, fearValue, chosenScore] = [-Infinity, -Infinity, -Infinity];
    let [hopeGain, fearGain] = [0, 0];
    for (let k = 0; k < entries.length; k++) {
      const score = modelScore(entries[k], weights);
      const gain = this.#gain(entries[k], this.#problem.metric);
      if (score + gain > hopeValue) {
        hopeValue = score + gain;
        hope = k;
        hopeGain = gain;
      }
      if (score - gain > fearValue) {
        fearValue = score - gain;
        fear = k;
        fearGain = gain;
      }
      if (score > chosenScore) {
        chosenScore = score;
        chosen = k;
      }
    }
    this.#update(entries[hope].features, entries[fear].features, hopeGain - fearGain);
    for (let i = 0; i < this.#background.length; i++) {
      this.#background[i] = this.#settings.decay * this.#background[i] + entries[chosen].row[i];
    }
  }

  #update(hope: Float64Array, fear: Float64Array, margin: number): void {
    const weights = this.#weights;
    const { frozen } = this.#problem;
    let modelGap = 0;
    let squared = 0;
    for (let f = 0; f < weights.length; f++) {
      const difference = hope[f] - fear[f];
      modelGap += weights[f] * difference;
      if (!frozen[f]) squared += difference * difference;
    }
    const loss = margin - modelGap;
    if (loss <= 0 || squared === 0) return;
    const size = Math.min(this.#settings.stepLimit, loss / squared);
    for (let f = 0; f < weights.length; f++) {
      if (!frozen[f]) weights[f] += size * (hope[f] - fear[f]);
    }
  }

  /** What the entry is worth on top of the background: the score as a fraction, times the length it is measured on. */
  #gain(entry: PoolEntry, metric: Metric): number {
    const row = this.#row;
    for (let i = 0; i < row.length; i++) row[i] = this.#background[i] + entry.row[i];
    return ((metric.higherIsBetter ? 1 : -1) * metric.score(row) * row[1]) / 100;
  }
}

function shuffle(order: Int32Array, random: Random): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const value = order[i];
    order[i] = order[j];
    order[j] = value;
  }
}
