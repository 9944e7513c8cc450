import assert from 'node:assert/strict';
import fc from 'fast-check';
import { agreement, wordAt } from '../../../models/eval/agreement.js';
import { createTokenizer } from '../../../models/text/tokenizer.js';

const tokenizer = createTokenizer('en');
const referenceOf = (text: string) => ({ text, words: tokenizer.tokenize(text).map(({ span }) => span) });
const dog = referenceOf('The dog barks.');

describe('agreement', () => {
  it('counts whole words, with the blank before what comes next', () => {
    assert.deepEqual(agreement(dog, 4, 'dog sleeps', false), { words: 1, end: 8, letters: 0 });
    assert.deepEqual(agreement(dog, 4, 'dog', false), { words: 1, end: 7, letters: 0 });
    assert.deepEqual(agreement(dog, 4, 'dog barked', false), { words: 1, end: 8, letters: 4 });
    assert.deepEqual(agreement(dog, 4, 'dog barks.', false), { words: 3, end: 14, letters: 0 });
    assert.deepEqual(agreement(dog, 3, ' dog barks', false), { words: 2, end: 13, letters: 0 });
  });

  it('does not count a word that goes on', () => {
    assert.deepEqual(agreement(dog, 4, 'dogs bark', false), { words: 0, end: 4, letters: 3 });
    assert.deepEqual(agreement(dog, 0, 'Then', false), { words: 0, end: 0, letters: 3 });
  });

  it('counts the rest of a word', () => {
    assert.deepEqual(agreement(dog, 5, 'og barks', false), { words: 2, end: 13, letters: 0 });
    assert.deepEqual(agreement(dog, 5, ' og', false), { words: 0, end: 5, letters: 0 });
  });

  it('minds case and spacing unless it is loose', () => {
    const split = referenceOf('the dog barks .');
    assert.equal(agreement(split, 0, 'The dog barks.', false).words, 0);
    assert.deepEqual(agreement(split, 0, 'The dog barks.', true), { words: 4, end: 15, letters: 0 });
    assert.deepEqual(agreement(split, 3, ' dog, barks', true), { words: 1, end: 8, letters: 0 });
    assert.equal(agreement(split, 5, ' og', true).words, 0);
    assert.equal(agreement(referenceOf('away'), 0, 'a way', true).words, 0);
  });

  it('works where words touch', () => {
    const text = '你好世界';
    const words = [
      { start: 0, end: 2 },
      { start: 2, end: 4 },
    ];
    assert.deepEqual(agreement({ text, words }, 0, '你好世人', false), { words: 1, end: 2, letters: 1 });
  });

  it('agrees wholly with the rest of the text itself, at every place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.boolean(), (text, loose) => {
        const reference = referenceOf(text);
        for (let at = 0; at <= text.length; at++) {
          const found = agreement(reference, at, text.slice(at), loose);
          assert.equal(found.words, reference.words.length - wordAt(reference.words, at));
          const last = reference.words.at(-1);
          if (found.words > 0) assert.equal(found.end, last?.end);
        }
      }),
    );
  });
});
