import assert from 'node:assert/strict';
import fc from 'fast-check';
import { openContainer } from '../../../models/core/container.js';
import { ContainerWriter } from '../../../models/core/container-writer.js';
import { SuffixArray } from '../../../models/corpus/suffix-array.js';
import { anySentences, textOf } from '../../support/random-text.js';

const WORDS = 4;

/** Every position where the phrase occurs inside one sentence, found by trying them all. */
function naiveSearch(sentences: number[][], phrase: number[]): number[] {
  const found: number[] = [];
  let start = 0;
  for (const sentence of sentences) {
    for (let p = 0; p + phrase.length <= sentence.length; p++) {
      if (phrase.every((word, k) => sentence[p + k] === word)) found.push(start + p);
    }
    start += sentence.length;
  }
  return found;
}

function search(index: SuffixArray, phrase: number[]): number[] {
  const range = { low: 0, high: 0 };
  const found = index.find(phrase, range);
  assert.equal(found, range.low < range.high);
  return [...index.positions.subarray(range.low, range.high)].sort((a, b) => a - b);
}

describe('SuffixArray', () => {
  it('finds what naive search finds', () => {
    const phrase = fc.array(fc.nat(WORDS), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(anySentences(WORDS), fc.array(phrase, { maxLength: 20 }), (sentences, phrases) => {
        const index = SuffixArray.build(textOf(sentences), WORDS);
        for (const words of phrases) assert.deepEqual(search(index, words), naiveSearch(sentences, words));
      }),
      { numRuns: 500 },
    );
  });

  it('orders suffixes by the rest of their sentence, shorter first', () => {
    fc.assert(
      fc.property(anySentences(3), (sentences) => {
        const text = textOf(sentences);
        const rest = (p: number) => text.ids.subarray(p, text.offsets[text.sentenceOf(p) + 1]);
        const { positions } = SuffixArray.build(text, 3);
        assert.deepEqual(
          [...positions].sort((a, b) => a - b),
          [...text.ids.keys()],
        );
        for (let k = 1; k < positions.length; k++) {
          const [a, b] = [[...rest(positions[k - 1])].join(' '), [...rest(positions[k])].join(' ')];
          assert.ok(a <= b, `${a} before ${b}`);
        }
      }),
    );
  });

  it('narrows a range word by word to the same occurrences', () => {
    fc.assert(
      fc.property(
        anySentences(2),
        fc.array(fc.nat(1), { minLength: 1, maxLength: 6 }),
        (sentences, phrase) => {
          const index = SuffixArray.build(textOf(sentences), 2);
          const range = { low: 0, high: index.positions.length };
          for (const [depth, word] of phrase.entries()) {
            const occurs = index.extend(range, depth, word);
            const expected = naiveSearch(sentences, phrase.slice(0, depth + 1));
            assert.equal(occurs, expected.length > 0);
            assert.equal(range.high - range.low, expected.length);
            if (!occurs) break;
          }
        },
      ),
    );
  });

  it('counts words and knows none beyond its vocabulary', () => {
    const index = SuffixArray.build(textOf([[0, 1, 0], [0]]), 3);
    assert.deepEqual(
      [-1, 0, 1, 2, 3].map((word) => index.wordCount(word)),
      [0, 3, 1, 0, 0],
    );
    assert.deepEqual(search(index, [-1]), []);
    assert.deepEqual(search(index, [7]), []);
  });

  it('works on an empty text', () => {
    assert.deepEqual(search(SuffixArray.build(textOf([]), 3), [0]), []);
    assert.deepEqual(search(SuffixArray.build(textOf([[], []]), 0), [0]), []);
  });

  it('works on views of a container', () => {
    const text = textOf([
      [1, 2, 1, 2],
      [2, 1],
    ]);
    const writer = new ContainerWriter({});
    writer.addAll(SuffixArray.build(text, 3).toSections(), 'source/suffixes/');
    const index = SuffixArray.fromContainer(openContainer(writer.toBuffer()), 'source/suffixes/', text);
    assert.deepEqual(search(index, [2, 1]), [1, 4]);
  });
});
