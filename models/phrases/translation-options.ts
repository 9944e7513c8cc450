/**
 * Everything that can be said for the parts of one segment: phrase pairs placed on it.
 *
 * A *source set* is a set of source positions (a phrase, perhaps with gaps). All options of a set are contiguous.
 * An *option* translates its set by one or more *target pieces*: runs of words with gaps between them, numbered over
 * all options. Arrays are struct-of-arrays; the builder makes them, search only reads.
 */
import { OPTION_FEATURE_COUNT } from './option-features.js';

/** Log-probabilities of the six orientations of an option: monotone, swap, discontinuous to the previous and next. */
export const ORIENTATION_COUNT = 6;

/**
 * Orientations of options that the bitext knows nothing of (words passed through, compounds, what was typed): most keep
 * the order of the source, as most phrases do. Were all three equally probable, words that are passed through would
 * change places wherever the weights of the orientations differ.
 */
export const UNSEEN_ORIENTATIONS: Readonly<Float32Array> = Float32Array.from(
  [0.84, 0.03, 0.13, 0.84, 0.03, 0.13],
  Math.log,
);

export interface TranslationOptions {
  readonly sourceLength: number;
  /** 32-bit words in a coverage row. */
  readonly coverageWords: number;

  readonly setCount: number;
  /** Row r: the positions of set r as bits. */
  readonly setBits: Int32Array;
  readonly setFirst: Int32Array;
  readonly setLast: Int32Array;
  /** Number of positions in the set. */
  readonly setSize: Int32Array;
  /** Options of set r are [optionStart[r], optionStart[r + 1]). */
  readonly optionStart: Int32Array;

  readonly optionCount: number;
  readonly optionSet: Int32Array;
  /** Pieces of option o are [pieceStart[o], pieceStart[o + 1]). */
  readonly pieceStart: Int32Array;
  /** Words of piece p are `words[wordStart[p], wordStart[p + 1])`. */
  readonly wordStart: Int32Array;
  readonly words: Int32Array;
  /** Row o: OPTION_FEATURE_COUNT values. */
  readonly features: Float32Array;
  /** Row o: ORIENTATION_COUNT log-probabilities. */
  readonly orientations: Float32Array;
  /** What the caller wants to know about an option later (where it was learnt). */
  readonly origins: readonly unknown[];
}

export interface NewOption {
  /** One array of word ids for every target piece. */
  readonly pieces: readonly ArrayLike<number>[];
  readonly features: ArrayLike<number>;
  readonly orientations: ArrayLike<number>;
  readonly origin?: unknown;
}

/** Collects sets and options in any order. */
export class TranslationOptionsBuilder {
  readonly #sourceLength: number;
  readonly #sets = new Map<string, { positions: readonly number[]; options: NewOption[] }>();

  constructor(sourceLength: number) {
    this.#sourceLength = sourceLength;
  }

  /** Adds an option for the source positions (ascending). */
  add(positions: readonly number[], option: NewOption): void {
    const key = positions.join(' ');
    let set = this.#sets.get(key);
    if (set === undefined) {
      set = { positions, options: [] };
      this.#sets.set(key, set);
    }
    set.options.push(option);
  }

  build(): TranslationOptions {
    const sets = [...this.#sets.values()].sort((a, b) => comparePositions(a.positions, b.positions));
    const options = sets.flatMap((set) => set.options);
    const pieces = options.flatMap((option) => option.pieces);
    const coverageWords = Math.max(1, Math.ceil(this.#sourceLength / 32));
    const setBits = new Int32Array(sets.length * coverageWords);
    const orientations = new Float32Array(options.length * ORIENTATION_COUNT);
    const features = new Float32Array(options.length * OPTION_FEATURE_COUNT);
    const words = new Int32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    const wordStart = runningStarts(pieces.map((piece) => piece.length));
    sets.forEach(({ positions }, r) => {
      for (const position of positions) setBits[r * coverageWords + (position >>> 5)] |= 1 << (position & 31);
    });
    pieces.forEach((piece, p) => {
      for (let i = 0; i < piece.length; i++) words[wordStart[p] + i] = piece[i];
    });
    options.forEach((option, o) => {
      for (let f = 0; f < OPTION_FEATURE_COUNT; f++)
        features[o * OPTION_FEATURE_COUNT + f] = option.features[f];
      for (let k = 0; k < ORIENTATION_COUNT; k++)
        orientations[o * ORIENTATION_COUNT + k] = option.orientations[k];
    });
    return {
      sourceLength: this.#sourceLength,
      coverageWords,
      setCount: sets.length,
      setBits,
      setFirst: Int32Array.from(sets, (set) => set.positions[0]),
      setLast: Int32Array.from(sets, (set) => set.positions[set.positions.length - 1]),
      setSize: Int32Array.from(sets, (set) => set.positions.length),
      optionStart: runningStarts(sets.map((set) => set.options.length)),
      optionCount: options.length,
      optionSet: Int32Array.from(sets.flatMap((set, r) => set.options.map(() => r))),
      pieceStart: runningStarts(options.map((option) => option.pieces.length)),
      wordStart,
      words,
      features,
      orientations,
      origins: options.map((option) => option.origin),
    };
  }
}

/** The positions of a set, ascending. */
export function setPositions(options: TranslationOptions, set: number): number[] {
  const positions: number[] = [];
  for (let i = options.setFirst[set]; i <= options.setLast[set]; i++) {
    if ((options.setBits[set * options.coverageWords + (i >>> 5)] >>> (i & 31)) & 1) positions.push(i);
  }
  return positions;
}

function runningStarts(lengths: readonly number[]): Int32Array {
  const starts = new Int32Array(lengths.length + 1);
  lengths.forEach((length, i) => {
    starts[i + 1] = starts[i] + length;
  });
  return starts;
}

function comparePositions(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}
