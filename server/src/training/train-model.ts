/**
 * Trains a model from files to a file. Runs wherever it is called (train-in-worker.ts gives it a thread of its own),
 * yields progress and returns the summary:
 *
 *   const training = trainModel(options, signal);
 *   for await … progress.step, progress.done / progress.total
 *
 * When it fails or is cancelled there is no new file and an older model of that name is untouched.
 */
import { CancelledError, EnfaceError } from '../../../models/core/errors.js';
import type { CleaningReport } from '../../../models/corpus/cleaning.js';
import type { BundleMetadata } from '../../../models/search/bundle-metadata.js';
import { bundleSections, bundleWriter, type ModelBundle } from '../../../models/search/model-bundle.js';
import { CorpusPreparation } from '../../../models/train/corpus-preparation.js';
import { type TrainingSettings, trainBundle } from '../../../models/train/training-pipeline.js';
import type { TrainingProgress, TrainingStep } from '../../../models/train/training-progress.js';
import { alignerFor } from './align-step.js';
import { type CorpusInput, readCorpus } from './corpus-reader.js';
import { checkOutput, writeModelFile } from './model-file.js';
import { cancelBySignal } from './signal-token.js';
import { StepMeter, type StepUsage } from './step-meter.js';
import { readTmxPairs } from './tmx-pairs.js';

/** Files by name only, so that the options can be posted to a thread. */
export type TrainingInput =
  | Exclude<CorpusInput, { kind: 'pairs' }>
  | {
      readonly kind: 'tmx';
      readonly file: string;
      /** Go on without a file that has no such pairs, is damaged or gone. */
      readonly skipUnreadable?: boolean;
    };

export interface TrainingOptions extends TrainingSettings {
  readonly inputs: readonly TrainingInput[];
  /** BCP 47 tags. */
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly pretokenized: boolean;
  /** Longest side of a pair; at most 255. */
  readonly maxTokens: number;
  /** Keep only the first so many pairs that are read. */
  readonly maxPairs: number;
  readonly threads: number;
  /** Leave the processor to others where the system lets a thread do so. */
  readonly background?: boolean;
  readonly output: string;
}

export interface TrainingSummary {
  readonly metadata: BundleMetadata;
  readonly cleaning: CleaningReport;
  readonly steps: readonly StepUsage<TrainingStep>[];
  /** Highest resident memory of the whole process. */
  readonly peakBytes: number;
  /** N-grams of each order of the language model. */
  readonly ngrams: readonly number[];
  /** Bytes by part of the model, as section names begin. */
  readonly bytes: Readonly<Record<string, number>>;
  readonly fileBytes: number;
}

export async function* trainModel(
  options: TrainingOptions,
  signal: AbortSignal,
): AsyncGenerator<TrainingProgress, TrainingSummary> {
  await checkOutput(options.output);
  const meter = new StepMeter<TrainingStep>();
  const cancel = cancelBySignal(signal);
  const preparation = new CorpusPreparation(options);
  for await (const read of readInputs(options, preparation, signal)) {
    meter.note('read');
    yield { step: 'read', done: read, total: 0 };
  }
  const training = trainBundle(preparation, options, cancel, alignerFor(options.threads));
  let step = await training.next();
  for (; !step.done; step = await training.next()) {
    meter.note(step.value.step);
    yield step.value;
    // Lets the signal be heard when this is the thread that hears it.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { bundle, cleaning } = step.value;
  meter.note('write');
  const writer = bundleWriter(bundle);
  for await (const written of writeModelFile(options.output, writer)) {
    if (signal.aborted) throw new CancelledError();
    meter.note('write');
    yield { step: 'write', ...written };
  }
  return {
    metadata: bundle.metadata,
    cleaning,
    steps: meter.finish(),
    peakBytes: process.resourceUsage().maxRSS * 1024,
    ngrams: ngramCounts(bundle),
    bytes: bytesByPart(bundle),
    fileBytes: writer.byteLength,
  };
}

/** Yields the number of pairs read so far. */
async function* readInputs(
  { inputs, sourceLanguage, targetLanguage, maxPairs }: TrainingOptions,
  preparation: CorpusPreparation,
  signal: AbortSignal,
): AsyncGenerator<number, void, void> {
  let read = 0;
  for (const input of inputs) {
    const corpus: CorpusInput =
      input.kind === 'tmx'
        ? {
            kind: 'pairs',
            name: input.file,
            pairs: readTmxPairs(input.file, sourceLanguage, targetLanguage, signal),
          }
        : input;
    const batches = readCorpus(corpus, signal);
    for await (const batch of input.kind === 'tmx' && input.skipUnreadable ? readable(batches) : batches) {
      for (const item of batch) {
        if (read === maxPairs) return;
        read++;
        if ('reason' in item) preparation.skip(item.reason);
        else preparation.add(item.source, item.target, item.origin);
      }
      yield read;
    }
  }
}

/** What can be read; the rest is passed over. */
async function* readable<T>(batches: AsyncIterable<T>): AsyncGenerator<T, void, void> {
  try {
    yield* batches;
  } catch (cause) {
    const isSystem = (cause as NodeJS.ErrnoException).syscall !== undefined;
    if (cause instanceof CancelledError || !(cause instanceof EnfaceError || isSystem)) throw cause;
  }
}

function ngramCounts({ languageModel }: ModelBundle): number[] {
  const { levelStart, order } = languageModel.parts;
  return Array.from({ length: order }, (_, k) => (levelStart[k + 1] ?? 0) - (levelStart[k] ?? 0));
}

function bytesByPart(bundle: ModelBundle): Record<string, number> {
  const bytes: Record<string, number> = {};
  for (const [name, array] of Object.entries(bundleSections(bundle))) {
    const depth = /^(lm|lexical)\//.test(name) ? 1 : 2;
    const part = name.split('/').slice(0, depth).join('/');
    bytes[part] = (bytes[part] ?? 0) + array.byteLength;
  }
  return bytes;
}
