/**
 * ARPA back-off files: log10 text, one n-gram a line. The only place where log10 appears.
 *
 * Reading takes lines (any iterable, so that a host can stream them) and a function from words to ids; levels
 * come in order, so that each n-gram finds its context among the nodes read before. Toolkits may leave out
 * suffixes of n-grams (pruning); contexts they may not.
 */
import { FormatError } from '../core/errors.js';
import { LN10 } from '../core/log-math.js';
import type { EstimatedNgrams } from './kneser-ney.js';
import {
  EMPTY_CONTEXT,
  findChild,
  findSuffix,
  type NgramTrie,
  parentsOf,
  SENTENCE_START,
  wordsOf,
} from './ngram-trie.js';

export type ReadNgrams = Omit<EstimatedNgrams, 'discounts' | 'usage'>;

/**
 * Reads an ARPA file. `wordId` is asked once for every word of the unigram section, in file order, and must give
 * ids that are dense from 0; `<unk>`, `<s>` and `</s>` have to get 0, 1 and 2.
 */
export function readArpa(lines: Iterable<string>, wordId: (word: string) => number): ReadNgrams {
  const reader = new ArpaReader(lines);
  const sizes = reader.readCounts();
  const order = sizes.length;
  const levelStart = new Uint32Array(order + 1);
  const ids = new Map<string, number>();
  const level1 = reader.readLevel(1, sizes[0], (word) => ids.set(word, wordId(word)).get(word) as number);
  const unigrams = Math.max(...level1.words) + 1;
  levelStart[1] = unigrams;
  sizes.slice(1).forEach((size, k) => {
    levelStart[k + 2] = levelStart[k + 1] + size;
  });
  const total = levelStart[order];
  const inner = levelStart[order - 1];
  const trie: NgramTrie = {
    order,
    levelStart,
    words: new Int32Array(total),
    childStart: new Uint32Array(inner + 1).fill(unigrams),
    suffixes: new Int32Array(total).fill(EMPTY_CONTEXT),
  };
  const logProbabilities = new Float32Array(total);
  const logBackoffs = new Float32Array(inner);
  for (let i = 0; i < unigrams; i++) trie.words[i] = i;
  for (let i = 0; i < sizes[0]; i++) {
    logProbabilities[level1.words[i]] = level1.probabilities[i];
    if (order > 1) logBackoffs[level1.words[i]] = level1.backoffs[i];
  }
  for (let k = 2; k <= order; k++) {
    const level = reader.readLevel(k, sizes[k - 1], (word) => ids.get(word) ?? -1);
    placeLevel(trie, level, k, logProbabilities, logBackoffs);
  }
  return { trie, logProbabilities, logBackoffs };
}

/** Writes an ARPA file, piece by piece. */
export function* writeArpa(estimated: ReadNgrams, wordOf: (id: number) => string): Generator<string> {
  const { trie, logProbabilities, logBackoffs } = estimated;
  const parents = parentsOf(trie);
  yield '\\data\\\n';
  for (let k = 1; k <= trie.order; k++) {
    yield `ngram ${k}=${trie.levelStart[k] - trie.levelStart[k - 1]}\n`;
  }
  for (let k = 1; k <= trie.order; k++) {
    yield `\n\\${k}-grams:\n`;
    let piece = '';
    for (let node = trie.levelStart[k - 1]; node < trie.levelStart[k]; node++) {
      const ngram = wordsOf(trie, parents, node).map(wordOf).join(' ');
      // `<s>` is never predicted: its probability is written as one, as other toolkits do.
      const probability = node === SENTENCE_START ? 0 : logProbabilities[node] / LN10;
      piece += `${formatLog(probability)}\t${ngram}`;
      piece += k < trie.order ? `\t${formatLog(logBackoffs[node] / LN10)}\n` : '\n';
      if (piece.length > 1 << 16) {
        yield piece;
        piece = '';
      }
    }
    yield piece;
  }
  yield '\n\\end\\\n';
}

function formatLog(value: number): string {
  return value === 0 ? '0' : String(Number(value.toPrecision(8)));
}

