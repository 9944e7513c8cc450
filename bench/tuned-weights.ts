/** Weights for benches: tuned on held-out text (several seeds, averaged), or the defaults with the length fitted to it. */
import { NEVER_CANCELLED } from '../models/core/cancel.js';
import { FEATURE_NAMES, type FeatureName, weightVector } from '../models/search/feature-names.js';
import { DEFAULT_RESCORING, type RescoringSettings } from '../models/search/rescoring-settings.js';
import { Translator, type TranslatorModel, type TranslatorSettings } from '../models/search/translator.js';
import { calibrateLength } from '../models/train/length-calibration.js';
import { batchMira } from '../models/train/mira.js';
import { smoothedMetric } from '../models/train/smoothed-metric.js';
import { meanWeights, type Tuner } from '../models/train/tuner.js';
import { FROZEN_FEATURES, type TuningTask, tuneWeights } from '../models/train/weight-tuning.js';
import type { HeldOutText } from './held-out-text.js';
import { tokensOf } from './translation-setup.js';

export interface TuningRun {
  readonly settings?: TranslatorSettings;
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

/** From so many segments on all weights can be told from chance, and the smoothed metric climbs higher than MIRA. */
const MANY_SEGMENTS = 3000;
const NEVER_TUNED: ReadonlySet<FeatureName> = new Set(['unknownWords', 'approved']);

/** All texts are tuned on together; the weights of the first model are the start. */
export function tunedWeights(
  texts: readonly HeldOutText[],
  { settings = {}, tuner, rounds = 6, listSize = 100, seeds = [1] }: TuningRun = {},
): TunedWeights {
  const task = tuningTask(texts, settings, listSize);
  const isMany = task.segmentCount >= MANY_SEGMENTS;
  const options = {
    tuner: tuner ?? (isMany ? smoothedMetric() : batchMira()),
    frozen: isMany ? FEATURE_NAMES.map((name) => NEVER_TUNED.has(name)) : FROZEN_FEATURES,
    rounds,
    cancel: NEVER_CANCELLED,
  };
  const start = new Translator(texts[0].model, settings).weights;
  const scores: number[][] = [];
  const found = seeds.map((seed) => {
    const ofSeed: number[] = [];
    scores.push(ofSeed);
    const tuning = tuneWeights(task, { ...options, start, seed });
    let step = tuning.next();
    for (; !step.done; step = tuning.next()) {
      ofSeed.push(step.value.score);
      console.error(`tuning, round ${step.value.round}: BLEU ${step.value.score.toFixed(2)}`);
    }
    return step.value;
  });
  return { weights: meanWeights(found), scores };
}

/** The model's weights, and how translations are chosen, with the length that suits held-out text: as training does. */
export function lengthFitted(
  { model, lines }: HeldOutText,
  settings: TranslatorSettings = {},
): { weights: Float64Array; rescoring: RescoringSettings } {
  const translator = new Translator(model, settings);
  const pairs = lines.source.map((line, i) => ({
    segment: translator.prepare(line),
    reference: tokensOf(lines.target[i]),
  }));
  const fitting = calibrateLength(model, pairs, NEVER_CANCELLED, settings);
  let step = fitting.next();
  while (!step.done) step = fitting.next();
  const { weights, rescoring = DEFAULT_RESCORING } = step.value;
  return { weights: weightVector(weights), rescoring };
}

/** The model with other weights than it came with. */
export function withWeights(model: TranslatorModel, vector: Float64Array): TranslatorModel {
  const weights = Object.fromEntries(FEATURE_NAMES.map((name, f) => [name, vector[f]]));
  return { ...model, metadata: { ...model.metadata, weights } };
}

function tuningTask(
  texts: readonly HeldOutText[],
  settings: TranslatorSettings,
  listSize: number,
): TuningTask {
  const segments = texts.flatMap(({ model, lines }) => {
    const translator = new Translator(model, settings);
    return lines.source.map((line, i) => ({
      translator,
      segment: translator.prepare(line),
      reference: tokensOf(lines.target[i]),
    }));
  });
  return {
    segmentCount: segments.length,
    references: segments.map(({ reference }) => [reference]),
    translate: (k, weights) => {
      const { translator, segment } = segments[k];
      return translator.nBest(segment, listSize, weights).map((translation) => ({
        words: translation.words,
        features: translator.features(translation),
      }));
    },
  };
}
