/**
 * Future cost: for every run of source positions the best score its translation may bring, found by dynamic
 * programming over the best option of each run. Optimistic about context: the language model sees an option's words
 * without what stands before them.
 *
 * An option with gaps translates positions of several runs at once. Each of its source pieces is credited with a share
 * of the option's score by its number of words, so that a run inside a gappy phrase does not look dearer than it is.
 */
import type { TranslationOptions } from '../phrases/translation-options.js';
import { setPositions } from '../phrases/translation-options.js';

export class FutureCost {
  readonly #scores: Float64Array;
  readonly #width: number;

  /** `estimates[o]`: weighted score of option o with a context-free language model score. */
  constructor(options: TranslationOptions, estimates: Float64Array) {
    const length = options.sourceLength;
    this.#width = length + 1;
    this.#scores = new Float64Array(this.#width * this.#width).fill(Number.NEGATIVE_INFINITY);
    for (let set = 0; set < options.setCount; set++) this.#creditSet(options, set, estimates);
    for (let size = 2; size <= length; size++) {
      for (let start = 0; start + size <= length; start++) {
        const at = start * this.#width + start + size;
        for (let cut = start + 1; cut < start + size; cut++) {
          const split =
            this.#scores[start * this.#width + cut] + this.#scores[cut * this.#width + start + size];
          if (split > this.#scores[at]) this.#scores[at] = split;
        }
      }
    }
  }

  /** Best score of positions [start, end). */
  score(start: number, end: number): number {
    return this.#scores[start * this.#width + end];
  }

  #creditSet(options: TranslationOptions, set: number, estimates: Float64Array): void {
    let best = Number.NEGATIVE_INFINITY;
    for (let o = options.optionStart[set]; o < options.optionStart[set + 1]; o++) {
      if (estimates[o] > best) best = estimates[o];
    }
    const positions = setPositions(options, set);
    let start = 0;
    for (let i = 1; i <= positions.length; i++) {
      if (i < positions.length && positions[i] === positions[i - 1] + 1) continue;
      const at = positions[start] * this.#width + positions[i - 1] + 1;
      const share = (best * (i - start)) / positions.length;
      if (share > this.#scores[at]) this.#scores[at] = share;
      start = i;
    }
  }
}
