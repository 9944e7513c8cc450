import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type PairCounts, SMOOTHINGS, smoothed } from '../../../models/phrases/phrase-smoothing.js';

describe('smoothed phrase probabilities', () => {
  const usual = { discount: 0.6, slope: -2, partnerExponent: 0.5, pairTypes: 5 };

  it('are relative frequencies when plain', () => {
    const { forward, backward } = smoothed('plain', { pair: 3, source: 4, target: 6, targets: 2 }, null);
    assert.equal(forward, Math.log(3 / 4));
    assert.equal(backward, Math.log(3 / 6));
  });

  it('are those of Kneser and Ney in a worked case', () => {
    // maison–house 3, maison–home 1, foyer–home 1, domicile–home 2, bleu–blue 1: n_1 = 3, n_2 = 1, D = 3/5, five pairs.
    const home = Math.log(3) / Math.log(4);
    const cases: [PairCounts, partnerExponent: number, expected: number][] = [
      [{ pair: 3, source: 4, target: 3, targets: 2 }, 0, 0.88],
      [{ pair: 1, source: 4, target: 4, targets: 2 }, home, 0.28],
      [{ pair: 1, source: 1, target: 4, targets: 1 }, home, 0.19],
      [{ pair: 2, source: 2, target: 4, targets: 1 }, home, 0.44],
      [{ pair: 1, source: 1, target: 1, targets: 1 }, 0, 0.52],
    ];
    for (const [counts, partnerExponent, expected] of cases) {
      const { backward } = smoothed('kneser-ney', counts, { ...usual, partnerExponent });
      assert.ok(Math.abs(Math.exp(backward) - expected) < 1e-9, `${Math.exp(backward)} is not ${expected}`);
    }
  });

  it('turn counts as Good and Turing do', () => {
    const sizes = (count: number) => 700 * count ** usual.slope;
    for (const pair of [1, 2, 5, 30]) {
      const { forward } = smoothed('good-turing', { pair, source: 40, target: 50, targets: 3 }, usual);
      const expected = ((pair + 1) * sizes(pair + 1)) / sizes(pair) / 40;
      assert.ok(Math.abs(Math.exp(forward) - expected) < 1e-9);
    }
  });

  it('are probabilities, and discounting never raises those of frequent pairs above plain ones', () => {
    const counts = fc
      .record({
        pair: fc.integer({ min: 1, max: 50 }),
        more: fc.nat(50),
        others: fc.nat(50),
        targets: fc.integer({ min: 1, max: 10 }),
      })
      .map(({ pair, more, others, targets }) => ({
        pair,
        source: pair + more,
        target: pair + others,
        targets: Math.min(targets, 1 + more),
      }));
    fc.assert(
      fc.property(counts, (given) => {
        for (const kind of SMOOTHINGS) {
          const { forward, backward } = smoothed(kind, given, { ...usual, pairTypes: 1000 });
          assert.ok(forward <= 0 && backward <= 0 && Number.isFinite(forward) && Number.isFinite(backward));
          const plain = smoothed('plain', given, null);
          assert.ok(forward <= plain.forward + 1e-12 && backward <= plain.backward + 1e-12);
        }
      }),
    );
  });
});
