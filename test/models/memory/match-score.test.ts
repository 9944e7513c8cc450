import assert from 'node:assert/strict';
import fc from 'fast-check';
import { normalForm, percentOf, SYMBOL_CLASS, WORD_CLASS } from '../../../models/memory/match-score.js';
import { TranslationMemory } from '../../../models/memory/translation-memory.js';
import { naiveCost, naiveWeight } from '../../support/naive-match.js';
import { simpleTokenizer } from '../../support/simple-tokenizer.js';

function percent(source: string, query: string): number {
  const memory = new TranslationMemory(simpleTokenizer);
  memory.add({ source, target: 'x', origin: { file: 'f', unit: 0 } });
  return memory.match(query, { minimumPercent: 1 })[0]?.percent ?? 0;
}

describe('match score', () => {
  it('gives the percentages translators expect', () => {
    const source = 'Click OK to save the 3 files.';
    assert.equal(percent(source, source), 100);
    assert.equal(percent(source, 'Click OK to save the 3  files.'), 99, 'blanks');
    assert.equal(percent(source, 'click OK to save the 3 files.'), 98, 'case');
    assert.equal(percent(source, 'Click OK to save the 3 files!'), 98, 'punctuation');
    assert.equal(percent(source, 'Click OK to save the 4 files.'), 97, 'a number');
    assert.equal(percent(source, 'Click OK to open the 3 files.'), 85, 'a word of seven');
    assert.equal(percent('Save', 'Save as'), 50);
    assert.equal(percent('OK', 'Cancel'), 0);
  });

  it('knows tags, code and placeholders as different sorts of placeable', () => {
    assert.equal(percent('Press {key} now', 'Press {button} now'), 93);
    assert.equal(percent('Press {key} now', 'Press `key` now'), 66);
  });

  it('folds to a form that folds to itself, for every character', () => {
    for (let code = 0; code < 0x11_0000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const once = normalForm(`a${String.fromCodePoint(code)}b`, WORD_CLASS);
      assert.equal(normalForm(once, WORD_CLASS), once, code.toString(16));
    }
    assert.equal(normalForm('Don’t', WORD_CLASS), "don't");
    assert.equal(normalForm('Σ', SYMBOL_CLASS), 'σ');
  });

  it('is bounded by the shared weight', () => {
    const word = fc.constantFrom('a', 'A', 'b', '1', '2', '.', '<i>', '<b>');
    fc.assert(
      fc.property(fc.array(word), fc.array(word), (a, b) => {
        const [x, y] = [a, b].map((words) => simpleTokenizer.tokenize(words.join(' ')));
        const key = (token: (typeof x)[0]) => token.kind + token.text.toLowerCase().replace(/\d|<\w>/, '#');
        const left = y.map(key);
        let shared = 0;
        for (const token of x) {
          const at = left.indexOf(key(token));
          if (at < 0) continue;
          left.splice(at, 1);
          shared += naiveWeight([token]);
        }
        assert.ok(naiveCost(x, y) >= Math.max(naiveWeight(x), naiveWeight(y)) - shared);
      }),
    );
  });

  it('never says 100 for another text', () => {
    assert.equal(percentOf(0, 40, false), 99);
    assert.equal(percentOf(0, 40, true), 100);
    assert.equal(percentOf(1, 4000, false), 99);
  });
});
