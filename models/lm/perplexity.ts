/** Perplexity of a text under a language model, with the usual distinction of unknown words. */
import type { Sentences } from './ngram-counter.js';
import type { NgramModel } from './ngram-model.js';
import { SENTENCE_END, UNKNOWN_WORD } from './ngram-trie.js';

export interface Perplexity {
  readonly sentences: number;
  /** Words of the text, without sentence ends. */
  readonly words: number;
  readonly unknownWords: number;
  /** Sum of natural-log probabilities of all words and sentence ends. */
  readonly logProbability: number;
  /** exp(−logProbability / (words + sentences)): sentence ends count, `<s>` does not. */
  readonly includingUnknown: number;
  /** The same over known words and sentence ends only. */
  readonly excludingUnknown: number;
}

export function perplexity(model: NgramModel, { ids, offsets }: Sentences): Perplexity {
  const sentences = offsets.length - 1;
  let logProbability = 0;
  let unknownLog = 0;
  let unknownWords = 0;
  for (let s = 0; s < sentences; s++) {
    let state = model.startState;
    for (let i = offsets[s]; i < offsets[s + 1]; i++) {
      const score = model.score(state, ids[i]);
      state = model.nextState;
      logProbability += score;
      if (ids[i] === UNKNOWN_WORD) {
        unknownWords++;
        unknownLog += score;
      }
    }
    logProbability += model.score(state, SENTENCE_END);
  }
  const words = offsets[sentences] - offsets[0];
  const predicted = words + sentences;
  return {
    sentences,
    words,
    unknownWords,
    logProbability,
    includingUnknown: Math.exp(-logProbability / predicted),
    excludingUnknown: Math.exp(-(logProbability - unknownLog) / (predicted - unknownWords)),
  };
}
