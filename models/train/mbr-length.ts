/**
 * The precision of MBR (posterior/ngram-gains.ts) at which the translations it chooses are, all together, as long as
 * those of the best model score. Expected BLEU knows nothing of the brevity penalty: with a precision of its own for
 * every model the choice goes by what translations agree on, not by their length, which the weights have set.
 */
import { type CancelToken, throwIfCancelled } from '../core/cancel.js';
import { bestPathByNgrams } from '../posterior/best-by-ngrams.js';
import { bestLength, lengthProfile } from '../posterior/length-profile.js';
import { bleuWeights, expectedGains } from '../posterior/ngram-gains.js';
import { ngramPosteriors } from '../posterior/ngram-posteriors.js';
import { POSTERIOR_ORDER } from '../posterior/rescorer.js';
import type { Lattice } from '../search/lattice.js';
import { pathWords } from '../search/lattice-paths.js';
import type { RescoringSettings } from '../search/rescoring-settings.js';

/** The least and the most that are tried, and how often the range is halved (on a log scale). */
const LEAST = 0.4;
const MOST = 2.5;
const HALVINGS = 7;

/** That of the settings where it is as good as any. */
export function neutralPrecision(
  lattices: readonly Lattice[],
  settings: RescoringSettings,
  cancel: CancelToken,
): number {
  const { scale, scoreWeight } = settings;
  const known = lattices.map((lattice) => {
    throwIfCancelled(cancel);
    return { lattice, posteriors: ngramPosteriors(lattice, { scale, order: POSTERIOR_ORDER }) };
  });
  const wanted = lattices.reduce((sum, lattice) => sum + bestLength(lengthProfile(lattice), 0), 0);
  const wordsWith = (precision: number) => {
    const weights = bleuWeights({ ...settings, precision }, POSTERIOR_ORDER);
    let words = 0;
    for (const { lattice, posteriors } of known) {
      throwIfCancelled(cancel);
      const gains = expectedGains(posteriors, weights);
      const { edges } = bestPathByNgrams(lattice, posteriors.counts, gains, scoreWeight);
      words += pathWords(lattice, edges).length;
    }
    return words;
  };
  if (wordsWith(settings.precision) === wanted) return settings.precision;
  let [low, high] = [LEAST, MOST];
  for (let k = 0; k < HALVINGS; k++) {
    const middle = Math.sqrt(low * high);
    if (wordsWith(middle) > wanted) low = middle;
    else high = middle;
  }
  return Math.sqrt(low * high);
}
