/**
 * The thread of a tuning run (see tune-model.ts): translates held-out text with the shared model and looks for better
 * weights, then how to choose by posteriors; posts every round and at last the result. It writes nothing, so it can be ended at any moment.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { NEVER_CANCELLED } from '../../../models/core/cancel.js';
import { openContainer } from '../../../models/core/container.js';
import { DEFAULT_WEIGHTS } from '../../../models/search/default-weights.js';
import { weightVector } from '../../../models/search/feature-names.js';
import { openBundle } from '../../../models/search/model-bundle.js';
import { Translator } from '../../../models/search/translator.js';
import { mert } from '../../../models/train/mert.js';
import { batchMira } from '../../../models/train/mira.js';
import {
  crossTunedRescoring,
  type RescoringChoice,
  type RescoringTask,
} from '../../../models/train/rescoring-tuning.js';
import { smoothedMetric } from '../../../models/train/smoothed-metric.js';
import {
  FROZEN_FEATURES,
  type TuningOptions,
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

export interface TuningResult {
  readonly weights: Float64Array;
  /** How to choose by posteriors; undefined when the text is too short to tell, or weights were not tuned. */
  readonly rescoring: RescoringChoice | undefined;
}

export type TuningMessage = { readonly round: TuningRound } | { readonly result: TuningResult };

/** Most rounds for the weights of the halves, by which choosing is tuned: the last ones gain little. */
const HALF_ROUNDS = 4;

const { buffer, source, target, tuner, rounds, listSize, seed, resume } = workerData as TuningWorkerData;
const post = (message: TuningMessage) => parentPort?.postMessage(message);

const translator = new Translator(openBundle(openContainer(buffer, { trusted: true })));
const segments = source.map((line) => translator.prepare(line));
const segmentAt = (number: number) => segments[number] ?? translator.prepare('');
const task: RescoringTask = {
  segmentCount: segments.length,
  references: target.map((line) => [translator.targetForms(line)]),
  translate: (segment, weights) =>
    translator.nBest(segmentAt(segment), listSize, weights).map((translation) => ({
      words: translation.words,
      features: translator.features(translation),
    })),
  lattice: (segment, weights) => translator.lattice(segmentAt(segment), weights),
  form: (segment, id) => translator.form(segmentAt(segment), id),
};
const options: TuningOptions = {
  tuner: TUNERS[tuner](),
  rounds,
  seed,
  start: translator.weights,
  frozen: FROZEN_FEATURES,
  // Cancelled by ending the thread.
  cancel: NEVER_CANCELLED,
};

const tuning = tuneWeights(task, { ...options, ...(resume === undefined ? {} : { resume }) });
let step = tuning.next();
for (; !step.done; step = tuning.next()) post({ round: step.value });
const weights = step.value;
post({ result: { weights, rescoring: rounds > 1 ? chosenRescoring() : undefined } });

function chosenRescoring(): RescoringChoice | undefined {
  // The model's own weights may have been tuned on this very text.
  const start = weightVector(DEFAULT_WEIGHTS);
  const choosing = crossTunedRescoring(task, { ...options, start, rounds: Math.min(rounds, HALF_ROUNDS) });
  let chosen = choosing.next();
  while (!chosen.done) chosen = choosing.next();
  return chosen.value;
}
