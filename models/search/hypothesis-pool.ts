/**
 * All hypotheses of one segment as columns, and recombination.
 *
 * A row is a partial translation that ends with one step: an option whose first target piece was appended (`option`),
 * or a waiting piece that was appended (`piece`). Two rows that no feature can tell apart in any continuation have
 * equal keys (coverage, language model state, end and orientation context of the last phrase, its orientation to the
 * next, waiting pieces, bound positions said). Only the better one goes on; the other stays in the pool, listed under the winner, as another
 * edge of the search graph into the same node. The winner keeps its row, whichever came first.
 *
 * `reset` keeps the memory, so a warm pool allocates nothing.
 */
const INITIAL_CAPACITY = 1 << 14;

export const NONE = -1;

export class HypothesisPool {
  size = 0;
  /** Rows that were merged into another one. */
  recombined = 0;

  parent = new Int32Array(INITIAL_CAPACITY);
  option = new Int32Array(INITIAL_CAPACITY);
  piece = new Int32Array(INITIAL_CAPACITY);
  score = new Float64Array(INITIAL_CAPACITY);
  /** Score with everything that is estimated for the rest; what pruning compares. */
  total = new Float64Array(INITIAL_CAPACITY);
  /** Next row with the same key, or −1. */
  alternative = new Int32Array(INITIAL_CAPACITY);

  coverage = new Int32Array(INITIAL_CAPACITY);
  lmState = new Int32Array(INITIAL_CAPACITY);
  lastEnd = new Int32Array(INITIAL_CAPACITY);
  contextStart = new Int32Array(INITIAL_CAPACITY);
  contextEnd = new Int32Array(INITIAL_CAPACITY);
  /** Which row of next-orientation scores the last option has. */
  orientation = new Int32Array(INITIAL_CAPACITY);
  pending = new Int32Array(INITIAL_CAPACITY);
  /** How many bound target positions are said; 0 without a constraint. */
  position = new Int32Array(INITIAL_CAPACITY);

  #slots = new Int32Array(4 * INITIAL_CAPACITY);

  reset(): void {
    this.size = 0;
    this.recombined = 0;
    this.#slots.fill(NONE);
  }

  /** Room for one more row; fill its columns and call `merge`. */
  allocate(): number {
    if (this.size === this.parent.length) this.#grow();
    return this.size++;
  }

  /**
   * Enters the row just allocated. True if its key is new; false if it was merged into the row that has the key, which
   * then holds the better of the two.
   */
  merge(row: number): boolean {
    this.alternative[row] = NONE;
    const mask = this.#slots.length - 1;
    let slot = this.#hash(row) & mask;
    for (; this.#slots[slot] !== NONE; slot = (slot + 1) & mask) {
      const other = this.#slots[slot];
      if (this.#sameKey(row, other)) {
        this.#addAlternative(other, row);
        return false;
      }
    }
    this.#slots[slot] = row;
    if (this.size * 2 > this.#slots.length) this.#rehash();
    return true;
  }

  #addAlternative(winner: number, row: number): void {
    this.recombined++;
    if (this.score[row] > this.score[winner]) this.#exchange(winner, row);
    this.alternative[row] = this.alternative[winner];
    this.alternative[winner] = row;
  }

  /** Equal keys: only how the row came about differs. */
  #exchange(a: number, b: number): void {
    swap(this.parent, a, b);
    swap(this.option, a, b);
    swap(this.piece, a, b);
    swap(this.score, a, b);
    swap(this.total, a, b);
  }

  #sameKey(a: number, b: number): boolean {
    return (
      this.lmState[a] === this.lmState[b] &&
      this.coverage[a] === this.coverage[b] &&
      this.lastEnd[a] === this.lastEnd[b] &&
      this.contextStart[a] === this.contextStart[b] &&
      this.contextEnd[a] === this.contextEnd[b] &&
      this.orientation[a] === this.orientation[b] &&
      this.pending[a] === this.pending[b] &&
      this.position[a] === this.position[b]
    );
  }

  #hash(row: number): number {
    let hash = Math.imul(this.lmState[row], 0x9e3779b1) ^ Math.imul(this.coverage[row], 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ (this.lastEnd[row] << 16) ^ this.orientation[row];
    hash =
      Math.imul(hash ^ (hash >>> 13), 0x297a2d39) ^ (this.pending[row] << 12) ^ (this.contextStart[row] << 6);
    hash = Math.imul(hash ^ this.contextEnd[row] ^ (this.position[row] << 20), 0x9e3779b1);
    return hash ^ (hash >>> 16);
  }

  #grow(): void {
    const capacity = this.parent.length * 2;
    this.parent = grownInts(this.parent, capacity);
    this.option = grownInts(this.option, capacity);
    this.piece = grownInts(this.piece, capacity);
    this.alternative = grownInts(this.alternative, capacity);
    this.coverage = grownInts(this.coverage, capacity);
    this.lmState = grownInts(this.lmState, capacity);
    this.lastEnd = grownInts(this.lastEnd, capacity);
    this.contextStart = grownInts(this.contextStart, capacity);
    this.contextEnd = grownInts(this.contextEnd, capacity);
    this.orientation = grownInts(this.orientation, capacity);
    this.pending = grownInts(this.pending, capacity);
    this.position = grownInts(this.position, capacity);
    this.score = grownFloats(this.score, capacity);
    this.total = grownFloats(this.total, capacity);
  }

  #rehash(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2).fill(NONE);
    const mask = this.#slots.length - 1;
    for (const row of old) {
      if (row === NONE) continue;
      let slot = this.#hash(row) & mask;
      while (this.#slots[slot] !== NONE) slot = (slot + 1) & mask;
      this.#slots[slot] = row;
    }
  }
}

function swap(array: Int32Array | Float64Array, a: number, b: number): void {
  const value = array[a];
  array[a] = array[b];
  array[b] = value;
}

function grownInts(from: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
  const into = new Int32Array(capacity);
  into.set(from);
  return into;
}

function grownFloats(from: Float64Array, capacity: number): Float64Array<ArrayBuffer> {
  const into = new Float64Array(capacity);
  into.set(from);
  return into;
}
