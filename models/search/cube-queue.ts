/**
 * Cube pruning (Huang & Chiang 2007; Moses' variant): the candidates for one stack, best first, without making them all.
 *
 * A *cube* joins a group of hypotheses that differ only in language model state and history with the options of one
 * source set; both are sorted, so a cell (hypothesis i, option j) is worth looking at only after (i, j − 1), and
 * (i, 0) after (i − 1, 0). The queue is a binary heap of evaluated cells.
 */
const INITIAL_CAPACITY = 1 << 12;

export class CubeQueue {
  /** Columns of a cell. */
  cube = new Int32Array(INITIAL_CAPACITY);
  hypothesis = new Int32Array(INITIAL_CAPACITY);
  option = new Int32Array(INITIAL_CAPACITY);
  score = new Float64Array(INITIAL_CAPACITY);
  total = new Float64Array(INITIAL_CAPACITY);
  lmState = new Int32Array(INITIAL_CAPACITY);

  #cells = 0;
  #heap = new Int32Array(INITIAL_CAPACITY);
  #size = 0;

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  clear(): void {
    this.#cells = 0;
    this.#size = 0;
  }

  /** Adds a cell: the i-th hypothesis of the cube's group with the j-th option of its set. */
  push(cube: number, i: number, j: number, score: number, total: number, lmState: number): void {
    if (this.#cells === this.cube.length) this.#grow();
    const cell = this.#cells++;
    this.cube[cell] = cube;
    this.hypothesis[cell] = i;
    this.option[cell] = j;
    this.score[cell] = score;
    this.total[cell] = total;
    this.lmState[cell] = lmState;
    let at = this.#size++;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!this.#precedes(cell, this.#heap[up])) break;
      this.#heap[at] = this.#heap[up];
      at = up;
    }
    this.#heap[at] = cell;
  }

  /** Takes the best cell out; its columns stay readable until `clear`. */
  pop(): number {
    const best = this.#heap[0];
    const last = this.#heap[--this.#size];
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#precedes(this.#heap[child + 1], this.#heap[child])) child++;
      if (!this.#precedes(this.#heap[child], last)) break;
      this.#heap[at] = this.#heap[child];
      at = child;
    }
    this.#heap[at] = last;
    return best;
  }

  /** Equal totals in the order of arrival: the search is deterministic. */
  #precedes(a: number, b: number): boolean {
    return this.total[a] > this.total[b] || (this.total[a] === this.total[b] && a < b);
  }

  #grow(): void {
    const capacity = this.cube.length * 2;
    for (const column of ['cube', 'hypothesis', 'option', 'lmState'] as const) {
      const grown = new Int32Array(capacity);
      grown.set(this[column]);
      this[column] = grown;
    }
    for (const column of ['score', 'total'] as const) {
      const grown = new Float64Array(capacity);
      grown.set(this[column]);
      this[column] = grown;
    }
    const heap = new Int32Array(capacity);
    heap.set(this.#heap);
    this.#heap = heap;
  }
}
