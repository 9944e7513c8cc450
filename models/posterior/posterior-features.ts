/**
 * The rescoring features of Zens & Ney (2006, §5) of one translation:
 *
 *   (7)  h_n = 1/I · Σ log p(w_i | up to n − 1 words before it), one for each order
 *   (10) h_L = log p(I)
 */
import type { LengthPosterior } from './length-posterior.js';
import type { NgramScorer } from './ngram-scorer.js';

/** Names of the features, in their order. */
export const POSTERIOR_FEATURES = [
  'posterior1',
  'posterior2',
  'posterior3',
  'posterior4',
  'posteriorLength',
] as const;

/** Weight of the length distribution against the Poisson distribution (β of eq. 11). */
export const LENGTH_BETA = 0.98;

/** h₁ … h_N and h_L of the words, written to `features[at …]`. */
export function posteriorFeatures(
  words: ArrayLike<number>,
  scorer: NgramScorer,
  lengths: LengthPosterior,
  features: Float64Array,
  at = 0,
): void {
  const { order } = scorer;
  const logs = new Float64Array(order);
  features.fill(0, at, at + order);
  let context = scorer.start;
  for (let i = 0; i < words.length; i++) {
    context = scorer.score(context, words[i], logs);
    for (let n = 0; n < order; n++) features[at + n] += logs[n] / words.length;
  }
  features[at + order] = Math.log(Math.max(Number.MIN_VALUE, lengths.smoothed(words.length, LENGTH_BETA)));
}
