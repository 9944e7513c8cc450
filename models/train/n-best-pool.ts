/**
 * What tuners work on: for every held-out segment the translations met so far, as feature vectors and metric rows. Lists
 * of several rounds are pooled, so that weights which were good against earlier lists stay good.
 */
export interface PoolEntry {
  /** Value of every feature. */
  readonly features: Float64Array;
  /** Metric row of this translation (see eval/metric.ts). */
  readonly row: Float64Array;
}

export class NBestPool {
  readonly segments: PoolEntry[][];
  readonly #keys: Set<string>[];

  constructor(segmentCount: number) {
    this.segments = Array.from({ length: segmentCount }, () => []);
    this.#keys = Array.from({ length: segmentCount }, () => new Set());
  }

  /** Adds an entry unless one with the same row and features is there; tells whether it was new. */
  add(segment: number, entry: PoolEntry): boolean {
    const key = `${entry.row.join(' ')}|${Array.from(entry.features, (value) => value.toFixed(4)).join(' ')}`;
    if (this.#keys[segment].has(key)) return false;
    this.#keys[segment].add(key);
    this.segments[segment].push(entry);
    return true;
  }

  get size(): number {
    return this.segments.reduce((sum, entries) => sum + entries.length, 0);
  }
}

/** Sum of features times weights. */
export function modelScore(entry: PoolEntry, weights: ArrayLike<number>): number {
  let score = 0;
  for (let f = 0; f < entry.features.length; f++) score += entry.features[f] * weights[f];
  return score;
}

/** The entry with the best score under the weights; the first of equals. */
export function bestEntry(entries: readonly PoolEntry[], weights: ArrayLike<number>): PoolEntry {
  let best = entries[0];
  let bestScore = modelScore(best, weights);
  for (let k = 1; k < entries.length; k++) {
    const score = modelScore(entries[k], weights);
    if (score > bestScore) {
      best = entries[k];
      bestScore = score;
    }
  }
  return best;
}
