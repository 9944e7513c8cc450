/**
 * Finds all word pairs that occur together and lays out, for every sentence pair, its *cells*: the (source
 * position, target position) combinations worth considering, each with the slot of its two words in the lexical
 * table. Built once per corpus by walking along an inverted index of the source words: the row of one word is
 * counted in a small dense array, so that no hashing or sorting is needed. A generator of the share done, because
 * this takes minutes for millions of pairs and must be able to stop.
 */
import { GrowableArray } from '../core/growable-array.js';
import { association } from './association.js';
import { type Allocate, isTrainable, type PairArrays, type PairRange, pairCount } from './pair-arrays.js';

/** The cells of a range of pairs, by source token: token k of the range has cells `[starts[k], starts[k + 1])`. */
export interface PairCells extends PairRange {
  /** `sourceOffsets[first]`: the token that `starts[0]` belongs to. */
  readonly firstToken: number;
  readonly starts: Uint32Array;
  /** Target position of each cell, ascending within a source token. */
  readonly targets: Uint8Array;
  readonly slots: Int32Array;
}

export interface Cooccurrence {
  readonly rowOffsets: Uint32Array;
  readonly columns: Int32Array;
  readonly cells: readonly PairCells[];
}

export interface CooccurrenceOptions {
  /** Pairs with a longer side get no cells; at most 255. */
  readonly maxLength: number;
  /** Word pairs of a smaller G² (see association.ts) get no slot; 0 keeps all that co-occur. */
  readonly minAssociation: number;
  readonly allocate: Allocate;
}

/** Occurrences of source words between two signs of life. */
const CHUNK = 10_000;
/** Choosing the slots goes through the text twice, filling the cells once. */
const CHOOSING_SHARE = 2 / 3;

export function* buildCooccurrence(
  pairs: PairArrays,
  ranges: readonly PairRange[],
  options: CooccurrenceOptions,
): Generator<number, Cooccurrence> {
  const index = indexSourceWords(pairs, options.maxLength);
  yield 0;
  const cellCounts = new Uint8Array(pairs.sourceIds.length);
  const { rowOffsets, columns } = yield* chooseSlots(pairs, index, cellCounts, options);
  const cells = ranges.map((range) => allocateCells(pairs, range, cellCounts, options.allocate));
  yield* fillCells(pairs, index, { rowOffsets, columns, cells });
  return { rowOffsets, columns, cells };
}

/** Drops the cells whose slot was dropped and renumbers the others, in place; see `pruneLexicon`. */
export function pruneCells({ starts, targets, slots }: PairCells, newSlots: Int32Array): void {
  let kept = 0;
  let cell = 0;
  for (let token = 0; token + 1 < starts.length; token++) {
    const end = starts[token + 1];
    starts[token] = kept;
    for (; cell < end; cell++) {
      const slot = newSlots[slots[cell]];
      if (slot < 0) continue;
      targets[kept] = targets[cell];
      slots[kept++] = slot;
    }
  }
  starts[starts.length - 1] = kept;
}

/** Occurrences of each source word in pairs that are trained on: `[starts[w], starts[w + 1])`, in text order. */
interface WordIndex {
  readonly starts: Uint32Array;
  readonly tokens: Uint32Array;
  readonly pairs: Uint32Array;
}

function indexSourceWords(pairs: PairArrays, maxLength: number): WordIndex {
  const { sourceIds, sourceOffsets } = pairs;
  const starts = new Uint32Array(pairs.sourceVocabularySize + 1);
  for (let pair = 0; pair < pairCount(pairs); pair++) {
    if (!isTrainable(pairs, pair, maxLength)) continue;
    for (let token = sourceOffsets[pair]; token < sourceOffsets[pair + 1]; token++) {
      starts[sourceIds[token] + 1]++;
    }
  }
  for (let word = 1; word < starts.length; word++) starts[word] += starts[word - 1];
  const next = starts.slice();
  const tokens = new Uint32Array(starts[starts.length - 1]);
  const pairOf = new Uint32Array(tokens.length);
  for (let pair = 0; pair < pairCount(pairs); pair++) {
    if (!isTrainable(pairs, pair, maxLength)) continue;
    for (let token = sourceOffsets[pair]; token < sourceOffsets[pair + 1]; token++) {
      const at = next[sourceIds[token]]++;
      tokens[at] = token;
      pairOf[at] = pair;
    }
  }
  return { starts, tokens, pairs: pairOf };
}

