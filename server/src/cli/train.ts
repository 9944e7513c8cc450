/** `enface train`: from parallel text to a model. */
import os from 'node:os';
import path from 'node:path';
import { HEURISTICS } from '../../../models/align/symmetrize.js';
import { DEFAULT_TRAINING } from '../../../models/train/training-pipeline.js';
import { TRAINING_STEPS } from '../../../models/train/training-progress.js';
import { trainInWorker } from '../training/train-in-worker.js';
import type { TrainingInput, TrainingOptions } from '../training/train-model.js';
import { DEFAULT_TUNING } from '../training/tune-model.js';
import { version } from '../version.js';
import { type Command, type CommandIo, UsageError } from './command.js';
import { numberFrom, oneOf, parseOptions, pruningThresholds, required, wholeNumber } from './options.js';
import { ProgressLine } from './progress-line.js';
import { textLines } from './text-lines.js';
import { summaryLines } from './training-report.js';
import { runTuning } from './tune.js';

const OPTIONS = {
  source: { type: 'string' },
  target: { type: 'string' },
  tsv: { type: 'string', multiple: true },
  tmx: { type: 'string', multiple: true },
  'source-language': { type: 'string' },
  'target-language': { type: 'string' },
  pretokenized: { type: 'boolean' },
  order: { type: 'string' },
  bits: { type: 'string' },
  prune: { type: 'string' },
  heuristic: { type: 'string' },
  'empty-weight': { type: 'string' },
  'max-tokens': { type: 'string' },
  'max-pairs': { type: 'string' },
  threads: { type: 'string' },
  json: { type: 'boolean' },
  output: { type: 'string' },
  'tune-source': { type: 'string' },
  'tune-target': { type: 'string' },
  'tune-state': { type: 'string' },
} as const;

export const train: Command = {
  name: 'train',
  summary: 'train a model from parallel text or translation memories',
  help: `Usage: enface train --source FILE --target FILE --source-language L --target-language L --output MODEL
       enface train --tmx FILE… --source-language L --target-language L --output MODEL

Learns a translation model from sentence pairs and writes it to one file. Pairs come
from one or more of these, in UTF-8, packed with gzip or not:
  --source F, --target F   two files; line n of one is the translation of line n of the other
  --tsv F                  lines with the source, a tab and the target (may be repeated)
  --tmx F…                 translation memories

What is what:
  --source-language L      language of the source as a tag: de, en-GB, …
  --target-language L      language of the target
  --output MODEL           the file to write, usually ending in .enface; an older model
                           of that name is replaced only when the new one is complete
  --pretokenized           the text is split into tokens at blanks already: take it as it is,
                           without tokenising and without changing upper and lower case

Choices with good defaults:
  --max-tokens N           leave out pairs with a longer side (default 100, at most 255)
  --max-pairs N            read only the first N pairs
  --heuristic NAME         how both alignment directions are joined (default ${DEFAULT_TRAINING.heuristic}):
                           ${HEURISTICS.join(', ')}
  --empty-weight X         how readily a word is left without a partner: 1 as the alignment model says
                           (default), less for more links that are less sure, 0 for as many as can be
  --order N                words of the language model's n-grams (default ${DEFAULT_TRAINING.order})
  --bits N                 bits of a stored probability, 2–8, or 32 for all (default ${DEFAULT_TRAINING.bits})
  --prune N,N,…            leave out n-grams that occur at most so often, by order, e.g. 0,0,1
  --threads N              threads for word alignment (default: one for each processor, at most 8)
  --tune-source F          held-out source and its translations, to tune the weights of the
  --tune-target F          features and learn the word confidence from it as the last step (see
                           "enface tune"); without it the length of translations
                           and the word confidence are learnt from some pairs that are held out
  --tune-state F           keep what tuning has done there, and go on from it when it exists
  --json                   print the summary as JSON

Ctrl+C stops at once; nothing half-written is left behind.

Example:
  enface train --tmx memory/en-de.tmx --source-language en --target-language de --output en-de.enface`,

  async run(args, io) {
    const options = trainingOptions(args, io);
    const tuningText = await heldOutText(args, io);
    const progress = new ProgressLine(io);
    try {
      const summary = await trainInWorker(
        options,
        ({ step, done, total }) => progress.show(TRAINING_STEPS[step], done, total),
        io.signal,
      );
      progress.end();
      for (const warning of summary.cleaning.warnings) io.err(`Warning: ${warning}`);
      if (args.includes('--json')) io.out(JSON.stringify(summary));
      else for (const line of summaryLines(summary, options.output)) io.out(line);
      return tuningText === null ? 0 : await tuneAfterTraining(options.output, tuningText, io);
    } finally {
      progress.end();
    }
  },
};

