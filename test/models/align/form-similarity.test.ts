import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formSimilarity, WordForms } from '../../../models/align/form-similarity.js';

const one = new WordForms();
const other = new WordForms();

function similarity(form: string, otherForm: string, least = 0): number {
  one.load(['some', form, 'words']);
  other.load([otherForm]);
  return formSimilarity(one, 1, other, 0, least);
}

function commonLength(a: string, b: string): number {
  if (a === '' || b === '') return 0;
  if (a[0] === b[0]) return 1 + commonLength(a.slice(1), b.slice(1));
  return Math.max(commonLength(a.slice(1), b), commonLength(a, b.slice(1)));
}

describe('similarity of forms', () => {
  it('is 1 for equal forms, of any length', () => {
    assert.equal(similarity('a', 'a'), 1);
    assert.equal(similarity('', ''), 1);
    assert.equal(similarity('1997', '1997'), 1);
    assert.equal(similarity('x'.repeat(5000), 'x'.repeat(5000)), 1);
  });

  it('is the share of letters in common order', () => {
    assert.equal(similarity('kommission', 'commission'), 0.9);
    assert.equal(similarity('präsident', 'president'), 8 / 9);
  });

  it('does not compare short words and numbers', () => {
    assert.equal(similarity('of', 'or'), 0);
    assert.equal(similarity('1997', '1998'), 0);
    assert.equal(similarity('x'.repeat(5000), 'x'.repeat(5001)), 0);
  });

  it('is what comparing all subsequences gives, or 0 below the least that is asked for', () => {
    const forms = fc.string({ unit: fc.constantFrom('a', 'b', 'ü', 'я'), minLength: 4, maxLength: 7 });
    fc.assert(
      fc.property(forms, forms, fc.constantFrom(0, 0.6, 0.8), (a, b, least) => {
        const expected = commonLength(a, b) / Math.max(a.length, b.length);
        assert.equal(similarity(a, b, least), expected < least ? 0 : expected);
      }),
    );
  });
});
