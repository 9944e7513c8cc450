/**
 * Generalized stacks (Ortiz-Martínez et al. 2006): the granularity G says how far hypotheses with different coverages
 * are kept apart. Coverages are ordered by their number of covered words and then as binary numbers; the first G bits
 * of the place in that order (of J bits) name the stack:
 *
 *   μ₂(x) = ⌊α(x) / 2^(J−G)⌋        α(x) = Σ_{t<k} C(J, t) + Σ_{i=1…k} C(b_i, i)
 *
 * with k covered words at the positions b_1 < b_2 < … from 0. In the paper G = 0 is one stack for all. This decoder
 * needs the hypotheses with few covered words to be complete before those with more are made, so a stack never mixes
 * numbers of covered words: G = 0 is one stack for each number, a large G one for each coverage. The beam of a number
 * of covered words is shared by its stacks.
 */
import type { CoverageTable } from './coverage-table.js';

/** Longer segments have one stack for each number of covered words: binomials of more words are out of range. */
const LONGEST = 1000;
/** More bits than this tell apart no coverages that a search would keep. */
export const MAX_GRANULARITY = 20;

export class GeneralizedStacks {
  #length = -1;
  #granularity = 0;
  /** `#binomials[n · (J + 1) + k]` = C(n, k). */
  #binomials = new Float64Array(0);
  /** Share of the coverages with fewer words, by number of words. */
  #below = new Float64Array(0);
  #counts = new Map<number, number>();

  /** Prepares for a segment of `length` words; false when its stacks are those of G = 0. */
  begin(length: number, granularity: number): boolean {
    this.#granularity = Math.min(granularity, MAX_GRANULARITY);
    if (granularity <= 0 || length > LONGEST) return false;
    if (length === this.#length) return true;
    this.#length = length;
    const width = length + 1;
    this.#binomials = new Float64Array(width * width);
    this.#below = new Float64Array(width + 1);
    for (let n = 0; n <= length; n++) {
      this.#binomials[n * width] = 1;
      for (let k = 1; k <= n; k++) {
        const above = (n - 1) * width + k;
        this.#binomials[n * width + k] = this.#binomials[above - 1] + this.#binomials[above];
      }
    }
    for (let k = 0; k <= length; k++) {
      this.#below[k + 1] = this.#below[k] + this.#binomials[length * width + k] / 2 ** length;
    }
    return true;
  }

  /** The stack of a coverage; `isCovered` tells of each position. */
  stackOf(isCovered: (position: number) => boolean): number {
    const width = this.#length + 1;
    let covered = 0;
    let rank = 0;
    for (let position = 0; position < this.#length; position++) {
      if (isCovered(position)) rank += this.#binomials[position * width + ++covered];
    }
    const share = this.#below[covered] + rank / 2 ** this.#length;
    return Math.floor(share * 2 ** this.#granularity);
  }

  /**
   * Drops rows beyond each stack's part of the beam: `rows[0, size)` are sorted, best first, and cover equally many
   * words. Returns how many are kept.
   */
  prune(
    rows: Int32Array,
    size: number,
    beamSize: number,
    coverageOf: Int32Array,
    coverages: CoverageTable,
  ): number {
    if (size <= beamSize) return size;
    const stacks = new Map<number, number>();
    const counts = this.#counts;
    counts.clear();
    for (let i = 0; i < size; i++) {
      const coverage = coverageOf[rows[i]];
      if (stacks.has(coverage)) continue;
      const stack = this.stackOf((position) => coverages.isCovered(coverage, position));
      stacks.set(coverage, stack);
      counts.set(stack, 0);
    }
    const share = Math.max(1, Math.ceil(beamSize / counts.size));
    let kept = 0;
    for (let i = 0; i < size; i++) {
      const stack = stacks.get(coverageOf[rows[i]]) ?? 0;
      const count = counts.get(stack) ?? 0;
      if (count === share) continue;
      counts.set(stack, count + 1);
      rows[kept++] = rows[i];
    }
    return kept;
  }
}
