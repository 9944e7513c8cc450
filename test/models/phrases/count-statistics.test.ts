import assert from 'node:assert/strict';
import fc from 'fast-check';
import { GrowingBitext } from '../../../models/corpus/growing-bitext.js';
import { SuffixArray } from '../../../models/corpus/suffix-array.js';
import { countStatistics } from '../../../models/phrases/count-statistics.js';

const WORDS = 7;
const MAX_WORDS = 3;

interface Pair {
  readonly source: number[];
  readonly target: number[];
  readonly links: [number, number][];
}

const sentence = fc.array(fc.integer({ min: 3, max: WORDS - 1 }), { minLength: 1, maxLength: 5 });
const pairs: fc.Arbitrary<Pair[]> = fc.array(
  fc
    .tuple(sentence, sentence)
    .chain(([source, target]) =>
      fc
        .array(fc.tuple(fc.nat(source.length - 1), fc.nat(target.length - 1)), { maxLength: 5 })
        .map((links) => ({ source, target, links })),
    ),
  { minLength: 1, maxLength: 12 },
);

/** Every pair of phrases with its count, by the definition. */
function everyPair(text: readonly Pair[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { source, target, links } of text) {
    for (const [from, to] of spans(source.length)) {
      for (const [first, last] of spans(target.length)) {
        const inside = ([i, j]: [number, number]) => [i >= from && i < to, j >= first && j < last];
        const consistent = links.every((link) => inside(link)[0] === inside(link)[1]);
        if (!consistent || !links.some((link) => inside(link)[0])) continue;
        const key = `${source.slice(from, to)} → ${target.slice(first, last)}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
  }
  return counts;
}

function spans(length: number): [number, number][] {
  const all: [number, number][] = [];
  for (let from = 0; from < length; from++) {
    for (let to = from + 1; to <= Math.min(length, from + MAX_WORDS); to++) all.push([from, to]);
  }
  return all;
}

describe('statistics of counts', () => {
  it('are exact in a text small enough to draw every phrase', () => {
    fc.assert(
      fc.property(pairs, (text) => {
        const growing = new GrowingBitext();
        for (const { source, target, links } of text) growing.append(source, target, links.flat());
        const bitext = growing.view();
        const index = SuffixArray.build(bitext.source, WORDS);
        const counts = [...everyPair(text).values()];
        const once = counts.filter((count) => count === 1).length;
        const twice = counts.filter((count) => count === 2).length;
        const statistics = countStatistics(bitext, index, MAX_WORDS);
        if (once === 0 || twice === 0) return;
        assert.ok(Math.abs(statistics.discount - once / (once + 2 * twice)) < 1e-6);
        assert.ok(Math.abs(statistics.pairTypes - counts.length) < 1e-6 * counts.length);
        assert.ok(statistics.slope <= -1);
        assert.ok(statistics.partnerExponent >= 0 && statistics.partnerExponent <= 1);
      }),
    );
  });

  it('are the usual ones where there is nothing to count', () => {
    const bitext = new GrowingBitext().view();
    const statistics = countStatistics(bitext, SuffixArray.build(bitext.source, WORDS), MAX_WORDS);
    assert.ok(statistics.discount > 0 && statistics.discount < 1 && statistics.slope < -1);
  });
});
