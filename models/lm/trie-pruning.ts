/** Removes nodes from an estimated trie and renumbers the rest. */
import type { EstimatedNgrams } from './kneser-ney.js';
import { EMPTY_CONTEXT, type NgramTrie } from './ngram-trie.js';

/** `kept[node]` is 1 for what stays. If a node stays, so must its parent and its suffix. */
export function pruneTrie(estimated: EstimatedNgrams, kept: Uint8Array): EstimatedNgrams {
  const { trie } = estimated;
  const renumbered = new Int32Array(kept.length).fill(-1);
  const levelStart = new Uint32Array(trie.order + 1);
  let size = 0;
  for (let k = 0; k < trie.order; k++) {
    levelStart[k] = size;
    for (let node = trie.levelStart[k]; node < trie.levelStart[k + 1]; node++) {
      if (kept[node] === 1) renumbered[node] = size++;
    }
  }
  levelStart[trie.order] = size;

  const pruned: NgramTrie = {
    order: trie.order,
    levelStart,
    words: new Int32Array(size),
    childStart: new Uint32Array(levelStart[trie.order - 1] + 1),
    suffixes: new Int32Array(size),
  };
  const logProbabilities = new Float32Array(size);
  const logBackoffs = new Float32Array(levelStart[trie.order - 1]);
  const usage = {
    probabilities: new Float32Array(size),
    backoffs: new Float32Array(levelStart[trie.order - 1]),
  };
  const inner = trie.levelStart[trie.order - 1];
  for (let node = 0; node < kept.length; node++) {
    const to = renumbered[node];
    if (to === -1) continue;
    pruned.words[to] = trie.words[node];
    pruned.suffixes[to] =
      trie.suffixes[node] === EMPTY_CONTEXT ? EMPTY_CONTEXT : renumbered[trie.suffixes[node]];
    logProbabilities[to] = estimated.logProbabilities[node];
    usage.probabilities[to] = estimated.usage.probabilities[node];
    if (node < inner) {
      logBackoffs[to] = estimated.logBackoffs[node];
      usage.backoffs[to] = estimated.usage.backoffs[node];
    }
  }
  // Children of kept nodes stay in order, so counting them is enough to place them.
  let next = levelStart[1];
  for (let node = 0; node < inner; node++) {
    if (kept[node] === 0) continue;
    pruned.childStart[renumbered[node]] = next;
    for (let child = trie.childStart[node]; child < trie.childStart[node + 1]; child++) next += kept[child];
  }
  pruned.childStart[levelStart[trie.order - 1]] = next;
  return { trie: pruned, logProbabilities, logBackoffs, usage, discounts: estimated.discounts };
}
