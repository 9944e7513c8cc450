/**
 * A trained word alignment model: the lexical table, pruned and sorted for look-up, and the jump tables. Plain
 * arrays, so that it can lie in a model container or in memory shared between threads.
 */
import type { Container, Sections } from '../core/container.js';
import type { AlignerState } from './aligner-state.js';
import type { JumpTable } from './jump-distribution.js';
import type { LexicalTable } from './lexical-table.js';
import { type Allocate, allocatePrivate } from './pair-arrays.js';

export interface AlignmentModel {
  /** Target words ascend within each row. */
  readonly table: LexicalTable;
  readonly forwardJumps: JumpTable;
  readonly reverseJumps: JumpTable;
}

/** Word pairs less probable than this in both directions are left out of the trained model. */
const LEAST_PROBABILITY = 1e-4;

/** The model of a finished training run, on memory of its own: what the run used can be let go. */
export function finishModel(
  state: AlignerState,
  allocate: Allocate = allocatePrivate,
  leastProbability: number = LEAST_PROBABILITY,
): AlignmentModel {
  const { rowOffsets, columns, weights, sourceScale, targetScale } = state.table;
  const kept = (slot: number, source: number): boolean =>
    weights[slot] * sourceScale[source] >= leastProbability ||
    weights[slot] * targetScale[columns[slot]] >= leastProbability;
  const newOffsets = new Uint32Array(allocate(4 * rowOffsets.length));
  for (let source = 0; source + 1 < rowOffsets.length; source++) {
    let count = newOffsets[source];
    for (let slot = rowOffsets[source]; slot < rowOffsets[source + 1]; slot++)
      if (kept(slot, source)) count++;
    newOffsets[source + 1] = count;
  }
  const total = newOffsets[newOffsets.length - 1];
  const newColumns = new Int32Array(allocate(4 * total));
  const newWeights = new Float32Array(allocate(4 * total));
  const weightOf = new Float32Array(targetScale.length);
  for (let source = 0; source + 1 < rowOffsets.length; source++) {
    let at = newOffsets[source];
    for (let slot = rowOffsets[source]; slot < rowOffsets[source + 1]; slot++) {
      if (!kept(slot, source)) continue;
      newColumns[at++] = columns[slot];
      weightOf[columns[slot]] = weights[slot];
    }
    newColumns.subarray(newOffsets[source], at).sort();
    for (let k = newOffsets[source]; k < at; k++) newWeights[k] = weightOf[newColumns[k]];
  }
  const floats = (array: Float32Array) => copyInto(new Float32Array(allocate(array.byteLength)), array);
  const { nullTarget, nullSource } = state.table;
  return {
    table: {
      rowOffsets: newOffsets,
      columns: newColumns,
      weights: newWeights,
      sourceScale: floats(sourceScale),
      targetScale: floats(targetScale),
      nullTarget: floats(nullTarget),
      nullSource: floats(nullSource),
    },
    forwardJumps: copyJumps(state.forwardJumps, allocate),
    reverseJumps: copyJumps(state.reverseJumps, allocate),
  };
}

function copyJumps({ jumps, starts, rowOfWord, factors }: JumpTable, allocate: Allocate): JumpTable {
  return {
    jumps: copyInto(new Float64Array(allocate(jumps.byteLength)), jumps),
    starts: copyInto(new Float64Array(allocate(starts.byteLength)), starts),
    rowOfWord: copyInto(new Int32Array(allocate(rowOfWord.byteLength)), rowOfWord),
    factors: copyInto(new Float32Array(allocate(factors.byteLength)), factors),
  };
}

function copyInto<T extends Float32Array | Float64Array | Int32Array>(copy: T, array: T): T {
  copy.set(array);
  return copy;
}

/** The slot of two words, or −1. */
export function slotOf(table: LexicalTable, source: number, target: number): number {
  const { rowOffsets, columns } = table;
  let low = rowOffsets[source];
  let high = rowOffsets[source + 1] - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    if (columns[middle] === target) return middle;
    if (columns[middle] < target) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** p(target word | source word) under the lexical table; 0 for words that were never linked. */
export function forwardProbability(model: AlignmentModel, source: number, target: number): number {
  const slot = slotOf(model.table, source, target);
  return slot < 0 ? 0 : model.table.weights[slot] * model.table.sourceScale[source];
}

/** p(source word | target word). */
export function reverseProbability(model: AlignmentModel, source: number, target: number): number {
  const slot = slotOf(model.table, source, target);
  return slot < 0 ? 0 : model.table.weights[slot] * model.table.targetScale[target];
}

export function alignmentSections(model: AlignmentModel): Sections {
  const { table } = model;
  return {
    'lexicon/offsets': table.rowOffsets,
    'lexicon/targets': table.columns,
    'lexicon/weights': table.weights,
    'lexicon/source-scale': table.sourceScale,
    'lexicon/target-scale': table.targetScale,
    'lexicon/null-target': table.nullTarget,
    'lexicon/null-source': table.nullSource,
    ...jumpSections('forward/', model.forwardJumps),
    ...jumpSections('reverse/', model.reverseJumps),
  };
}

/** Opens the model as views on the container; `prefix` is what the writer put before the section names. */
export function openAlignmentModel(container: Container, prefix = ''): AlignmentModel {
  const floats = (name: string) => container.section(`${prefix}lexicon/${name}`, 'float32');
  return {
    table: {
      rowOffsets: container.section(`${prefix}lexicon/offsets`, 'uint32'),
      columns: container.section(`${prefix}lexicon/targets`, 'int32'),
      weights: floats('weights'),
      sourceScale: floats('source-scale'),
      targetScale: floats('target-scale'),
      nullTarget: floats('null-target'),
      nullSource: floats('null-source'),
    },
    forwardJumps: openJumps(container, `${prefix}forward/`),
    reverseJumps: openJumps(container, `${prefix}reverse/`),
  };
}

function jumpSections(prefix: string, table: JumpTable): Sections {
  return {
    [`${prefix}jumps`]: table.jumps,
    [`${prefix}starts`]: table.starts,
    [`${prefix}rows`]: table.rowOfWord,
    [`${prefix}factors`]: table.factors,
  };
}

function openJumps(container: Container, prefix: string): JumpTable {
  return {
    jumps: container.section(`${prefix}jumps`, 'float64'),
    starts: container.section(`${prefix}starts`, 'float64'),
    rowOfWord: container.section(`${prefix}rows`, 'int32'),
    factors: container.section(`${prefix}factors`, 'float32'),
  };
}
