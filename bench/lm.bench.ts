/**
 * The language model against the reference ARPA of the same text: every n-gram's probability and back-off, counts,
 * perplexity; build time, query speed and size; quantization from 8 to 2 bits.
 */
import { readArpa } from '../models/lm/arpa.js';
import { type EstimatedNgrams, estimateKneserNey } from '../models/lm/kneser-ney.js';
import { countNgrams, type Sentences } from '../models/lm/ngram-counter.js';
import { buildNgramModel, type NgramModel } from '../models/lm/ngram-model.js';
import { findChild, parentsOf, wordsOf } from '../models/lm/ngram-trie.js';
import { perplexity } from '../models/lm/perplexity.js';
import { binnedCodebook } from '../models/lm/quantization.js';
import { cpuSeconds, dataLines } from './data.js';
import { report } from './report.js';

const ORDER = 5;
const REFERENCE_BUILD_SECONDS = 0.83;

class WordIds {
  readonly ids = new Map([
    ['<unk>', 0],
    ['<s>', 1],
    ['</s>', 2],
  ]);

  add(word: string): number {
    const known = this.ids.get(word);
    if (known !== undefined) return known;
    this.ids.set(word, this.ids.size);
    return this.ids.size - 1;
  }
}

function sentencesOf(lines: readonly string[], idOf: (word: string) => number): Sentences {
  const ids: number[] = [];
  const offsets = [0];
  for (const line of lines) {
    for (const word of line.split(' ')) if (word !== '') ids.push(idOf(word));
    offsets.push(ids.length);
  }
  return { ids: Int32Array.from(ids), offsets };
}

function estimate(lines: readonly string[]): { words: WordIds; estimated: EstimatedNgrams } {
  const words = new WordIds();
  const sentences = sentencesOf(lines, (word) => words.add(word));
  const estimated = estimateKneserNey(countNgrams(sentences, words.ids.size, ORDER));
  return { words, estimated };
}

function bytesOf(model: NgramModel): number {
  const { words, childStart, links, stateBits, probabilities, backoffs } = model.parts;
  const values = [probabilities, backoffs].flatMap(({ sections }) => [sections.data, sections.centres]);
  return [words, childStart, links, stateBits, ...values].reduce((sum, array) => sum + array.byteLength, 0);
}

function compareWithReference(language: string): Record<string, string | number> {
  const lines = dataLines(`reference/multi30k/train.tok.${language}.gz`);
  estimate(lines.slice(0, 3000)); // warm up
  const { seconds, result } = cpuSeconds(() => {
    const { words, estimated } = estimate(lines);
    return { words, estimated, model: buildNgramModel(estimated) };
  });
  const { words, estimated, model } = result;
  const reference = readArpa(dataLines(`reference/multi30k/lm.${language}.arpa.gz`), (word) =>
    words.add(word),
  );
  const parents = parentsOf(reference.trie);
  let worst = 0;
  let missing = 0;
  for (let node = 0; node < reference.trie.words.length; node++) {
    let ours = -1;
    for (const word of wordsOf(reference.trie, parents, node)) ours = findChild(estimated.trie, ours, word);
    if (ours === -1) {
      missing++;
      continue;
    }
    const probability = Math.abs(reference.logProbabilities[node] - estimated.logProbabilities[ours]);
    const backoff =
      node < reference.logBackoffs.length
        ? Math.abs(reference.logBackoffs[node] - estimated.logBackoffs[ours])
        : 0;
    worst = Math.max(worst, probability / Math.LN10, backoff / Math.LN10);
  }
  const val = sentencesOf(
    dataLines(`reference/multi30k/val.tok.${language}.gz`),
    (word) => words.ids.get(word) ?? 0,
  );
  const theirs = perplexity(buildNgramModel(reference), val).includingUnknown;
  const ours = perplexity(model, val).includingUnknown;
  const queries = 40 * (val.ids.length + val.offsets.length - 1);
  const speed = cpuSeconds(() => {
    for (let i = 0; i < 40; i++) perplexity(model, val);
  });
  return {
    text: `captions ${language}`,
    'n-grams': Array.from(
      { length: ORDER },
      (_, k) => estimated.trie.levelStart[k + 1] - estimated.trie.levelStart[k],
    ).join(' '),
    'not in ours': missing,
    'not in reference': estimated.trie.words.length - reference.trie.words.length + missing,
    'worst log10 difference': worst.toExponential(1),
    'perplexity, ours': ours.toFixed(4),
    'perplexity, reference': theirs.toFixed(4),
    'build CPU s': seconds.toFixed(2),
    'against reference 0.83': `${(seconds / REFERENCE_BUILD_SECONDS).toFixed(2)}×`,
    'queries/s': Math.round(queries / speed.seconds),
  };
}

function quantizationRows(language: string): Record<string, string | number>[] {
  const { words, estimated } = estimate(dataLines(`reference/multi30k/train.tok.${language}.gz`));
  const val = sentencesOf(
    dataLines(`reference/multi30k/val.tok.${language}.gz`),
    (word) => words.ids.get(word) ?? 0,
  );
  const exact = perplexity(buildNgramModel(estimated), val).includingUnknown;
  const change = (model: NgramModel) => perplexity(model, val).includingUnknown / exact - 1;
  return [32, 8, 7, 6, 5, 4, 3, 2].map((bits) => {
    const model = buildNgramModel(estimated, { bits });
    const binned = buildNgramModel(estimated, { bits, learn: (values) => binnedCodebook(values, bits) });
    const { probabilities, backoffs } = model.parts;
    const valueBytes = probabilities.sections.data.byteLength + backoffs.sections.data.byteLength;
    return {
      text: `captions ${language}`,
      bits,
      perplexity: perplexity(model, val).includingUnknown.toFixed(3),
      change: `${(100 * change(model)).toFixed(3)} %`,
      'plain binning': `${(100 * change(binned)).toFixed(3)} %`,
      'value bytes': valueBytes,
      'all bytes': bytesOf(model),
      'bytes/n-gram': (bytesOf(model) / model.parts.words.length).toFixed(1),
    };
  });
}

const languages = ['en', 'de'];
report({
  name: 'lm',
  title: '5-gram modified Kneser–Ney against the reference ARPA of the same text',
  rows: languages.map(compareWithReference),
});
report({
  name: 'lm-quantization',
  title: 'Binning quantization of probabilities and back-offs (one codebook an order)',
  rows: languages.flatMap(quantizationRows),
});
