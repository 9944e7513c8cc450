import assert from 'node:assert/strict';
import fc from 'fast-check';
import { continueTargets } from '../../../models/memory/prefix-match.js';
import { simpleTokenizer } from '../../support/simple-tokenizer.js';

function next(typed: string, ...targets: string[]): string[] {
  return continueTargets(typed, targets, simpleTokenizer).map(({ text }) => text);
}

describe('prefix match', () => {
  it('continues a target after what is typed, also inside a word', () => {
    const target = 'Klicken Sie auf „Speichern“.';
    assert.deepEqual(next('', target), [target]);
    assert.deepEqual(next('Kli', target), ['cken Sie auf „Speichern“.']);
    assert.deepEqual(next('Klicken', target), [' Sie auf „Speichern“.']);
    assert.deepEqual(next('Klicken ', target), ['Sie auf „Speichern“.']);
    assert.deepEqual(next('klicken Sie', target), [' auf „Speichern“.'], 'case of the first letter');
    assert.deepEqual(next('Klicken sie', target), [], 'case of any other letter');
    assert.deepEqual(next('Klicken Sie auf "Sp', target), ['eichern“.'], 'another quotation mark');
    assert.deepEqual(next(target, target), []);
    assert.deepEqual(next('Wählen', target), []);
  });

  it('takes blanks and apostrophes for what they look like', () => {
    assert.deepEqual(next("C'est l'", 'C’est l’année 2024 !'), ['année 2024 !']);
    assert.deepEqual(next('10 ', '10\u202f% de plus'), ['% de plus']);
    assert.deepEqual(next(' Ja,  gut', 'Ja, gut so'), [' so']);
    assert.deepEqual(next('Ja ', 'Ja, gut so'), [], 'no blank there');
  });

  it('does not cut through a character', () => {
    assert.deepEqual(next('e', 'e\u0301te\u0301'), []);
    assert.deepEqual(next('e\u0301', '\u00e9t\u00e9'), ['t\u00e9'], 'typed decomposed');
    assert.deepEqual(next('\ud83d', '\ud83d\ude00 ok'), []);
  });

  it('offers each continuation once, true prefixes first', () => {
    const found = continueTargets(
      'Das ',
      ['Das ist gut.', 'Das ist gut.', 'Die Katze.', 'Das war gut.'],
      simpleTokenizer,
    );
    assert.deepEqual(found, [
      { text: 'ist gut.', index: 0, edits: 0 },
      { text: 'war gut.', index: 3, edits: 0 },
    ]);
    assert.equal(continueTargets('', ['a', 'b', 'c'], simpleTokenizer, { limit: 2 }).length, 2);
  });

  it('goes on after a small deviation where it is clear', () => {
    const target = 'Wählen Sie die Datei im Ordner aus und klicken Sie auf OK.';
    const typed = 'Wählen Sie eine Datei im Ordner ';
    assert.deepEqual(continueTargets(typed, [target], simpleTokenizer), [
      { text: 'aus und klicken Sie auf OK.', index: 0, edits: 1 },
    ]);
    assert.deepEqual(next('Wählen Sie eine Datei im Or', target), ['dner aus und klicken Sie auf OK.']);
    assert.deepEqual(next('Wählen Sie bitte die Datei im ', target), ['Ordner aus und klicken Sie auf OK.']);
    assert.deepEqual(continueTargets(typed, [target], simpleTokenizer, { tolerant: false }), []);
  });

  it('stays silent where it is not clear', () => {
    const target = 'Wählen Sie die Datei im Ordner aus.';
    assert.deepEqual(next('Wählen Sie eine ', target), [], 'the deviation is the last word');
    assert.deepEqual(next('Wählen Sie eine Da', target), [], 'one word after it is too few');
    assert.deepEqual(next('Nehmen wir eine Datei im ', target), [], 'too many deviations');
    assert.deepEqual(next('Ich sah a b und ', 'Ich nahm a b und c a b und d'), ['c a b und d']);
    assert.deepEqual(next('p q r s t u x a b ', 'p q r s t u a b a b z'), [], 'two places');
    assert.deepEqual(next('Wählen Sie eine Datei im Ordner aus ', target), [], 'no blank there');
  });

  it('gives back the rest of any target cut between two characters', () => {
    const word = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .map((text) => text.normalize('NFC').replace(/\s/g, '·'));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.nat(), (words, cut) => {
        const target = words.join(' ');
        const characters = [...new Intl.Segmenter().segment(target)].map(({ segment }) => segment);
        const typed = characters.slice(0, cut % characters.length).join('');
        const found = continueTargets(typed, [target], simpleTokenizer, { tolerant: false });
        assert.deepEqual(found, [{ text: target.slice(typed.length), index: 0, edits: 0 }]);
      }),
    );
  });
});
