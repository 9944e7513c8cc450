/**
 * What every quality measure has in common: a row of numbers a segment, and a score from the sum of rows. So a
 * corpus score, a resampled score (significance.ts) and a score after one segment changed (tuning) are all a sum
 * and one call.
 */
export interface SegmentPair {
  /** Tokens of the translation to judge. */
  readonly hypothesis: readonly string[];
  /** One or more translations to judge it by. */
  readonly references: readonly (readonly string[])[];
}

export interface Metric {
  readonly name: string;
  /** Numbers a row. */
  readonly width: number;
  readonly higherIsBetter: boolean;
  /** Writes the segment's numbers into `row[at, at + width)`. */
  collect(segment: SegmentPair, row: Float64Array, at: number): void;
  /** The score of a row, or of the sum of many. */
  score(row: ArrayLike<number>): number;
}

/** The rows of all segments, one after the other. */
export function collectRows(metric: Metric, segments: readonly SegmentPair[]): Float64Array {
  const rows = new Float64Array(segments.length * metric.width);
  segments.forEach((segment, i) => {
    metric.collect(segment, rows, i * metric.width);
  });
  return rows;
}

/** The score of all segments together. */
export function corpusScore(metric: Metric, segments: readonly SegmentPair[]): number {
  return metric.score(sumRows(collectRows(metric, segments), metric.width));
}

export function sumRows(rows: Float64Array, width: number): Float64Array {
  const sum = new Float64Array(width);
  for (let i = 0; i < rows.length; i++) sum[i % width] += rows[i];
  return sum;
}

/** Counts of the n-grams of one order; the key joins the tokens with a character that no token holds. */
export function ngramCounts(tokens: readonly string[], n: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i + n <= tokens.length; i++) {
    let key = tokens[i];
    for (let j = 1; j < n; j++) key += `\n${tokens[i + j]}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
