/** Tunes a translator on held-out text for benches: several seeds, the weights averaged. */
import { NEVER_CANCELLED } from '../models/core/cancel.js';
import type { Translator } from '../models/search/translator.js';
import { batchMira } from '../models/train/mira.js';
import { meanWeights, type Tuner } from '../models/train/tuner.js';
import { FROZEN_FEATURES, tuneWeights } from '../models/train/weight-tuning.js';
import type { ParallelLines } from './translation-data.js';
import { tokensOf } from './translation-setup.js';

export interface TuningRun {
  readonly tuner?: Tuner;
  readonly rounds?: number;
  readonly listSize?: number;
  readonly seeds?: readonly number[];
}

export interface TunedWeights {
  readonly weights: Float64Array;
  /** Held-out score of every round, for each seed. */
  readonly scores: readonly (readonly number[])[];
}

export function tunedWeights(
  translator: Translator,
  heldOut: ParallelLines,
  { tuner = batchMira(), rounds = 6, listSize = 100, seeds = [1] }: TuningRun = {},
): TunedWeights {
  const segments = heldOut.source.map((line) => translator.prepare(line));
  const task = {
    segmentCount: segments.length,
    references: heldOut.target.map((line) => [tokensOf(line)]),
    translate: (segment: number, weights: Float64Array) =>
      translator.nBest(segments[segment], listSize, weights).map((translation) => ({
        words: translation.words,
        features: translator.features(translation),
      })),
  };
  const scores: number[][] = [];
  const found = seeds.map((seed) => {
    const ofSeed: number[] = [];
    scores.push(ofSeed);
    const start = translator.weights;
    const tuning = tuneWeights(task, {
      tuner,
      start,
      frozen: FROZEN_FEATURES,
      rounds,
      seed,
      cancel: NEVER_CANCELLED,
    });
    let step = tuning.next();
    for (; !step.done; step = tuning.next()) ofSeed.push(step.value.score);
    return step.value;
  });
  return { weights: meanWeights(found), scores };
}
