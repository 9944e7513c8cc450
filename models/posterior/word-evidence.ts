/**
 * What the phrase pairs of a segment say for the words of its translation, whoever wrote it. Two views:
 *
 *   by word   over all edges of the lattice that say the word, weighted by their posteriors: how often its phrase had a
 *             gap, was seen once only, was a word passed through, and how probable and long it was on average;
 *   by run    the longest phrase pair that says the word together with its neighbours as they stand: agreement with
 *             what was translated before, up to whole segments.
 */
import { OPTION_FEATURE_COUNT, optionFeatureIndex } from '../phrases/option-features.js';
import type { TranslationOptions } from '../phrases/translation-options.js';
import type { Lattice } from '../search/lattice.js';
import type { LatticeChain } from './forward-backward.js';

/** Means over the edges that say a word. */
export interface WordUse {
  /** Share in phrases with a gap on either side. */
  readonly gaps: number;
  /** Share in pairs that were seen once only. */
  readonly seenOnce: number;
  /** Share passed through untranslated. */
  readonly unknown: number;
  /** Mean log p(target | source) of its phrases. */
  readonly phraseForward: number;
  readonly phraseBackward: number;
  /** Mean number of source words of its phrases. */
  readonly sourceWords: number;
}

const COLUMNS = 7;
const LEAST_MASS = 1e-9;
const FEATURE = {
  sourceGaps: optionFeatureIndex('sourceGaps'),
  targetGaps: optionFeatureIndex('targetGaps'),
  seenOnce: optionFeatureIndex('seenOnce'),
  unknownWords: optionFeatureIndex('unknownWords'),
  phraseForward: optionFeatureIndex('phraseForward'),
  phraseBackward: optionFeatureIndex('phraseBackward'),
};

export class WordEvidence {
  readonly #options: TranslationOptions;
  readonly #rows = new Map<number, number>();
  /** Row: mass, then its sums of the six columns of WordUse. */
  #sums = new Float64Array(64 * COLUMNS);

  constructor(lattice: Lattice, { reach, transition }: LatticeChain) {
    const { options, edgeFrom, edgeOption, edgePiece, wordStart, words } = lattice;
    this.#options = options;
    const owners = pieceOwners(options);
    for (let e = 0; e < edgeFrom.length; e++) {
      const mass = reach[edgeFrom[e]] * transition[e];
      const option = edgeOption[e] !== -1 ? edgeOption[e] : edgePiece[e] !== -1 ? owners[edgePiece[e]] : -1;
      if (option === -1 || mass < LEAST_MASS) continue;
      for (let at = wordStart[e]; at < wordStart[e + 1]; at++) this.#add(words[at], option, mass);
    }
  }

  /** Null for a word that no path says. */
  use(word: number): WordUse | null {
    const row = this.#rows.get(word);
    if (row === undefined) return null;
    const at = row * COLUMNS;
    const mean = (column: number) => this.#sums[at + column] / this.#sums[at];
    return {
      gaps: mean(1),
      seenOnce: mean(2),
      unknown: mean(3),
      phraseForward: mean(4),
      phraseBackward: mean(5),
      sourceWords: mean(6),
    };
  }

  /** For every word the number of source words of the longest phrase pair that says it and its neighbours so. */
  longestPhrases(words: ArrayLike<number>): Int32Array {
    const { optionCount, optionSet, setSize, pieceStart, wordStart, words: said } = this.#options;
    const longest = new Int32Array(words.length);
    const places = new Map<number, number[]>();
    for (let i = 0; i < words.length; i++) {
      const known = places.get(words[i]);
      if (known === undefined) places.set(words[i], [i]);
      else known.push(i);
    }
    for (let option = 0; option < optionCount; option++) {
      const size = setSize[optionSet[option]];
      for (let piece = pieceStart[option]; piece < pieceStart[option + 1]; piece++) {
        const [start, length] = [wordStart[piece], wordStart[piece + 1] - wordStart[piece]];
        for (const place of (length > 0 ? places.get(said[start]) : undefined) ?? []) {
          let same = 1;
          while (same < length && said[start + same] === words[place + same]) same++;
          if (same < length) continue;
          for (let i = place; i < place + length; i++) longest[i] = Math.max(longest[i], size);
        }
      }
    }
    return longest;
  }

  #add(word: number, option: number, mass: number): void {
    const { features, optionSet, setSize } = this.#options;
    let row = this.#rows.get(word);
    if (row === undefined) {
      row = this.#rows.size;
      this.#rows.set(word, row);
      if ((row + 1) * COLUMNS > this.#sums.length) {
        const wider = new Float64Array(2 * this.#sums.length);
        wider.set(this.#sums);
        this.#sums = wider;
      }
    }
    const at = row * COLUMNS;
    const of = option * OPTION_FEATURE_COUNT;
    const sums = this.#sums;
    sums[at] += mass;
    if (features[of + FEATURE.sourceGaps] + features[of + FEATURE.targetGaps] !== 0) sums[at + 1] += mass;
    sums[at + 2] -= mass * features[of + FEATURE.seenOnce];
    sums[at + 3] -= mass * features[of + FEATURE.unknownWords];
    sums[at + 4] += mass * features[of + FEATURE.phraseForward];
    sums[at + 5] += mass * features[of + FEATURE.phraseBackward];
    sums[at + 6] += mass * setSize[optionSet[option]];
  }
}

function pieceOwners(options: TranslationOptions): Int32Array {
  const owners = new Int32Array(options.wordStart.length - 1);
  for (let o = 0; o < options.optionCount; o++)
    owners.fill(o, options.pieceStart[o], options.pieceStart[o + 1]);
  return owners;
}
