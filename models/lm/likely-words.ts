/**
 * Words that the language model finds likely after a state, without looking at the whole vocabulary: those that were seen
 * after the longest contexts. Contexts with very many continuations are skipped: they say little.
 */
import type { NgramModel } from './ngram-model.js';
import { EMPTY_CONTEXT } from './ngram-trie.js';

/** Contexts looked at, from the longest on, and continuations looked at for each. */
const MOST_CONTEXTS = 4;
const MOST_CONTINUATIONS = 3000;

/** Up to `count` words for each context, likeliest first; only those that `accepts` lets through. */
export function likelyWords(
  model: NgramModel,
  state: number,
  count: number,
  accepts: (word: number) => boolean,
): number[] {
  const { words, childStart, links } = model.parts;
  const found: number[] = [];
  let context = state;
  for (let n = 0; n < MOST_CONTEXTS && context !== EMPTY_CONTEXT; n++, context = links[context]) {
    const start = childStart[context];
    const end = childStart[context + 1];
    if (end - start > MOST_CONTINUATIONS) continue;
    const list: { word: number; score: number }[] = [];
    for (let child = start; child < end; child++) {
      const word = words[child];
      if (accepts(word)) list.push({ word, score: model.score(state, word) });
    }
    list.sort((a, b) => b.score - a.score);
    for (const { word } of list.slice(0, count)) found.push(word);
    if (found.length >= count) break;
  }
  return found;
}
