/**
 * The lexical table of both directions at once. Training with agreement gives both directions the same expected
 * counts c(s, t), so one number per co-occurring word pair is enough:
 *
 *     p(t | s) = weights[slot] · sourceScale[s]      p(s | t) = weights[slot] · targetScale[t]
 *
 * where the scales are one over the row and column sums. A slot is the place of (s, t) in `columns`: row s holds
 * the target words of slots `[rowOffsets[s], rowOffsets[s + 1])`. `nullTarget[t]` and `nullSource[s]` are the
 * probabilities that the empty word generates t or s.
 */
import type { Allocate } from './pair-arrays.js';

export interface LexicalTable {
  readonly rowOffsets: Uint32Array;
  readonly columns: Int32Array;
  readonly weights: Float32Array;
  readonly sourceScale: Float32Array;
  readonly targetScale: Float32Array;
  readonly nullTarget: Float32Array;
  readonly nullSource: Float32Array;
}

/** Expected counts of one shard; those of all shards are summed by `maximizeLexicon`, which clears them. */
export interface LexicalCounts {
  readonly slots: Float64Array;
  readonly nullTarget: Float64Array;
  readonly nullSource: Float64Array;
}

/** A table of equal weights over the given slots: the start of training. */
export function createLexicalTable(
  rowOffsets: Uint32Array,
  columns: Int32Array,
  targetVocabularySize: number,
  allocate: Allocate,
): LexicalTable {
  const sourceVocabularySize = rowOffsets.length - 1;
  const floats = (length: number, value: number) => new Float32Array(allocate(4 * length)).fill(value);
  return {
    rowOffsets,
    columns,
    weights: floats(columns.length, 1),
    sourceScale: floats(sourceVocabularySize, 1 / targetVocabularySize),
    targetScale: floats(targetVocabularySize, 1 / sourceVocabularySize),
    nullTarget: floats(targetVocabularySize, 1 / targetVocabularySize),
    nullSource: floats(sourceVocabularySize, 1 / sourceVocabularySize),
  };
}

export function createLexicalCounts(table: LexicalTable, allocate: Allocate): LexicalCounts {
  const doubles = (length: number) => new Float64Array(allocate(8 * length));
  return {
    slots: doubles(table.columns.length),
    nullTarget: doubles(table.nullTarget.length),
    nullSource: doubles(table.nullSource.length),
  };
}

/** Sets weights, scales and empty-word probabilities from the summed counts, and clears the counts. */
export function maximizeLexicon(table: LexicalTable, shards: readonly LexicalCounts[]): void {
  const { rowOffsets, columns, weights, sourceScale, targetScale } = table;
  const first = shards[0].slots;
  const others = shards.slice(1).map((counts) => counts.slots);
  const targetSums = new Float64Array(targetScale.length);
  for (let source = 0; source + 1 < rowOffsets.length; source++) {
    let sum = 0;
    for (let slot = rowOffsets[source]; slot < rowOffsets[source + 1]; slot++) {
      let count = first[slot];
      for (const slots of others) count += slots[slot];
      weights[slot] = count;
      sum += count;
      targetSums[columns[slot]] += count;
    }
    sourceScale[source] = sum > 0 ? 1 / sum : 0;
  }
  for (let target = 0; target < targetScale.length; target++) {
    targetScale[target] = targetSums[target] > 0 ? 1 / targetSums[target] : 0;
  }
  maximizeNull(
    table.nullTarget,
    shards.map((counts) => counts.nullTarget),
  );
  maximizeNull(
    table.nullSource,
    shards.map((counts) => counts.nullSource),
  );
  for (const counts of shards) counts.slots.fill(0, 0, rowOffsets[rowOffsets.length - 1]);
}

/** Words of the empty word, with one imagined sighting of each: every word must stay explicable without a partner. */
function maximizeNull(probabilities: Float32Array, shards: readonly Float64Array[]): void {
  let total = probabilities.length;
  for (const counts of shards) for (let word = 0; word < counts.length; word++) total += counts[word];
  for (let word = 0; word < probabilities.length; word++) {
    let count = 1;
    for (const counts of shards) count += counts[word];
    probabilities[word] = count / total;
  }
  for (const counts of shards) counts.fill(0);
}

/**
 * Drops the slots whose words are less probable than `least` given each other in both directions, and moves the
 * others together at the front of the arrays. Sets `newSlots` to the new place of every old slot, −1 if dropped.
 */
export function pruneLexicon(table: LexicalTable, least: number, newSlots: Int32Array): void {
  const { rowOffsets, columns, weights, sourceScale, targetScale } = table;
  let kept = 0;
  let start = 0;
  for (let source = 0; source + 1 < rowOffsets.length; source++) {
    const end = rowOffsets[source + 1];
    rowOffsets[source] = kept;
    for (let slot = start; slot < end; slot++) {
      const weight = weights[slot];
      if (weight * sourceScale[source] < least && weight * targetScale[columns[slot]] < least) {
        newSlots[slot] = -1;
        continue;
      }
      newSlots[slot] = kept;
      columns[kept] = columns[slot];
      weights[kept++] = weight;
    }
    start = end;
  }
  rowOffsets[rowOffsets.length - 1] = kept;
}
