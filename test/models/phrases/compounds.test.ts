import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CompoundSplitter, DEFAULT_COMPOUNDS } from '../../../models/phrases/compound-splitter.js';

const KNOWN = new Map(
  Object.entries({
    Tasche: 30,
    Taschen: 40,
    Hand: 90,
    Verkäufer: 12,
    leder: 9,
    Regen: 40,
    Schirm: 8,
    der: 999,
  }),
);
const splitter = new CompoundSplitter((form) => KNOWN.get(form) ?? 0);

describe('compound splitter', () => {
  it('finds known parts, in the way the text writes them', () => {
    assert.deepEqual(splitter.split('Regenschirm'), ['Regen', 'Schirm']);
    assert.deepEqual(splitter.split('Handtaschenverkäufer'), ['Hand', 'Taschen', 'Verkäufer']);
    assert.deepEqual(splitter.split('Lederhand'), ['leder', 'Hand']);
  });

  it('skips letters between the parts, and hyphens', () => {
    assert.deepEqual(splitter.split('Verkäuferstasche'), ['Verkäufer', 'Tasche']);
    assert.deepEqual(splitter.split('Regen-Tasche'), ['Regen', 'Tasche']);
  });

  it('leaves a word whole that is known better than its parts', () => {
    const knows = new CompoundSplitter((form) => (form === 'Regenschirm' ? 50 : (KNOWN.get(form) ?? 0)));
    assert.equal(knows.split('Regenschirm'), null);
  });

  it('finds nothing in short words and unknown parts', () => {
    for (const word of ['', 'der', 'Tasche', 'Xylophon', 'Regenxyz', 'derder'])
      assert.equal(splitter.split(word), null);
  });

  it('makes parts that stand in the word, whatever the word', () => {
    const anything = new CompoundSplitter((form) => (form.length % 3 === 0 ? form.length : 0));
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (word) => {
        const parts = anything.split(word);
        if (parts === null) return;
        assert.ok(parts.length >= 2 && parts.length <= DEFAULT_COMPOUNDS.maxParts);
        let from = 0;
        for (const part of parts) {
          const at = word.toLowerCase().indexOf(part.toLowerCase(), from);
          assert.ok(at >= from && at - from <= 2);
          from = at + part.length;
        }
        assert.equal(from, word.length);
      }),
    );
  });
});
