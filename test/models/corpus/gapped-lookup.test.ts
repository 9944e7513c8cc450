import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CancelledError } from '../../../models/core/errors.js';
import { Random } from '../../../models/core/random.js';
import { GappedLookup, type LookupOptions } from '../../../models/corpus/gapped-lookup.js';
import { MAX_PIECES, type PatternMatches } from '../../../models/corpus/pattern-matches.js';
import { SuffixArray } from '../../../models/corpus/suffix-array.js';
import { anySentences, textOf } from '../../support/random-text.js';

type Limits = Pick<LookupOptions, 'maxWords' | 'maxGaps' | 'maxSpan'>;
const EVERYTHING = { windowLimit: 1e5, occurrenceLimit: 1e6 };
const ANY_LIMITS: fc.Arbitrary<Limits> = fc.record({
  maxWords: fc.integer({ min: 1, max: 6 }),
  maxGaps: fc.nat(2),
  maxSpan: fc.integer({ min: 1, max: 9 }),
});
/** Words of the random texts are 0 (unknown), 1, 2 and 3. */
const WORDS = 4;

/** All ways to place a pattern in one sentence: words with `…` for gaps → starts of the pieces. */
function patternsOf(words: readonly number[], { maxWords, maxGaps, maxSpan }: Limits): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const visit = (pieces: [number, number][], used: number): void => {
    const [first, last] = [pieces[0], pieces[pieces.length - 1]];
    if (pieces.length > 1 && last[1] - first[0] > maxSpan) return;
    const text = pieces.map(([start, end]) => words.slice(start, end).join(' ')).join(' … ');
    found.set(text, [...(found.get(text) ?? []), pieces.map(([start]) => start).join()]);
    if (pieces.length <= maxGaps) grow(pieces, last[1] + 1, used);
  };
  const grow = (pieces: [number, number][], from: number, used: number): void => {
    for (let start = from; start < words.length; start++) {
      for (let end = start + 1; end <= words.length && used + end - start <= maxWords; end++) {
        if (words[end - 1] === 0) break;
        visit([...pieces, [start, end]], used + end - start);
      }
    }
  };
  grow([], 0, 0);
  return found;
}

/** The patterns of the input that occur in the sentences, by trying everything. */
function bruteForce(sentences: number[][], input: number[], limits: Limits): Map<string, unknown> {
  const wanted = patternsOf(input, limits);
  const occurrences = new Map<string, string[]>();
  let offset = 0;
  for (const sentence of sentences) {
    for (const [text, places] of patternsOf(sentence, limits)) {
      if (!wanted.has(text)) continue;
      const moved = places.map((place) =>
        place
          .split(',')
          .map((start) => Number(start) + offset)
          .join(),
      );
      occurrences.set(text, [...(occurrences.get(text) ?? []), ...moved]);
    }
    offset += sentence.length;
  }
  return new Map(
    [...occurrences].map(([text, found]) => [
      text,
      { places: wanted.get(text)!.sort(), found: found.sort(), total: found.length, exact: 1 },
    ]),
  );
}

function readable(matches: PatternMatches, input: number[]): Map<string, unknown> {
  const rows = (offsets: Uint32Array, values: ArrayLike<number>, pattern: number) => {
    const list: number[][] = [];
    for (let m = offsets[pattern]; m < offsets[pattern + 1]; m++) {
      list.push(Array.from({ length: matches.pieceCounts[pattern] }, (_, i) => values[m * MAX_PIECES + i]));
    }
    return list;
  };
  const result = new Map<string, unknown>();
  for (let k = 0; k < matches.patternCount; k++) {
    const places = rows(matches.placeOffsets, matches.places, k);
    const text = places[0]
      .map((start, i) => input.slice(start, start + matches.pieceLengths[k * MAX_PIECES + i]).join(' '))
      .join(' … ');
    assert.ok(!result.has(text), `${text} twice`);
    result.set(text, {
      places: places.map((place) => place.join()).sort(),
      found: rows(matches.occurrenceOffsets, matches.occurrences, k)
        .map((place) => place.join())
        .sort(),
      total: matches.totals[k],
      exact: matches.exact[k],
    });
  }
  return result;
}

