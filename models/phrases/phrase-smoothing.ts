/**
 * Probabilities of phrase pairs from counts. Most pairs are seen once, and plain relative frequency gives those of them
 * that have no rival the whole probability; discounting takes that certainty back (Foster, Kuhn & Johnson 2006, §3).
 *
 *   plain         p(t | s) = c(s, t) / c(s)
 *   good-turing   p(t | s) = c_g(s, t) / c(s)      c_g = (c + 1) n_{c+1} / n_c = c (1 + 1/c)^{b+1},  n_c = a c^b fitted
 *   kneser-ney    p(t | s) = (c(s, t) − D + D n(s, ·) p_k(t)) / c(s)      D = n_1 / (n_1 + 2 n_2),  p_k(t) = n(·, t) / n
 *
 * and the other way round. n_c is how many different pairs were seen c times, n(s, ·) how many different targets s has;
 * that of a target is not known without looking up its own occurrences and is taken from how often it occurs.
 */
import type { CountStatistics } from './count-statistics.js';

export const SMOOTHINGS = ['plain', 'good-turing', 'kneser-ney'] as const;

export type Smoothing = (typeof SMOOTHINGS)[number];

export interface PairCounts {
  /** How often the pair was seen, and each of its phrases. */
  readonly pair: number;
  readonly source: number;
  readonly target: number;
  /** Different targets that the source was seen with. */
  readonly targets: number;
}

/** p(target | source) and p(source | target), natural logs. */
export interface PairProbabilities {
  forward: number;
  backward: number;
}

export function smoothed(
  kind: Smoothing,
  { pair, source, target, targets }: PairCounts,
  statistics: CountStatistics | null,
): PairProbabilities {
  if (kind === 'plain' || statistics === null) return logs(pair, source, pair, target);
  if (kind === 'good-turing') {
    const count = pair * (1 + 1 / pair) ** (statistics.slope + 1);
    return logs(count, source, count, target);
  }
  const discount = statistics.discount;
  const sources = Math.max(1, target ** statistics.partnerExponent);
  const shareOfTarget = sources / statistics.pairTypes;
  const shareOfSource = targets / statistics.pairTypes;
  return logs(
    pair - discount + discount * targets * shareOfTarget,
    source,
    pair - discount + discount * sources * shareOfSource,
    target,
  );
}

function logs(forward: number, source: number, backward: number, target: number): PairProbabilities {
  return {
    forward: Math.min(0, Math.log(forward / source)),
    backward: Math.min(0, Math.log(backward / target)),
  };
}
