/**
 * Reads a parallel corpus as a stream of text pairs: two files of parallel lines, one file of tab-separated
 * columns, or pairs that another reader gives (a translation memory's). Pairs come in batches. Lines that cannot
 * be used come as skips with a reason of the cleaner's, so that one report counts all:
 *
 *   for await (const batch of readCorpus(input))
 *     for (const item of batch)
 *       if ('reason' in item) cleaner.skip(item.reason);
 *       else if (cleaner.checkText(item.source, item.target) === undefined) …
 */
import path from 'node:path';
import { CancelledError, EnfaceError } from '../../../models/core/errors.js';
import type { CleaningReason } from '../../../models/corpus/cleaning.js';
import { type Line, readLines } from './line-reader.js';

export interface TextPair {
  readonly source: string;
  readonly target: string;
}

export interface CorpusPair extends TextPair {
  /** Line in the file or number of the pair, from 1. */
  readonly origin: number;
}

export interface CorpusSkip {
  readonly reason: CleaningReason;
  readonly origin: number;
}

export type CorpusItem = CorpusPair | CorpusSkip;

export type CorpusInput =
  | { readonly kind: 'lines'; readonly sourceFile: string; readonly targetFile: string }
  | { readonly kind: 'columns'; readonly file: string; readonly source: number; readonly target: number }
  | {
      readonly kind: 'pairs';
      /** What to call it in messages, for example the name of the memory. */
      readonly name: string;
      readonly pairs: AsyncIterable<TextPair> | Iterable<TextPair>;
    };

const PAIRS_IN_BATCH = 1000;

/** Throws an EnfaceError when the files as a whole cannot be a corpus; `signal` cancels. */
export function readCorpus(
  input: CorpusInput,
  signal?: AbortSignal,
): AsyncGenerator<CorpusItem[], void, void> {
  switch (input.kind) {
    case 'lines':
      return readParallelLines(input.sourceFile, input.targetFile, signal);
    case 'columns':
      return readColumns(input.file, input.source, input.target, signal);
    case 'pairs':
      return readPairs(input.name, input.pairs, signal);
  }
}

async function* readParallelLines(
  sourceFile: string,
  targetFile: string,
  signal?: AbortSignal,
): AsyncGenerator<CorpusItem[], void, void> {
  const source = new LineQueue(readLines(sourceFile, signal));
  const target = new LineQueue(readLines(targetFile, signal));
  let origin = 0;
  try {
    for (;;) {
      const available = Math.min(await source.fill(), await target.fill());
      if (available === 0) break;
      const batch: CorpusItem[] = [];
      for (let k = 0; k < available; k++) batch.push(pairOf(source.take(), target.take(), ++origin));
      yield batch;
    }
    const [sourceCount, targetCount] = [origin + (await source.drain()), origin + (await target.drain())];
    if (sourceCount !== targetCount) {
      throw new EnfaceError(
        'corpus-line-counts',
        `The two files are not parallel: ${path.basename(sourceFile)} has ${sourceCount} lines, ${path.basename(targetFile)} has ${targetCount}.`,
      );
    }
  } finally {
    await source.close();
    await target.close();
  }
}

async function* readColumns(
  file: string,
  sourceColumn: number,
  targetColumn: number,
  signal?: AbortSignal,
): AsyncGenerator<CorpusItem[], void, void> {
  let origin = 0;
  let pairs = 0;
  for await (const lines of readLines(file, signal)) {
    const batch = lines.map((line): CorpusItem => {
      origin++;
      if ('fault' in line) return { reason: line.fault, origin };
      const columns = line.text.split('\t');
      const source = columns[sourceColumn];
      const target = columns[targetColumn];
      if (source === undefined || target === undefined) return { reason: 'missing-column', origin };
      pairs++;
      return { source, target, origin };
    });
    yield batch;
  }
  if (pairs === 0) {
    throw new EnfaceError(
      'corpus-columns',
      `${path.basename(file)} has no line with a tab between source and target.`,
    );
  }
}

async function* readPairs(
  name: string,
  pairs: AsyncIterable<TextPair> | Iterable<TextPair>,
  signal?: AbortSignal,
): AsyncGenerator<CorpusItem[], void, void> {
  let origin = 0;
  let batch: CorpusItem[] = [];
  for await (const { source, target } of pairs) {
    if (signal?.aborted) throw new CancelledError();
    batch.push({ source, target, origin: ++origin });
    if (batch.length < PAIRS_IN_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (origin === 0) throw new EnfaceError('corpus-empty', `${name} has no pairs in these languages.`);
  if (batch.length > 0) yield batch;
}

function pairOf(source: Line, target: Line, origin: number): CorpusItem {
  if ('fault' in source) return { reason: source.fault, origin };
  if ('fault' in target) return { reason: target.fault, origin };
  return { source: source.text, target: target.text, origin };
}

/** Lines read ahead from one file. */
class LineQueue {
  readonly #batches: AsyncGenerator<Line[], void, void>;
  #lines: Line[] = [];
  #next = 0;

  constructor(batches: AsyncGenerator<Line[], void, void>) {
    this.#batches = batches;
  }

  /** How many lines can be taken, at least one unless the file has ended. */
  async fill(): Promise<number> {
    if (this.#next === this.#lines.length) {
      const { value } = await this.#batches.next();
      this.#lines = value ?? [];
      this.#next = 0;
    }
    return this.#lines.length - this.#next;
  }

  take(): Line {
    return this.#lines[this.#next++] as Line;
  }

  /** Reads to the end and returns how many lines were left. */
  async drain(): Promise<number> {
    let count = 0;
    for (let left = await this.fill(); left > 0; left = await this.fill()) {
      count += left;
      this.#next += left;
    }
    return count;
  }

  async close(): Promise<void> {
    await this.#batches.return();
  }
}
