/**
 * What the weights make of the options of one segment before search begins: the part of an option's score that needs
 * no context, estimates of the rest, and the options of every source set from best to worst.
 */
import type { LanguageModel } from '../lm/language-model.js';
import { EMPTY_CONTEXT } from '../lm/ngram-trie.js';
import { OPTION_FEATURE_COUNT } from '../phrases/option-features.js';
import { ORIENTATION_COUNT, type TranslationOptions } from '../phrases/translation-options.js';
import { featureIndex } from './feature-names.js';
import { sortByScore } from './sort-by-score.js';

/** Monotone, swap, discontinuous. */
export const ORIENTATIONS = 3;

export class OptionScores {
  /** Weighted features of each option alone. */
  readonly score: Float64Array;
  /** The same with an estimate of the language model: the words of each piece without what precedes it. */
  readonly estimate: Float64Array;
  /** Weighted language model estimate of each target piece. */
  readonly pieceEstimate: Float64Array;
  /** Estimates of all pieces of an option but the first. */
  readonly restEstimate: Float64Array;
  /** Options of each set (`optionStart` as in the options), best estimate first. */
  readonly order: Int32Array;
  /** `previous[3 · option + orientation]`: weighted orientation to the phrase before. */
  readonly previous: Float64Array;
  /** Which row of `next` each option has; row 0 is all zeros (nothing before the segment). */
  readonly nextRow: Int32Array;
  /** `next[3 · row + orientation]`: weighted orientation to the phrase after. */
  readonly next: Float64Array;

  constructor(options: TranslationOptions, lm: LanguageModel, weights: Float64Array) {
    const { optionCount } = options;
    this.score = new Float64Array(optionCount);
    this.estimate = new Float64Array(optionCount);
    this.restEstimate = new Float64Array(optionCount);
    this.pieceEstimate = pieceEstimates(options, lm, weights[featureIndex('languageModel')]);
    for (let o = 0; o < optionCount; o++) {
      let score = 0;
      for (let f = 0; f < OPTION_FEATURE_COUNT; f++) {
        score += weights[f] * options.features[o * OPTION_FEATURE_COUNT + f];
      }
      const first = options.pieceStart[o];
      let rest = 0;
      for (let p = first + 1; p < options.pieceStart[o + 1]; p++) rest += this.pieceEstimate[p];
      this.score[o] = score;
      this.restEstimate[o] = rest;
      this.estimate[o] = score + this.pieceEstimate[first] + rest;
    }
    this.order = Int32Array.from({ length: optionCount }, (_, o) => o);
    for (let set = 0; set < options.setCount; set++) {
      sortByScore(this.order, options.optionStart[set], options.optionStart[set + 1], this.estimate);
    }
    this.previous = weightedOrientations(options, weights, featureIndex('previousMonotone'), 0);
    const next = weightedOrientations(options, weights, featureIndex('nextMonotone'), ORIENTATIONS);
    const rows = new OrientationRows();
    this.nextRow = Int32Array.from({ length: optionCount }, (_, o) => rows.add(next, o * ORIENTATIONS));
    this.next = rows.values();
  }
}

function pieceEstimates(options: TranslationOptions, lm: LanguageModel, weight: number): Float64Array {
  const estimates = new Float64Array(options.wordStart.length - 1);
  for (let p = 0; p < estimates.length; p++) {
    let state = EMPTY_CONTEXT;
    for (let i = options.wordStart[p]; i < options.wordStart[p + 1]; i++) {
      estimates[p] += weight * lm.score(state, options.words[i]);
      state = lm.nextState;
    }
  }
  return estimates;
}

function weightedOrientations(
  options: TranslationOptions,
  weights: Float64Array,
  feature: number,
  column: number,
): Float64Array {
  const values = new Float64Array(options.optionCount * ORIENTATIONS);
  for (let o = 0; o < options.optionCount; o++) {
    for (let k = 0; k < ORIENTATIONS; k++) {
      values[o * ORIENTATIONS + k] =
        weights[feature + k] * options.orientations[o * ORIENTATION_COUNT + column + k];
    }
  }
  return values;
}

/** Rows of three, stored once each, so that equal orientations do not keep hypotheses apart. */
class OrientationRows {
  readonly #rows = new Map<string, number>([['0 0 0', 0]]);
  readonly #values: number[] = [0, 0, 0];

  add(values: Float64Array, at: number): number {
    const key = `${values[at] + 0} ${values[at + 1] + 0} ${values[at + 2] + 0}`;
    let row = this.#rows.get(key);
    if (row === undefined) {
      row = this.#rows.size;
      this.#rows.set(key, row);
      this.#values.push(values[at], values[at + 1], values[at + 2]);
    }
    return row;
  }

  values(): Float64Array {
    return Float64Array.from(this.#values);
  }
}
