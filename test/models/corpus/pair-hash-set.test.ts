import assert from 'node:assert/strict';
import { PairHashSet } from '../../../models/corpus/pair-hash-set.js';

describe('PairHashSet', () => {
  it('tells every new pair from those seen, over many growths', () => {
    const seen = new PairHashSet();
    for (let k = 0; k < 50_000; k++) assert.ok(seen.add(`Satz ${k}`, `sentence ${k % 7}`), `pair ${k}`);
    for (let k = 0; k < 50_000; k++) assert.ok(!seen.add(`Satz ${k}`, `sentence ${k % 7}`), `pair ${k}`);
    assert.equal(seen.size, 50_000);
  });

  it('sees where one side ends and the other begins, and which is which', () => {
    const seen = new PairHashSet();
    for (const [source, target] of [
      ['ab', 'c'],
      ['a', 'bc'],
      ['c', 'ab'],
      ['', 'abc'],
      ['abc', ''],
    ]) {
      assert.ok(seen.add(source, target));
    }
  });
});
