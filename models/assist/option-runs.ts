/**
 * The options of a segment as runs of words, for guesses at the next word: which options go on with it after the last
 * word typed, and which of those whose source words are still open begin with it. Unlike a graph they know everything
 * that was found for the segment, also what the search pruned. What the translator approved counts as sure.
 */
import { OPTION_FEATURE_COUNT, optionFeatureIndex } from '../phrases/option-features.js';
import type { TranslationOptions } from '../phrases/translation-options.js';

export interface NextByOptions {
  /** By word id: p(target | source) of the best option that has the word after the last one. */
  readonly goesOn: ReadonlyMap<number, number>;
  /** By word id: p(target | source) of the options that begin with it, summed up as far as they are open and near. */
  readonly begins: ReadonlyMap<number, number>;
}

/** The weight of an option falls by e every so many words between where the translator is and where it starts. */
const NEARNESS = 3;
const PHRASE_FORWARD = optionFeatureIndex('phraseForward');
const APPROVED = optionFeatureIndex('approved');

export class OptionRuns {
  readonly #options: TranslationOptions;
  /** Positions of set r are `#positions[#setStart[r], #setStart[r + 1])`. */
  readonly #setStart: Int32Array;
  readonly #positions: Int32Array;

  constructor(options: TranslationOptions) {
    const { sourceLength, setCount, setBits, coverageWords } = options;
    this.#options = options;
    this.#setStart = new Int32Array(setCount + 1);
    const positions: number[] = [];
    for (let r = 0; r < setCount; r++) {
      for (let i = 0; i < sourceLength; i++) {
        if (((setBits[r * coverageWords + (i >>> 5)] >>> (i & 31)) & 1) === 1) positions.push(i);
      }
      this.#setStart[r + 1] = positions.length;
    }
    this.#positions = Int32Array.from(positions);
  }

  /** After the word `last`, at source position `place`, when `open` tells how far each source word is left to say. */
  after(last: number, place: number, open: Float64Array): NextByOptions {
    const { optionCount, optionSet, pieceStart, wordStart, words, features } = this.#options;
    const openSets = this.#openSets(place, open);
    const goesOn = new Map<number, number>();
    const begins = new Map<number, number>();
    for (let o = 0; o < optionCount; o++) {
      const row = o * OPTION_FEATURE_COUNT;
      const probability = features[row + APPROVED] > 0 ? 1 : Math.exp(features[row + PHRASE_FORWARD]);
      const share = probability * openSets[optionSet[o]];
      for (let piece = pieceStart[o]; piece < pieceStart[o + 1]; piece++) {
        const first = words[wordStart[piece]];
        if (share > 0) begins.set(first, (begins.get(first) ?? 0) + share);
        for (let at = wordStart[piece] + 1; at < wordStart[piece + 1]; at++) {
          if (words[at - 1] !== last) continue;
          goesOn.set(words[at], Math.max(goesOn.get(words[at]) ?? 0, probability));
        }
      }
    }
    return { goesOn, begins };
  }

  #openSets(place: number, open: Float64Array): Float64Array {
    const shares = new Float64Array(this.#setStart.length - 1);
    for (let r = 0; r < shares.length; r++) {
      let share = 1;
      for (let k = this.#setStart[r]; k < this.#setStart[r + 1]; k++) share *= open[this.#positions[k]];
      const distance = Math.abs(this.#positions[this.#setStart[r]] - (place + 1));
      shares[r] = share * Math.exp(-distance / NEARNESS);
    }
    return shares;
  }
}
