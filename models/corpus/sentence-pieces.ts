/**
 * The pieces of one input sentence that occur in a text: every run of its words, as a prefix tree. Gapped
 * patterns are put together from them (Lopez 2007: a pattern can occur only if all its pieces do), and the tree
 * recognises all of them in a stretch of text in one walk.
 *
 * Piece 0 is the empty one, the root; others are numbered in order of discovery. Word *types* number the
 * distinct known words of the sentence from 1; type 0 is any other word.
 */
import type { PhraseRange, SuffixArray } from './suffix-array.js';

export class SentencePieces {
  /** Pieces, the root included. */
  readonly count: number;
  readonly typeCount: number;
  /** Words of each piece. */
  readonly length: Uint8Array;
  /** Occurrences of piece k in the text: `positions[low[k], high[k])` of its suffix array. */
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  /** Piece that follows from piece k by a word of type t: `children[k * (typeCount + 1) + t]`; 0 if none. */
  readonly children: Int32Array;
  /** The first word of each piece, as a type. */
  readonly firstType: Uint16Array;
  /** Where piece k starts in the sentence: `starts[startsOf[k], startsOf[k + 1])`, ascending. */
  readonly startsOf: Uint32Array;
  readonly starts: Uint16Array;

  /** `types[i]` is the type of the sentence's word i, and `typeWords[t]` the word id of type t. */
  constructor(index: SuffixArray, types: Uint16Array, typeWords: ArrayLike<number>, maxLength: number) {
    const wordCount = types.length;
    const width = (this.typeCount = typeWords.length - 1) + 1;
    const capacity = wordCount * maxLength + 1;
    const length = new Uint8Array(capacity);
    const low = new Uint32Array(capacity);
    const high = new Uint32Array(capacity);
    const firstType = new Uint16Array(capacity);
    const children = new Int32Array(capacity * width);
    const pieceAt = new Int32Array(wordCount * maxLength);
    const range: PhraseRange = { low: 0, high: 0 };
    low[0] = 0;
    high[0] = index.positions.length;
    let count = 1;
    for (let start = 0; start < wordCount; start++) {
      let piece = 0;
      for (let depth = 0; depth < maxLength && start + depth < wordCount; depth++) {
        const type = types[start + depth];
        if (type === 0) break;
        let child = children[piece * width + type];
        if (child === 0) {
          range.low = low[piece];
          range.high = high[piece];
          // −1 remembers that the text does not hold the longer piece.
          child = index.extend(range, depth, typeWords[type]) ? count++ : -1;
          children[piece * width + type] = child;
          if (child !== -1) {
            length[child] = depth + 1;
            low[child] = range.low;
            high[child] = range.high;
            firstType[child] = depth === 0 ? type : firstType[piece];
          }
        }
        if (child === -1) break;
        piece = child;
        pieceAt[start * maxLength + depth] = piece;
      }
    }
    for (let k = 0; k < count * width; k++) if (children[k] === -1) children[k] = 0;
    this.count = count;
    this.length = length.subarray(0, count);
    this.low = low.subarray(0, count);
    this.high = high.subarray(0, count);
    this.firstType = firstType.subarray(0, count);
    this.children = children.subarray(0, count * width);
    this.startsOf = new Uint32Array(count + 1);
    this.starts = groupStarts(pieceAt, maxLength, this.startsOf);
  }

  /** How often the piece occurs in the text. */
  occurrences(piece: number): number {
    return this.high[piece] - this.low[piece];
  }
}

/** Groups the places of the sentence by the piece that is there; fills `startsOf`. */
function groupStarts(pieceAt: Int32Array, maxLength: number, startsOf: Uint32Array): Uint16Array {
  for (const piece of pieceAt) if (piece !== 0) startsOf[piece + 1]++;
  for (let piece = 1; piece < startsOf.length; piece++) startsOf[piece] += startsOf[piece - 1];
  const starts = new Uint16Array(startsOf[startsOf.length - 1]);
  const next = startsOf.slice();
  for (let k = 0; k < pieceAt.length; k++) {
    if (pieceAt[k] !== 0) starts[next[pieceAt[k]]++] = Math.floor(k / maxLength);
  }
  return starts;
}
