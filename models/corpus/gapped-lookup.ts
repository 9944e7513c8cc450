/**
 * Finds all patterns of one input sentence in a text: its phrases, and its phrases with one or two gaps
 * (*u … v*, *u … v … w*), as Galley & Manning need them on the source side.
 *
 * Lopez (2007) intersects the occurrence lists of the pieces, pattern by pattern. Here every pattern is found
 * through its rarest piece, the *anchor*: around each occurrence of an anchor, the stretch of text that a
 * pattern may span (a *window*) is read once, all pieces of the sentence in it are recognised through their
 * prefix tree, and every pattern they form with the anchor is recorded. So all patterns of an anchor share one
 * pass, no lists are sorted or merged, and the cost is bounded by the number of windows.
 *
 * Patterns whose anchor occurs at most `windowLimit` times are exact. For more frequent anchors that many windows
 * are taken at equal distances in suffix order, hence spread over all that follows the anchor, and totals are
 * scaled up. The seed shifts the sample; equal input gives equal output.
 */
import { type CancelToken, NEVER_CANCELLED, throwIfCancelled } from '../core/cancel.js';
import { Random } from '../core/random.js';
import { UNKNOWN } from '../text/vocabulary.js';
import { collectMatches } from './match-collection.js';
import { PairNumbers } from './pair-numbers.js';
import type { PatternMatches } from './pattern-matches.js';
import { PatternTable } from './pattern-table.js';
import { SentencePieces } from './sentence-pieces.js';
import type { SuffixArray } from './suffix-array.js';
import { WindowScanner } from './window-scanner.js';

export interface LookupOptions {
  /** Most words of a pattern, gaps not counted. */
  readonly maxWords: number;
  /** 0, 1 or 2. */
  readonly maxGaps: number;
  /** Most words from the first to the last of a gapped pattern, gaps included, in sentence and text. */
  readonly maxSpan: number;
  /** Windows read for one anchor. */
  readonly windowLimit: number;
  /** Occurrences returned for one pattern. */
  readonly occurrenceLimit: number;
  readonly seed: number;
  readonly cancel: CancelToken;
}

export const DEFAULT_LOOKUP: LookupOptions = {
  maxWords: 7,
  maxGaps: 2,
  maxSpan: 15,
  windowLimit: 1000,
  occurrenceLimit: 300,
  seed: 1,
  cancel: NEVER_CANCELLED,
};

/** Words of an input sentence beyond this many are not looked up. */
export const MAX_INPUT_WORDS = 1000;

/** One object serves any number of sentences, one after the other; it keeps its working space. */
export class GappedLookup {
  readonly #index: SuffixArray;
  /** The type, in the sentence at hand, of every word of the vocabulary; all 0 between look-ups. */
  readonly #typeOfWord: Uint16Array;
  readonly #table = new PatternTable();

  constructor(index: SuffixArray) {
    this.#index = index;
    this.#typeOfWord = new Uint16Array(index.vocabularySize);
  }

  lookUp(sentence: ArrayLike<number>, given: Partial<LookupOptions> = {}): PatternMatches {
    const options = { ...DEFAULT_LOOKUP, ...given };
    const typeWords = [-1];
    const types = this.#readTypes(sentence, typeWords);
    try {
      const pieces = new SentencePieces(this.#index, types, typeWords, options.maxWords);
      const pairs = new PairNumbers(pieces, options.maxGaps > 0 ? options : { maxWords: 0, maxSpan: 0 });
      const phase = new Random(options.seed).next();
      this.#table.reset(pairs.limit);
      const scanner = new WindowScanner(
        this.#index,
        this.#typeOfWord,
        pieces,
        pairs,
        this.#table,
        options,
        phase,
      );
      for (let anchor = 1; anchor < pairs.size; anchor++) {
        throwIfCancelled(options.cancel);
        scanner.scan(anchor);
      }
      return collectMatches(this.#index, pieces, this.#table, scanner, options, phase);
    } finally {
      for (let t = 1; t < typeWords.length; t++) this.#typeOfWord[typeWords[t]] = 0;
    }
  }

  /** Numbers the known words of the sentence; leaves the numbers in `typeOfWord` as well. */
  #readTypes(sentence: ArrayLike<number>, typeWords: number[]): Uint16Array {
    const types = new Uint16Array(Math.min(sentence.length, MAX_INPUT_WORDS));
    for (let i = 0; i < types.length; i++) {
      const word = sentence[i];
      // No two unknown words are the same word.
      if (word === UNKNOWN || this.#index.wordCount(word) === 0) continue;
      if (this.#typeOfWord[word] === 0) this.#typeOfWord[word] = typeWords.push(word) - 1;
      types[i] = this.#typeOfWord[word];
    }
    return types;
  }
}
