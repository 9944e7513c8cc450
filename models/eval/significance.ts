/**
 * Is a difference more than luck? Confidence intervals by bootstrap (Koehn 2004), and two paired tests of two systems
 * on the same segments: paired bootstrap and approximate randomisation (Riezler & Maxwell 2005). All work on the
 * rows of a metric and are deterministic under a seed.
 */
import { Random } from '../core/random.js';
import type { Metric } from './metric.js';
import { sumRows } from './metric.js';

export interface Interval {
  readonly score: number;
  readonly low: number;
  readonly high: number;
}

export interface SignificanceOptions {
  readonly samples?: number;
  readonly seed?: number;
}

const SAMPLES = 1000;

/** The 95 % interval of a corpus score: segments drawn with replacement, the outer 2.5 % on each side dropped. */
export function bootstrapInterval(
  metric: Metric,
  rows: Float64Array,
  options: SignificanceOptions = {},
): Interval {
  const { samples = SAMPLES, seed = 1 } = options;
  const random = new Random(seed);
  const scores = new Float64Array(samples);
  const sum = new Float64Array(metric.width);
  const segments = rows.length / metric.width;
  for (let s = 0; s < samples; s++) {
    sum.fill(0);
    for (let i = 0; i < segments; i++) addRow(rows, random.below(segments), metric.width, sum);
    scores[s] = metric.score(sum);
  }
  scores.sort();
  const cut = Math.floor(samples * 0.025);
  return {
    score: metric.score(sumRows(rows, metric.width)),
    low: scores[cut],
    high: scores[samples - 1 - cut],
  };
}

/** Share of resampled corpora on which the first system is not better than the second. */
export function pairedBootstrap(
  metric: Metric,
  first: Float64Array,
  second: Float64Array,
  options: SignificanceOptions = {},
): number {
  const { samples = SAMPLES, seed = 1 } = options;
  const random = new Random(seed);
  const { width } = metric;
  const segments = first.length / width;
  const [sumFirst, sumSecond] = [new Float64Array(width), new Float64Array(width)];
  let notBetter = 0;
  for (let s = 0; s < samples; s++) {
    sumFirst.fill(0);
    sumSecond.fill(0);
    for (let i = 0; i < segments; i++) {
      const segment = random.below(segments);
      addRow(first, segment, width, sumFirst);
      addRow(second, segment, width, sumSecond);
    }
    if (advantage(metric, sumFirst, sumSecond) <= 0) notBetter++;
  }
  return notBetter / samples;
}

/**
 * Two-sided p-value by approximate randomisation: how often a difference at least as large appears when the two
 * outputs of each segment are exchanged at random.
 */
export function approximateRandomization(
  metric: Metric,
  first: Float64Array,
  second: Float64Array,
  options: SignificanceOptions = {},
): number {
  const { samples = 10 * SAMPLES, seed = 1 } = options;
  const random = new Random(seed);
  const { width } = metric;
  const segments = first.length / width;
  const observed = Math.abs(advantage(metric, sumRows(first, width), sumRows(second, width)));
  const [sumFirst, sumSecond] = [new Float64Array(width), new Float64Array(width)];
  let atLeast = 0;
  for (let s = 0; s < samples; s++) {
    sumFirst.fill(0);
    sumSecond.fill(0);
    for (let segment = 0; segment < segments; segment++) {
      const exchange = random.nextUint32() >>> 31 === 1;
      addRow(exchange ? second : first, segment, width, sumFirst);
      addRow(exchange ? first : second, segment, width, sumSecond);
    }
    if (Math.abs(advantage(metric, sumFirst, sumSecond)) >= observed - 1e-12) atLeast++;
  }
  return (atLeast + 1) / (samples + 1);
}

/** One-sided sign test: probability of at most `wins` successes in `trials` fair coin flips. */
export function signTest(wins: number, trials: number): number {
  // Sum of C(n, i) / 2^n, with the terms in logs: they overflow beyond a thousand trials.
  let logChoose = -trials * Math.LN2;
  let sum = 0;
  for (let i = 0; i <= wins; i++) {
    sum += Math.exp(logChoose);
    logChoose += Math.log(trials - i) - Math.log(i + 1);
  }
  return Math.min(1, sum);
}

function advantage(metric: Metric, first: Float64Array, second: Float64Array): number {
  const difference = metric.score(first) - metric.score(second);
  return metric.higherIsBetter ? difference : -difference;
}

function addRow(rows: Float64Array, segment: number, width: number, sum: Float64Array): void {
  for (let i = 0, at = segment * width; i < width; i++) sum[i] += rows[at + i];
}