interface ArpaLevel {
  /** `words[i · k … (i + 1) · k)`: n-gram i. */
  readonly words: Int32Array;
  readonly probabilities: Float32Array;
  readonly backoffs: Float32Array;
}

/** Sorts the n-grams of level k by context and word and puts them into the trie. */
function placeLevel(
  trie: NgramTrie,
  level: ArpaLevel,
  k: number,
  logProbabilities: Float32Array,
  logBackoffs: Float32Array,
): void {
  const start = trie.levelStart[k - 1];
  const count = level.probabilities.length;
  const contexts = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    let context = EMPTY_CONTEXT;
    for (let j = 0; j < k - 1; j++) {
      context = findChild(trie, context, level.words[i * k + j]);
      if (context === -1) {
        throw new FormatError(
          'arpa-context',
          `The ARPA file has a ${k}-gram without its ${j + 1}-word beginning.`,
        );
      }
    }
    contexts[i] = context;
  }
  const sorted = Array.from({ length: count }, (_, i) => i).sort(
    (a, b) => contexts[a] - contexts[b] || level.words[a * k + k - 1] - level.words[b * k + k - 1],
  );
  const { levelStart, childStart, suffixes, words } = trie;
  let context = levelStart[k - 2];
  sorted.forEach((i, place) => {
    const node = start + place;
    while (context <= contexts[i]) childStart[context++] = node;
    words[node] = level.words[i * k + k - 1];
    logProbabilities[node] = level.probabilities[i];
    if (k < trie.order) logBackoffs[node] = level.backoffs[i];
  });
  childStart.fill(start + count, context, levelStart[k - 1] + 1);
  for (let node = levelStart[k - 2]; node < levelStart[k - 1]; node++) {
    for (let child = childStart[node]; child < childStart[node + 1]; child++) {
      suffixes[child] = findSuffix(trie, suffixes[node], words[child]);
    }
  }
}

class ArpaReader {
  readonly #lines: Iterator<string>;
  #line = 0;

  constructor(lines: Iterable<string>) {
    this.#lines = lines[Symbol.iterator]();
  }

  readCounts(): number[] {
    if (this.#nextLine() !== '\\data\\') throw this.#error('does not begin with \\data\\');
    const sizes: number[] = [];
    for (let line = this.#nextLine(false); line !== ''; line = this.#nextLine(false)) {
      const match = /^ngram\s+(\d+)\s*=\s*(\d+)$/.exec(line);
      if (match === null || Number(match[1]) !== sizes.length + 1) throw this.#error('has a bad count line');
      sizes.push(Number(match[2]));
    }
    if (sizes.length === 0) throw this.#error('declares no n-grams');
    return sizes;
  }

  readLevel(k: number, count: number, wordId: (word: string) => number): ArpaLevel {
    if (this.#nextLine() !== `\\${k}-grams:`) throw this.#error(`should have its ${k}-grams here`);
    const words = new Int32Array(count * k);
    const probabilities = new Float32Array(count);
    const backoffs = new Float32Array(count);
    for (let i = 0; i < count; i++) {
      const fields = this.#nextLine().split(/[ \t]+/);
      probabilities[i] = Number(fields[0]) * LN10;
      backoffs[i] = fields.length > k + 1 ? Number(fields[k + 1]) * LN10 : 0;
      const complete = fields.length === k + 1 || fields.length === k + 2;
      if (!complete || Number.isNaN(probabilities[i]) || Number.isNaN(backoffs[i])) {
        throw this.#error(`is not a ${k}-gram`);
      }
      for (let j = 0; j < k; j++) {
        const id = wordId(fields[j + 1]);
        if (id < 0) throw this.#error(`uses the word “${fields[j + 1]}”, which is not among the 1-grams`);
        words[i * k + j] = id;
      }
    }
    return { words, probabilities, backoffs };
  }

  #nextLine(skipBlank = true): string {
    for (;;) {
      const { value, done } = this.#lines.next();
      if (done) throw this.#error('ends too early');
      this.#line++;
      const line = value.trim();
      if (line !== '' || !skipBlank) return line;
    }
  }

  #error(what: string): FormatError {
    return new FormatError('arpa-syntax', `The ARPA file ${what} (line ${this.#line}).`);
  }
}
