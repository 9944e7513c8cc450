/**
 * Looks up one pattern, with any number of gaps, in a text: how often it occurs and where. Same method and
 * same sampling as the look-up of a whole sentence (gapped-lookup.ts), for single questions such as how often a
 * target phrase with a gap occurs at all.
 */
import { Random } from '../core/random.js';
import { DEFAULT_LOOKUP, type LookupOptions } from './gapped-lookup.js';
import type { SuffixArray } from './suffix-array.js';

export interface PatternOccurrences {
  /** Occurrences in the whole text: a count if `exact`, else an estimate. */
  readonly total: number;
  readonly exact: boolean;
  /** Start of each piece of each occurrence found, piece by piece; at most `occurrenceLimit` occurrences. */
  readonly positions: Int32Array;
}

export type PatternSearchOptions = Pick<
  LookupOptions,
  'maxSpan' | 'windowLimit' | 'occurrenceLimit' | 'seed'
>;

/** `pieces` are the word ids of each piece, left to right; there is a gap of at least one word between two. */
export function searchPattern(
  index: SuffixArray,
  pieces: readonly ArrayLike<number>[],
  given: Partial<PatternSearchOptions> = {},
): PatternOccurrences {
  const options = { ...DEFAULT_LOOKUP, ...given };
  const ranges = pieces.map((piece) => {
    const range = { low: 0, high: 0 };
    if (piece.length > 0) index.find(piece, range);
    return range;
  });
  const counts = ranges.map(({ low, high }) => high - low);
  const fewest = Math.min(...counts);
  if (pieces.length === 0 || fewest === 0) return { total: 0, exact: true, positions: new Int32Array(0) };
  const anchor = counts.indexOf(fewest);
  const limit = pieces.length === 1 ? options.occurrenceLimit : options.windowLimit;
  const sampled = Math.min(fewest, limit);
  const phase = sampled < fewest ? new Random(options.seed).next() : 0;
  const matcher = new PatternMatcher(index, pieces, anchor, options.maxSpan);
  for (let k = 0; k < sampled; k++) {
    const nth = ranges[anchor].low + Math.floor(((k + phase) * fewest) / sampled);
    matcher.match(index.positions[nth]);
  }
  const found = matcher.positions.length / pieces.length;
  const exact = sampled === fewest || pieces.length === 1;
  return {
    total: pieces.length === 1 ? fewest : (found * fewest) / sampled,
    exact,
    positions: spread(matcher.positions, pieces.length, options.occurrenceLimit),
  };
}

/** Completes a pattern around one occurrence of its anchor in every possible way. */
class PatternMatcher {
  readonly positions: number[] = [];
  readonly #index: SuffixArray;
  readonly #pieces: readonly ArrayLike<number>[];
  readonly #anchor: number;
  readonly #maxSpan: number;
  readonly #starts: number[];

  constructor(index: SuffixArray, pieces: readonly ArrayLike<number>[], anchor: number, maxSpan: number) {
    this.#index = index;
    this.#pieces = pieces;
    this.#anchor = anchor;
    this.#maxSpan = maxSpan;
    this.#starts = new Array(pieces.length).fill(0);
  }

  match(position: number): void {
    const { text } = this.#index;
    this.#starts[this.#anchor] = position;
    const end = position + this.#pieces[this.#anchor].length;
    const left = text.lastStart(position, Math.max(0, end - this.#maxSpan));
    const right = text.nextStart(end, Math.max(end, position + this.#maxSpan));
    this.#placeLeft(this.#anchor - 1, left, right);
  }

  #placeLeft(piece: number, left: number, right: number): void {
    if (piece < 0) {
      this.#placeRight(this.#anchor + 1, Math.min(right, this.#starts[0] + this.#maxSpan));
      return;
    }
    const words = this.#pieces[piece];
    for (let start = this.#starts[piece + 1] - 1 - words.length; start >= left; start--) {
      if (!this.#matchesAt(words, start)) continue;
      this.#starts[piece] = start;
      this.#placeLeft(piece - 1, left, right);
    }
  }

  #placeRight(piece: number, right: number): void {
    if (piece === this.#pieces.length) {
      this.positions.push(...this.#starts);
      return;
    }
    const words = this.#pieces[piece];
    const first = this.#starts[piece - 1] + this.#pieces[piece - 1].length + 1;
    for (let start = first; start + words.length <= right; start++) {
      if (!this.#matchesAt(words, start)) continue;
      this.#starts[piece] = start;
      this.#placeRight(piece + 1, right);
    }
  }

  #matchesAt(words: ArrayLike<number>, start: number): boolean {
    const { ids } = this.#index.text;
    for (let k = 0; k < words.length; k++) if (ids[start + k] !== words[k]) return false;
    return true;
  }
}

/** At most `limit` of the rows of `width` numbers, evenly spread. */
function spread(rows: readonly number[], width: number, limit: number): Int32Array {
  const count = rows.length / width;
  const kept = Math.min(count, limit);
  const picked = new Int32Array(kept * width);
  for (let k = 0; k < kept; k++) {
    const row = Math.floor((k * count) / kept);
    for (let i = 0; i < width; i++) picked[k * width + i] = rows[row * width + i];
  }
  return picked;
}
