import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EditCost } from '../../../models/memory/edit-cost.js';
import { SegmentIndex } from '../../../models/memory/segment-index.js';
import { TokenRow } from '../../../models/memory/token-row.js';
import { naiveCost } from '../../support/naive-match.js';
import { simpleTokenizer } from '../../support/simple-tokenizer.js';

const text = fc
  .array(fc.constantFrom('a', 'A', 'b', 'c', '1', '2', '.', ',', '+', '-', '<b>', '{x}', '{y}'), {
    maxLength: 80,
  })
  .map((tokens) => tokens.join(' '));

describe('edit cost', () => {
  it('equals the full table up to the limit and tells when it is beyond', () => {
    const editCost = new EditCost();
    fc.assert(
      fc.property(text, text, fc.integer({ min: 0, max: 400 }), (a, b, limit) => {
        const index = new SegmentIndex();
        const aTokens = simpleTokenizer.tokenize(a);
        const bTokens = simpleTokenizer.tokenize(b);
        index.add(bTokens);
        const query = index.readTokens(aTokens, new TokenRow());
        const segment = index.readSegment(0, new TokenRow());
        const expected = Math.min(naiveCost(aTokens, bTokens), limit + 1);
        assert.equal(editCost.within(query, segment, limit), expected);
      }),
      { numRuns: 500 },
    );
  });
});
