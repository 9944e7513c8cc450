/**
 * A suffix array that grows sentence by sentence: the index of the session overlay. The suffixes of a new sentence are
 * put where they belong by binary search, so a pair just approved can be looked up at once, however many came before.
 *
 * Words are numbered afresh in the order they come (from 1; 0 is any other word), so that an overlay of ten pairs on a
 * vocabulary of a million words takes room for ten pairs. `view()` is an ordinary SuffixArray over these numbers; its
 * positions are those of a text that the same sentences were appended to.
 *
 *   index.append(ids);
 *   new GappedLookup(index.view()).lookUp(index.numbersOf(segment));
 */
import { GrowableArray } from '../core/growable-array.js';
import { UNKNOWN } from '../text/vocabulary.js';
import { SuffixArray } from './suffix-array.js';
import { TokenText } from './token-text.js';

export class GrowingIndex {
  /** Suffixes compared so far: what the index has cost. */
  comparisons = 0;
  readonly #numbers = new Map<number, number>();
  readonly #text = new GrowableArray(new Int32Array(256));
  readonly #offsets = new GrowableArray(new Uint32Array(16));
  /** Where the sentence of each position ends. */
  readonly #ends = new GrowableArray(new Int32Array(256));
  /** Occurrences of each number. */
  readonly #counts = new GrowableArray(new Uint32Array(256));
  #positions = new Int32Array(256);
  #view: SuffixArray | null = null;

  constructor() {
    this.#offsets.push(0);
    this.#counts.push(0);
  }

  append(ids: ArrayLike<number>): void {
    const start = this.#text.length;
    const end = start + ids.length;
    const counts = this.#counts;
    for (let i = 0; i < ids.length; i++) {
      const number = this.#numbers.get(ids[i]) ?? this.#addWord(ids[i]);
      this.#text.push(number);
      this.#ends.push(end);
      counts.view()[number]++;
    }
    this.#offsets.push(end);
    this.#insert(start, end);
    this.#view = null;
  }

  /** The numbers of a sentence's words. */
  numbersOf(ids: ArrayLike<number>): Int32Array {
    return Int32Array.from(ids, (id) => this.#numbers.get(id) ?? UNKNOWN);
  }

  /** How often a word stands in the text. */
  count(id: number): number {
    const number = this.#numbers.get(id);
    return number === undefined ? 0 : this.#counts.at(number);
  }

  view(): SuffixArray {
    if (this.#view !== null) return this.#view;
    const counts = this.#counts.view();
    const wordStarts = new Uint32Array(counts.length + 1);
    for (let w = 0; w < counts.length; w++) wordStarts[w + 1] = wordStarts[w] + counts[w];
    const text = new TokenText(this.#text.view(), this.#offsets.view());
    this.#view = new SuffixArray(text, this.#positions.subarray(0, this.#text.length), wordStarts);
    return this.#view;
  }

  #addWord(id: number): number {
    const number = this.#counts.length;
    this.#counts.push(0);
    this.#numbers.set(id, number);
    return number;
  }

  /** Merges the suffixes that begin in [start, end) into those before them. */
  #insert(start: number, end: number): void {
    if (end > this.#positions.length) {
      const grown = new Int32Array(2 * end);
      grown.set(this.#positions.subarray(0, start));
      this.#positions = grown;
    }
    const positions = this.#positions;
    const fresh = Array.from({ length: end - start }, (_, i) => start + i).sort((a, b) =>
      this.#compare(a, b),
    );
    let to = end;
    let from = start;
    for (let k = fresh.length - 1; k >= 0; k--) {
      const rank = this.#rank(fresh[k], from);
      positions.copyWithin(to - (from - rank), rank, from);
      to -= from - rank + 1;
      from = rank;
      positions[to] = fresh[k];
    }
  }

  /** How many of the first `size` suffixes come before the one at `position`. */
  #rank(position: number, size: number): number {
    let low = 0;
    let high = size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(this.#positions[middle], position) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(a: number, b: number): number {
    this.comparisons++;
    const text = this.#text;
    const length = Math.min(this.#ends.at(a) - a, this.#ends.at(b) - b);
    for (let i = 0; i < length; i++) {
      const difference = text.at(a + i) - text.at(b + i);
      if (difference !== 0) return difference;
    }
    // A suffix that ends comes before those that go on; equal ones in the order of the text.
    return this.#ends.at(a) - a - (this.#ends.at(b) - b) || a - b;
  }
}
