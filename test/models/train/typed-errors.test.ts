import assert from 'node:assert/strict';
import { Random } from '../../../models/core/random.js';
import { labelWords } from '../../../models/eval/word-labels.js';
import { withErrors } from '../../../models/train/typed-errors.js';

describe('errors as a person might make them', () => {
  const random = new Random(9);
  const sources = { considered: [500, 501], elsewhere: [600, 601, 602] };

  it('are in about a tenth of the words, the others stay in order', () => {
    let [words, wrong] = [0, 0];
    for (let sentence = 0; sentence < 300; sentence++) {
      const right = Array.from({ length: 3 + random.below(20) }, (_, i) => 10 + i);
      const typed = withErrors(right, sources, random);
      const labels = labelWords(typed.map(String), [right.map(String)]);
      wrong += labels.filter((isRight) => !isRight).length;
      words += typed.length;
      const known = new Set([...right, ...sources.considered, ...sources.elsewhere]);
      assert.ok(typed.every((word) => known.has(word)) && typed.length >= right.length);
    }
    assert.ok(wrong > 0.05 * words && wrong < 0.15 * words, `${wrong} of ${words}`);
  });

  it('need nothing to be made of', () => {
    assert.deepEqual(withErrors([], sources, random), []);
    const typed = withErrors([7], { considered: [], elsewhere: [] }, random);
    assert.ok(typed.every((word) => word === 7));
  });
});
