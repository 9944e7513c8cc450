/** Random corpora of word ids for property tests: few words, so that phrases repeat. */
import fc from 'fast-check';
import { TokenText } from '../../models/corpus/token-text.js';

/** Sentences of ids in [0, words). */
export function anySentences(words: number, maxLength = 12, maxCount = 12): fc.Arbitrary<number[][]> {
  return fc.array(fc.array(fc.nat(words - 1), { maxLength }), { maxLength: maxCount });
}

export function textOf(sentences: readonly (readonly number[])[]): TokenText {
  const offsets = [0];
  for (const sentence of sentences) offsets.push(offsets[offsets.length - 1] + sentence.length);
  return new TokenText(Int32Array.from(sentences.flat()), Uint32Array.from(offsets));
}