/** Decides which word pairs get a slot, and counts the cells of every source token. */
function* chooseSlots(
  pairs: PairArrays,
  index: WordIndex,
  cellCounts: Uint8Array,
  options: CooccurrenceOptions,
): Generator<number, { rowOffsets: Uint32Array; columns: Int32Array }> {
  const rowOffsets = new Uint32Array(options.allocate(4 * (pairs.sourceVocabularySize + 1)));
  const chooser = new RowChooser(pairs, index, options);
  const all = index.tokens.length;
  let told = 0;
  for (let source = 0; source < pairs.sourceVocabularySize; source++) {
    chooser.choose(source, cellCounts);
    rowOffsets[source + 1] = chooser.columns.length;
    if (index.starts[source + 1] - told < CHUNK) continue;
    told = index.starts[source + 1];
    yield (CHOOSING_SHARE * told) / all;
  }
  const columns = new Int32Array(options.allocate(4 * chooser.columns.length));
  columns.set(chooser.columns.view());
  return { rowOffsets, columns };
}

/** Chooses the columns of one row after another. */
class RowChooser {
  readonly columns = new GrowableArray(new Int32Array(1 << 16));
  readonly #pairs: PairArrays;
  readonly #index: WordIndex;
  readonly #minAssociation: number;
  readonly #targetPresence: Uint32Array;
  readonly #total: number;
  readonly #together: Uint32Array;
  readonly #lastPair: Int32Array;
  readonly #chosen: Uint8Array;
  readonly #met: Int32Array;

  constructor(pairs: PairArrays, index: WordIndex, { maxLength, minAssociation }: CooccurrenceOptions) {
    const { presence, total } = countPresence(pairs, maxLength);
    this.#pairs = pairs;
    this.#index = index;
    this.#minAssociation = minAssociation;
    this.#targetPresence = presence;
    this.#total = total;
    this.#together = new Uint32Array(pairs.targetVocabularySize);
    this.#lastPair = new Int32Array(pairs.targetVocabularySize).fill(-1);
    this.#chosen = new Uint8Array(pairs.targetVocabularySize);
    this.#met = new Int32Array(pairs.targetVocabularySize);
  }

  choose(source: number, cellCounts: Uint8Array): void {
    const { targetIds, targetOffsets } = this.#pairs;
    const { starts, tokens, pairs } = this.#index;
    const together = this.#together;
    const lastPair = this.#lastPair;
    const chosen = this.#chosen;
    const met = this.#met;
    let metCount = 0;
    let presence = 0;
    let previous = -1;
    for (let at = starts[source]; at < starts[source + 1]; at++) {
      const pair = pairs[at];
      if (pair === previous) continue;
      previous = pair;
      presence++;
      for (let k = targetOffsets[pair]; k < targetOffsets[pair + 1]; k++) {
        const target = targetIds[k];
        if (together[target] === 0) met[metCount++] = target;
        if (lastPair[target] !== pair) {
          lastPair[target] = pair;
          together[target]++;
        }
      }
    }
    for (let m = 0; m < metCount; m++) {
      const target = met[m];
      const keep = this.#isKept(together[target], presence, this.#targetPresence[target]);
      if (keep) this.columns.push(target);
      chosen[target] = keep ? 1 : 0;
      together[target] = 0;
      lastPair[target] = -1;
    }
    for (let at = starts[source]; at < starts[source + 1]; at++) {
      const pair = pairs[at];
      let cells = 0;
      for (let k = targetOffsets[pair]; k < targetOffsets[pair + 1]; k++) cells += chosen[targetIds[k]];
      cellCounts[tokens[at]] = cells;
    }
  }

