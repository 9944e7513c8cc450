/**
 * The expectation step on one shard, and the posteriors of one of its pairs.
 *
 * Agreement (Liang, Taskar & Klein 2006, “Alignment by agreement”): both directions are run, and the expected
 * count of a link is the product of its two posteriors, so that only links both directions believe in teach
 * anything. Under model 1 the product is too strict (its posteriors are flat): there the geometric mean is used,
 * which measures better than either independent training or the product.
 */
import type { AlignerCounts, AlignerModel, AlignerState } from './aligner-state.js';
import { type AlignmentModel, slotOf } from './alignment-model.js';
import type { PairCells } from './cooccurrence.js';
import { HmmLattice } from './hmm.js';
import { ibm1Posteriors } from './ibm1.js';
import type { JumpCounts, JumpTable } from './jump-distribution.js';
import { isTrainable, type PairArrays, type PairRange } from './pair-arrays.js';
import { PairWorkspace } from './pair-workspace.js';

/** Expected links below this are not counted: they are most of the cells and teach nothing. */
const LEAST_COUNT = 1e-6;

/** Jumps over source positions (forward direction) and over target positions (reverse). */
export interface JumpTables {
  readonly forwardJumps: JumpTable;
  readonly reverseJumps: JumpTable;
}

/** What a thread keeps from pair to pair. */
export class AlignerWorkspace {
  readonly pair = new PairWorkspace();
  readonly lattice: HmmLattice;

  /** `pruning` as in hmm.ts. */
  constructor(pruning?: number) {
    this.lattice = new HmmLattice(pruning);
  }
}

/** Adds the expected counts of the pairs `range`, which must lie in the shard, to the shard's counts. */
export function expectationStep(
  state: AlignerState,
  shard: number,
  range: PairRange,
  model: AlignerModel,
  workspace: AlignerWorkspace,
): void {
  const cells = state.cells[shard];
  const counts = state.counts[shard];
  for (let pair = range.first; pair < range.end; pair++) {
    if (!isTrainable(state.pairs, pair, state.maxLength)) continue;
    loadPair(state, cells, pair, workspace.pair);
    counts.logLikelihood[0] +=
      model === 'ibm1' ? ibm1Posteriors(workspace.pair) : hmmPosteriors(state, workspace, counts);
    countLinks(state, cells, pair, workspace.pair, model, counts);
  }
}

/** Puts a pair of the shard into the workspace and fills its posteriors under the present tables. */
export function trainedPosteriors(
  state: AlignerState,
  shard: number,
  pair: number,
  workspace: AlignerWorkspace,
): void {
  loadPair(state, state.cells[shard], pair, workspace.pair);
  hmmPosteriors(state, workspace);
}

/** Fills the posteriors of the pair that lies in the workspace; returns the log-likelihood, both directions added. */
export function hmmPosteriors(
  tables: JumpTables,
  workspace: AlignerWorkspace,
  counts?: { readonly forwardJumps: JumpCounts; readonly reverseJumps: JumpCounts },
): number {
  const { pair, lattice } = workspace;
  const forward = lattice.run(pair.forwardProblem(), tables.forwardJumps, counts?.forwardJumps);
  pair.takeForward();
  return forward + lattice.run(pair.reverseProblem(), tables.reverseJumps, counts?.reverseJumps);
}

function loadPair(state: AlignerState, cells: PairCells, pair: number, into: PairWorkspace): void {
  const { sourceIds, sourceOffsets, targetIds, targetOffsets } = state.pairs;
  const { weights, sourceScale, targetScale, nullSource, nullTarget } = state.table;
  const { starts, targets, slots, firstToken } = cells;
  const sourceStart = sourceOffsets[pair];
  const sourceEnd = sourceOffsets[pair + 1];
  const targetStart = targetOffsets[pair];
  const targetLength = targetOffsets[pair + 1] - targetStart;
  into.begin(sourceEnd - sourceStart, targetLength);
  for (let j = 0; j < targetLength; j++) {
    const word = targetIds[targetStart + j];
    into.emptyTarget[j] = nullTarget[word];
    into.targetJumpRows[j] = state.reverseJumps.rowOfWord[word];
  }
  for (let token = sourceStart; token < sourceEnd; token++) {
    const word = sourceIds[token];
    const scale = sourceScale[word];
    into.emptySource[token - sourceStart] = nullSource[word];
    into.sourceJumpRows[token - sourceStart] = state.forwardJumps.rowOfWord[word];
    const end = starts[token - firstToken + 1];
    for (let cell = starts[token - firstToken]; cell < end; cell++) {
      const weight = weights[slots[cell]];
      const target = targets[cell];
      into.addCell(target, weight * scale, weight * targetScale[targetIds[targetStart + target]]);
    }
    into.endSource();
  }
  into.finish();
}

/** Puts any pair into the workspace, its cells looked up in a finished model. */
export function loadLookedUp(
  model: AlignmentModel,
  pairs: PairArrays,
  pair: number,
  into: PairWorkspace,
): void {
  const { sourceIds, sourceOffsets, targetIds, targetOffsets } = pairs;
  const { table, forwardJumps, reverseJumps } = model;
  const sourceStart = sourceOffsets[pair];
  const targetStart = targetOffsets[pair];
  const sourceLength = sourceOffsets[pair + 1] - sourceStart;
  const targetLength = targetOffsets[pair + 1] - targetStart;
  into.begin(sourceLength, targetLength);
  for (let j = 0; j < targetLength; j++) {
    const word = targetIds[targetStart + j];
    into.emptyTarget[j] = table.nullTarget[word];
    into.targetJumpRows[j] = reverseJumps.rowOfWord[word];
  }
  for (let i = 0; i < sourceLength; i++) {
    const word = sourceIds[sourceStart + i];
    into.emptySource[i] = table.nullSource[word];
    into.sourceJumpRows[i] = forwardJumps.rowOfWord[word];
    for (let j = 0; j < targetLength; j++) {
      const slot = slotOf(table, word, targetIds[targetStart + j]);
      if (slot < 0) continue;
      const weight = table.weights[slot];
      into.addCell(
        j,
        weight * table.sourceScale[word],
        weight * table.targetScale[targetIds[targetStart + j]],
      );
    }
    into.endSource();
  }
  into.finish();
}

function countLinks(
  state: AlignerState,
  cells: PairCells,
  pair: number,
  posteriors: PairWorkspace,
  model: AlignerModel,
  counts: AlignerCounts,
): void {
  const { sourceIds, sourceOffsets, targetIds, targetOffsets } = state.pairs;
  const { forwardPosteriors, reversePosteriors, cellCount } = posteriors;
  const { slots, nullSource, nullTarget } = counts.lexicon;
  const firstCell = cells.starts[sourceOffsets[pair] - cells.firstToken];
  for (let cell = 0; cell < cellCount; cell++) {
    const product = forwardPosteriors[cell] * reversePosteriors[cell];
    const count = model === 'ibm1' ? Math.sqrt(product) : product;
    if (count > LEAST_COUNT) slots[cells.slots[firstCell + cell]] += count;
  }
  for (let j = 0; j < posteriors.targetLength; j++) {
    nullTarget[targetIds[targetOffsets[pair] + j]] += posteriors.targetEmptyPosteriors[j];
  }
  for (let i = 0; i < posteriors.sourceLength; i++) {
    nullSource[sourceIds[sourceOffsets[pair] + i]] += posteriors.sourceEmptyPosteriors[i];
  }
}
