/**
 * Which two pieces of an input sentence follow each other in it with a gap between them, near enough for one
 * pattern. Each such pair of pieces has a number from 1; 0 means "no such pair in the sentence".
 */
import type { SentencePieces } from './sentence-pieces.js';

/** Pieces with numbers from here on (only very long sentences have them) take no part in gapped patterns. */
export const MAX_GAPPED_PIECES = 2048;

export interface PatternLimits {
  readonly maxWords: number;
  readonly maxSpan: number;
}

export class PairNumbers {
  /** Pieces that take part, the root included. */
  readonly size: number;
  /** The number of the pair (a, b) at [a * size + b]. */
  readonly numbers: Int32Array;
  /** One more than the highest number. */
  readonly limit: number;
  readonly #pieces: SentencePieces;
  readonly #maxSpan: number;

  constructor(pieces: SentencePieces, { maxWords, maxSpan }: PatternLimits) {
    this.#pieces = pieces;
    this.#maxSpan = maxSpan;
    const size = (this.size = Math.min(pieces.count, MAX_GAPPED_PIECES));
    this.numbers = new Int32Array(size * size);
    let next = 1;
    for (let a = 1; a < size; a++) {
      for (let b = 1; b < size; b++) {
        if (pieces.length[a] + pieces.length[b] > maxWords) continue;
        if (this.#inSentence(a, b)) this.numbers[a * size + b] = next++;
      }
    }
    this.limit = next;
  }

  /** Whether the sentence has the three pieces in this order with gaps between, inside the span. */
  tripleInSentence(a: number, b: number, c: number): boolean {
    const { starts, startsOf, length } = this.#pieces;
    for (let i = startsOf[a]; i < startsOf[a + 1]; i++) {
      const end = starts[i] + this.#maxSpan;
      for (let j = startsOf[b]; j < startsOf[b + 1]; j++) {
        if (starts[j] <= starts[i] + length[a]) continue;
        for (let k = startsOf[c]; k < startsOf[c + 1]; k++) {
          if (starts[k] > starts[j] + length[b] && starts[k] + length[c] <= end) return true;
        }
      }
    }
    return false;
  }

  #inSentence(a: number, b: number): boolean {
    const { starts, startsOf, length } = this.#pieces;
    for (let i = startsOf[a]; i < startsOf[a + 1]; i++) {
      const end = starts[i] + this.#maxSpan;
      for (let j = startsOf[b]; j < startsOf[b + 1]; j++) {
        if (starts[j] > starts[i] + length[a] && starts[j] + length[b] <= end) return true;
      }
    }
    return false;
  }
}
