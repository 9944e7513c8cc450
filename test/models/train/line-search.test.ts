import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Random } from '../../../models/core/random.js';
import { searchLine, upperEnvelope } from '../../../models/train/line-search.js';
import { modelScore } from '../../../models/train/n-best-pool.js';
import { poolScore } from '../../../models/train/tuner.js';
import { toyPool, toyProblem } from '../../support/toy-pool.js';

const line = fc.record({ offset: fc.integer({ min: -9, max: 9 }), slope: fc.integer({ min: -5, max: 5 }) });

describe('line search', () => {
  it('knows the highest line everywhere', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), (lines) => {
        const [offsets, slopes] = [lines.map((l) => l.offset), lines.map((l) => l.slope)];
        const { entries, from } = upperEnvelope(offsets, slopes);
        assert.equal(from[0], Number.NEGATIVE_INFINITY);
        for (let at = -25; at <= 25; at += 0.37) {
          const piece = from.findLastIndex((start) => start <= at);
          const best = Math.max(...lines.map((l) => l.offset + at * l.slope));
          assert.ok(Math.abs(offsets[entries[piece]] + at * slopes[entries[piece]] - best) < 1e-9);
        }
        for (let i = 1; i < from.length; i++) assert.ok(from[i] > from[i - 1]);
      }),
    );
  });

  it('is at least as good as 1,000 random points on the line, and says the score it found', () => {
    fc.assert(
      fc.property(fc.nat(100_000), (seed) => {
        const { pool, metric, weights } = toyProblem(toyPool({ seed, segments: 12 }));
        const random = new Random(seed);
        const direction = weights.map(() => random.next() * 2 - 1);
        const along = (step: number) => weights.map((weight, f) => weight + step * direction[f]);
        const of = (vector: Float64Array) =>
          pool.segments.map((entries) => Float64Array.from(entries, (entry) => modelScore(entry, vector)));
        const found = searchLine(pool.segments, of(weights), of(direction), metric);
        assert.ok(Math.abs(poolScore(pool, metric, along(found.step)) - found.score) < 1e-9);
        for (let n = 0; n < 1000; n++) {
          const step = (random.next() - 0.5) * 10 ** (4 * random.next() - 1);
          assert.ok(poolScore(pool, metric, along(step)) <= found.score + 1e-9);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('stays where it is when nothing changes along the line', () => {
    const { pool, metric, weights } = toyProblem(toyPool({ seed: 1, segments: 3 }));
    const scores = pool.segments.map((entries) =>
      Float64Array.from(entries, (entry) => modelScore(entry, weights)),
    );
    const flat = scores.map((row) => new Float64Array(row.length));
    assert.equal(searchLine(pool.segments, scores, flat, metric).step, 0);
  });
});
