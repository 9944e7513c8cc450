import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type BenefitCosts,
  chooseLength,
  DEFAULT_COSTS,
  type SuggestedWord,
} from '../../../models/posterior/expected-benefit.js';

const probability = fc.double({ min: 0, max: 1, noNaN: true });
const words = fc.array(fc.record({ characters: fc.integer({ min: 1, max: 12 }), confidence: probability }), {
  maxLength: 6,
});
const seconds = fc.double({ min: 0, max: 1, noNaN: true });
const costs = fc.record({ type: seconds, read: seconds, look: seconds, key: seconds });

/** Plays every pattern of right and wrong words of a suggestion of `count` words. */
function played(
  shown: readonly SuggestedWord[],
  { type, read, look, key }: BenefitCosts,
  rho: number,
): number {
  const reading = look + shown.reduce((sum, word) => sum + word.characters * read, 0);
  let expected = 0;
  for (let pattern = 0; pattern < 1 << shown.length; pattern++) {
    let chance = 1;
    let leading = 0;
    let typed = 0;
    let unbroken = true;
    shown.forEach(({ confidence, characters }, j) => {
      const isRight = ((pattern >> j) & 1) === 1;
      const p = j > 0 && unbroken ? confidence ** rho : confidence;
      chance *= isRight ? p : 1 - p;
      if (isRight && unbroken) {
        leading++;
        typed += characters;
      } else unbroken = false;
    });
    const keys = leading === shown.length ? 1 : leading;
    expected += chance * (typed * type - keys * key - reading);
  }
  return expected;
}

describe('expected benefit', () => {
  it('is the best of all lengths when every outcome is played', () => {
    fc.assert(
      fc.property(words, costs, probability, (suggestion, cost, persistence) => {
        const choice = chooseLength(suggestion, { costs: cost, persistence });
        let best = 0;
        for (let count = 1; count <= suggestion.length; count++)
          best = Math.max(best, played(suggestion.slice(0, count), cost, persistence));
        assert.ok(Math.abs(choice.benefit - best) < 1e-9, `${choice.benefit} is not ${best}`);
        if (choice.count > 0) {
          const own = played(suggestion.slice(0, choice.count), cost, persistence);
          assert.ok(Math.abs(own - choice.benefit) < 1e-9);
        }
      }),
    );
  });

  it('shows certain words, hides doubtful ones and stops before a doubtful one', () => {
    const word = (confidence: number) => ({ characters: 6, confidence });
    assert.equal(chooseLength([0.99, 0.98, 0.97].map(word)).count, 3);
    assert.equal(chooseLength([0.1, 0.9].map(word)).count, 0);
    assert.equal(chooseLength([0.95, 0.95, 0.03, 0.9].map(word)).count, 2);
    assert.deepEqual(chooseLength([]), { count: 0, benefit: 0, confidence: 1 });
  });

  it('shows more to who reads faster', () => {
    const suggestion = [0.9, 0.7, 0.6, 0.5, 0.5].map((confidence) => ({ characters: 6, confidence }));
    const slow = chooseLength(suggestion, { costs: { ...DEFAULT_COSTS, read: 0.1 } });
    const fast = chooseLength(suggestion, { costs: { ...DEFAULT_COSTS, read: 0.01 } });
    assert.ok(fast.count > slow.count, `${fast.count} ${slow.count}`);
  });
});