interface HeldOutText {
  readonly source: readonly string[];
  readonly target: readonly string[];
  /** Where the state of the tuning is kept. */
  readonly state?: string;
}

/** Read before training, so that a wrong name is known at once. */
async function heldOutText(args: readonly string[], io: CommandIo): Promise<HeldOutText | null> {
  const { values } = parseOptions(args, OPTIONS, true);
  const [source, target] = [values['tune-source'], values['tune-target']];
  if (source === undefined && target === undefined) return null;
  if (source === undefined || target === undefined) {
    throw new UsageError('--tune-source and --tune-target belong together: give both.');
  }
  const state = values['tune-state'];
  return {
    source: await textLines(io.cwd, source),
    target: await textLines(io.cwd, target),
    ...(state === undefined ? {} : { state: path.resolve(io.cwd, state) }),
  };
}

function tuneAfterTraining(model: string, text: HeldOutText, io: CommandIo): Promise<number> {
  const { source, target, state } = text;
  // With --json only the summary goes to the output.
  const progress = { ...io, out: io.err };
  return runTuning({ ...DEFAULT_TUNING, source, target, model, output: model }, progress, state);
}

function trainingOptions(args: readonly string[], io: CommandIo): TrainingOptions {
  const { values, positionals } = parseOptions(args, OPTIONS, true);
  if (positionals.length > 0 && values.tmx === undefined) {
    throw new UsageError(`"${positionals[0]}" does not belong to any option.`);
  }
  return {
    inputs: inputs(values, positionals, io.cwd),
    sourceLanguage: language(values['source-language'], 'source-language'),
    targetLanguage: language(values['target-language'], 'target-language'),
    pretokenized: values.pretokenized ?? false,
    output: path.resolve(io.cwd, required(values.output, 'output')),
    order: wholeNumber(values.order, 'order', 1, 10, DEFAULT_TRAINING.order),
    bits: bits(values.bits),
    pruning: pruningThresholds(values.prune, 'prune'),
    heuristic: oneOf(values.heuristic, 'heuristic', HEURISTICS, DEFAULT_TRAINING.heuristic),
    learnFromHeldOut: values['tune-source'] === undefined,
    largeBitext: DEFAULT_TRAINING.largeBitext,
    emptyWeight: numberFrom(values['empty-weight'], 'empty-weight', 0, 10, DEFAULT_TRAINING.emptyWeight),
    maxTokens: wholeNumber(values['max-tokens'], 'max-tokens', 1, 255, 100),
    maxPairs: wholeNumber(
      values['max-pairs'],
      'max-pairs',
      1,
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ),
    threads: wholeNumber(values.threads, 'threads', 1, 64, Math.min(8, os.availableParallelism())),
    createdBy: `enface ${version()}`,
    created: creationDate(io.env.SOURCE_DATE_EPOCH),
  };
}

function inputs(
  values: { source?: string; target?: string; tsv?: string[]; tmx?: string[] },
  moreMemories: readonly string[],
  folder: string,
): TrainingInput[] {
  const { source, target, tsv = [], tmx = [] } = values;
  const fileOf = (name: string) => path.resolve(folder, name);
  const found: TrainingInput[] = [];
  if ((source === undefined) !== (target === undefined)) {
    throw new UsageError('--source and --target belong together: give both.');
  }
  if (source !== undefined && target !== undefined) {
    found.push({ kind: 'lines', sourceFile: fileOf(source), targetFile: fileOf(target) });
  }
  for (const name of tsv) found.push({ kind: 'columns', file: fileOf(name), source: 0, target: 1 });
  for (const name of [...tmx, ...moreMemories]) found.push({ kind: 'tmx', file: fileOf(name) });
  if (found.length === 0) {
    throw new UsageError('Say what to learn from: --source and --target, --tsv or --tmx.');
  }
  return found;
}

function language(value: string | undefined, option: string): string {
  const tag = required(value, option);
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0] ?? tag;
  } catch {
    throw new UsageError(`--${option} needs a language tag such as de or en-GB, not "${tag}".`);
  }
}

function bits(value: string | undefined): number {
  return value === '32' ? 32 : wholeNumber(value, 'bits', 2, 8, DEFAULT_TRAINING.bits);
}

/** Builds that must come out the same byte by byte set SOURCE_DATE_EPOCH, as other tools agree on. */
function creationDate(epoch: string | undefined): string {
  const seconds = Number(epoch);
  return (epoch && Number.isFinite(seconds) ? new Date(seconds * 1000) : new Date()).toISOString();
}
