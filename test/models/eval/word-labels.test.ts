import assert from 'node:assert/strict';
import fc from 'fast-check';
import { labelWords } from '../../../models/eval/word-labels.js';

const tokens = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 5 });
const split = (text: string) => text.split(' ');

function subsets<T>(items: readonly T[]): T[][] {
  return Array.from({ length: 1 << items.length }, (_, bits) => items.filter((_, i) => (bits >> i) & 1));
}

/** Fewest edits, then most kept words, by trying everything. */
function mostKept(
  hypothesis: readonly string[],
  reference: readonly string[],
): { edits: number; kept: number } {
  if (hypothesis.length === 0 || reference.length === 0)
    return { edits: hypothesis.length + reference.length, kept: 0 };
  const isKept = Number(hypothesis[0] === reference[0]);
  const ways = [
    { ...mostKept(hypothesis.slice(1), reference.slice(1)), isKept },
    { ...mostKept(hypothesis.slice(1), reference), isKept: 0 },
    { ...mostKept(hypothesis, reference.slice(1)), isKept: 0 },
  ].map(({ edits, kept, isKept: more }) => ({ edits: edits + 1 - more, kept: kept + more }));
  return ways.sort((a, b) => a.edits - b.edits || b.kept - a.kept)[0];
}

describe('labels of words', () => {
  it('by edit distance: right in its place', () => {
    const labels = labelWords(split('the red house is big'), [split('the house is very big')]);
    assert.deepEqual(labels, [true, false, true, true, true]);
  });

  it('by bags: right anywhere, each reference word once', () => {
    const reference = [split('the house is big')];
    assert.deepEqual(labelWords(split('big the the house'), reference, 'per'), [true, true, false, true]);
    assert.deepEqual(labelWords(split('big the the house'), reference), [false, false, true, true]);
  });

  it('takes the reference that leaves most words right, and no reference leaves none', () => {
    assert.deepEqual(labelWords(['a', 'b'], [['x'], ['a']]), [true, false]);
    assert.deepEqual(labelWords(['a', 'b'], []), [false, false]);
  });

  it('kept words are a common subsequence, bags at least as many', () => {
    fc.assert(
      fc.property(tokens, tokens, (hypothesis, reference) => {
        const kept = hypothesis.filter((_, i) => labelWords(hypothesis, [reference])[i]);
        assert.ok(subsets(reference).some((subset) => subset.join() === kept.join()));
        assert.equal(kept.length, mostKept(hypothesis, reference).kept);
        const found = labelWords(hypothesis, [reference], 'per').filter(Boolean).length;
        const sorted = subsets(hypothesis).filter((subset) => {
          const left = [...reference];
          return subset.every((word) => left.includes(word) && left.splice(left.indexOf(word), 1));
        });
        assert.equal(found, Math.max(...sorted.map((subset) => subset.length)));
        assert.ok(found >= kept.length);
      }),
      { numRuns: 60 },
    );
  });
});
