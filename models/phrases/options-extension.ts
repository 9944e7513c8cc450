/**
 * Translation options with a few more added: for a pair of texts in hand, whose own phrase pairs join those that were
 * sampled. Copies whole arrays; what was there keeps its order within its source set.
 */
import { OPTION_FEATURE_COUNT } from './option-features.js';
import {
  type NewOption,
  ORIENTATION_COUNT,
  setPositions,
  type TranslationOptions,
} from './translation-options.js';

export interface PlacedOption {
  /** Source positions, ascending. */
  readonly positions: readonly number[];
  readonly option: NewOption;
}

export interface ExtendedOptions {
  readonly options: TranslationOptions;
  /** For every option its number before; −1 for those that were added. */
  readonly numberBefore: Int32Array;
}

export function extendOptions(base: TranslationOptions, extras: readonly PlacedOption[]): ExtendedOptions {
  if (extras.length === 0) return { options: base, numberBefore: base.optionSet.map((_, o) => o) };
  const sets = mergedSets(base, extras);
  const optionCount = base.optionCount + extras.length;
  const pieces = extras.flatMap(({ option }) => option.pieces);
  const baseWords = base.wordStart[base.wordStart.length - 1];
  const words = new Int32Array(baseWords + pieces.reduce((sum, piece) => sum + piece.length, 0));
  const setBits = new Int32Array(sets.length * base.coverageWords);
  const columns = {
    optionStart: new Int32Array(sets.length + 1),
    optionSet: new Int32Array(optionCount),
    pieceStart: new Int32Array(optionCount + 1),
    wordStart: new Int32Array(base.wordStart.length + pieces.length),
    features: new Float32Array(optionCount * OPTION_FEATURE_COUNT),
    orientations: new Float32Array(optionCount * ORIENTATION_COUNT),
  };
  const { optionStart, optionSet, pieceStart, wordStart, features, orientations } = columns;
  const origins = new Array<unknown>(optionCount);
  const numberBefore = new Int32Array(optionCount).fill(-1);
  let o = 0;
  let p = 0;
  let w = 0;
  const addPiece = (piece: ArrayLike<number>) => {
    for (let i = 0; i < piece.length; i++) words[w++] = piece[i];
    wordStart[++p] = w;
  };
  sets.forEach((set, s) => {
    optionStart[s] = o;
    for (const position of set.positions)
      setBits[s * base.coverageWords + (position >>> 5)] |= 1 << (position & 31);
    if (set.base !== -1) {
      for (let from = base.optionStart[set.base]; from < base.optionStart[set.base + 1]; from++) {
        for (let piece = base.pieceStart[from]; piece < base.pieceStart[from + 1]; piece++) {
          addPiece(base.words.subarray(base.wordStart[piece], base.wordStart[piece + 1]));
        }
        features.set(row(base.features, from, OPTION_FEATURE_COUNT), o * OPTION_FEATURE_COUNT);
        orientations.set(row(base.orientations, from, ORIENTATION_COUNT), o * ORIENTATION_COUNT);
        origins[o] = base.origins[from];
        numberBefore[o] = from;
        optionSet[o++] = s;
        pieceStart[o] = p;
      }
    }
    for (const option of set.extras) {
      for (const piece of option.pieces) addPiece(piece);
      features.set(option.features, o * OPTION_FEATURE_COUNT);
      orientations.set(option.orientations, o * ORIENTATION_COUNT);
      origins[o] = option.origin;
      optionSet[o++] = s;
      pieceStart[o] = p;
    }
  });
  optionStart[sets.length] = o;
  const options: TranslationOptions = {
    sourceLength: base.sourceLength,
    coverageWords: base.coverageWords,
    setCount: sets.length,
    setBits,
    setFirst: Int32Array.from(sets, ({ positions }) => positions[0]),
    setLast: Int32Array.from(sets, ({ positions }) => positions[positions.length - 1]),
    setSize: Int32Array.from(sets, ({ positions }) => positions.length),
    optionCount,
    words,
    origins,
    ...columns,
  };
  return { options, numberBefore };
}

interface MergedSet {
  readonly positions: readonly number[];
  /** Number of the set in the base; −1 for a new one. */
  readonly base: number;
  readonly extras: NewOption[];
}

/** By first position, as search wants them. */
function mergedSets(base: TranslationOptions, extras: readonly PlacedOption[]): MergedSet[] {
  const sets: MergedSet[] = [];
  const byKey = new Map<string, MergedSet>();
  for (let set = 0; set < base.setCount; set++) {
    const merged = { positions: setPositions(base, set), base: set, extras: [] };
    sets.push(merged);
    byKey.set(merged.positions.join(' '), merged);
  }
  for (const { positions, option } of extras) {
    const key = positions.join(' ');
    let set = byKey.get(key);
    if (set === undefined) {
      set = { positions, base: -1, extras: [] };
      sets.push(set);
      byKey.set(key, set);
    }
    set.extras.push(option);
  }
  return sets.sort((a, b) => a.positions[0] - b.positions[0]);
}

function row(array: Float32Array, index: number, width: number): Float32Array {
  return array.subarray(index * width, (index + 1) * width);
}
