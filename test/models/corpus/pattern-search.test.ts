import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Random } from '../../../models/core/random.js';
import { searchPattern } from '../../../models/corpus/pattern-search.js';
import { SuffixArray } from '../../../models/corpus/suffix-array.js';
import { anySentences, textOf } from '../../support/random-text.js';

const WORDS = 3;
const EVERYTHING = { windowLimit: 1e6, occurrenceLimit: 1e6 };

/** All placements of the pieces inside one sentence and the span, by trying every start for every piece. */
function bruteForce(sentences: number[][], pieces: number[][], maxSpan: number): string[] {
  const found: string[] = [];
  let offset = 0;
  for (const sentence of sentences) {
    const place = (starts: number[]): void => {
      const piece = pieces[starts.length];
      if (piece === undefined) {
        const end = starts[starts.length - 1] + pieces[pieces.length - 1].length;
        const fits = pieces.length === 1 || end - starts[0] <= maxSpan;
        if (fits) found.push(starts.map((start) => start + offset).join());
        return;
      }
      const last = starts.length - 1;
      const from = last < 0 ? 0 : starts[last] + pieces[last].length + 1;
      for (let start = from; start + piece.length <= sentence.length; start++) {
        if (piece.every((word, k) => sentence[start + k] === word)) place([...starts, start]);
      }
    };
    place([]);
    offset += sentence.length;
  }
  return found.sort();
}

describe('searchPattern', () => {
  it('finds what brute force finds', () => {
    const piece = fc.array(fc.nat(WORDS - 1), { minLength: 1, maxLength: 2 });
    const pieces = fc.array(piece, { minLength: 1, maxLength: 3 });
    const span = fc.integer({ min: 1, max: 10 });
    fc.assert(
      fc.property(anySentences(WORDS, 10, 8), pieces, span, (sentences, pattern, maxSpan) => {
        const index = SuffixArray.build(textOf(sentences), WORDS);
        const { total, exact, positions } = searchPattern(index, pattern, { maxSpan, ...EVERYTHING });
        const found: string[] = [];
        for (let k = 0; k < positions.length; k += pattern.length) {
          found.push(positions.subarray(k, k + pattern.length).join());
        }
        const expected = bruteForce(sentences, pattern, maxSpan);
        assert.deepEqual(found.sort(), expected);
        assert.equal(total, expected.length);
        assert.ok(exact);
      }),
      { numRuns: 500 },
    );
  });

  it('estimates from a sample what is too frequent to count', () => {
    const random = new Random(11);
    const sentences = Array.from({ length: 3000 }, () => Array.from({ length: 10 }, () => random.below(4)));
    const index = SuffixArray.build(textOf(sentences), 4);
    const counted = searchPattern(index, [[1], [2]], EVERYTHING);
    const sampled = searchPattern(index, [[1], [2]], { windowLimit: 1000, occurrenceLimit: 100 });
    assert.ok(counted.exact && !sampled.exact);
    assert.ok(Math.abs(sampled.total / counted.total - 1) < 0.1, `${sampled.total} for ${counted.total}`);
    assert.equal(sampled.positions.length, 200);
    assert.deepEqual(sampled, searchPattern(index, [[1], [2]], { windowLimit: 1000, occurrenceLimit: 100 }));
  });

  it('knows patterns that cannot occur', () => {
    const index = SuffixArray.build(textOf([[1, 2]]), 3);
    for (const pieces of [[], [[]], [[9]], [[1], []], [[1], [-1]]]) {
      assert.equal(searchPattern(index, pieces).total, 0);
    }
  });
});
