/** Interpolated modified Kneser–Ney written straight from the formulas, over maps: the oracle. */
import { SENTENCE_END, SENTENCE_START } from '../../../models/lm/ngram-trie.js';

type Counts = Map<string, number>;

/** Raw counts of all n-grams of `<s> sentence </s>`, keys are ids joined by blanks. */
export function naiveNgramCounts(sentences: readonly (readonly number[])[], order: number): Counts {
  const counts: Counts = new Map();
  for (const sentence of sentences) {
    const words = [SENTENCE_START, ...sentence, SENTENCE_END];
    for (let start = 0; start < words.length; start++) {
      for (let end = start + 1; end <= Math.min(words.length, start + order); end++) {
        const key = words.slice(start, end).join(' ');
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
  }
  return counts;
}

export interface NaiveNgram {
  readonly ngram: readonly number[];
  readonly probability: number;
  readonly backoff: number;
}

export function naiveKneserNey(
  sentences: readonly (readonly number[])[],
  vocabularySize: number,
  order: number,
): NaiveNgram[] {
  const raw = naiveNgramCounts(sentences, order);
  const keys = [...raw.keys()];
  const lengthOf = (key: string) => key.split(' ').length;
  const adjusted: Counts = new Map();
  for (const key of keys) {
    const beginsSentence = key.split(' ')[0] === String(SENTENCE_START);
    if (key === String(SENTENCE_START)) adjusted.set(key, 0);
    else if (lengthOf(key) === order || beginsSentence) adjusted.set(key, raw.get(key) as number);
    else
      adjusted.set(
        key,
        keys.filter((longer) => longer.split(' ').slice(1).join(' ') === key && lengthOf(longer) > 1).length,
      );
  }
  const discounts = Array.from({ length: order }, (_, k) => {
    const n = [0, 1, 2, 3, 4].map(
      (c) => keys.filter((key) => lengthOf(key) === k + 1 && adjusted.get(key) === c).length,
    );
    const y = n[1] / (n[1] + 2 * n[2]);
    const d = [1, 2, 3].map((c) => c - ((c + 1) * y * n[c + 1]) / n[c]);
    return d.every((value, i) => value >= 0 && value <= i + 1) ? d : [0.5, 1, 1.5];
  });
  const discount = (key: string) => {
    const count = adjusted.get(key) as number;
    return count === 0 ? 0 : discounts[lengthOf(key) - 1][Math.min(count, 3) - 1];
  };
  const children = (context: string) =>
    keys.filter((key) => lengthOf(key) === lengthOf(context) + 1 && key.startsWith(`${context} `));
  const unigrams = keys.filter((key) => lengthOf(key) === 1);
  const sum = (list: readonly string[], of: (key: string) => number) =>
    list.reduce((total, key) => total + of(key), 0);
  const gamma = (context: string) => {
    const below = children(context);
    return below.length === 0 ? 1 : sum(below, discount) / sum(below, (key) => adjusted.get(key) as number);
  };
  const probability = (key: string): number => {
    const words = key.split(' ');
    const count = adjusted.get(key) as number;
    if (words.length === 1) {
      const total = sum(unigrams, (word) => adjusted.get(word) as number);
      const backoff = sum(unigrams, discount) / total;
      return Math.max(count - discount(key), 0) / total + backoff / (vocabularySize - 1);
    }
    const context = words.slice(0, -1).join(' ');
    const total = sum(children(context), (child) => adjusted.get(child) as number);
    return (
      Math.max(count - discount(key), 0) / total + gamma(context) * probability(words.slice(1).join(' '))
    );
  };
  return keys.map((key) => ({
    ngram: key.split(' ').map(Number),
    probability: probability(key),
    backoff: gamma(key),
  }));
}
