/** The rows of one stack. */
import { sortByScore } from './sort-by-score.js';

export class StackList {
  rows = new Int32Array(1024);
  size = 0;

  clear(): void {
    this.size = 0;
  }

  add(row: number): void {
    if (this.size === this.rows.length) {
      const grown = new Int32Array(this.rows.length * 2);
      grown.set(this.rows);
      this.rows = grown;
    }
    this.rows[this.size++] = row;
  }

  /** Keeps the rows that pass, in their order. */
  keep(passes: (row: number) => boolean): void {
    let kept = 0;
    for (let i = 0; i < this.size; i++) if (passes(this.rows[i])) this.rows[kept++] = this.rows[i];
    this.size = kept;
  }

  /** Sorts by descending total and drops what is beyond the beam. */
  prune(totals: Float64Array, beamSize: number, beamWidth: number): void {
    sortByScore(this.rows, 0, this.size, totals);
    let kept = Math.min(this.size, beamSize);
    const worst = kept > 0 ? totals[this.rows[0]] - beamWidth : 0;
    while (kept > 0 && totals[this.rows[kept - 1]] < worst) kept--;
    this.size = kept;
  }
}
