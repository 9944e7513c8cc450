/**
 * Exact search along a line in weight space (Och 2003, §5). Along w + γ·d the score of every entry is a straight line
 * in γ, so the best entry of a list changes only at the corners of the upper envelope of its lines. Between two corners
 * of any list nothing changes; one sweep over all corners in order gives the metric of every interval.
 */
import type { Metric } from '../eval/metric.js';
import type { PoolEntry } from './n-best-pool.js';
import { isBetter } from './tuner.js';

/** The upper envelope of one list: entry `entries[i]` is best from `from[i]` to `from[i + 1]`. */
export interface Envelope {
  readonly entries: number[];
  /** The first is −∞. */
  readonly from: number[];
}

export interface LineOptimum {
  readonly step: number;
  readonly score: number;
}

/** `offsets[k] + γ · slopes[k]` for every entry of one list. */
export function upperEnvelope(offsets: ArrayLike<number>, slopes: ArrayLike<number>): Envelope {
  const order = Array.from({ length: offsets.length }, (_, k) => k).sort(
    (a, b) => slopes[a] - slopes[b] || offsets[b] - offsets[a] || a - b,
  );
  const entries: number[] = [];
  const from: number[] = [];
  for (const k of order) {
    let corner = Number.NEGATIVE_INFINITY;
    let hidden = false;
    while (entries.length > 0) {
      const top = entries[entries.length - 1];
      if (slopes[k] === slopes[top]) {
        // Of parallel lines the highest came first.
        hidden = true;
        break;
      }
      corner = (offsets[top] - offsets[k]) / (slopes[k] - slopes[top]);
      if (corner > from[from.length - 1]) break;
      entries.pop();
      from.pop();
      corner = Number.NEGATIVE_INFINITY;
    }
    if (hidden) continue;
    entries.push(k);
    from.push(corner);
  }
  return { entries, from };
}

/**
 * The best step along a line and its metric score. `scores[s][k]` and `slopes[s][k]` are those of entry k of list s.
 * Among equals the interval around 0 is preferred, then the widest. Steps at the open ends lie one beyond the last corner.
 */
export function searchLine(
  lists: readonly (readonly PoolEntry[])[],
  scores: readonly Float64Array[],
  slopes: readonly Float64Array[],
  metric: Metric,
): LineOptimum {
  const sum = new Float64Array(metric.width);
  const corners: { at: number; list: number; before: number; after: number }[] = [];
  lists.forEach((entries, list) => {
    const { entries: best, from } = upperEnvelope(scores[list], slopes[list]);
    addRow(sum, entries[best[0]], 1);
    for (let i = 1; i < best.length; i++) {
      corners.push({ at: from[i], list, before: best[i - 1], after: best[i] });
    }
  });
  corners.sort((a, b) => a.at - b.at);
  if (corners.length === 0) return { step: 0, score: metric.score(sum) };

  let chosen = { step: 0, score: Number.NaN, width: 0 };
  const consider = (low: number, high: number) => {
    const score = metric.score(sum);
    const aroundZero = low < 0 && high > 0;
    const width = aroundZero ? Number.POSITIVE_INFINITY : high - low;
    const equal = score === chosen.score;
    if (
      Number.isNaN(chosen.score) ||
      isBetter(metric, score, chosen.score) ||
      (equal && width > chosen.width)
    )
      chosen = { step: aroundZero ? 0 : inside(low, high), score, width };
  };
  let low = Number.NEGATIVE_INFINITY;
  for (let c = 0; c < corners.length; c++) {
    const { at, list, before, after } = corners[c];
    if (at > low) consider(low, at);
    addRow(sum, lists[list][before], -1);
    addRow(sum, lists[list][after], 1);
    low = at;
  }
  consider(low, Number.POSITIVE_INFINITY);
  return { step: chosen.step, score: chosen.score };
}

function inside(low: number, high: number): number {
  if (low === Number.NEGATIVE_INFINITY) return high - 1;
  return high === Number.POSITIVE_INFINITY ? low + 1 : (low + high) / 2;
}

function addRow(sum: Float64Array, { row }: PoolEntry, sign: number): void {
  for (let i = 0; i < sum.length; i++) sum[i] += sign * row[i];
}
