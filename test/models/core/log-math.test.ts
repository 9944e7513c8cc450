import assert from 'node:assert/strict';
import fc from 'fast-check';
import { logAdd, logSumExp } from '../../../models/core/log-math.js';

const logs = fc.double({ min: -50, max: 50, noNaN: true });

describe('log-math', () => {
  it('adds as plain numbers do', () => {
    fc.assert(
      fc.property(logs, logs, (a, b) => {
        const expected = Math.log(Math.exp(a) + Math.exp(b));
        assert.ok(Math.abs(logAdd(a, b) - expected) < 1e-9);
      }),
    );
  });

  it('sums any range, with −∞ as log 0', () => {
    fc.assert(
      fc.property(fc.array(logs), (values) => {
        const folded = values.reduce(logAdd, Number.NEGATIVE_INFINITY);
        const summed = logSumExp(values);
        assert.ok(summed === folded || Math.abs(summed - folded) < 1e-9);
      }),
    );
    assert.equal(logAdd(Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY), Number.NEGATIVE_INFINITY);
  });
});
