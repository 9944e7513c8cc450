import assert from 'node:assert/strict';
import fc from 'fast-check';
import { binnedCodebook, encode, packCodes, unpackCode } from '../../../models/lm/quantization.js';
import { weightedCodebook } from '../../../models/lm/weighted-codebook.js';

const logs = (values: number[]) => Float32Array.from(values, Math.log);
const someLogs = fc
  .array(fc.float({ min: -20, max: 0, noNaN: true }), { minLength: 1, maxLength: 60 })
  .map((values) => Float32Array.from(values));

describe('quantization', () => {
  it('bins the worked example of Federico & Bertoldi', () => {
    const { centres } = binnedCodebook(logs([0.01, 0.02, 0.03, 0.05, 0.1, 0.3, 0.5, 0.9]), 2);
    const expected = [0.015, 0.04, 0.2, 0.7];
    assert.equal(centres.length, 4);
    centres.forEach((centre, i) => {
      assert.ok(Math.abs(Math.exp(centre) - expected[i]) < 1e-6);
    });
  });

  it('packs and unpacks codes of every width', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.array(fc.nat(255)), (bits, numbers) => {
        const codes = numbers.map((n) => n & ((1 << bits) - 1));
        const packed = packCodes(codes.length, bits, (i) => codes[i]);
        assert.deepEqual(
          codes.map((_, i) => unpackCode(packed, bits, i)),
          codes,
        );
        assert.equal(packed.length, Math.ceil((codes.length * bits) / 8) + 1);
      }),
    );
  });

  it('keeps every value when there are enough codes', () => {
    fc.assert(
      fc.property(someLogs, (values) => {
        for (const codebook of [binnedCodebook(values, 8), weightedCodebook(values, undefined, 8)]) {
          for (const value of values) {
            assert.ok(Math.abs(codebook.centres[encode(codebook, value)] - value) < 1e-5);
          }
        }
      }),
    );
  });

  it('encodes to the nearest centre', () => {
    fc.assert(
      fc.property(someLogs, fc.integer({ min: 1, max: 4 }), (values, bits) => {
        const codebook = weightedCodebook(values, undefined, bits);
        for (const value of values) {
          const distances = Array.from(codebook.centres, (centre) => Math.abs(centre - value));
          assert.ok(distances[encode(codebook, value)] <= Math.min(...distances) + 1e-5);
        }
      }),
    );
  });

  it('puts centres where the weight is', () => {
    const values = Float32Array.from([-10, -9, -8, -1, -0.9, -0.8]);
    const used = Float32Array.from([0, 0, 0, 100, 100, 100]);
    const { centres } = weightedCodebook(values, used, 2);
    assert.equal(centres.filter((centre) => centre > -2).length, 3);
  });

  it('keeps the weighted mean', () => {
    fc.assert(
      fc.property(someLogs, fc.integer({ min: 1, max: 3 }), (values, bits) => {
        const codebook = weightedCodebook(values, undefined, bits);
        const mean = (list: Iterable<number>) => [...list].reduce((a, b) => a + b, 0) / values.length;
        const coded = Array.from(values, (value) => codebook.centres[encode(codebook, value)]);
        assert.ok(Math.abs(mean(coded) - mean(values)) <= 20 / 2 ** bits);
      }),
    );
  });
});
