/**
 * Tunes the weights on held-out segments: translate them, pool the n-best lists, let a tuner find better weights, and
 * again, until nothing is gained. The weights kept are those whose own translation of the held-out text scored best, so
 * the result is never worse there than the start.
 *
 * A generator that yields after every round, so that a caller can show progress, store the state and stop. The state is
 * a plain record of the weights of every round: a resumed run translates with them again, which fills the pool as
 * before, and goes on as if it had never stopped.
 *
 *   for (const { state } of tuneWeights(task, { …, resume })) store(state);
 */
import { type CancelToken, throwIfCancelled } from '../core/cancel.js';
import { BLEU } from '../eval/bleu.js';
import type { Metric } from '../eval/metric.js';
import { FEATURE_NAMES, type FeatureName } from '../search/feature-names.js';
import { NBestPool } from './n-best-pool.js';
import { isBetter, type Tuner } from './tuner.js';

/** One translation of a held-out segment. */
export interface TuningCandidate {
  readonly words: readonly string[];
  readonly features: Float64Array;
}

export interface TuningTask {
  readonly segmentCount: number;
  readonly references: readonly (readonly (readonly string[])[])[];
  /** The n best translations of a segment under the weights, best first. */
  translate(segment: number, weights: Float64Array): readonly TuningCandidate[];
}

export interface TuningOptions {
  readonly tuner: Tuner;
  readonly start: Float64Array;
  readonly frozen: readonly boolean[];
  readonly rounds: number;
  readonly seed: number;
  readonly cancel: CancelToken;
  readonly metric?: Metric;
  /** The state of an earlier run with the same task and options. */
  readonly resume?: TuningState;
}

/** Weights of every round so far, the first being the start, with the scores of their own translations. */
export interface TuningState {
  readonly rounds: readonly { readonly weights: readonly number[]; readonly score: number }[];
}

export interface TuningRound {
  /** From 1; the first round translates with the start. */
  readonly round: number;
  readonly score: number;
  readonly best: number;
  readonly poolSize: number;
  readonly bestWeights: Float64Array;
  readonly state: TuningState;
}

const FROZEN: ReadonlySet<FeatureName> = new Set([
  'unknownWords',
  'approved',
  'seenTwice',
  'seenFew',
  'linkedForward',
  'linkedBackward',
]);

/**
 * Features that held-out text says too little about: with few unknown words in it, a tuner may well learn that leaving
 * them untranslated is fine. And those that make tuned weights no better on text they were not tuned on, at a thousand
 * held-out segments: a caller with more may let them go.
 */
export const FROZEN_FEATURES: readonly boolean[] = FEATURE_NAMES.map((name) => FROZEN.has(name));

/**
 * How far the first rounds go towards what the tuner found: lists made with the start's weights say little about other
 * weights, and going all the way may end in translations that no list had (too long, say).
 */
const EARLY_SHARES = [0.3, 0.5, 0.7];

/** A round that adds fewer new entries than this share of the pool ends the tuning. */
const SMALL_GROWTH = 0.005;

export function* tuneWeights(task: TuningTask, options: TuningOptions): Generator<TuningRound, Float64Array> {
  const metric = options.metric ?? BLEU;
  const pool = new NBestPool(task.segmentCount);
  const known = options.resume?.rounds ?? [];
  const rounds: { weights: number[]; score: number }[] = [];
  let weights = options.start;
  let bestWeights = weights;
  let best = Number.NaN;
  let share = 0;
  for (let round = 1; round <= options.rounds; round++) {
    if (round <= known.length) weights = Float64Array.from(known[round - 1].weights);
    const { score, added } = translateAll(task, weights, pool, metric, options.cancel);
    rounds.push({ weights: [...weights], score });
    if (Number.isNaN(best) || isBetter(metric, score, best)) {
      best = score;
      bestWeights = weights;
    }
    if (round >= known.length)
      yield { round, score, best, poolSize: pool.size, bestWeights, state: { rounds: [...rounds] } };
    const isSettled = added < SMALL_GROWTH * pool.size;
    if ((isSettled && share === 1) || round === options.rounds) break;
    // Lists that bring nothing new know all there is to know: no need to be careful.
    share = isSettled ? 1 : (EARLY_SHARES[round - 1] ?? 1);
    if (round < known.length) continue;
    const { frozen, seed, cancel, tuner } = options;
    const found = tuner.tune({ pool, metric, weights, frozen, seed: seed + round, cancel });
    weights = weights.map((weight, f) => weight + share * (found[f] - weight));
  }
  return bestWeights;
}

function translateAll(
  task: TuningTask,
  weights: Float64Array,
  pool: NBestPool,
  metric: Metric,
  cancel: CancelToken,
): { score: number; added: number } {
  const sum = new Float64Array(metric.width);
  let added = 0;
  for (let segment = 0; segment < task.segmentCount; segment++) {
    throwIfCancelled(cancel);
    task.translate(segment, weights).forEach(({ words, features }, rank) => {
      const row = new Float64Array(metric.width);
      metric.collect({ hypothesis: words, references: task.references[segment] }, row, 0);
      if (rank === 0) for (let i = 0; i < sum.length; i++) sum[i] += row[i];
      if (pool.add(segment, { features, row })) added++;
    });
  }
  return { score: metric.score(sum), added };
}
