/**
 * Target pieces that wait to be appended (the “isolated phrases” of Galley & Manning 2010, §3), as lists stored once
 * each. A list is ordered by the moment its gaps were opened; an entry is the number of the piece that comes next.
 *
 * `touching` marks the entry whose gap is still empty, because the words before its gap were appended last: it may
 * not be appended yet (rule 3, empty gaps are forbidden). Pieces of one phrase keep their order because only the next
 * one is ever listed (rule 2), and a piece is appended whole (rule 1).
 */
import type { TranslationOptions } from '../phrases/translation-options.js';

export const NO_PENDING = 0;

/** Most pieces a hypothesis may owe (§3). */
export const MOST_PENDING = 4;

const ROW = MOST_PENDING + 2;
const COUNT = MOST_PENDING;
const TOUCHING = MOST_PENDING + 1;
const INITIAL_CAPACITY = 256;

export class PendingTable {
  /** Estimated language model score of all pieces still to come, per list. */
  futureScore = new Float64Array(INITIAL_CAPACITY);
  /** Pieces still to come, later pieces of the same phrases included. */
  remaining = new Int32Array(INITIAL_CAPACITY);

  #rows = new Int32Array(INITIAL_CAPACITY * ROW);
  #slots = new Int32Array(4 * INITIAL_CAPACITY);
  #size = 0;
  #options!: TranslationOptions;
  #optionOfPiece = new Int32Array(0);
  #pieceScores!: Float64Array;
  readonly #scratch = new Int32Array(ROW);

  /** `pieceScores[p]`: estimated language model score of piece p. */
  reset(options: TranslationOptions, pieceScores: Float64Array): void {
    this.#options = options;
    this.#pieceScores = pieceScores;
    const pieceCount = options.wordStart.length - 1;
    if (this.#optionOfPiece.length < pieceCount) this.#optionOfPiece = new Int32Array(pieceCount);
    for (let o = 0; o < options.optionCount; o++) {
      this.#optionOfPiece.fill(o, options.pieceStart[o], options.pieceStart[o + 1]);
    }
    this.#slots.fill(-1);
    this.#size = 0;
    this.#scratch.fill(0);
    this.#scratch[TOUCHING] = -1;
    this.#intern();
  }

  count(list: number): number {
    return this.#rows[list * ROW + COUNT];
  }

  piece(list: number, entry: number): number {
    return this.#rows[list * ROW + entry];
  }

  optionOf(piece: number): number {
    return this.#optionOfPiece[piece];
  }

  canClose(list: number, entry: number): boolean {
    return this.#rows[list * ROW + TOUCHING] !== entry;
  }

  /** The list after the first piece of `option` was appended; −1 when too many pieces would wait. */
  afterOption(list: number, option: number): number {
    this.#load(list);
    const scratch = this.#scratch;
    scratch[TOUCHING] = -1;
    const first = this.#options.pieceStart[option];
    if (this.#options.pieceStart[option + 1] - first > 1) {
      if (scratch[COUNT] === MOST_PENDING) return -1;
      this.#openGapBefore(first + 1);
    }
    return this.#intern();
  }

  /** The list after the piece of `entry` was appended. */
  afterClose(list: number, entry: number): number {
    this.#load(list);
    const scratch = this.#scratch;
    const piece = scratch[entry];
    for (let k = entry; k + 1 < scratch[COUNT]; k++) scratch[k] = scratch[k + 1];
    scratch[--scratch[COUNT]] = 0;
    scratch[TOUCHING] = -1;
    const option = this.#optionOfPiece[piece];
    if (piece + 1 < this.#options.pieceStart[option + 1]) this.#openGapBefore(piece + 1);
    return this.#intern();
  }

  #openGapBefore(piece: number): void {
    const scratch = this.#scratch;
    scratch[TOUCHING] = scratch[COUNT];
    scratch[scratch[COUNT]++] = piece;
  }

  #load(list: number): void {
    for (let k = 0; k < ROW; k++) this.#scratch[k] = this.#rows[list * ROW + k];
  }

  #intern(): number {
    const scratch = this.#scratch;
    const mask = this.#slots.length - 1;
    let slot = hashOf(scratch, 0) & mask;
    for (; this.#slots[slot] !== -1; slot = (slot + 1) & mask) {
      if (this.#equalsScratch(this.#slots[slot])) return this.#slots[slot];
    }
    const list = this.#size++;
    if (list >= this.futureScore.length) this.#grow();
    for (let k = 0; k < ROW; k++) this.#rows[list * ROW + k] = scratch[k];
    this.#describe(list);
    if (this.#size * 2 > this.#slots.length) this.#rehash();
    else this.#slots[slot] = list;
    return list;
  }

  #equalsScratch(list: number): boolean {
    for (let k = 0; k < ROW; k++) if (this.#rows[list * ROW + k] !== this.#scratch[k]) return false;
    return true;
  }

  #describe(list: number): void {
    let score = 0;
    let remaining = 0;
    for (let k = 0; k < this.count(list); k++) {
      const piece = this.piece(list, k);
      const end = this.#options.pieceStart[this.#optionOfPiece[piece] + 1];
      for (let p = piece; p < end; p++) score += this.#pieceScores[p];
      remaining += end - piece;
    }
    this.futureScore[list] = score;
    this.remaining[list] = remaining;
  }

  #grow(): void {
    const capacity = this.futureScore.length * 2;
    const rows = new Int32Array(capacity * ROW);
    rows.set(this.#rows);
    this.#rows = rows;
    const scores = new Float64Array(capacity);
    scores.set(this.futureScore);
    this.futureScore = scores;
    const remaining = new Int32Array(capacity);
    remaining.set(this.remaining);
    this.remaining = remaining;
  }

  #rehash(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = this.#slots.length - 1;
    for (let list = 0; list < this.#size; list++) {
      let slot = hashOf(this.#rows, list * ROW) & mask;
      while (this.#slots[slot] !== -1) slot = (slot + 1) & mask;
      this.#slots[slot] = list;
    }
  }
}

function hashOf(row: Int32Array, at: number): number {
  let hash = 0;
  for (let k = 0; k < ROW; k++) hash = Math.imul(hash ^ row[at + k], 0x9e3779b1) ^ (hash >>> 13);
  return hash ^ (hash >>> 16);
}
