/**
 * Gapped patterns met during one look-up, and a log of their occurrences. A pattern is a pair or a triple of
 * pieces of the input sentence. Pairs are known by their number (see PairNumbers); triples are found by hashing
 * the number of their first two pieces with the third piece.
 */
import { GrowableArray } from '../core/growable-array.js';

/** What `slotPattern` says of a triple met for the first time, and of one that the sentence does not have. */
export const UNTRIED = -1;
export const NOT_IN_SENTENCE = -2;

const EMPTY = -1;
/** Bits of the third piece in a key; pieces of gapped patterns are below 2^11. */
const PIECE_BITS = 11;

export class PatternTable {
  /** Pieces of pattern k at [3k], [3k + 1], [3k + 2]; the third is 0 for pairs. */
  readonly pieces = new GrowableArray(new Int32Array(3072));
  /** The piece whose windows pattern k is found in. */
  readonly anchors = new GrowableArray(new Int32Array(1024));
  #patternOfPair = new Int32Array(0);
  #keys = new Int32Array(1 << 14);
  #patterns = new Int32Array(1 << 14);
  #tripleCount = 0;
  #log = new Int32Array(1 << 16);
  #logEnd = 0;

  /** Forgets everything; `pairLimit` is one more than the highest pair number. */
  reset(pairLimit: number): void {
    this.pieces.truncate(0);
    this.anchors.truncate(0);
    if (this.#patternOfPair.length < pairLimit) this.#patternOfPair = new Int32Array(pairLimit * 2);
    this.#patternOfPair.fill(UNTRIED, 0, pairLimit);
    this.#keys.fill(EMPTY);
    this.#tripleCount = 0;
    this.#logEnd = 0;
  }

  get patternCount(): number {
    return this.anchors.length;
  }

  /** Four numbers an occurrence, pattern and position of each piece, in the order of recording. */
  get log(): Int32Array {
    return this.#log.subarray(0, this.#logEnd);
  }

  pairPattern(pair: number, first: number, second: number, anchor: number): number {
    const pattern = this.#patternOfPair[pair];
    if (pattern !== UNTRIED) return pattern;
    return (this.#patternOfPair[pair] = this.#addPattern(first, second, 0, anchor));
  }

  /** The slot of a triple, valid until the next call. */
  slotOf(pair: number, third: number): number {
    if (this.#tripleCount * 2 >= this.#keys.length) this.#growTriples();
    const key = (pair << PIECE_BITS) | third;
    const keys = this.#keys;
    const mask = keys.length - 1;
    let slot = hash(key) & mask;
    while (keys[slot] !== key) {
      if (keys[slot] === EMPTY) {
        keys[slot] = key;
        this.#patterns[slot] = UNTRIED;
        this.#tripleCount++;
        break;
      }
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  slotPattern(slot: number): number {
    return this.#patterns[slot];
  }

  fillSlot(slot: number, first: number, second: number, third: number, anchor: number): number {
    return (this.#patterns[slot] = this.#addPattern(first, second, third, anchor));
  }

  rejectSlot(slot: number): void {
    this.#patterns[slot] = NOT_IN_SENTENCE;
  }

  record(pattern: number, first: number, second: number, third: number): void {
    if (this.#logEnd === this.#log.length) this.#growLog();
    const log = this.#log;
    const at = this.#logEnd;
    log[at] = pattern;
    log[at + 1] = first;
    log[at + 2] = second;
    log[at + 3] = third;
    this.#logEnd = at + 4;
  }

  #addPattern(first: number, second: number, third: number, anchor: number): number {
    this.pieces.push(first);
    this.pieces.push(second);
    this.pieces.push(third);
    this.anchors.push(anchor);
    return this.anchors.length - 1;
  }

  #growLog(): void {
    const grown = new Int32Array(this.#log.length * 2);
    grown.set(this.#log);
    this.#log = grown;
  }

  #growTriples(): void {
    const [keys, patterns] = [this.#keys, this.#patterns];
    this.#keys = new Int32Array(keys.length * 2).fill(EMPTY);
    this.#patterns = new Int32Array(keys.length * 2);
    const mask = this.#keys.length - 1;
    for (let k = 0; k < keys.length; k++) {
      if (keys[k] === EMPTY) continue;
      let slot = hash(keys[k]) & mask;
      while (this.#keys[slot] !== EMPTY) slot = (slot + 1) & mask;
      this.#keys[slot] = keys[k];
      this.#patterns[slot] = patterns[k];
    }
  }
}

function hash(key: number): number {
  const mixed = Math.imul(key, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
