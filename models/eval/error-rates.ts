/**
 * Word error rate (edits a reference word) and position-independent error rate (the same on bags of words):
 *   WER = Levenshtein(h, r) / |r|        PER = (max(|h|, |r|) − |bag(h) ∩ bag(r)|) / |r|
 * With several references the one with the fewest errors counts. Row: errors, reference words. Percentages; lower
 * is better.
 */
import { editDistance } from './edit-distance.js';
import type { Metric, SegmentPair } from './metric.js';

export const WER: Metric = errorRate('WER', editDistance);

export const PER: Metric = errorRate('PER', (hypothesis, reference) => {
  const bag = new Map<string, number>();
  for (const token of reference) bag.set(token, (bag.get(token) ?? 0) + 1);
  let common = 0;
  for (const token of hypothesis) {
    const left = bag.get(token) ?? 0;
    if (left > 0) {
      common++;
      bag.set(token, left - 1);
    }
  }
  return Math.max(hypothesis.length, reference.length) - common;
});

function errorRate(
  name: string,
  errorsOf: (hypothesis: readonly string[], reference: readonly string[]) => number,
): Metric {
  return {
    name,
    width: 2,
    higherIsBetter: false,
    collect({ hypothesis, references }: SegmentPair, row: Float64Array, at: number): void {
      let fewest = Number.POSITIVE_INFINITY;
      let length = 0;
      for (const reference of references) {
        const errors = errorsOf(hypothesis, reference);
        if (errors < fewest) {
          fewest = errors;
          length = reference.length;
        }
      }
      row[at] = fewest;
      row[at + 1] = length;
    },
    score: (row) => percentage(row[0], row[1]),
  };
}

/** 100 · errors / words; no errors in no words is zero, errors in no words are all wrong. */
export function percentage(errors: number, words: number): number {
  if (words === 0) return errors === 0 ? 0 : 100;
  return (100 * errors) / words;
}
