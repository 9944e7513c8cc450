/**
 * Everything a training run of the word aligner holds, as plain records of typed arrays: they can be allocated
 * on shared memory and posted to worker threads, which then work on the same numbers.
 *
 * A run is: `createAlignerState`; for every iteration `expectationStep` (expectation.ts) on each shard, in any
 * order or in parallel, then one `maximizationStep` and, in parallel again, `pruneShard`. The counts and cells of a
 * shard are written by that shard only.
 */
import { buildCooccurrence, type PairCells, pruneCells } from './cooccurrence.js';
import {
  createJumpCounts,
  createJumpTable,
  type JumpCounts,
  type JumpTable,
  maximizeJumps,
} from './jump-distribution.js';
import {
  createLexicalCounts,
  createLexicalTable,
  type LexicalCounts,
  type LexicalTable,
  maximizeLexicon,
  pruneLexicon,
} from './lexical-table.js';
import { type Allocate, allocatePrivate, type PairArrays, pairCount, shardPairs } from './pair-arrays.js';

export interface AlignerOptions {
  readonly ibm1Iterations?: number;
  readonly hmmIterations?: number;
  /** Longer pairs are not trained on; at most 255. */
  readonly maxLength?: number;
  /** Least G² of a word pair, see association.ts; default: `defaultMinAssociation`. */
  readonly minAssociation?: number;
  /** Words seen this often get jump probabilities of their own. */
  readonly minJumpCount?: number;
  /** Number of parts that can be worked on in parallel. Results differ between numbers only by rounding. */
  readonly shards?: number;
}

export const DEFAULT_ALIGNER_OPTIONS: Required<Omit<AlignerOptions, 'minAssociation'>> = {
  ibm1Iterations: 6,
  hmmIterations: 5,
  maxLength: 100,
  minJumpCount: 20,
  shards: 1,
};

/**
 * Large corpora can do without word pairs that occur together hardly more often than by chance: that saves a fifth of
 * the memory. Smaller ones cannot spare them (0.3 points of error rate at 100,000 pairs).
 */
export function defaultMinAssociation(pairs: number): number {
  return pairs < LARGE_CORPUS ? 1 : 4;
}

const LARGE_CORPUS = 200_000;

/**
 * Word pairs less probable than this in both directions are dropped after an iteration. Agreement makes most of
 * them vanish soon; dropping them costs no quality and makes later iterations several times faster.
 */
const LEAST_PROBABILITY = 1e-4;

export interface AlignerCounts {
  readonly lexicon: LexicalCounts;
  readonly forwardJumps: JumpCounts;
  readonly reverseJumps: JumpCounts;
  /** One number: the log-likelihood of the shard, both directions added. */
  readonly logLikelihood: Float64Array;
}

export interface AlignerState {
  readonly pairs: PairArrays;
  readonly maxLength: number;
  readonly table: LexicalTable;
  /** Jumps over source positions (forward direction) and over target positions. */
  readonly forwardJumps: JumpTable;
  readonly reverseJumps: JumpTable;
  /** One entry a shard in both. */
  readonly cells: readonly PairCells[];
  readonly counts: readonly AlignerCounts[];
  /** After `maximizationStep`: where each slot went, for `pruneShard`. */
  readonly newSlots: Int32Array;
}

export type AlignerModel = 'ibm1' | 'hmm';

/** A generator of the share done: collecting the word pairs takes a while. */
export function* createAlignerState(
  pairs: PairArrays,
  options: AlignerOptions = {},
  allocate: Allocate = allocatePrivate,
): Generator<number, AlignerState> {
  const { maxLength, minJumpCount, shards } = { ...DEFAULT_ALIGNER_OPTIONS, ...options };
  const minAssociation = options.minAssociation ?? defaultMinAssociation(pairCount(pairs));
  const ranges = shardPairs(pairs, shards, maxLength);
  const { rowOffsets, columns, cells } = yield* buildCooccurrence(pairs, ranges, {
    maxLength,
    minAssociation,
    allocate,
  });
  const table = createLexicalTable(rowOffsets, columns, pairs.targetVocabularySize, allocate);
  const sourceCounts = countWords(pairs.sourceIds, pairs.sourceVocabularySize);
  const targetCounts = countWords(pairs.targetIds, pairs.targetVocabularySize);
  const forwardJumps = createJumpTable(sourceCounts, minJumpCount, allocate);
  const reverseJumps = createJumpTable(targetCounts, minJumpCount, allocate);
  const counts = ranges.map(() => ({
    lexicon: createLexicalCounts(table, allocate),
    forwardJumps: createJumpCounts(forwardJumps, allocate),
    reverseJumps: createJumpCounts(reverseJumps, allocate),
    logLikelihood: new Float64Array(allocate(8)),
  }));
  const newSlots = new Int32Array(allocate(4 * columns.length));
  return { pairs, maxLength, table, forwardJumps, reverseJumps, cells, counts, newSlots };
}

/**
 * Sets the tables from the counts of all shards, clears these and drops word pairs that have become improbable.
 * Returns the log-likelihood before it. `pruneShard` of every shard must follow.
 */
export function maximizationStep(state: AlignerState, model: AlignerModel): number {
  maximizeLexicon(
    state.table,
    state.counts.map((counts) => counts.lexicon),
  );
  if (model === 'hmm') {
    maximizeJumps(
      state.forwardJumps,
      state.counts.map((counts) => counts.forwardJumps),
    );
    maximizeJumps(
      state.reverseJumps,
      state.counts.map((counts) => counts.reverseJumps),
    );
  }
  pruneLexicon(state.table, LEAST_PROBABILITY, state.newSlots);
  let logLikelihood = 0;
  for (const counts of state.counts) {
    logLikelihood += counts.logLikelihood[0];
    counts.logLikelihood[0] = 0;
  }
  return logLikelihood;
}

/** Drops the cells of the word pairs that the maximisation step has dropped. */
export function pruneShard(state: AlignerState, shard: number): void {
  pruneCells(state.cells[shard], state.newSlots);
}

function countWords(ids: Int32Array, vocabularySize: number): Uint32Array {
  const counts = new Uint32Array(vocabularySize);
  for (let k = 0; k < ids.length; k++) counts[ids[k]]++;
  return counts;
}
