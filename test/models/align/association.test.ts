import assert from 'node:assert/strict';
import { association } from '../../../models/align/association.js';

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
