import assert from 'node:assert/strict';
import fc from 'fast-check';
import { foldText } from '../../../models/text/normalize.js';
import { createTokenizer } from '../../../models/text/tokenizer.js';
import { trickyText } from '../../support/tricky-text.js';

function forms(language: string, text: string): string {
  return createTokenizer(language).forms(text).join(' ');
}

describe('word forms', () => {
  it('fold apostrophes, hyphens, ligatures, accents and invisible characters', () => {
    assert.equal(forms('fr', 'L’e\u0301te\u0301 d’ici'), "L' été d' ici");
    assert.equal(
      forms('en', 'the well\u2011known o\ufb03ce, soft\u00adhyphen \u200eleft\u200f'),
      'the well-known office , softhyphen left',
    );
  });

  it('give quotation marks their side in every language', () => {
    assert.equal(
      forms('en', 'He said "yes", then “no” and ‘so’.'),
      'He said “ yes ” , then “ no ” and ‘ so ’ .',
    );
    assert.equal(forms('de', '„Ja“, sagte er, »so« und ‚da‘.'), '“ Ja ” , sagte er , “ so ” und ‘ da ’ .');
    assert.equal(forms('fr', '« Oui », dit-il, "non".'), '“ Oui ” , dit -il , “ non ” .');
    assert.equal(forms('en', "the workers' 'own' choice"), "the workers ' ‘ own ’ choice");
  });

  it('hold no ASCII blank, are never empty, and depend on the declared normalisation only', () => {
    fc.assert(
      fc.property(
        trickyText(),
        fc.constantFrom(...['en', 'de', 'fr', 'it', 'ja'].map(createTokenizer)),
        (text, tokenizer) => {
          const all = tokenizer.forms(text);
          assert.equal(all.length, tokenizer.tokenize(text).length);
          for (const form of all) assert.ok(form !== '' && !/[ \t\n\r]/.test(form));
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('foldText', () => {
  it('makes texts equal that differ in declared ways only, and is idempotent', () => {
    assert.equal(foldText('„L’e\u0301te\u0301“\u00a0 ok\u200b '), foldText('"L\'été" ok'));
    assert.notEqual(foldText('a b'), foldText('ab'));
    fc.assert(fc.property(trickyText(), (text) => assert.equal(foldText(foldText(text)), foldText(text))));
  });
});
