/**
 * Coverages of one segment, each stored once: which source positions are translated. A coverage is a small integer,
 * so hypotheses compare it in one step, and what depends on the coverage alone (first gap, future cost) is computed
 * once and not once a hypothesis.
 */
import type { TranslationOptions } from '../phrases/translation-options.js';
import type { FutureCost } from './future-cost.js';

export const EMPTY_COVERAGE = 0;

const INITIAL_CAPACITY = 1024;

export class CoverageTable {
  /** Number of coverages so far. */
  count = 0;
  /** Covered positions of each coverage. */
  covered = new Int32Array(INITIAL_CAPACITY);
  /** First uncovered position; the source length when all is covered. */
  firstGap = new Int32Array(INITIAL_CAPACITY);
  /** Best score that the uncovered positions may still bring. */
  futureScore = new Float64Array(INITIAL_CAPACITY);

  #bits = new Int32Array(INITIAL_CAPACITY);
  #slots = new Int32Array(4 * INITIAL_CAPACITY);
  #width = 1;
  #length = 0;
  #options!: TranslationOptions;
  #future!: FutureCost;
  #scratch = new Int32Array(1);

  /** Forgets everything and starts a segment with the empty coverage. */
  reset(options: TranslationOptions, future: FutureCost): void {
    this.#options = options;
    this.#future = future;
    this.#width = options.coverageWords;
    this.#length = options.sourceLength;
    this.count = 0;
    this.#slots.fill(-1);
    if (this.#scratch.length < this.#width) this.#scratch = new Int32Array(this.#width);
    this.#scratch.fill(0);
    this.#ensureRoom();
    this.#intern();
  }

  /** The coverage with the positions of `set` added, or −1 when they overlap. */
  extend(coverage: number, set: number): number {
    const width = this.#width;
    const setBits = this.#options.setBits;
    for (let w = 0; w < width; w++) {
      const before = this.#bits[coverage * width + w];
      const added = setBits[set * width + w];
      if ((before & added) !== 0) return -1;
      this.#scratch[w] = before | added;
    }
    return this.#intern();
  }

  isCovered(coverage: number, position: number): boolean {
    return ((this.#bits[coverage * this.#width + (position >>> 5)] >>> (position & 31)) & 1) === 1;
  }

  /** First position of the covered run that holds `position`. */
  runStart(coverage: number, position: number): number {
    let start = position;
    while (start > 0 && this.isCovered(coverage, start - 1)) start--;
    return start;
  }

  /** Last position of the covered run that holds `position`. */
  runEnd(coverage: number, position: number): number {
    let end = position;
    while (end + 1 < this.#length && this.isCovered(coverage, end + 1)) end++;
    return end;
  }

  /**
   * Where the phrase of `set` ends in a coverage that holds it: before its first gap that is still open, so that
   * filling the gap is no jump; at its last word if there is none.
   */
  phraseEnd(coverage: number, set: number): number {
    const last = this.#options.setLast[set];
    let end = this.#options.setFirst[set];
    while (end < last && this.isCovered(coverage, end + 1)) end++;
    return end;
  }

  #intern(): number {
    const width = this.#width;
    const mask = this.#slots.length - 1;
    let hash = 0;
    for (let w = 0; w < width; w++) hash = Math.imul(hash ^ this.#scratch[w], 0x9e3779b1) ^ (hash >>> 15);
    let slot = (hash ^ (hash >>> 16)) & mask;
    for (; this.#slots[slot] !== -1; slot = (slot + 1) & mask) {
      if (this.#equalsScratch(this.#slots[slot])) return this.#slots[slot];
    }
    const coverage = this.count++;
    this.#ensureRoom();
    for (let w = 0; w < width; w++) this.#bits[coverage * width + w] = this.#scratch[w];
    this.#describe(coverage);
    if (this.count * 2 > this.#slots.length) this.#rehash();
    else this.#slots[slot] = coverage;
    return coverage;
  }

  #equalsScratch(coverage: number): boolean {
    for (let w = 0; w < this.#width; w++) {
      if (this.#bits[coverage * this.#width + w] !== this.#scratch[w]) return false;
    }
    return true;
  }

  #describe(coverage: number): void {
    let covered = 0;
    let firstGap = this.#length;
    let future = 0;
    let runStart = -1;
    for (let i = 0; i <= this.#length; i++) {
      const isCovered = i === this.#length || this.isCovered(coverage, i);
      if (!isCovered) {
        if (firstGap === this.#length) firstGap = i;
        if (runStart === -1) runStart = i;
      } else {
        if (i < this.#length) covered++;
        if (runStart !== -1) future += this.#future.score(runStart, i);
        runStart = -1;
      }
    }
    this.covered[coverage] = covered;
    this.firstGap[coverage] = firstGap;
    this.futureScore[coverage] = future;
  }

  #ensureRoom(): void {
    if (this.count >= this.covered.length) {
      this.covered = grown(this.covered, new Int32Array(this.covered.length * 2));
      this.firstGap = grown(this.firstGap, new Int32Array(this.firstGap.length * 2));
      this.futureScore = grown(this.futureScore, new Float64Array(this.futureScore.length * 2));
    }
    const needed = this.covered.length * this.#width;
    if (this.#bits.length < needed) this.#bits = grown(this.#bits, new Int32Array(needed));
  }

  #rehash(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = this.#slots.length - 1;
    for (let coverage = 0; coverage < this.count; coverage++) {
      let hash = 0;
      for (let w = 0; w < this.#width; w++) {
        hash = Math.imul(hash ^ this.#bits[coverage * this.#width + w], 0x9e3779b1) ^ (hash >>> 15);
      }
      let slot = (hash ^ (hash >>> 16)) & mask;
      while (this.#slots[slot] !== -1) slot = (slot + 1) & mask;
      this.#slots[slot] = coverage;
    }
  }
}

function grown<T extends Int32Array | Float64Array>(from: T, into: T): T {
  into.set(from);
  return into;
}
