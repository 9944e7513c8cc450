import assert from 'node:assert/strict';
import { association } from '../../../models/align/association.js';
import { formSimilarity } from '../../../models/align/form-similarity.js';

describe('association of words', () => {
  it('is 0 at chance and below', () => {
    assert.equal(association(2, 20, 10, 100), 0);
    assert.equal(association(1, 20, 10, 100), 0);
    assert.equal(association(100, 100, 100, 100), 0);
  });

  it('is the log-likelihood ratio of the two-by-two table', () => {
    // Twice in the same 2 of 4 pairs: all four cells are 2, 0, 0, 2 against an expected 1 each.
    assert.ok(Math.abs(association(2, 2, 2, 4) - 2 * (2 * Math.log(2) + 2 * Math.log(2))) < 1e-12);
  });

  it('grows with the evidence', () => {
    assert.ok(association(10, 10, 10, 1000) > association(5, 5, 5, 1000));
    assert.ok(association(5, 5, 5, 1000) > association(5, 5, 50, 1000));
  });
});

describe('similarity of forms', () => {
  it('is 1 for equal forms, of any length', () => {
    assert.equal(formSimilarity('a', 'a'), 1);
    assert.equal(formSimilarity('1997', '1997'), 1);
  });

  it('is the share of letters in common order', () => {
    assert.equal(formSimilarity('kommission', 'commission'), 0.9);
    assert.equal(formSimilarity('präsident', 'president'), 8 / 9);
  });

  it('does not compare short words and numbers', () => {
    assert.equal(formSimilarity('of', 'or'), 0);
    assert.equal(formSimilarity('1997', '1998'), 0);
  });
});
