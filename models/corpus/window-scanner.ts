/**
 * The inner loop of the gapped look-up: reads the windows around the occurrences of one anchor and records the
 * patterns in them. A pattern is recorded only from its piece of lowest rank (the leftmost of them if that piece
 * stands in it twice), so that each occurrence is met once.
 */
import type { PairNumbers } from './pair-numbers.js';
import { NOT_IN_SENTENCE, type PatternTable, UNTRIED } from './pattern-table.js';
import type { SentencePieces } from './sentence-pieces.js';
import type { SuffixArray } from './suffix-array.js';

export interface ScanLimits {
  readonly maxWords: number;
  readonly maxGaps: number;
  readonly maxSpan: number;
  readonly windowLimit: number;
}

export class WindowScanner {
  /** Windows read so far. */
  windowCount = 0;
  readonly #index: SuffixArray;
  readonly #typeOfWord: Uint16Array;
  readonly #pieces: SentencePieces;
  readonly #pairs: PairNumbers;
  readonly #table: PatternTable;
  readonly #limits: ScanLimits;
  readonly #phase: number;
  /** Position of each piece when ordered by occurrences, rarest first. */
  readonly #rank: Int32Array;
  /** For the anchor at hand: pair numbers of pieces that may stand right or left of it, 0 for others. */
  readonly #rightPair: Int32Array;
  readonly #leftPair: Int32Array;
  /** Word types that such pieces start with. */
  readonly #rightTypes: Uint8Array;
  readonly #leftTypes: Uint8Array;
  readonly #windows: Int32Array;
  /** Of the half window at hand: the type of each word, and which of them start a wanted piece. */
  readonly #types: Uint16Array;
  readonly #matches: Uint16Array;
  readonly #right: FoundPieces;
  readonly #left: FoundPieces;

  constructor(
    index: SuffixArray,
    typeOfWord: Uint16Array,
    pieces: SentencePieces,
    pairs: PairNumbers,
    table: PatternTable,
    limits: ScanLimits,
    phase: number,
  ) {
    this.#index = index;
    this.#typeOfWord = typeOfWord;
    this.#pieces = pieces;
    this.#pairs = pairs;
    this.#table = table;
    this.#limits = limits;
    this.#phase = phase;
    this.#rank = ranksByFrequency(pieces);
    this.#rightPair = new Int32Array(pieces.count);
    this.#leftPair = new Int32Array(pieces.count);
    this.#rightTypes = new Uint8Array(pieces.typeCount + 1);
    this.#leftTypes = new Uint8Array(pieces.typeCount + 1);
    this.#windows = new Int32Array(limits.windowLimit);
    this.#types = new Uint16Array(limits.maxSpan);
    // One more, for the position behind the last match.
    this.#matches = new Uint16Array(limits.maxSpan + 1);
    this.#right = new FoundPieces(limits.maxSpan * limits.maxWords);
    this.#left = new FoundPieces(limits.maxSpan * limits.maxWords);
  }

  /** How many windows of an anchor are read. */
  sampleSize(anchor: number): number {
    return Math.min(this.#pieces.occurrences(anchor), this.#limits.windowLimit);
  }

  scan(anchor: number): void {
    if (!this.#choosePartners(anchor)) return;
    const sampled = this.#fetchWindows(anchor);
    this.windowCount += sampled;
    for (let k = 0; k < sampled; k++) {
      const position = this.#windows[k];
      this.#readWindow(anchor, position);
      this.#recordPairs(anchor, position);
      if (this.#limits.maxGaps > 1) this.#recordTriples(anchor, position);
    }
  }

  /** Fills the rows of the anchor; false if no piece goes with it. */
  #choosePartners(anchor: number): boolean {
    const { size, numbers } = this.#pairs;
    const rank = this.#rank;
    this.#rightTypes.fill(0);
    this.#leftTypes.fill(0);
    let any = false;
    for (let piece = 1; piece < size; piece++) {
      const right = rank[piece] >= rank[anchor] ? numbers[anchor * size + piece] : 0;
      const left = rank[piece] > rank[anchor] ? numbers[piece * size + anchor] : 0;
      this.#rightPair[piece] = right;
      this.#leftPair[piece] = left;
      if (right !== 0) this.#rightTypes[this.#pieces.firstType[piece]] = 1;
      if (left !== 0) this.#leftTypes[this.#pieces.firstType[piece]] = 1;
      any ||= right !== 0 || left !== 0;
    }
    return any;
  }

  /**
   * Puts the sampled positions of the anchor into `windows`. Touching the text at each of them here, in a loop
   * without dependencies, lets the processor wait for many of these far-apart places at once.
   */
  #fetchWindows(anchor: number): number {
    const { positions, text } = this.#index;
    const { ids, startBits } = text;
    const before = this.#limits.maxSpan - this.#pieces.length[anchor];
    const low = this.#pieces.low[anchor];
    const total = this.#pieces.occurrences(anchor);
    const sampled = this.sampleSize(anchor);
    const step = total / sampled;
    const phase = total > sampled ? this.#phase : 0;
    let touched = 0;
    for (let k = 0; k < sampled; k++) {
      const position = positions[low + Math.floor((k + phase) * step)];
      this.#windows[k] = position;
      touched += ids[position] + ids[Math.max(0, position - before)] + startBits[position >>> 5];
    }
    // Never negative; without a use of the sum the loop's reads could be dropped.
    return touched < 0 ? 0 : sampled;
  }

  #readWindow(anchor: number, position: number): void {
    const text = this.#index.text;
    const maxSpan = this.#limits.maxSpan;
    const length = this.#pieces.length[anchor];
    const left = text.lastStart(position, Math.max(0, position + length - maxSpan));
    const right = text.nextStart(position + length, position + maxSpan);
    this.#findPieces(this.#left, left, position - 1, this.#leftTypes, this.#leftPair);
    this.#findPieces(this.#right, position + length + 1, right, this.#rightTypes, this.#rightPair);
  }

