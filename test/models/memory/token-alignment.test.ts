import assert from 'node:assert/strict';
import fc from 'fast-check';
import { alignTokens } from '../../../models/memory/token-alignment.js';
import { naiveCost, naiveWeight } from '../../support/naive-match.js';
import { simpleTokenizer } from '../../support/simple-tokenizer.js';

const tokens = fc
  .array(fc.constantFrom('a', 'A', 'b', 'c', '1', '2', '.', ',', '<b>', '<i>'), { maxLength: 12 })
  .map((words) => simpleTokenizer.tokenize(words.join(' ')));

describe('token alignment', () => {
  it('covers both sequences in order at the cost of the match score', () => {
    fc.assert(
      fc.property(tokens, tokens, (from, to) => {
        const pairs = alignTokens(from, to);
        const left = pairs.map((pair) => pair.from).filter((position) => position >= 0);
        const right = pairs.map((pair) => pair.to).filter((position) => position >= 0);
        assert.deepEqual(left, [...from.keys()]);
        assert.deepEqual(right, [...to.keys()]);
        const cost = pairs.reduce((sum, pair) => {
          if (pair.from < 0) return sum + naiveWeight([to[pair.to]]);
          if (pair.to < 0) return sum + naiveWeight([from[pair.from]]);
          return sum + naiveCost([from[pair.from]], [to[pair.to]]);
        }, 0);
        assert.equal(cost, naiveCost(from, to));
      }),
      { numRuns: 400 },
    );
  });

  it('takes the middle of very long texts as replaced', () => {
    const long = (word: string) => simpleTokenizer.tokenize(`start ${`${word} `.repeat(2500)}end`);
    const pairs = alignTokens(long('one'), long('two'));
    assert.equal(pairs.length, 5002);
    assert.deepEqual(pairs[0], { from: 0, to: 0 });
    assert.deepEqual(pairs.at(-1), { from: 2501, to: 2501 });
  });
});
