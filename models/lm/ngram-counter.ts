/**
 * Counts all n-grams of a corpus up to a given order, as a trie with one raw count per node.
 *
 * Each level is two counting sorts of the corpus positions: positions are kept in the order of their word, and
 * are distributed stably over the nodes of the level below, so that equal n-grams stand together. The cost is
 * O(order · tokens) with no hashing and no comparison of words.
 */
import { type CancelToken, NEVER_CANCELLED, throwIfCancelled } from '../core/cancel.js';
import { EMPTY_CONTEXT, type NgramTrie, SENTENCE_END, SENTENCE_START } from './ngram-trie.js';

export interface Sentences {
  /** Word ids of all sentences, one after the other, without boundary words. */
  readonly ids: Int32Array;
  /** Sentence s is `ids[offsets[s], offsets[s + 1])`. */
  readonly offsets: ArrayLike<number>;
}

export interface NgramCounts {
  readonly trie: NgramTrie;
  /** How often each node's n-gram occurs; `<s>` counts once a sentence. */
  readonly counts: Uint32Array;
}

/** Counts n-grams of `<s> sentence </s>`; word ids must be below `vocabularySize`. */
export function countNgrams(
  sentences: Sentences,
  vocabularySize: number,
  order: number,
  cancel: CancelToken = NEVER_CANCELLED,
): NgramCounts {
  const corpus = withBoundaries(sentences);
  const byWord = positionsByWord(corpus, vocabularySize);
  const levels: Level[] = [firstLevel(corpus, vocabularySize)];
  // Nodes of the last two levels by the position their n-gram starts at; −1 where none does.
  let nodeAt = Int32Array.from(corpus);
  for (let k = 2; k <= order; k++) {
    throwIfCancelled(cancel);
    const next = nextLevel(corpus, byWord, nodeAt, levels[k - 2].size, k);
    levels.push(next.level);
    nodeAt = next.nodeAt;
  }
  return joinLevels(levels, order);
}

interface Level {
  readonly size: number;
  readonly words: Int32Array;
  readonly counts: Uint32Array;
  /** Node of the level below that has the first word removed, numbered inside that level. */
  readonly suffixes: Int32Array;
  /** First child, numbered inside this level, of every node of the level below. */
  readonly childStart: Uint32Array;
}

function withBoundaries({ ids, offsets }: Sentences): Int32Array {
  const count = offsets.length - 1;
  const corpus = new Int32Array(ids.length + 2 * count);
  let at = 0;
  for (let s = 0; s < count; s++) {
    corpus[at++] = SENTENCE_START;
    corpus.set(ids.subarray(offsets[s], offsets[s + 1]), at);
    at += offsets[s + 1] - offsets[s];
    corpus[at++] = SENTENCE_END;
  }
  return corpus;
}

function positionsByWord(corpus: Int32Array, vocabularySize: number): Uint32Array {
  const next = new Uint32Array(vocabularySize + 1);
  for (let p = 0; p < corpus.length; p++) next[corpus[p] + 1]++;
  for (let w = 0; w < vocabularySize; w++) next[w + 1] += next[w];
  const positions = new Uint32Array(corpus.length);
  for (let p = 0; p < corpus.length; p++) positions[next[corpus[p]]++] = p;
  return positions;
}

function firstLevel(corpus: Int32Array, vocabularySize: number): Level {
  const words = new Int32Array(vocabularySize);
  for (let w = 0; w < vocabularySize; w++) words[w] = w;
  const counts = new Uint32Array(vocabularySize);
  for (let p = 0; p < corpus.length; p++) counts[corpus[p]]++;
  const suffixes = new Int32Array(vocabularySize).fill(EMPTY_CONTEXT);
  return { size: vocabularySize, words, counts, suffixes, childStart: new Uint32Array(0) };
}

function nextLevel(
  corpus: Int32Array,
  byWord: Uint32Array,
  nodeAt: Int32Array,
  parentCount: number,
  k: number,
): { level: Level; nodeAt: Int32Array<ArrayBuffer> } {
  // An n-gram ends at position q and starts at p = q − k + 1; it may not run past a sentence end.
  const ends = k - 1;
  const bucket = new Uint32Array(parentCount + 1);
  for (let p = 0; p + ends < corpus.length; p++) {
    if (nodeAt[p] !== -1 && corpus[p + ends - 1] !== SENTENCE_END) bucket[nodeAt[p] + 1]++;
  }
  for (let n = 0; n < parentCount; n++) bucket[n + 1] += bucket[n];
  const starts = new Uint32Array(bucket[parentCount]);
  const next = bucket.slice();
  for (let i = 0; i < byWord.length; i++) {
    const p = byWord[i] - ends;
    if (p >= 0 && nodeAt[p] !== -1 && corpus[p + ends - 1] !== SENTENCE_END) starts[next[nodeAt[p]]++] = p;
  }

  const newNodeAt = new Int32Array(corpus.length).fill(-1);
  const childStart = new Uint32Array(parentCount + 1);
  const words = new Int32Array(starts.length);
  const counts = new Uint32Array(starts.length);
  const suffixes = new Int32Array(starts.length);
  let size = 0;
  for (let parent = 0; parent < parentCount; parent++) {
    childStart[parent] = size;
    let last = -1;
    for (let i = bucket[parent]; i < bucket[parent + 1]; i++) {
      const p = starts[i];
      const word = corpus[p + ends];
      if (word !== last) {
        last = word;
        words[size] = word;
        suffixes[size] = nodeAt[p + 1];
        size++;
      }
      counts[size - 1]++;
      newNodeAt[p] = size - 1;
    }
  }
  childStart[parentCount] = size;
  const level = {
    size,
    words: words.slice(0, size),
    counts: counts.slice(0, size),
    suffixes: suffixes.slice(0, size),
    childStart,
  };
  return { level, nodeAt: newNodeAt };
}

function joinLevels(levels: readonly Level[], order: number): NgramCounts {
  const levelStart = new Uint32Array(order + 1);
  levels.forEach((level, k) => {
    levelStart[k + 1] = levelStart[k] + level.size;
  });
  const total = levelStart[order];
  const words = new Int32Array(total);
  const counts = new Uint32Array(total);
  const suffixes = new Int32Array(total);
  const childStart = new Uint32Array(levelStart[order - 1] + 1).fill(levelStart[1]);
  levels.forEach((level, k) => {
    words.set(level.words, levelStart[k]);
    counts.set(level.counts, levelStart[k]);
    for (let i = 0; i < level.size; i++) {
      suffixes[levelStart[k] + i] = k === 0 ? EMPTY_CONTEXT : levelStart[k - 1] + level.suffixes[i];
    }
    for (let i = 0; i < level.childStart.length; i++) {
      childStart[levelStart[k - 1] + i] = levelStart[k] + level.childStart[i];
    }
  });
  return { trie: { order, levelStart, words, childStart, suffixes }, counts };
}
