/**
 * The shape shared by counting, estimation and queries: all n-grams of orders 1 … N as one trie in flat arrays.
 *
 * Nodes are numbered level by level: level 1 holds the words themselves (node id = word id), level k the
 * k-grams, sorted by parent node and then by word. So the children of a node are a contiguous, sorted run, and
 * the n-grams that begin with one word are a contiguous run on every level.
 *
 * - `levelStart[k]` (k = 0 … N): first node of level k + 1; `levelStart[N]` is the number of nodes.
 * - `words[node]`: the last word of the n-gram.
 * - `childStart[node]` for nodes below the top level: its children are `[childStart[node], childStart[node + 1])`.
 * - `suffixes[node]`: the n-gram without its first word, or the longest suffix of it that is in the trie; −1 (the
 *   empty context) for single words.
 */
export const UNKNOWN_WORD = 0;
export const SENTENCE_START = 1;
export const SENTENCE_END = 2;

export interface NgramTrie {
  readonly order: number;
  readonly levelStart: Uint32Array;
  readonly words: Int32Array;
  readonly childStart: Uint32Array;
  readonly suffixes: Int32Array;
}

export const EMPTY_CONTEXT = -1;

const LINEAR_SEARCH_LIMIT = 8;

/** The child of `node` for `word`, or −1. `node` must be below the top level; the empty context is allowed. */
export function findChild(trie: NgramTrie, node: number, word: number): number {
  if (node === EMPTY_CONTEXT) return word < trie.levelStart[1] ? word : -1;
  return findWord(trie.words, trie.childStart[node], trie.childStart[node + 1], word);
}

/** Position of `word` in the sorted run `words[start, end)`, or −1. */
export function findWord(words: Int32Array, start: number, end: number, word: number): number {
  while (end - start > LINEAR_SEARCH_LIMIT) {
    const middle = (start + end) >>> 1;
    if (words[middle] <= word) start = middle;
    else end = middle;
  }
  for (let i = start; i < end; i++) if (words[i] === word) return i;
  return -1;
}

/** The longest proper suffix of `parent word` that is in the trie, given the suffix of `parent`. */
export function findSuffix(trie: NgramTrie, parentSuffix: number, word: number): number {
  for (let context = parentSuffix; ; context = trie.suffixes[context]) {
    const child = findChild(trie, context, word);
    if (child !== -1 || context === EMPTY_CONTEXT) return child;
  }
}

/** The words of a node's n-gram, first word first. `parents` maps a node to its parent (see `parentsOf`). */
export function wordsOf(trie: NgramTrie, parents: Int32Array, node: number): number[] {
  const words: number[] = [];
  for (let at = node; at !== EMPTY_CONTEXT; at = parents[at]) words.push(trie.words[at]);
  return words.reverse();
}

/** The parent of every node; −1 for single words. */
export function parentsOf(trie: NgramTrie): Int32Array {
  const parents = new Int32Array(trie.words.length).fill(EMPTY_CONTEXT);
  const inner = trie.levelStart[trie.order - 1];
  for (let node = 0; node < inner; node++) {
    parents.fill(node, trie.childStart[node], trie.childStart[node + 1]);
  }
  return parents;
}
