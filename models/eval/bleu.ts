/**
 * BLEU (Papineni et al. 2002), on tokens as they are given: geometric mean of clipped n-gram precisions, n = 1 … 4,
 * times the brevity penalty exp(1 − r/c) for c < r, where r is the reference length closest to the hypothesis.
 *
 * Row: hypothesis length, reference length, then for each order the clipped matches and the n-grams of the
 * hypothesis. Scores are percentages.
 */
import { type Metric, ngramCounts, type SegmentPair } from './metric.js';

const ORDER = 4;

export const BLEU: Metric = {
  name: 'BLEU',
  width: 2 + 2 * ORDER,
  higherIsBetter: true,

  collect({ hypothesis, references }: SegmentPair, row: Float64Array, at: number): void {
    row[at] = hypothesis.length;
    row[at + 1] = closestLength(hypothesis.length, references);
    for (let n = 1; n <= ORDER; n++) {
      row[at + 2 * n] = clippedMatches(hypothesis, references, n);
      row[at + 2 * n + 1] = Math.max(hypothesis.length - n + 1, 0);
    }
  },

  score: (row) => 100 * bleuOf(row, 0),
};

/**
 * BLEU of a single segment with one added to matches and totals above the first order (Lin & Och 2004), so that a
 * segment without a matching 4-gram still tells good from bad. For tuning and for ranking, never for reports.
 */
export function smoothedSegmentBleu(row: ArrayLike<number>): number {
  return 100 * bleuOf(row, 1);
}

function bleuOf(row: ArrayLike<number>, smoothing: number): number {
  const [length, referenceLength] = [row[0], row[1]];
  if (length === 0) return 0;
  let logPrecision = 0;
  for (let n = 1; n <= ORDER; n++) {
    const added = n === 1 ? 0 : smoothing;
    const matches = row[2 * n] + added;
    const total = row[2 * n + 1] + added;
    if (matches <= 0) return 0;
    logPrecision += Math.log(matches / total);
  }
  const brevity = length < referenceLength ? Math.exp(1 - referenceLength / length) : 1;
  return brevity * Math.exp(logPrecision / ORDER);
}

function closestLength(length: number, references: readonly (readonly string[])[]): number {
  let best = Number.POSITIVE_INFINITY;
  for (const { length: candidate } of references) {
    const nearer = Math.abs(candidate - length) - Math.abs(best - length);
    if (best === Number.POSITIVE_INFINITY || nearer < 0 || (nearer === 0 && candidate < best))
      best = candidate;
  }
  return best;
}

function clippedMatches(
  hypothesis: readonly string[],
  references: readonly (readonly string[])[],
  n: number,
): number {
  const limits = new Map<string, number>();
  for (const reference of references) {
    for (const [ngram, count] of ngramCounts(reference, n)) {
      if (count > (limits.get(ngram) ?? 0)) limits.set(ngram, count);
    }
  }
  let matches = 0;
  for (const [ngram, count] of ngramCounts(hypothesis, n)) matches += Math.min(count, limits.get(ngram) ?? 0);
  return matches;
}
