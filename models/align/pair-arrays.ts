/**
 * What word alignment reads: sentence pairs as flat word ids. Pair p has the source words
 * `sourceIds[sourceOffsets[p], sourceOffsets[p + 1])` and the target words likewise; ids lie below the
 * vocabulary sizes. The arrays may be views on shared memory, so that worker threads read them in place.
 */
import type { TokenText } from '../corpus/token-text.js';

export interface PairArrays {
  readonly sourceIds: Int32Array;
  readonly sourceOffsets: Int32Array | Uint32Array;
  readonly targetIds: Int32Array;
  readonly targetOffsets: Int32Array | Uint32Array;
  readonly sourceVocabularySize: number;
  readonly targetVocabularySize: number;
}

/** Gives memory for the arrays of a training run: `ArrayBuffer`, or `SharedArrayBuffer` for worker threads. */
export type Allocate = (bytes: number) => ArrayBufferLike;

export const allocatePrivate: Allocate = (bytes) => new ArrayBuffer(bytes);

/** A run of consecutive pairs, `[first, end)`, that one worker handles. */
export interface PairRange {
  readonly first: number;
  readonly end: number;
}

export function pairCount(pairs: PairArrays): number {
  return pairs.sourceOffsets.length - 1;
}

/** The arrays of two texts with equally many sentences, without copying. */
export function pairArraysOf(
  source: TokenText,
  target: TokenText,
  sourceVocabularySize: number,
  targetVocabularySize: number,
): PairArrays {
  return {
    sourceIds: source.ids,
    sourceOffsets: source.offsets,
    targetIds: target.ids,
    targetOffsets: target.offsets,
    sourceVocabularySize,
    targetVocabularySize,
  };
}

/** The pair has words on both sides and neither side is longer than `maxLength`. */
export function isTrainable(pairs: PairArrays, pair: number, maxLength: number): boolean {
  const sourceLength = pairs.sourceOffsets[pair + 1] - pairs.sourceOffsets[pair];
  const targetLength = pairs.targetOffsets[pair + 1] - pairs.targetOffsets[pair];
  return sourceLength > 0 && targetLength > 0 && sourceLength <= maxLength && targetLength <= maxLength;
}

/** Cuts all pairs into `count` ranges of about equal work: the number of word pairs in each. */
export function shardPairs(pairs: PairArrays, count: number, maxLength: number): PairRange[] {
  const total = pairCount(pairs);
  const work = (pair: number): number =>
    isTrainable(pairs, pair, maxLength)
      ? (pairs.sourceOffsets[pair + 1] - pairs.sourceOffsets[pair]) *
        (pairs.targetOffsets[pair + 1] - pairs.targetOffsets[pair])
      : 0;
  let all = 0;
  for (let pair = 0; pair < total; pair++) all += work(pair);
  const ranges: PairRange[] = [];
  let first = 0;
  let done = 0;
  for (let shard = 0; shard < count; shard++) {
    let end = shard === count - 1 ? total : first;
    for (; end < total && done < (all * (shard + 1)) / count; end++) done += work(end);
    ranges.push({ first, end });
    first = end;
  }
  return ranges;
}
