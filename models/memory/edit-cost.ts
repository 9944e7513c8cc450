/**
 * The cost D of `match-score.ts` between a query and a segment: weighted edit distance over token forms, exact up
 * to a given limit. Cells that cannot lead to a cost within the limit are left out: what is spent so far plus the
 * difference of the weights still to come is a lower bound for every path through a cell.
 */
import { CLASS_WEIGHTS, VARIANT_COSTS } from './match-score.js';
import type { TokenRow } from './token-row.js';

export class EditCost {
  #row = new Int32Array(65);

  /** The cost of turning `query` into `segment`, or `limit + 1` when it is greater than `limit`. */
  within(query: TokenRow, segment: TokenRow, limit: number): number {
    const tooMuch = limit + 1;
    const columns = segment.count;
    if (this.#row.length <= columns) this.#row = new Int32Array(2 * columns + 1);
    const row = this.#row;
    const queryBefore = query.weightBefore;
    const segmentBefore = segment.weightBefore;
    /** Query weight minus segment weight: still to come at (i, j) is `drift − queryBefore[i] + segmentBefore[j]`. */
    const drift = query.weight - segment.weight;
    // Columns [low, high] of the row above that may still lead to a cost within the limit.
    let low = 0;
    let high = 0;
    for (let j = 0; j <= columns; j++) {
      const spent = segmentBefore[j];
      if (spent > limit) break;
      row[j] = spent + Math.abs(drift + spent) > limit ? tooMuch : spent;
      high = j;
    }
    for (let i = 0; i < query.count; i++) {
      const form = query.forms[i];
      const normal = query.normals[i];
      const tokenClass = query.classes[i];
      const weight = CLASS_WEIGHTS[tokenClass];
      const variantCost = VARIANT_COSTS[tokenClass];
      const toCome = drift - queryBefore[i + 1];
      let diagonal = row[low];
      let left = tooMuch;
      let first = -1;
      let last = -1;
      if (diagonal <= limit) {
        const spent = diagonal + weight;
        if (spent + Math.abs(toCome + segmentBefore[low]) <= limit) {
          left = spent;
          first = last = low;
        }
      }
      row[low] = left;
      for (let j = low + 1; j <= columns; j++) {
        const above = j <= high ? row[j] : tooMuch;
        if (j > high + 1 && left > limit) break;
        const other = segment.normals[j - 1];
        const otherWeight = CLASS_WEIGHTS[segment.classes[j - 1]];
        let best = diagonal;
        if (segment.forms[j - 1] !== form || form < 0) {
          if (other === normal && normal >= 0) best += variantCost;
          else best += Math.max(weight, otherWeight);
        }
        if (above + weight < best) best = above + weight;
        if (left + otherWeight < best) best = left + otherWeight;
        if (best + Math.abs(toCome + segmentBefore[j]) <= limit) {
          if (first < 0) first = j;
          last = j;
        } else best = tooMuch;
        diagonal = above;
        row[j] = left = best;
      }
      if (first < 0) return tooMuch;
      low = first;
      high = last;
    }
    return high === columns ? row[columns] : tooMuch;
  }
}