  /** Words that most pairs contain (a full stop) cannot be associated beyond chance, but do belong together. */
  #isKept(together: number, source: number, target: number): boolean {
    if (together * 4 > this.#total) return true;
    return association(together, source, target, this.#total) >= this.#minAssociation;
  }
}

/** In how many trained pairs each target word is present, and the number of those pairs. */
function countPresence(pairs: PairArrays, maxLength: number): { presence: Uint32Array; total: number } {
  const presence = new Uint32Array(pairs.targetVocabularySize);
  const lastPair = new Int32Array(pairs.targetVocabularySize).fill(-1);
  let total = 0;
  for (let pair = 0; pair < pairCount(pairs); pair++) {
    if (!isTrainable(pairs, pair, maxLength)) continue;
    total++;
    for (let k = pairs.targetOffsets[pair]; k < pairs.targetOffsets[pair + 1]; k++) {
      const target = pairs.targetIds[k];
      if (lastPair[target] === pair) continue;
      lastPair[target] = pair;
      presence[target]++;
    }
  }
  return { presence, total };
}

function allocateCells(
  pairs: PairArrays,
  range: PairRange,
  cellCounts: Uint8Array,
  allocate: Allocate,
): PairCells {
  const firstToken = pairs.sourceOffsets[range.first];
  const tokens = pairs.sourceOffsets[range.end] - firstToken;
  const starts = new Uint32Array(allocate(4 * (tokens + 1)));
  for (let k = 0; k < tokens; k++) starts[k + 1] = starts[k] + cellCounts[firstToken + k];
  const total = starts[tokens];
  return {
    ...range,
    firstToken,
    starts,
    targets: new Uint8Array(allocate(total)),
    slots: new Int32Array(allocate(4 * total)),
  };
}

function* fillCells(pairs: PairArrays, index: WordIndex, result: Cooccurrence): Generator<number, void> {
  const slotOf = new Int32Array(pairs.targetVocabularySize).fill(-1);
  const all = index.tokens.length;
  let told = 0;
  for (let source = 0; source < pairs.sourceVocabularySize; source++) {
    fillRow(pairs, index, result, source, slotOf);
    if (index.starts[source + 1] - told < CHUNK) continue;
    told = index.starts[source + 1];
    yield CHOOSING_SHARE + ((1 - CHOOSING_SHARE) * told) / all;
  }
}

/** Fills the cells of all occurrences of a source word; `slotOf` is −1 everywhere before and after. */
function fillRow(
  pairs: PairArrays,
  index: WordIndex,
  { rowOffsets, columns, cells }: Cooccurrence,
  source: number,
  slotOf: Int32Array,
): void {
  const { targetIds, targetOffsets } = pairs;
  for (let slot = rowOffsets[source]; slot < rowOffsets[source + 1]; slot++) slotOf[columns[slot]] = slot;
  let shard = 0;
  for (let at = index.starts[source]; at < index.starts[source + 1]; at++) {
    const pair = index.pairs[at];
    while (pair >= cells[shard].end) shard++;
    const { starts, targets, slots, firstToken } = cells[shard];
    const start = targetOffsets[pair];
    let cell = starts[index.tokens[at] - firstToken];
    for (let k = start; k < targetOffsets[pair + 1]; k++) {
      const slot = slotOf[targetIds[k]];
      if (slot < 0) continue;
      targets[cell] = k - start;
      slots[cell++] = slot;
    }
  }
  for (let slot = rowOffsets[source]; slot < rowOffsets[source + 1]; slot++) slotOf[columns[slot]] = -1;
}
