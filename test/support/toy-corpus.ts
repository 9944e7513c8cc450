/** Small random corpora for property tests: sentences over a vocabulary of a few words (ids from 3 on). */
import fc from 'fast-check';
import type { Sentences } from '../../models/lm/ngram-counter.js';

export const FIRST_WORD = 3;

/** Sentences as arrays of word ids 3 … 3 + words − 1; some sentences are empty. */
export function sentenceArrays(words: number, maxLength = 7, maxCount = 12): fc.Arbitrary<number[][]> {
  const word = fc.integer({ min: FIRST_WORD, max: FIRST_WORD + words - 1 });
  return fc.array(fc.array(word, { maxLength }), { minLength: 1, maxLength: maxCount });
}

export function flatten(sentences: readonly (readonly number[])[]): Sentences {
  const offsets = [0];
  for (const sentence of sentences) offsets.push((offsets.at(-1) as number) + sentence.length);
  return { ids: Int32Array.from(sentences.flat()), offsets };
}
