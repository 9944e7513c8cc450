import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Random } from '../../../models/core/random.js';
import { GrowingIndex } from '../../../models/corpus/growing-index.js';
import { SuffixArray } from '../../../models/corpus/suffix-array.js';
import { anySentences, textOf } from '../../support/random-text.js';

const WORDS = 5;

/** The suffixes in order, as words. */
function suffixes({ positions, text }: SuffixArray): string[] {
  return Array.from(positions, (position) => {
    const end = text.offsets[text.sentenceOf(position) + 1];
    return text.ids.subarray(position, end).join(' ');
  });
}

describe('growing index', () => {
  it('equals a suffix array built at once, after every sentence', () => {
    fc.assert(
      fc.property(anySentences(WORDS), (sentences) => {
        const index = new GrowingIndex();
        sentences.forEach((sentence, n) => {
          index.append(sentence.map((word) => 1000 + word));
          const numbered = sentences
            .slice(0, n + 1)
            .map((words) => [...index.numbersOf(words.map((word) => 1000 + word))]);
          const built = SuffixArray.build(textOf(numbered), WORDS + 1);
          const view = index.view();
          assert.deepEqual(suffixes(view), suffixes(built));
          for (let number = 1; number < view.vocabularySize; number++) {
            assert.equal(view.wordCount(number), built.wordCount(number));
          }
        });
        for (let word = 0; word < WORDS; word++) {
          const count = sentences.flat().filter((other) => other === word).length;
          assert.equal(index.count(1000 + word), count);
        }
        assert.deepEqual([...index.numbersOf([7])], [0]);
      }),
    );
  });

  it('compares few suffixes for a sentence, however many it has', () => {
    const random = new Random(3);
    const index = new GrowingIndex();
    const length = 20;
    const cost: number[] = [];
    for (let n = 0; n < 2000; n++) {
      const before = index.comparisons;
      index.append(Array.from({ length }, () => Math.floor(random.next() ** 3 * 500)));
      cost.push(index.comparisons - before);
    }
    const tokens = 2000 * length;
    assert.ok(Math.max(...cost) <= length * (Math.log2(tokens) + Math.log2(length) + 2));
  });
});