function sortedEntries(map: Map<string, unknown>): [string, unknown][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Sentences drawn from few words with uneven frequency, for sampling. */
function largeCorpus(seed: number): SuffixArray {
  const random = new Random(seed);
  const sentences = Array.from({ length: 2000 }, () =>
    Array.from({ length: 12 }, () => 1 + Math.floor(random.next() ** 2 * 8)),
  );
  return SuffixArray.build(textOf(sentences), 9);
}

describe('GappedLookup', () => {
  it('finds every pattern, place and occurrence that brute force finds', () => {
    const input = fc.array(fc.nat(WORDS), { maxLength: 9 });
    fc.assert(
      fc.property(anySentences(WORDS, 9, 6), input, ANY_LIMITS, (sentences, words, limits) => {
        const lookup = new GappedLookup(SuffixArray.build(textOf(sentences), WORDS));
        const matches = lookup.lookUp(words, { ...limits, ...EVERYTHING });
        assert.deepEqual(
          sortedEntries(readable(matches, words)),
          sortedEntries(bruteForce(sentences, words, limits)),
        );
      }),
      { numRuns: 400 },
    );
  });

  it('gives one sentence the same answer whatever was looked up before', () => {
    const index = largeCorpus(3);
    const used = new GappedLookup(index);
    const first = used.lookUp([1, 2, 3, 4, 5, 6, 1, 2], { windowLimit: 100 });
    used.lookUp([8, 7, 6, 5, 4, 3, 2, 1, 1, 1, 2, 2, 2]);
    const again = used.lookUp([1, 2, 3, 4, 5, 6, 1, 2], { windowLimit: 100 });
    assert.deepEqual(again, first);
    const other = used.lookUp([1, 2, 3, 4, 5, 6, 1, 2], { windowLimit: 100, seed: 9 });
    assert.notDeepEqual(other.occurrences, first.occurrences);
  });

  it('samples frequent pieces within the limits, with totals near the counts', () => {
    const lookup = new GappedLookup(largeCorpus(4));
    const input = [1, 5, 2, 6, 1, 3];
    const counted = lookup.lookUp(input, { ...EVERYTHING });
    const sampled = lookup.lookUp(input, { windowLimit: 400, occurrenceLimit: 50 });
    const totals = new Map(
      [...readable(counted, input)].map(([text, row]) => [text, (row as { total: number }).total]),
    );
    let estimated = 0;
    let expected = 0;
    for (const [text, row] of readable(sampled, input)) {
      const { total, exact, found } = row as { total: number; exact: number; found: string[] };
      const truth = totals.get(text)!;
      assert.ok(found.length <= 50 && new Set(found).size === found.length);
      if (exact === 1) assert.equal(total, truth);
      if (!text.includes('…')) continue;
      estimated += total;
      expected += truth;
    }
    assert.ok(sampled.exact.some((flag) => flag === 0) && sampled.exact.some((flag) => flag === 1));
    assert.ok(Math.abs(estimated / expected - 1) < 0.05, `${estimated} for ${expected}`);
    assert.ok(sampled.windowCount < counted.windowCount / 4);
  });

  it('spreads the occurrences it keeps over the whole text', () => {
    const index = largeCorpus(5);
    const { occurrences, occurrenceOffsets } = new GappedLookup(index).lookUp([1, 2, 1], {
      occurrenceLimit: 60,
    });
    for (let k = 0; k + 1 < occurrenceOffsets.length; k++) {
      const thirds = [0, 0, 0];
      for (let m = occurrenceOffsets[k]; m < occurrenceOffsets[k + 1]; m++) {
        thirds[Math.floor((3 * occurrences[m * MAX_PIECES]) / index.text.tokenCount)]++;
      }
      if (occurrenceOffsets[k + 1] - occurrenceOffsets[k] === 60)
        assert.ok(Math.min(...thirds) >= 8, `${thirds}`);
    }
  });

  it('takes any input: empty, unknown, out of vocabulary, very long', () => {
    const lookup = new GappedLookup(largeCorpus(6));
    assert.equal(lookup.lookUp([]).patternCount, 0);
    assert.equal(lookup.lookUp([0, 0, -1, 99]).patternCount, 0);
    const random = new Random(1);
    const long = Array.from({ length: 3000 }, () => random.below(10));
    const matches = lookup.lookUp(long, { windowLimit: 5, occurrenceLimit: 3 });
    assert.ok(matches.patternCount > 1000);
  });

  it('stops when cancelled and stays usable', () => {
    const lookup = new GappedLookup(largeCorpus(7));
    const before = lookup.lookUp([1, 2, 3]);
    assert.throws(() => lookup.lookUp([1, 4, 5], { cancel: { cancelled: true } }), CancelledError);
    assert.deepEqual(lookup.lookUp([1, 2, 3]), before);
  });
});
