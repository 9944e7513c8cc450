/**
 * Trains models from the memories of the workspace, in threads of their own and with less claim to the processor than
 * typing has. One run at a time for each model; the editor shows how it goes and can stop it. The new model replaces
 * the old file when it is complete, and the decoder opens it without a restart.
 */
import { mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  type Connection,
  MessageType,
  ShowMessageNotification,
  type WorkDoneProgressServerReporter,
} from 'vscode-languageserver';
import { CancelledError, EnfaceError } from '../../models/core/errors.js';
import { DEFAULT_TRAINING } from '../../models/train/training-pipeline.js';
import {
  TRAINING_STEPS,
  type TrainingProgress,
  type TrainingStep,
} from '../../models/train/training-progress.js';
import { fileState } from './engine/file-state.js';
import { findFiles } from './engine/find-files.js';
import type { Log } from './log.js';
import { modelFiles } from './models.js';
import type { Pair } from './pair-registry.js';
import { writeError } from './training/model-file.js';
import { trainInWorker } from './training/train-in-worker.js';
import type { TrainingOptions, TrainingSummary } from './training/train-model.js';
import { version } from './version.js';
import { approvedFileOf } from './workspace.js';

const MAX_TOKENS = 100;
/** About how much of the whole time a step takes, in per cent; one that is not named takes little. */
const STEP_SHARES: Partial<Record<TrainingStep, number>> = {
  read: 15,
  align: 45,
  index: 10,
  'language-model': 20,
};
const LITTLE = 3;

export interface TrainingsContext {
  readonly connection: Connection;
  readonly log: Log;
  /** Whether the editor shows progress. */
  readonly showsProgress: boolean;
  /** Model files that were written. */
  trained(file: string): void;
}

export class Trainings {
  readonly #context: TrainingsContext;
  readonly #running = new Map<string, AbortController>();

  constructor(context: TrainingsContext) {
    this.#context = context;
  }

  /** Starts training the model of a pair; resolves when it runs. Throws when there is nothing to learn from. */
  async start(pair: Pair): Promise<void> {
    const { sourceLanguage, targetLanguage } = pair;
    const title = `${sourceLanguage} → ${targetLanguage}`;
    const [output] = modelFiles(pair.folder, sourceLanguage, targetLanguage);
    if (output === undefined) {
      throw new EnfaceError('no-place', 'Open a folder to train a model: it is kept there.');
    }
    if (this.#running.has(output)) {
      throw new EnfaceError('training', `The model ${title} is being trained already.`);
    }
    const stop = new AbortController();
    this.#running.set(output, stop);
    try {
      const options = await optionsFor(pair, output);
      const reporter = await this.#begin(title, stop);
      this.#run(options, title, reporter, stop);
    } catch (cause) {
      this.#running.delete(output);
      throw cause;
    }
  }

  /** Ends all runs; older models stay. */
  stop(): void {
    for (const controller of this.#running.values()) controller.abort();
  }

  async #begin(title: string, stop: AbortController): Promise<WorkDoneProgressServerReporter | null> {
    if (!this.#context.showsProgress) return null;
    const reporter = await this.#context.connection.window.createWorkDoneProgress();
    reporter.token.onCancellationRequested(() => stop.abort());
    reporter.begin(`Enface: training the model ${title}`, 0, '', true);
    return reporter;
  }

  #run(
    options: TrainingOptions,
    title: string,
    reporter: WorkDoneProgressServerReporter | null,
    stop: AbortController,
  ): void {
    const start = performance.now();
    trainInWorker(options, (progress) => report(reporter, progress), stop.signal)
      .then(
        (summary) => {
          this.#context.trained(options.output);
          this.#tell(MessageType.Info, summaryText(title, summary, performance.now() - start));
        },
        (cause: unknown) => this.#failed(title, cause),
      )
      .finally(() => {
        this.#running.delete(options.output);
        reporter?.done();
      })
      .catch((cause) => this.#context.log.error('A training did not end well.', cause));
  }

  #failed(title: string, cause: unknown): void {
    if (cause instanceof CancelledError) {
      this.#context.log.info(`Training the model ${title} was cancelled; nothing was changed.`);
      return;
    }
    if (!(cause instanceof EnfaceError))
      this.#context.log.error(`Training the model ${title} failed.`, cause);
    const reason = cause instanceof EnfaceError ? cause.message : 'something went wrong, see the log.';
    this.#tell(MessageType.Warning, `The model ${title} was not trained: ${reason}`);
  }

  #tell(type: MessageType, message: string): void {
    this.#context.log.info(message);
    this.#context.connection
      .sendNotification(ShowMessageNotification.type, { type, message })
      .catch((cause) => this.#context.log.error('A message could not be shown.', cause));
  }
}

/** Throws an EnfaceError when there is no memory to learn from, or no place to write to. */
async function optionsFor(pair: Pair, output: string): Promise<TrainingOptions> {
  const { folder, sourceLanguage, targetLanguage } = pair;
  const files = new Set(await findFiles(folder.path, folder.settings.memories));
  const approved = approvedFileOf(folder);
  if (approved !== null && (await fileState(approved)) !== null) files.add(approved);
  if (files.size === 0) {
    throw new EnfaceError(
      'no-memory',
      'There is no translation memory to learn from; name TMX files in the setting "enface.memories".',
    );
  }
  await mkdir(path.dirname(output), { recursive: true }).catch((cause) => {
    throw writeError(output, cause);
  });
  return {
    ...DEFAULT_TRAINING,
    inputs: [...files].map((file) => ({ kind: 'tmx', file, skipUnreadable: true })),
    sourceLanguage,
    targetLanguage,
    pretokenized: false,
    maxTokens: MAX_TOKENS,
    maxPairs: Number.POSITIVE_INFINITY,
    // One processor is left to whoever types.
    threads: Math.max(1, Math.min(8, os.availableParallelism() - 1)),
    background: true,
    output,
    createdBy: `enface ${version()}`,
    created: new Date().toISOString(),
  };
}

function report(
  reporter: WorkDoneProgressServerReporter | null,
  { step, done, total }: TrainingProgress,
): void {
  const steps = Object.keys(TRAINING_STEPS) as TrainingStep[];
  const shares = steps.map((name) => STEP_SHARES[name] ?? LITTLE);
  const index = steps.indexOf(step);
  const before = shares.slice(0, index).reduce((sum, share) => sum + share, 0);
  const all = shares.reduce((sum, share) => sum + share, 0);
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const percent = Math.floor((100 * (before + share * (shares[index] ?? LITTLE))) / all);
  const amount = step === 'read' ? `: ${done} pairs` : '';
  reporter?.report(percent, `${TRAINING_STEPS[step]} (${index + 1}/${steps.length})${amount}`);
}

function summaryText(title: string, { metadata }: TrainingSummary, milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return `The model ${title} was trained on ${metadata.pairs} pairs in ${seconds} s; suggestions use it now.`;
}
