import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Postings } from '../../../models/memory/postings.js';

describe('postings', () => {
  it('keep every list whole while all of them grow', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(5), fc.nat(400)), { maxLength: 300 }),
        fc.nat(255),
        fc.nat(255),
        (words, a, b) => {
          const postings = new Postings();
          const lists = Array.from({ length: 6 }, () => [] as { segment: number; length: number }[]);
          words.forEach(([word, length], segment) => {
            postings.add(word, segment, length);
            lists[word].push({ segment, length: Math.min(length, 255) });
          });
          const [shortest, longest] = [Math.min(a, b), Math.max(a, b)];
          lists.forEach((list, word) => {
            assert.equal(postings.count(word), list.length);
            const segments = new Int32Array(list.length);
            postings.segments(word, segments);
            assert.deepEqual(
              [...segments],
              list.map(({ segment }) => segment),
            );
            const gains = new Int32Array(words.length);
            const touched = new Int32Array(words.length);
            const count = postings.accumulate(word, shortest, longest, 3, gains, touched, 0, false);
            const expected = list.filter(({ length }) => length >= shortest && length <= longest);
            assert.deepEqual(
              [...touched.subarray(0, count)],
              expected.map(({ segment }) => segment),
            );
            assert.ok(expected.every(({ segment }) => gains[segment] === 3));
          });
        },
      ),
    );
  });

  it('hold long lists over many pages', () => {
    const postings = new Postings();
    for (let segment = 0; segment < 400_000; segment++) {
      postings.add(0, segment, 10);
      if (segment % 3 === 0) postings.add(7, segment, 20);
    }
    const segments = new Int32Array(postings.count(7));
    postings.segments(7, segments);
    assert.ok(segments.every((segment, i) => segment === 3 * i));
    assert.equal(postings.count(0), 400_000);
    assert.equal(postings.count(3), 0);
    assert.ok(postings.byteLength < 5 * 4 * 400_000);
  });
});
