/**
 * One side of a bitext: the word ids of all sentences in one flat array. Sentence s is
 * `ids[offsets[s], offsets[s + 1])`; there are no boundary words in between. A *position* is an index into
 * `ids`, so it names a token of the whole corpus; `sentenceOf` leads back to its sentence.
 */
import type { Sections } from '../core/container.js';
import { FormatError } from '../core/errors.js';

/** `sentenceOf` keeps one entry for every 2^BLOCK_BITS positions and walks the rest. */
const BLOCK_BITS = 5;

export class TokenText {
  readonly ids: Int32Array;
  readonly offsets: Uint32Array;
  /**
   * One bit a position, set where a sentence starts, and one more set behind the last token: a hot loop that
   * walks along `ids` stops at a set bit, `startBits[p >>> 5] >>> (p & 31) & 1`.
   */
  readonly startBits: Uint32Array;
  readonly #sentenceOfBlock: Uint32Array;

  /** The arrays are kept, not copied; they may be views on a container. */
  constructor(ids: Int32Array, offsets: Uint32Array) {
    checkOffsets(offsets, ids.length);
    this.ids = ids;
    this.offsets = offsets;
    this.startBits = new Uint32Array((ids.length >>> 5) + 1);
    for (let s = 0; s < offsets.length; s++) this.startBits[offsets[s] >>> 5] |= 1 << (offsets[s] & 31);
    this.#sentenceOfBlock = sentencesOfBlocks(offsets, ids.length);
  }

  get sentenceCount(): number {
    return this.offsets.length - 1;
  }

  get tokenCount(): number {
    return this.ids.length;
  }

  /** The sentence that holds the token at `position`. */
  sentenceOf(position: number): number {
    const offsets = this.offsets;
    let sentence = this.#sentenceOfBlock[position >>> BLOCK_BITS];
    while (offsets[sentence + 1] <= position) sentence++;
    return sentence;
  }

  /** The first sentence start (or the end of the text) at or behind `position`, but at most `limit`. */
  nextStart(position: number, limit: number): number {
    let block = position >>> 5;
    let bits = this.startBits[block] & (-1 << (position & 31));
    while (bits === 0) {
      block++;
      if (block << 5 >= limit) return limit;
      bits = this.startBits[block];
    }
    return Math.min(limit, (block << 5) + 31 - Math.clz32(bits & -bits));
  }

  /** The last sentence start at or before `position`, but at least `limit`. */
  lastStart(position: number, limit: number): number {
    let block = position >>> 5;
    let bits = this.startBits[block] & (-1 >>> (31 - (position & 31)));
    while (bits === 0) {
      if (block << 5 <= limit) return limit;
      bits = this.startBits[--block];
    }
    return Math.max(limit, (block << 5) + 31 - Math.clz32(bits));
  }

  sentenceLength(sentence: number): number {
    return this.offsets[sentence + 1] - this.offsets[sentence];
  }

  /** The word ids of one sentence, as a view: convenient, but not for hot loops. */
  sentence(sentence: number): Int32Array {
    return this.ids.subarray(this.offsets[sentence], this.offsets[sentence + 1]);
  }

  toSections(): Sections {
    return { ids: this.ids, offsets: this.offsets };
  }
}

function sentencesOfBlocks(offsets: Uint32Array, tokenCount: number): Uint32Array {
  const blocks = new Uint32Array((tokenCount >>> BLOCK_BITS) + 1);
  let sentence = 0;
  for (let block = 0; block < blocks.length; block++) {
    const position = block << BLOCK_BITS;
    while (sentence + 2 < offsets.length && offsets[sentence + 1] <= position) sentence++;
    blocks[block] = sentence;
  }
  return blocks;
}

function checkOffsets(offsets: Uint32Array, tokenCount: number): void {
  let fits = offsets.length > 0 && offsets[0] === 0 && offsets[offsets.length - 1] === tokenCount;
  for (let s = 1; s < offsets.length; s++) fits = fits && offsets[s - 1] <= offsets[s];
  if (!fits)
    throw new FormatError('bitext-offsets', 'The sentence offsets of the bitext do not fit its tokens.');
}
