import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CancelledError } from '../../../models/core/errors.js';
import { Random } from '../../../models/core/random.js';
import { sortSuffixes } from '../../../models/corpus/suffix-sorting.js';

function sorted(text: Int32Array, alphabetSize: number): number[] {
  const suffixes = new Int32Array(text.length);
  sortSuffixes(text, alphabetSize, suffixes);
  return [...suffixes];
}

function naive(text: Int32Array): number[] {
  const compare = (a: number, b: number): number => {
    for (; a < text.length && b < text.length; a++, b++) if (text[a] !== text[b]) return text[a] - text[b];
    // The one that ran into the end is the shorter: the greater position.
    return b - a;
  };
  return [...text.keys()].sort(compare);
}

describe('sortSuffixes', () => {
  it('sorts as comparing whole suffixes does', () => {
    const texts = fc
      .integer({ min: 1, max: 6 })
      .chain((size) => fc.tuple(fc.array(fc.nat(size - 1), { maxLength: 60 }), fc.constant(size)));
    fc.assert(
      fc.property(texts, ([symbols, size]) => {
        const text = Int32Array.from(symbols);
        assert.deepEqual(sorted(text, size), naive(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('sorts long repetitions, which need several levels of names', () => {
    const period = [2, 0, 1, 0, 2, 1, 1, 0];
    const periodic = Int32Array.from({ length: 1000 }, (_, i) => period[i % period.length]);
    assert.deepEqual(sorted(periodic, 3), naive(periodic));
    let fibonacci = [0, 1];
    for (let last = [0]; fibonacci.length < 1500; ) [fibonacci, last] = [[...fibonacci, ...last], fibonacci];
    assert.deepEqual(sorted(Int32Array.from(fibonacci), 2), naive(Int32Array.from(fibonacci)));
  });

  it('sorts a text with a large alphabet', () => {
    const random = new Random(5);
    const text = Int32Array.from({ length: 3000 }, () => random.below(random.below(5000) + 1));
    assert.deepEqual(sorted(text, 5000), naive(text));
  });

  it('stops when cancelled', () => {
    const text = Int32Array.of(1, 0, 1, 0);
    assert.throws(() => sortSuffixes(text, 2, new Int32Array(4), { cancelled: true }), CancelledError);
  });
});
