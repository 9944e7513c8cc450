/**
 * chrF (Popović 2015): F-score of character n-grams, n = 1 … 6, recall weighted β² = 4 times (chrF2). Blanks are
 * left out; precision and recall are averaged over the orders that occur at all. With several references the one
 * with the best score counts.
 *
 * Row: for each order the matches, the n-grams of the hypothesis and those of the reference. Percentage.
 */
import type { Metric, SegmentPair } from './metric.js';

const ORDER = 6;
const BETA_SQUARED = 4;

export const CHRF: Metric = {
  name: 'chrF',
  width: 3 * ORDER,
  higherIsBetter: true,

  collect({ hypothesis, references }: SegmentPair, row: Float64Array, at: number): void {
    const candidate = hypothesis.join('');
    const trial = new Float64Array(3 * ORDER);
    let best = -1;
    for (const reference of references) {
      fillRow(candidate, reference.join(''), trial);
      const score = chrfOf(trial);
      if (score > best) {
        best = score;
        row.set(trial, at);
      }
    }
  },

  score: (row) => 100 * chrfOf(row),
};

function fillRow(candidate: string, reference: string, row: Float64Array): void {
  // Characters, not UTF-16 units: an emoji is one.
  const [ours, theirs] = [Array.from(candidate), Array.from(reference)];
  for (let n = 1; n <= ORDER; n++) {
    const counts = characterNgrams(theirs, n);
    let matches = 0;
    for (const [ngram, count] of characterNgrams(ours, n)) matches += Math.min(count, counts.get(ngram) ?? 0);
    row[3 * (n - 1)] = matches;
    row[3 * (n - 1) + 1] = Math.max(ours.length - n + 1, 0);
    row[3 * (n - 1) + 2] = Math.max(theirs.length - n + 1, 0);
  }
}

function characterNgrams(characters: readonly string[], n: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i + n <= characters.length; i++) {
    const ngram = characters.slice(i, i + n).join('');
    counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
  }
  return counts;
}

function chrfOf(row: ArrayLike<number>): number {
  let precision = 0;
  let recall = 0;
  let orders = 0;
  for (let n = 0; n < ORDER; n++) {
    const [matches, ours, theirs] = [row[3 * n], row[3 * n + 1], row[3 * n + 2]];
    if (ours === 0 || theirs === 0) continue;
    precision += matches / ours;
    recall += matches / theirs;
    orders++;
  }
  if (orders === 0) return 0;
  precision /= orders;
  recall /= orders;
  if (precision + recall === 0) return 0;
  return ((1 + BETA_SQUARED) * precision * recall) / (BETA_SQUARED * precision + recall);
}
