/**
 * The best few segments seen so far, best first: lower cost in proportion to the heavier weight first, newer
 * segment first among equals. Fractions are compared as products of integers, so ties are exact.
 */

/** Work counters of one query: the same on every machine, so that tests and benches can compare them. */
export interface MatchEffort {
  postingsScanned: number;
  /** Segments compared with the query as multisets of words. */
  candidates: number;
  /** Segments compared by edit distance. */
  verified: number;
}

export class Ranking {
  readonly segments: number[] = [];
  /** Edit cost D of each segment, see `match-score.ts`. */
  readonly costs: number[] = [];
  /** max(weight of query, weight of segment) of each; the score is 1 − D / heavier. */
  readonly heavier: number[] = [];
  readonly effort: MatchEffort = { postingsScanned: 0, candidates: 0, verified: 0 };
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.segments.length >= this.#limit;
  }

  /** Whether every score below `percent` hundredths comes too late. */
  excludesBelow(percent: number): boolean {
    const last = this.segments.length - 1;
    if (!this.isFull || last < 0) return false;
    return 100 * (this.heavier[last] - this.costs[last]) >= percent * this.heavier[last];
  }

  /** The greatest cost with which a segment of this weight can still enter. */
  costLimit(heavier: number): number {
    const last = this.segments.length - 1;
    if (!this.isFull || last < 0) return heavier;
    return Math.floor((this.costs[last] * heavier) / this.heavier[last]);
  }

  offer(segment: number, cost: number, heavier: number): void {
    let at = this.segments.length;
    while (at > 0 && this.#isBetter(segment, cost, heavier, at - 1)) at--;
    if (at >= this.#limit) return;
    this.segments.splice(at, 0, segment);
    this.costs.splice(at, 0, cost);
    this.heavier.splice(at, 0, heavier);
    if (this.segments.length > this.#limit) {
      this.segments.pop();
      this.costs.pop();
      this.heavier.pop();
    }
  }

  #isBetter(segment: number, cost: number, heavier: number, than: number): boolean {
    const difference = cost * this.heavier[than] - this.costs[than] * heavier;
    return difference < 0 || (difference === 0 && segment > this.segments[than]);
  }
}
