/**
 * Posting lists that grow: for each word id the segments that contain it, in the order in which they were added.
 * A list is a chain of chunks of doubling size inside shared pages; adding never moves what is there, so there is
 * no long step at any size.
 *
 * A posting is one 32-bit number: the segment in the low 24 bits and, beside it, the segment's length in words
 * (at most 255) in the high 8, so that a scan can skip segments of the wrong length without leaving the list.
 */
import { type GrowingArray, growingInt32, growingUint32 } from './growing-array.js';

export const SEGMENT_LIMIT = 1 << 24;
export const LENGTH_LIMIT = 255;
export const SEGMENT_MASK = SEGMENT_LIMIT - 1;
export const LENGTH_SHIFT = 24;

const PAGE_BITS = 18;
const PAGE_SIZE = 1 << PAGE_BITS;
const FIRST_CHUNK = 2;
const LARGEST_CHUNK = 4096;

export class Postings {
  readonly #pages: Uint32Array[] = [];
  /** First free place of the last page. */
  #used = PAGE_SIZE;
  readonly #heads = growingUint32();
  /** Where the next posting of the list goes. */
  readonly #tails = growingUint32();
  /** Places left in the last chunk, without its link to the next one. */
  readonly #room = growingInt32();
  readonly #counts: GrowingArray<Int32Array> = growingInt32();

  get byteLength(): number {
    return [...this.#pages, this.#heads, this.#tails, this.#room, this.#counts].reduce(
      (sum, part) => sum + part.byteLength,
      0,
    );
  }

  /** How many segments contain the word. */
  count(word: number): number {
    return word < this.#counts.length ? this.#counts.values[word] : 0;
  }

  add(word: number, segment: number, length: number): void {
    this.#extend(word + 1);
    const count = this.#counts.values[word];
    if (this.#room.values[word] === 0) this.#addChunk(word, count);
    const tail = this.#tails.values[word];
    this.#pages[tail >>> PAGE_BITS][tail & (PAGE_SIZE - 1)] =
      (Math.min(length, LENGTH_LIMIT) << LENGTH_SHIFT) | segment;
    this.#tails.values[word] = tail + 1;
    this.#room.values[word]--;
    this.#counts.values[word] = count + 1;
  }

  /**
   * Adds `gain` to `gains[segment]` for every segment of the list whose length lies in [shortest, longest], and
   * appends those whose gain was zero to `touched`, from `touchedCount` on. Returns the new touched count.
   * With `onlyKnown`, segments whose gain is zero are passed over.
   */
  accumulate(
    word: number,
    shortest: number,
    longest: number,
    gain: number,
    gains: Int32Array,
    touched: Int32Array,
    touchedCount: number,
    onlyKnown: boolean,
  ): number {
    let left = this.count(word);
    let at = left > 0 ? this.#heads.values[word] : 0;
    const span = longest - shortest;
    for (let size = FIRST_CHUNK; left > 0; size = nextChunkSize(size)) {
      const page = this.#pages[at >>> PAGE_BITS];
      const start = at & (PAGE_SIZE - 1);
      const end = start + Math.min(left, size - 1);
      for (let i = start; i < end; i++) {
        const posting = page[i];
        if (((posting >>> LENGTH_SHIFT) - shortest) >>> 0 > span) continue;
        const segment = posting & SEGMENT_MASK;
        const before = gains[segment];
        if (before === 0) {
          if (onlyKnown) continue;
          touched[touchedCount++] = segment;
        }
        gains[segment] = before + gain;
      }
      left -= size - 1;
      if (left > 0) at = page[start + size - 1];
    }
    return touchedCount;
  }

  /** Copies the segments of a list, oldest first, into `segments`, which must have room for `count(word)`. */
  segments(word: number, segments: Int32Array): number {
    const count = this.count(word);
    let filled = 0;
    let at = count > 0 ? this.#heads.values[word] : 0;
    for (let size = FIRST_CHUNK; filled < count; size = nextChunkSize(size)) {
      const page = this.#pages[at >>> PAGE_BITS];
      const start = at & (PAGE_SIZE - 1);
      const end = start + Math.min(count - filled, size - 1);
      for (let i = start; i < end; i++) segments[filled++] = page[i] & SEGMENT_MASK;
      if (filled < count) at = page[start + size - 1];
    }
    return count;
  }

  #extend(words: number): void {
    if (words <= this.#counts.length) return;
    this.#heads.extend(words);
    this.#tails.extend(words);
    this.#room.extend(words);
    this.#counts.extend(words);
  }

  /** Starts the list's first chunk or links its last one, which is full, to a new one. */
  #addChunk(word: number, count: number): void {
    let size = FIRST_CHUNK;
    for (let held = size - 1; held <= count && count > 0; held += size - 1) size = nextChunkSize(size);
    if (this.#used + size > PAGE_SIZE) {
      this.#pages.push(new Uint32Array(PAGE_SIZE));
      this.#used = 0;
    }
    const start = (((this.#pages.length - 1) << PAGE_BITS) | this.#used) >>> 0;
    this.#used += size;
    if (count === 0) {
      this.#heads.values[word] = start;
    } else {
      const link = this.#tails.values[word];
      this.#pages[link >>> PAGE_BITS][link & (PAGE_SIZE - 1)] = start;
    }
    this.#tails.values[word] = start;
    this.#room.values[word] = size - 1;
  }
}

function nextChunkSize(size: number): number {
  return size < LARGEST_CHUNK ? size * 2 : size;
}
