/**
 * NIST (Doddington 2002): like BLEU, but an n-gram counts as much as it is informative,
 * info(w₁…wₙ) = log₂ (count(w₁…wₙ₋₁) / count(w₁…wₙ)) over all references, the orders 1 … 5 are averaged and not
 * multiplied, and brevity costs exp(β log² min(1, c/r̄)) with β such that two thirds of the length cost one half.
 *
 * The weights come from the references, so the metric is made for a set of them. Row: hypothesis length, mean
 * reference length, then for each order the information matched and the n-grams of the hypothesis.
 */
import { type Metric, ngramCounts, type SegmentPair } from './metric.js';

const ORDER = 5;
const BETA = Math.log(0.5) / Math.log(2 / 3) ** 2;

/** Makes the metric for these references (`references[segment][k]`). */
export function nist(references: readonly (readonly (readonly string[])[])[]): Metric {
  const information = informationWeights(references.flat());
  return {
    name: 'NIST',
    width: 2 + 2 * ORDER,
    higherIsBetter: true,

    collect(segment: SegmentPair, row: Float64Array, at: number): void {
      const lengths = segment.references.map((reference) => reference.length);
      row[at] = segment.hypothesis.length;
      row[at + 1] = lengths.reduce((a, b) => a + b, 0) / lengths.length;
      for (let n = 1; n <= ORDER; n++) {
        row[at + 2 * n] = matchedInformation(segment, n, information);
        row[at + 2 * n + 1] = Math.max(segment.hypothesis.length - n + 1, 0);
      }
    },

    score(row: ArrayLike<number>): number {
      let sum = 0;
      for (let n = 1; n <= ORDER; n++) if (row[2 * n + 1] > 0) sum += row[2 * n] / row[2 * n + 1];
      const ratio = row[1] > 0 ? Math.min(1, row[0] / row[1]) : 1;
      return ratio === 0 ? 0 : sum * Math.exp(BETA * Math.log(ratio) ** 2);
    },
  };
}

function informationWeights(references: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  let words = 0;
  for (const reference of references) {
    words += reference.length;
    for (let n = 1; n <= ORDER; n++) {
      for (const [ngram, count] of ngramCounts(reference, n))
        counts.set(ngram, (counts.get(ngram) ?? 0) + count);
    }
  }
  const information = new Map<string, number>();
  for (const [ngram, count] of counts) {
    const cut = ngram.lastIndexOf('\n');
    const context = cut === -1 ? words : (counts.get(ngram.slice(0, cut)) as number);
    information.set(ngram, Math.log2(context / count));
  }
  return information;
}

function matchedInformation(segment: SegmentPair, n: number, information: Map<string, number>): number {
  const limits = new Map<string, number>();
  for (const reference of segment.references) {
    for (const [ngram, count] of ngramCounts(reference, n)) {
      if (count > (limits.get(ngram) ?? 0)) limits.set(ngram, count);
    }
  }
  let sum = 0;
  for (const [ngram, count] of ngramCounts(segment.hypothesis, n)) {
    sum += Math.min(count, limits.get(ngram) ?? 0) * (information.get(ngram) ?? 0);
  }
  return sum;
}
