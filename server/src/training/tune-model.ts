/**
 * Tunes the weights of a model file on held-out text, learns the word confidence under them from the same text, and
 * stores both in the model. A generator: yields after every round of translating and tuning, so that the caller can show
 * progress and store the state; `resume` takes up a stored one.
 */
import { type CancelToken, NEVER_CANCELLED } from '../../../models/core/cancel.js';
import { EnfaceError } from '../../../models/core/errors.js';
import { FEATURE_NAMES } from '../../../models/search/feature-names.js';
import {
  bundleWriter,
  type ModelBundle,
  openBundle,
  withConfidence,
} from '../../../models/search/model-bundle.js';
import { Translator } from '../../../models/search/translator.js';
import { fitConfidence } from '../../../models/train/confidence-fitting.js';
import { batchMira } from '../../../models/train/mira.js';
import type { Tuner } from '../../../models/train/tuner.js';
import {
  FROZEN_FEATURES,
  type TuningRound,
  type TuningState,
  tuneWeights,
} from '../../../models/train/weight-tuning.js';
import { readModelFile, writeModelFile } from './model-file.js';

export interface ModelTuning {
  readonly model: string;
  /** Where to write the tuned model; may be the model itself. */
  readonly output: string;
  readonly source: readonly string[];
  readonly target: readonly string[];
  readonly tuner: Tuner;
  readonly rounds: number;
  readonly listSize: number;
  readonly seed: number;
  readonly resume?: TuningState;
  /** Stops what follows the rounds. */
  readonly cancel?: CancelToken;
}

export const DEFAULT_TUNING = { tuner: batchMira(), rounds: 6, listSize: 100, seed: 1 } as const;

export async function* tuneModel(tuning: ModelTuning): AsyncGenerator<TuningRound, Float64Array> {
  const { source, target, tuner, rounds, listSize, seed, resume } = tuning;
  if (source.length !== target.length || source.length === 0) {
    throw new EnfaceError(
      'tuning-text',
      `Tuning needs pairs of lines, but there are ${source.length} source and ${target.length} target lines.`,
    );
  }
  const bundle = openBundle(await readModelFile(tuning.model));
  const translator = new Translator(bundle);
  const segments = source.map((line) => translator.prepare(line));
  const generator = tuneWeights(
    {
      segmentCount: segments.length,
      references: target.map((line) => [translator.targetForms(line)]),
      translate: (segment, weights) =>
        translator
          .nBest(segments[segment] ?? translator.prepare(''), listSize, weights)
          .map((translation) => ({
            words: translation.words,
            features: translator.features(translation),
          })),
    },
    {
      tuner,
      rounds,
      seed,
      start: translator.weights,
      frozen: FROZEN_FEATURES,
      cancel: NEVER_CANCELLED,
      ...(resume === undefined ? {} : { resume }),
    },
  );
  let step = generator.next();
  for (; !step.done; step = generator.next()) yield step.value;
  const weights = Object.fromEntries(FEATURE_NAMES.map((name, f) => [name, step.value[f] ?? 0]));
  const tuned = await learnConfidence({ ...bundle, metadata: { ...bundle.metadata, weights } }, tuning);
  for await (const _ of writeModelFile(tuning.output, bundleWriter(tuned)));
  return step.value;
}

/** Other weights give other posteriors, so what was learnt before no longer holds. */
async function learnConfidence(
  bundle: ModelBundle,
  { source, target, cancel }: ModelTuning,
): Promise<ModelBundle> {
  const translator = new Translator(bundle);
  const pairs = source.map((line, i) => ({
    segment: translator.prepare(line),
    reference: translator.targetForms(target[i] ?? ''),
  }));
  const fitting = fitConfidence(bundle, pairs, cancel);
  let step = fitting.next();
  for (; !step.done; step = fitting.next()) {
    // Lets a signal to stop be heard.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return withConfidence(bundle, step.value);
}
