/**
 * How far the alignment jumps from one word to the next (Vogel, Ney & Tillmann 1996): p(i | i', I) depends on
 * i − i' and is normalised over the I positions of the sentence. Frequent words have a distribution of their
 * own (He 2007, “Using word-dependent transition models in HMM based word alignment”): after an article the next
 * word is one step on, after a verb anything goes. It is kept as a factor on the common distribution, by bucket
 * of the jump, and drawn towards it by `WORD_PRIOR` imagined jumps.
 *
 * One table serves one direction; *states* are the positions of the generating side.
 */
import type { Allocate } from './pair-arrays.js';

/** Longer jumps share the last entry on their side. */
const MAX_JUMP = 100;
const JUMPS = 2 * MAX_JUMP + 1;
/** Jumps of words are told apart up to this distance; longer ones share a bucket. */
const WORD_JUMP = 10;
const BUCKETS = 2 * WORD_JUMP + 1;
/** Imagined jumps, spread as in the common distribution, that a word's own jumps are added to. */
const WORD_PRIOR = 50;
/** Imagined sightings of every jump and every first position. */
const JUMP_PRIOR = 0.5;
const START_PRIOR = 5;

export interface JumpTable {
  /** Relative weight of each jump, at jump + MAX_JUMP. */
  readonly jumps: Float64Array;
  /** Relative weight of each first position. */
  readonly starts: Float64Array;
  /** For each word of the generating side the row of its own factors in `factors`, or −1. */
  readonly rowOfWord: Int32Array;
  readonly factors: Float32Array;
}

/** Expected numbers of jumps of one shard, parallel to the arrays of the table. */
export interface JumpCounts {
  readonly jumps: Float64Array;
  readonly starts: Float64Array;
  readonly factors: Float64Array;
}

/** A table that prefers short steps forward; words seen `minCount` times or more get a row of their own. */
export function createJumpTable(
  wordCounts: ArrayLike<number>,
  minCount: number,
  allocate: Allocate,
): JumpTable {
  const jumps = new Float64Array(allocate(8 * JUMPS));
  for (let jump = -MAX_JUMP; jump <= MAX_JUMP; jump++) {
    jumps[jump + MAX_JUMP] = Math.exp(-0.3 * Math.abs(jump - 1)) + 1e-3;
  }
  const rowOfWord = new Int32Array(allocate(4 * wordCounts.length));
  let rows = 0;
  for (let word = 0; word < wordCounts.length; word++) {
    rowOfWord[word] = wordCounts[word] >= minCount ? rows++ : -1;
  }
  return {
    jumps,
    starts: new Float64Array(allocate(8 * (MAX_JUMP + 1))).fill(1),
    rowOfWord,
    factors: new Float32Array(allocate(4 * rows * BUCKETS)).fill(1),
  };
}

export function createJumpCounts(table: JumpTable, allocate: Allocate): JumpCounts {
  const doubles = (length: number) => new Float64Array(allocate(8 * length));
  return {
    jumps: doubles(table.jumps.length),
    starts: doubles(table.starts.length),
    factors: doubles(table.factors.length),
  };
}

/**
 * Writes p(· | from) over `states` positions to `into[at, at + states)`, scaled so that it sums to `mass`.
 * `row` is the word's own row or −1.
 */
export function fillJumps(
  table: JumpTable,
  from: number,
  row: number,
  states: number,
  mass: number,
  into: Float64Array,
  at: number,
): void {
  const { jumps, factors } = table;
  let sum = 0;
  if (row < 0) {
    for (let to = 0; to < states; to++) sum += into[at + to] = jumps[jumpIndex(to - from)];
  } else {
    const base = row * BUCKETS;
    for (let to = 0; to < states; to++) {
      const jump = to - from;
      sum += into[at + to] = jumps[jumpIndex(jump)] * factors[base + bucketOf(jump)];
    }
  }
  const scale = mass / sum;
  for (let to = 0; to < states; to++) into[at + to] *= scale;
}

/** As fillJumps, for the first position. */
export function fillStarts(
  table: JumpTable,
  states: number,
  mass: number,
  into: Float64Array,
  at: number,
): void {
  const { starts } = table;
  let sum = 0;
  for (let to = 0; to < states; to++) sum += into[at + to] = starts[Math.min(to, MAX_JUMP)];
  const scale = mass / sum;
  for (let to = 0; to < states; to++) into[at + to] *= scale;
}

export function countJump(counts: JumpCounts, row: number, jump: number, amount: number): void {
  counts.jumps[jumpIndex(jump)] += amount;
  if (row >= 0) counts.factors[row * BUCKETS + bucketOf(jump)] += amount;
}

export function countStart(counts: JumpCounts, position: number, amount: number): void {
  counts.starts[Math.min(position, MAX_JUMP)] += amount;
}

/** Sets the table from the summed counts of all shards, and clears them. */
export function maximizeJumps(table: JumpTable, shards: readonly JumpCounts[]): void {
  const jumps = takeSum(shards.map((counts) => counts.jumps));
  const starts = takeSum(shards.map((counts) => counts.starts));
  const words = takeSum(shards.map((counts) => counts.factors));
  const common = new Float64Array(BUCKETS);
  let total = 0;
  for (let jump = -MAX_JUMP; jump <= MAX_JUMP; jump++) {
    const count = jumps[jump + MAX_JUMP] + JUMP_PRIOR;
    common[bucketOf(jump)] += count;
    total += count;
  }
  for (let k = 0; k < JUMPS; k++) table.jumps[k] = (jumps[k] + JUMP_PRIOR) / total;
  for (let k = 0; k < starts.length; k++) table.starts[k] = starts[k] + START_PRIOR;
  for (let base = 0; base < words.length; base += BUCKETS) {
    let sum = WORD_PRIOR;
    for (let bucket = 0; bucket < BUCKETS; bucket++) sum += words[base + bucket];
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const expected = common[bucket] / total;
      table.factors[base + bucket] = (words[base + bucket] + WORD_PRIOR * expected) / (sum * expected);
    }
  }
}

function takeSum(shards: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(shards[0].length);
  for (const counts of shards) {
    for (let k = 0; k < sum.length; k++) sum[k] += counts[k];
    counts.fill(0);
  }
  return sum;
}

function jumpIndex(jump: number): number {
  return Math.max(-MAX_JUMP, Math.min(MAX_JUMP, jump)) + MAX_JUMP;
}

function bucketOf(jump: number): number {
  return Math.max(-WORD_JUMP, Math.min(WORD_JUMP, jump)) + WORD_JUMP;
}
