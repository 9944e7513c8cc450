import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Random } from '../../../models/core/random.js';

describe('Random', () => {
  it('repeats itself for a seed and differs between seeds', () => {
    const draw = (seed: number) =>
      Array.from(
        { length: 8 },
        (
          (random) => () =>
            random.nextUint32()
        )(new Random(seed)),
      );
    assert.deepEqual(draw(7), draw(7));
    assert.notDeepEqual(draw(7), draw(8));
  });

  it('stays below its bound and reaches every value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer(), (bound, seed) => {
        const random = new Random(seed);
        const seen = new Set<number>();
        for (let i = 0; i < bound * 60; i++) seen.add(random.below(bound));
        assert.ok([...seen].every((value) => value >= 0 && value < bound));
        assert.equal(seen.size, bound);
      }),
    );
  });
});
