/**
 * Tunes the weights of a model file on held-out text, and how to choose by posteriors; learns the word confidence from
 * the same text, and stores all in the model. The rounds are done in a thread of their own, so that they can be stopped at any moment; the
 * model file is touched only when all is done. A generator: yields after every round of translating and tuning, so that the caller can show progress and store the
 * state; `resume` takes up a stored one.
 */
import { Worker } from 'node:worker_threads';
import { CancelledError, EnfaceError } from '../../../models/core/errors.js';
import { FEATURE_NAMES } from '../../../models/search/feature-names.js';
import {
  bundleWriter,
  type ModelBundle,
  openBundle,
  withConfidence,
} from '../../../models/search/model-bundle.js';
import { Translator } from '../../../models/search/translator.js';
import { fitConfidence } from '../../../models/train/confidence-fitting.js';
import type { TuningRound } from '../../../models/train/weight-tuning.js';
import { readModelFile, writeModelFile } from './model-file.js';
import { cancelBySignal } from './signal-token.js';
import type { TunerName, TuningMessage, TuningResult, TuningWorkerData } from './tuning-worker.js';

export interface ModelTuning extends Omit<TuningWorkerData, 'buffer'> {
  readonly model: string;
  /** Where to write the tuned model; may be the model itself. */
  readonly output: string;
}

export const TUNER_NAMES: readonly TunerName[] = ['mira', 'mert', 'smoothed'];

export const DEFAULT_TUNING = { tuner: 'mira', rounds: 6, listSize: 100, seed: 1 } as const;

export async function* tuneModel(
  tuning: ModelTuning,
  signal: AbortSignal,
): AsyncGenerator<TuningRound, TuningResult> {
  const { model, output, source, target, ...rest } = tuning;
  if (source.length !== target.length || source.length === 0) {
    throw new EnfaceError(
      'tuning-text',
      `Tuning needs pairs of lines, but there are ${source.length} source and ${target.length} target lines.`,
    );
  }
  const container = await readModelFile(model);
  container.verify();
  const bundle = openBundle(container);
  const buffer = container.buffer as SharedArrayBuffer;
  const found = yield* roundsInWorker({ buffer, source, target, ...rest }, signal);
  const weights = Object.fromEntries(FEATURE_NAMES.map((name, f) => [name, found.weights[f] ?? 0]));
  const rescoring = found.rescoring?.settings;
  const metadata = { ...bundle.metadata, weights, ...(rescoring === undefined ? {} : { rescoring }) };
  const weighted = { ...bundle, metadata };
  const tuned = await learnConfidence(weighted, tuning, signal);
  for await (const _ of writeModelFile(output, bundleWriter(tuned))) {
    if (signal.aborted) throw new CancelledError();
  }
  return found;
}

/** Other weights give other posteriors, so what was learnt before no longer holds. */
async function learnConfidence(
  bundle: ModelBundle,
  { source, target }: ModelTuning,
  signal: AbortSignal,
): Promise<ModelBundle> {
  const translator = new Translator(bundle);
  const pairs = source.map((line, i) => ({
    segment: translator.prepare(line),
    reference: translator.targetForms(target[i] ?? ''),
  }));
  const fitting = fitConfidence(bundle, pairs, cancelBySignal(signal));
  let step = fitting.next();
  for (; !step.done; step = fitting.next()) {
    // Lets a signal to stop be heard.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return withConfidence(bundle, step.value);
}

async function* roundsInWorker(
  workerData: TuningWorkerData,
  signal: AbortSignal,
): AsyncGenerator<TuningRound, TuningResult> {
  const messages: TuningMessage[] = [];
  let wake = () => {};
  let failure: unknown;
  const fail = (cause: unknown) => {
    failure ??= cause;
    wake();
  };
  const stop = () => fail(new CancelledError());
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  const worker = new Worker(new URL('./tuning-worker.js', import.meta.url), { workerData });
  worker.on('message', (message: TuningMessage) => {
    messages.push(message);
    wake();
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new EnfaceError('tuning-ended', 'The tuning ended unexpectedly.')));
  try {
    for (;;) {
      if (failure instanceof CancelledError) throw failure;
      const message = messages.shift();
      if (message !== undefined) {
        if ('result' in message) return message.result;
        yield message.round;
        continue;
      }
      if (failure !== undefined) throw failure;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