  /** All pieces with a pair number that lie in [start, end) of the text. */
  #findPieces(
    found: FoundPieces,
    start: number,
    end: number,
    wantedTypes: Uint8Array,
    pairNumbers: Int32Array,
  ): void {
    const ids = this.#index.text.ids;
    const typeOfWord = this.#typeOfWord;
    const children = this.#pieces.children;
    const width = this.#pieces.typeCount + 1;
    // Without a branch on what is in the text, which no processor can predict: all positions are written, but
    // the next one overwrites those of no interest.
    const matches = this.#matches;
    const types = this.#types;
    const size = end - start;
    let matchCount = 0;
    for (let k = 0; k < size; k++) {
      const type = typeOfWord[ids[start + k]];
      types[k] = type;
      matches[matchCount] = k;
      matchCount += wantedTypes[type];
    }
    let count = 0;
    for (let m = 0; m < matchCount; m++) {
      const first = matches[m];
      let piece = children[types[first]];
      for (let next = first + 1; piece !== 0; next++) {
        if (pairNumbers[piece] !== 0) {
          found.piece[count] = piece;
          found.start[count] = start + first;
          found.end[count] = start + next;
          count++;
        }
        if (next >= size) break;
        piece = children[piece * width + types[next]];
      }
    }
    found.count = count;
  }

  #recordPairs(anchor: number, position: number): void {
    const table = this.#table;
    const [left, right] = [this.#left, this.#right];
    for (let k = 0; k < right.count; k++) {
      const piece = right.piece[k];
      const pattern = table.pairPattern(this.#rightPair[piece], anchor, piece, anchor);
      table.record(pattern, position, right.start[k], -1);
    }
    for (let k = 0; k < left.count; k++) {
      const piece = left.piece[k];
      const pattern = table.pairPattern(this.#leftPair[piece], piece, anchor, anchor);
      table.record(pattern, left.start[k], position, -1);
    }
  }

  #recordTriples(anchor: number, position: number): void {
    const maxSpan = this.#limits.maxSpan;
    const [left, right] = [this.#left, this.#right];
    for (let a = 0; a < right.count; a++) {
      for (let b = a + 1; b < right.count; b++) {
        if (right.start[b] <= right.end[a]) continue;
        this.#recordTriple(
          anchor,
          right.piece[a],
          right.piece[b],
          anchor,
          position,
          right.start[a],
          right.start[b],
        );
      }
    }
    for (let a = 0; a < left.count; a++) {
      for (let b = a + 1; b < left.count; b++) {
        if (left.start[b] <= left.end[a]) continue;
        this.#recordTriple(
          left.piece[a],
          left.piece[b],
          anchor,
          anchor,
          left.start[a],
          left.start[b],
          position,
        );
      }
      for (let b = 0; b < right.count; b++) {
        if (right.end[b] - left.start[a] > maxSpan) continue;
        this.#recordTriple(
          left.piece[a],
          anchor,
          right.piece[b],
          anchor,
          left.start[a],
          position,
          right.start[b],
        );
      }
    }
  }

  #recordTriple(
    first: number,
    second: number,
    third: number,
    anchor: number,
    firstStart: number,
    secondStart: number,
    thirdStart: number,
  ): void {
    const { size, numbers } = this.#pairs;
    const length = this.#pieces.length;
    if (length[first] + length[second] + length[third] > this.#limits.maxWords) return;
    const pair = numbers[first * size + second];
    if (pair === 0 || numbers[second * size + third] === 0 || numbers[first * size + third] === 0) return;
    const table = this.#table;
    const slot = table.slotOf(pair, third);
    let pattern = table.slotPattern(slot);
    if (pattern === UNTRIED) {
      if (this.#pairs.tripleInSentence(first, second, third)) {
        pattern = table.fillSlot(slot, first, second, third, anchor);
      } else {
        table.rejectSlot(slot);
        return;
      }
    } else if (pattern === NOT_IN_SENTENCE) return;
    table.record(pattern, firstStart, secondStart, thirdStart);
  }
}

/** The pieces found in one half of a window. */
class FoundPieces {
  count = 0;
  readonly piece: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;

  constructor(capacity: number) {
    this.piece = new Int32Array(capacity);
    this.start = new Int32Array(capacity);
    this.end = new Int32Array(capacity);
  }
}

function ranksByFrequency(pieces: SentencePieces): Int32Array {
  const order = Array.from({ length: pieces.count }, (_, piece) => piece);
  order.sort((a, b) => pieces.occurrences(a) - pieces.occurrences(b) || a - b);
  const rank = new Int32Array(pieces.count);
  for (const [place, piece] of order.entries()) rank[piece] = place;
  return rank;
}
