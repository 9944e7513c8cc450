/**
 * What a translation gains by each n-gram it says, as one number for every n-gram of a table: the word gain of the
 * longest n-gram that ends with a word already includes those of its suffixes, so a translation is scored by one
 * look-up a word.
 */
import { EMPTY, type NgramCounts } from './ngram-counts.js';
import type { NgramPosteriors } from './ngram-posteriors.js';

/**
 * BLEU, linearised (Tromble et al. 2008): the expected gain of a translation is
 *
 *   θ₀ · words + Σ over its n-grams u of θ_|u| · P(u),   θ₀ = −1/T,  θₙ = 1 / (4 T p rⁿ⁻¹)
 *
 * where P(u) is the posterior probability that u is in the translation, p the precision of single words, r its decay
 * from one order to the next, and T (here 1) of no importance for the choice.
 */
export interface BleuShape {
  /** p: share of words that are right. */
  readonly precision: number;
  /** r: precision of (n + 1)-grams over that of n-grams. */
  readonly decay: number;
}

export const DEFAULT_BLEU_SHAPE: BleuShape = { precision: 0.85, decay: 0.72 };

/** θ₀ … θ_N. */
export function bleuWeights({ precision, decay }: BleuShape, order: number): Float64Array {
  return Float64Array.from({ length: order + 1 }, (_, n) =>
    n === 0 ? -1 : 1 / (order * precision * decay ** (n - 1)),
  );
}

/** Gains of MBR decoding, by n-gram. An n-gram expected more than once counts as certain. */
export function expectedGains({ counts }: NgramPosteriors, weights: ArrayLike<number>): Float64Array {
  return gainsBySuffix(
    counts,
    weights[0],
    (ngram, length) => weights[length] * Math.min(1, counts.count[ngram]),
  );
}

/**
 * Sums the gains of an n-gram and of its suffixes; sentence bounds are no words and gain nothing. A word
 * that no translation had is a word still.
 */
function gainsBySuffix(
  counts: NgramCounts,
  perWord: number,
  gainOf: (ngram: number, length: number) => number,
): Float64Array {
  const gains = new Float64Array(counts.size);
  gains[EMPTY] = perWord;
  // Suffixes have lower numbers.
  for (let ngram = 1; ngram < counts.size; ngram++) {
    const length = counts.length(ngram);
    const isBounded = counts.isBounded(ngram);
    if (length === 1) gains[ngram] = isBounded ? 0 : perWord + gainOf(ngram, 1);
    else gains[ngram] = gains[counts.suffix(ngram)] + (isBounded ? 0 : gainOf(ngram, length));
  }
  return gains;
}
