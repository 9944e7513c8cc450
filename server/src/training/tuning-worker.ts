/**
 * The thread of a tuning run (see tune-model.ts): translates held-out text with the shared model and looks for better
 * weights; posts every round and at last the weights. It writes nothing, so it can be ended at any moment.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { NEVER_CANCELLED } from '../../../models/core/cancel.js';
import { openContainer } from '../../../models/core/container.js';
import { openBundle } from '../../../models/search/model-bundle.js';
import { Translator } from '../../../models/search/translator.js';
import { mert } from '../../../models/train/mert.js';
import { batchMira } from '../../../models/train/mira.js';
import { smoothedMetric } from '../../../models/train/smoothed-metric.js';
import {
  FROZEN_FEATURES,
  type TuningRound,
  type TuningState,
  tuneWeights,
} from '../../../models/train/weight-tuning.js';

const TUNERS = { mira: batchMira, mert, smoothed: smoothedMetric } as const;

export type TunerName = keyof typeof TUNERS;

export interface TuningWorkerData {
  /** The container of the model. */
  readonly buffer: SharedArrayBuffer;
  readonly source: readonly string[];
  readonly target: readonly string[];
  readonly tuner: TunerName;
  readonly rounds: number;
  readonly listSize: number;
  readonly seed: number;
  readonly resume?: TuningState;
}

export type TuningMessage = { readonly round: TuningRound } | { readonly weights: Float64Array };

const { buffer, source, target, tuner, rounds, listSize, seed, resume } = workerData as TuningWorkerData;
const post = (message: TuningMessage) => parentPort?.postMessage(message);

const translator = new Translator(openBundle(openContainer(buffer, { trusted: true })));
const segments = source.map((line) => translator.prepare(line));
const tuning = tuneWeights(
  {
    segmentCount: segments.length,
    references: target.map((line) => [translator.targetForms(line)]),
    translate: (segment, weights) =>
      translator.nBest(segments[segment] ?? translator.prepare(''), listSize, weights).map((translation) => ({
        words: translation.words,
        features: translator.features(translation),
      })),
  },
  {
    tuner: TUNERS[tuner](),
    rounds,
    seed,
    start: translator.weights,
    frozen: FROZEN_FEATURES,
    // Cancelled by ending the thread.
    cancel: NEVER_CANCELLED,
    ...(resume === undefined ? {} : { resume }),
  },
);
let step = tuning.next();
for (; !step.done; step = tuning.next()) post({ round: step.value });
post({ weights: step.value });
