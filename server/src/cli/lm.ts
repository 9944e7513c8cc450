/** `enface lm`: the language model on plain files, to compare it with other toolkits. */
import path from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { CancelledError, EnfaceError } from '../../../models/core/errors.js';
import { readArpa, writeArpa } from '../../../models/lm/arpa.js';
import { estimateKneserNey } from '../../../models/lm/kneser-ney.js';
import { countNgrams } from '../../../models/lm/ngram-counter.js';
import { buildNgramModel } from '../../../models/lm/ngram-model.js';
import { perplexity } from '../../../models/lm/perplexity.js';
import { RESERVED_FORMS, UNKNOWN, Vocabulary } from '../../../models/text/vocabulary.js';
import { writeFileAtomically } from '../formats/atomic-file.js';
import { linesOfFile } from '../training/sync-lines.js';
import { readWordLines, type WordLines } from '../training/word-lines.js';
import { type Command, type CommandIo, UsageError } from './command.js';
import { parseOptions, pruningThresholds, required, wholeNumber } from './options.js';
import { inSeconds, tableLines, withCommas } from './table.js';

export const lm: Command = {
  name: 'lm',
  summary: 'build a language model as an ARPA file, or measure a text with one',
  help: `Usage: enface lm build --text FILE --arpa OUT [--order N] [--prune N,N,…]
       enface lm perplexity --arpa FILE --text FILE

Works on text of one sentence a line with words split at blanks. Files may be packed
with gzip; an ARPA file whose name ends in .gz is packed.

build: interpolated modified Kneser–Ney estimates of all n-grams of the text
  --text F        the text to learn from
  --arpa OUT      the ARPA file to write
  --order N       longest n-grams, in words (default 5)
  --prune N,N,…   leave out n-grams that occur at most so often, by order, e.g. 0,0,1:
                  all single words and pairs, and longer n-grams seen twice or more

perplexity: how well a model predicts a text; sentence ends count as words
  --arpa F        the model
  --text F        the text

Example:
  enface lm build --order 5 --text train.en.gz --arpa en.arpa
  enface lm perplexity --arpa en.arpa --text test.en`,

  async run([action, ...args], io) {
    if (action === 'build') return build(args, io);
    if (action === 'perplexity') return measure(args, io);
    throw new UsageError('Say what to do: "enface lm build" or "enface lm perplexity".');
  },
};

async function build(args: readonly string[], io: CommandIo): Promise<number> {
  const { values } = parseOptions(args, {
    text: { type: 'string' },
    arpa: { type: 'string' },
    order: { type: 'string' },
    prune: { type: 'string' },
  });
  const text = path.resolve(io.cwd, required(values.text, 'text'));
  const arpa = path.resolve(io.cwd, required(values.arpa, 'arpa'));
  const order = wholeNumber(values.order, 'order', 1, 10, 5);
  const pruning = pruningThresholds(values.prune, 'prune');
  const started = process.cpuUsage();

  const words = new Vocabulary();
  const sentences = await readWordLines(text, (word, line) => learnedId(words, word, text, line), io.signal);
  noteSkipped(sentences, text, io);
  const estimated = estimateKneserNey(countNgrams(sentences, words.size, order), { pruning });
  const { user, system } = process.cpuUsage(started);
  try {
    const lines = writeArpa(estimated, (id) => words.formOf(id));
    await writeFileAtomically(arpa, arpa.endsWith('.gz') ? packed(lines) : lines, io.signal);
  } catch (cause) {
    throw io.signal.aborted ? new CancelledError() : cause;
  }

  const { levelStart } = estimated.trie;
  io.out(`${withCommas(sentences.offsets.length - 1)} sentences, ${withCommas(sentences.ids.length)} words`);
  const rows = estimated.discounts.map((discounts, k) => [
    String(k + 1),
    withCommas((levelStart[k + 1] ?? 0) - (levelStart[k] ?? 0)),
    ...discounts.map((discount) => discount.toFixed(4)),
  ]);
  for (const line of tableLines([['Order', 'n-grams', 'D1', 'D2', 'D3+'], ...rows])) io.out(line);
  io.out(
    `${path.basename(arpa)} written; reading and estimating took ${inSeconds((user + system) / 1e6)} of CPU time`,
  );
  return 0;
}

async function measure(args: readonly string[], io: CommandIo): Promise<number> {
  const { values } = parseOptions(args, { arpa: { type: 'string' }, text: { type: 'string' } });
  const arpa = path.resolve(io.cwd, required(values.arpa, 'arpa'));
  const text = path.resolve(io.cwd, required(values.text, 'text'));
  const words = new Vocabulary();
  const model = buildNgramModel(
    readArpa(linesOfFile(arpa), (word) => {
      const reserved = RESERVED_FORMS.indexOf(word);
      return reserved === -1 ? words.add(word) : reserved;
    }),
  );
  const sentences = await readWordLines(text, (word) => words.idOf(word), io.signal);
  noteSkipped(sentences, text, io);
  const result = perplexity(model, sentences);
  for (const line of tableLines([
    ['Perplexity including unknown words', result.includingUnknown.toFixed(4)],
    ['Perplexity excluding unknown words', result.excludingUnknown.toFixed(4)],
    ['Sentences', withCommas(result.sentences)],
    ['Words', withCommas(result.words)],
    ['Unknown words', withCommas(result.unknownWords)],
    ['Sum of log10 probabilities', (result.logProbability / Math.LN10).toFixed(4)],
  ])) {
    io.out(line);
  }
  return 0;
}

/** The marks of sentence ends cannot be words: an ARPA file could not tell them apart. */
function learnedId(words: Vocabulary, word: string, file: string, line: number): number {
  const reserved = RESERVED_FORMS.indexOf(word);
  if (reserved === -1) return words.add(word);
  if (reserved === UNKNOWN) return UNKNOWN;
  throw new EnfaceError(
    'reserved-word',
    `${path.basename(file)} has the word ${word} in line ${line}, which ARPA files keep for sentence ends.`,
  );
}

function noteSkipped({ skipped }: WordLines, file: string, io: CommandIo): void {
  if (skipped > 0)
    io.err(`Warning: lines of ${path.basename(file)} that are no text and were left out: ${skipped}.`);
}

/** An error of the lines reaches whoever reads; the callback only keeps pipeline from throwing it. */
function packed(lines: Iterable<string>): AsyncIterable<Uint8Array> {
  return pipeline(Readable.from(lines), createGzip(), () => {}) as AsyncIterable<Uint8Array>;
}
