/**
 * N-gram posteriors as a language model for one sentence: walks along a translation word by word and gives
 * log p₁ … log p_N of each word after its history, by (8) or, smoothed, by (9) of Zens & Ney (2006).
 *
 *   let context = scorer.start;
 *   for (const word of words) context = scorer.score(context, word, logs);
 *
 * At the beginning of the sentence the history is as long as there is one: all orders above it agree.
 */
import { SENTENCE_END, SENTENCE_START } from '../text/vocabulary.js';
import { EMPTY, MISSING, type NgramCounts } from './ngram-counts.js';
import type { NgramPosteriors } from './ngram-posteriors.js';

export interface ScorerSettings {
  /** α₁, α₂, …; 1 everywhere is (8) without smoothing. The last one serves all higher orders. */
  readonly alpha: readonly number[];
  /** Whether the denominator of (8) counts histories at the end of a translation, as the paper's does. */
  readonly countEnds: boolean;
}

/** As in the paper, for translations that the posteriors were made from. */
export const UNSMOOTHED: ScorerSettings = { alpha: [1], countEnds: true };

/** What an n-gram that no translation has counts: worse than any that one has. */
const LOG_FLOOR = -25;

export class NgramScorer {
  readonly order: number;
  /** The history before the first word. */
  readonly start: number;
  readonly #counts: NgramCounts;
  readonly #settings: ScorerSettings;
  readonly #expectedLength: number;
  readonly #wordShare: number;
  readonly #contexts: Int32Array;

  constructor(posteriors: NgramPosteriors, settings: ScorerSettings = UNSMOOTHED) {
    this.order = posteriors.order;
    this.#counts = posteriors.counts;
    this.#settings = settings;
    this.#expectedLength = posteriors.expectedLength;
    this.#wordShare = 1 / (posteriors.distinctWords + 1);
    this.#contexts = new Int32Array(this.order);
    this.start = this.order > 1 ? Math.max(EMPTY, this.#counts.find(EMPTY, SENTENCE_START)) : EMPTY;
  }

  /** Writes log p₁ … log p_N into `logs`; returns the history for the next word. */
  score(context: number, word: number, logs: Float64Array): number {
    const counts = this.#counts;
    const { alpha } = this.#settings;
    const contexts = this.#contexts;
    const orders = counts.length(context) + 1;
    for (let n = orders, at = context; n > 0; n--, at = counts.suffix(at)) contexts[n - 1] = at;
    let next = EMPTY;
    let probability = this.#wordShare;
    for (let n = 1; n <= this.order; n++) {
      if (n <= orders) {
        const ngram = counts.find(contexts[n - 1], word);
        const ofContext = this.#contextCount(contexts[n - 1]);
        if (ngram !== MISSING) next = ngram;
        if (ofContext > 0) {
          const share = alpha[Math.min(n, alpha.length) - 1];
          const found = ngram === MISSING ? 0 : Math.min(1, counts.count[ngram] / ofContext);
          probability = share * found + (1 - share) * probability;
        }
      }
      logs[n - 1] = probability > 0 ? Math.max(LOG_FLOOR, Math.log(probability)) : LOG_FLOOR;
    }
    return counts.context(next);
  }

  #contextCount(context: number): number {
    if (context === EMPTY) return this.#expectedLength;
    const count = this.#counts.count[context];
    if (this.#settings.countEnds) return count;
    const atEnd = this.#counts.find(context, SENTENCE_END);
    return atEnd === MISSING ? count : count - this.#counts.count[atEnd];
  }
}
