/** `enface align`: word alignment of two plain files, to compare it with other toolkits. */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { DEFAULT_LINKS } from '../../../models/align/link-decoding.js';
import { formatLinks } from '../../../models/align/link-text.js';
import { pairArraysOf } from '../../../models/align/pair-arrays.js';
import { HEURISTICS } from '../../../models/align/symmetrize.js';
import { alignBitext, type BitextAlignment } from '../../../models/align/word-aligner.js';
import { CancelledError, EnfaceError } from '../../../models/core/errors.js';
import { GrowableArray } from '../../../models/core/growable-array.js';
import type { LinkTable } from '../../../models/corpus/link-table.js';
import { TokenText } from '../../../models/corpus/token-text.js';
import { Vocabulary } from '../../../models/text/vocabulary.js';
import { writeFileAtomically } from '../formats/atomic-file.js';
import { alignInWorkers } from '../training/align-workers.js';
import { readCorpus } from '../training/corpus-reader.js';
import type { Command, CommandIo } from './command.js';
import { numberFrom, oneOf, parseOptions, required, wholeNumber } from './options.js';
import { ProgressLine } from './progress-line.js';
import { inSeconds, withCommas } from './table.js';

export const align: Command = {
  name: 'align',
  summary: 'link the words of two parallel files',
  help: `Usage: enface align --source FILE --target FILE --output LINKS [options]

Trains word alignment on the two files (IBM-1, then HMM, both directions with agreement)
and writes the links of every pair of lines as 0-0 1-2 …, positions from 0, source first.
Words are split at blanks; files may be packed with gzip. A line that is no text, or longer
than 255 words, gets an empty line.

  --source F, --target F   the two sides, line by line
  --output F               where the links go
  --heuristic H            how the directions are joined: ${HEURISTICS.join(', ')}
                           (default grow-diag-final-and)
  --empty-weight X         how readily a word is left without a partner: 1 as the model says (default),
                           less for more links that are less sure, 0 for as many as can be
  --ibm1-iterations N      iterations of IBM-1
  --iterations N           iterations of the HMM
  --threads N              threads to align in (default: as many as there are cores)

Example:
  enface align --source train.de --target train.en --output de-en.links`,

  async run(args, io) {
    const { values } = parseOptions(args, {
      source: { type: 'string' },
      target: { type: 'string' },
      output: { type: 'string' },
      heuristic: { type: 'string' },
      'empty-weight': { type: 'string' },
      'ibm1-iterations': { type: 'string' },
      iterations: { type: 'string' },
      threads: { type: 'string' },
    });
    const file = (name: 'source' | 'target' | 'output') => path.resolve(io.cwd, required(values[name], name));
    const output = file('output');
    const heuristic = oneOf(values.heuristic, 'heuristic', HEURISTICS, DEFAULT_LINKS.heuristic);
    const emptyWeight = numberFrom(values['empty-weight'], 'empty-weight', 0, 10, DEFAULT_LINKS.emptyWeight);
    const iterations = {
      ...(values.iterations === undefined
        ? {}
        : { hmmIterations: wholeNumber(values.iterations, 'iterations', 1, 50, 5) }),
      ...(values['ibm1-iterations'] === undefined
        ? {}
        : { ibm1Iterations: wholeNumber(values['ibm1-iterations'], 'ibm1-iterations', 1, 50, 5) }),
    };
    const threads = wholeNumber(values.threads, 'threads', 1, 64, Math.min(availableParallelism(), 8));
    const started = process.cpuUsage();
    const corpus = await readSides(file('source'), file('target'), io);
    const pairs = pairArraysOf(
      corpus.source,
      corpus.target,
      corpus.sourceWords.size,
      corpus.targetWords.size,
    );
    const options = { heuristic, emptyWeight, ...iterations };
    const { links } = await run(
      threads === 1 ? inThisThread(alignBitext(pairs, options)) : alignInWorkers(pairs, options, threads),
      io,
    );
    const { user, system } = process.cpuUsage(started);
    try {
      await writeFileAtomically(output, linkLines(links), io.signal);
    } catch (cause) {
      throw io.signal.aborted ? new CancelledError() : cause;
    }
    io.out(
      `${withCommas(links.pairCount)} pairs, ${withCommas(links.linkCount)} links; reading and aligning took ${inSeconds((user + system) / 1e6)} of CPU time`,
    );
    return 0;
  },
};

async function readSides(sourceFile: string, targetFile: string, io: CommandIo) {
  const sourceWords = new Vocabulary();
  const targetWords = new Vocabulary();
  const source = new SideBuilder(sourceWords);
  const target = new SideBuilder(targetWords);
  let skipped = 0;
  for await (const batch of readCorpus({ kind: 'lines', sourceFile, targetFile }, io.signal)) {
    for (const item of batch) {
      const isText = 'source' in item;
      if (!isText) skipped++;
      source.add(isText ? item.source : '');
      target.add(isText ? item.target : '');
    }
  }
  if (skipped > 0)
    io.err(`Warning: pairs of lines that are no text and get no links: ${withCommas(skipped)}.`);
  return { source: source.build(), target: target.build(), sourceWords, targetWords };
}

/** One side as word ids. */
class SideBuilder {
  readonly #words: Vocabulary;
  readonly #ids = new GrowableArray(new Int32Array(1 << 16));
  readonly #offsets = new GrowableArray(new Uint32Array(1 << 12));

  constructor(words: Vocabulary) {
    this.#words = words;
    this.#offsets.push(0);
  }

  add(line: string): void {
    for (const word of line.split(/[ \t]+/)) if (word !== '') this.#ids.push(this.#words.add(word));
    this.#offsets.push(this.#ids.length);
  }

  build(): TokenText {
    return new TokenText(this.#ids.trim(), this.#offsets.trim());
  }
}

/** Runs the steps, shows how far they are, and lets Ctrl+C through between them. */
async function run(steps: AsyncGenerator<number, BitextAlignment>, io: CommandIo): Promise<BitextAlignment> {
  const progress = new ProgressLine(io);
  for (let step = await steps.next(); ; step = await steps.next()) {
    if (step.done) {
      progress.end();
      return step.value;
    }
    progress.show('Align words', step.value, 1);
    if (!io.signal.aborted) continue;
    // Ends the threads.
    await steps.throw(new CancelledError());
  }
}

async function* inThisThread(
  steps: ReturnType<typeof alignBitext>,
): AsyncGenerator<number, BitextAlignment, undefined> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    await new Promise(setImmediate);
    yield step.value.done;
  }
}

function* linkLines(links: LinkTable): Generator<string> {
  let text = '';
  for (let pair = 0; pair < links.pairCount; pair++) {
    const list: { source: number; target: number }[] = [];
    for (let k = at(links.offsets, pair); k < at(links.offsets, pair + 1); k++) {
      list.push({ source: at(links.positions, 2 * k), target: at(links.positions, 2 * k + 1) });
    }
    text += `${formatLinks(list)}\n`;
    if (text.length > 1 << 16) {
      yield text;
      text = '';
    }
  }
  yield text;
}

function at(array: Uint8Array | Uint32Array, index: number): number {
  const value = array[index];
  if (value === undefined) throw new EnfaceError('internal', 'The link table is too short.');
  return value;
}
