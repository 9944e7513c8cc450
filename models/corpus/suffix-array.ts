/**
 * Suffix array over the word ids of one side of a bitext: finds every occurrence of a phrase by binary search.
 * Suffixes end with their sentence, so no phrase reaches across a boundary. All occurrences of a phrase are
 * one range of `positions`; the first word's range is read from a table, each further word narrows it.
 *
 *   const range = { low: 0, high: 0 };
 *   if (index.find([12, 7], range))
 *     for (let k = range.low; k < range.high; k++) use(index.positions[k]);
 *
 * Nothing is allocated by a look-up. The arrays may be views on a container.
 */
import type { CancelToken } from '../core/cancel.js';
import type { Container, Sections } from '../core/container.js';
import { FormatError } from '../core/errors.js';
import { sortSuffixes } from './suffix-sorting.js';
import type { TokenText } from './token-text.js';

/** Half-open range of `positions`; look-ups change the object they are given. */
export interface PhraseRange {
  low: number;
  high: number;
}

export class SuffixArray {
  readonly text: TokenText;
  /** Positions in `text.ids`, sorted by the rest of the sentence that starts there. */
  readonly positions: Int32Array;
  /** The suffixes that start with word w are `positions[wordStarts[w], wordStarts[w + 1])`. */
  readonly wordStarts: Uint32Array;

  constructor(text: TokenText, positions: Int32Array, wordStarts: Uint32Array) {
    if (positions.length !== text.tokenCount || wordStarts[wordStarts.length - 1] !== positions.length) {
      throw new FormatError('suffix-array', 'The suffix array does not fit its text.');
    }
    this.text = text;
    this.positions = positions;
    this.wordStarts = wordStarts;
  }

  /** Sorts the suffixes of `text`, whose word ids are below `vocabularySize`; linear in the size of both. */
  static build(text: TokenText, vocabularySize: number, cancel?: CancelToken): SuffixArray {
    const { ids, startBits } = text;
    // The last word of a sentence gets a symbol just below the same word elsewhere: a suffix that ends here
    // precedes those that go on, and suffixes need no separators.
    const symbols = new Int32Array(ids.length);
    const wordStarts = new Uint32Array(vocabularySize + 1);
    for (let p = 0; p < ids.length; p++) {
      const after = p + 1;
      const isLast = (startBits[after >>> 5] >>> (after & 31)) & 1;
      symbols[p] = 2 * ids[p] + 1 - isLast;
      wordStarts[ids[p] + 1]++;
    }
    for (let w = 0; w < vocabularySize; w++) wordStarts[w + 1] += wordStarts[w];
    const positions = new Int32Array(ids.length);
    sortSuffixes(symbols, 2 * vocabularySize, positions, cancel);
    return new SuffixArray(text, positions, wordStarts);
  }

  get vocabularySize(): number {
    return this.wordStarts.length - 1;
  }

  /** Number of occurrences of one word. */
  wordCount(word: number): number {
    if (word < 0 || word >= this.vocabularySize) return 0;
    return this.wordStarts[word + 1] - this.wordStarts[word];
  }

  /** Sets `range` to the occurrences of a phrase; false, with an empty range, if there are none. */
  find(phrase: ArrayLike<number>, range: PhraseRange): boolean {
    range.low = 0;
    range.high = this.positions.length;
    for (let depth = 0; depth < phrase.length; depth++) {
      if (!this.extend(range, depth, phrase[depth])) return false;
    }
    return range.low < range.high;
  }

  /**
   * Narrows the range of a phrase of `depth` words to that phrase followed by `word`; false, with an empty
   * range, if it does not occur. The range of the empty phrase is all of `positions`.
   */
  extend(range: PhraseRange, depth: number, word: number): boolean {
    if (depth === 0) {
      const known = word >= 0 && word < this.vocabularySize;
      range.low = known ? this.wordStarts[word] : 0;
      range.high = known ? this.wordStarts[word + 1] : 0;
    } else {
      const high = range.high;
      range.low = this.#firstAtLeast(range.low, high, depth, word);
      range.high = this.#firstAtLeast(range.low, high, depth, word + 1);
    }
    return range.low < range.high;
  }

  toSections(): Sections {
    return { positions: this.positions, 'word-starts': this.wordStarts };
  }

  static fromContainer(container: Container, prefix: string, text: TokenText): SuffixArray {
    return new SuffixArray(
      text,
      container.section(`${prefix}positions`, 'int32'),
      container.section(`${prefix}word-starts`, 'uint32'),
    );
  }

  /** The first index in [low, high) whose suffix has at `depth` a word of at least `word`; `high` if none. */
  #firstAtLeast(low: number, high: number, depth: number, word: number): number {
    const { ids, startBits } = this.text;
    const positions = this.positions;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = positions[middle] + depth;
      // All suffixes of the range have `depth` words inside their sentence: only the next one can lie outside.
      const isOutside = (startBits[at >>> 5] >>> (at & 31)) & 1;
      if (isOutside || ids[at] < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
