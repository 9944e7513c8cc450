/** The thread of a training run (see train-in-worker.ts): posts progress, then the summary or what went wrong. */
import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { EnfaceError } from '../../../models/core/errors.js';
import type { TrainingProgress } from '../../../models/train/training-progress.js';
import { type TrainingOptions, type TrainingSummary, trainModel } from './train-model.js';

export type TrainingMessage =
  | { readonly progress: TrainingProgress }
  | { readonly summary: TrainingSummary }
  | { readonly failure: { readonly code: string; readonly message: string } };

const post = (message: TrainingMessage) => parentPort?.postMessage(message);

/** Of the lowest claims; not the very lowest, or a busy machine would never finish. */
const BACKGROUND_PRIORITY = 10;

try {
  // On Linux this is about the calling thread and those it starts, elsewhere about the whole process.
  if ((workerData as TrainingOptions).background && process.platform === 'linux') {
    os.setPriority(BACKGROUND_PRIORITY);
  }
  // Cancelled by ending the thread, so the signal of this run is never raised.
  const training = trainModel(workerData as TrainingOptions, new AbortController().signal);
  let step = await training.next();
  for (; !step.done; step = await training.next()) post({ progress: step.value });
  post({ summary: step.value });
} catch (cause) {
  if (!(cause instanceof EnfaceError)) throw cause;
  post({ failure: { code: cause.code, message: cause.message } });
}
