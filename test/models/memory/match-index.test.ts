import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Random } from '../../../models/core/random.js';
import { MatchIndex } from '../../../models/memory/match-index.js';
import { SegmentIndex } from '../../../models/memory/segment-index.js';
import { naiveCost, naiveMatches, naiveWeight } from '../../support/naive-match.js';
import { simpleTokenizer } from '../../support/simple-tokenizer.js';

const tokenize = (text: string) => simpleTokenizer.tokenize(text);
const always = () => true;

/** Texts over few tokens, so that repeats, near misses and ties are common. */
const text = fc
  .array(
    fc.constantFrom(
      'a',
      'b',
      'c',
      'd',
      'A',
      'B',
      'E',
      '1',
      '2',
      '3.5',
      '.',
      ',',
      '!',
      '+',
      '<b>',
      '</b>',
      '`x`',
      '`y`',
    ),
    { maxLength: 12 },
  )
  .map((tokens) => tokens.join(' '));

function indexOf(texts: readonly string[]): MatchIndex {
  const index = new SegmentIndex();
  for (const each of texts) index.add(tokenize(each));
  return new MatchIndex(index);
}

describe('match index', () => {
  it('finds what comparing with every segment finds, in the same order', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(text, { maxLength: 30 }),
        text,
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 1, max: 8 }),
        (texts, query, percent, limit) => {
          const found = indexOf(texts).match(tokenize(query), percent, limit, always);
          // An index knows tokens only: the same tokens count as the same text there.
          const expected = naiveMatches(`${query} `, texts, 1, tokenize)
            .filter(({ index }) => {
              const heavier = Math.max(naiveWeight(tokenize(query)), naiveWeight(tokenize(texts[index])));
              const kept = heavier - naiveCost(tokenize(query), tokenize(texts[index]));
              return 100 * kept >= percent * heavier;
            })
            .map(({ index }) => index);
          assert.deepEqual(found.segments, expected.slice(0, limit));
          found.segments.forEach((segment, i) => {
            assert.equal(found.costs[i], naiveCost(tokenize(query), tokenize(texts[segment])));
          });
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('still finds a segment at the very percentage it has', () => {
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 6 }),
        text,
        fc.nat(11),
        fc.nat(6),
        (others, kept, from, length) => {
          const words = tokenize(kept);
          const cut = [...words.slice(0, from), ...words.slice(from + length)];
          const weights = [naiveWeight(words), naiveWeight(cut)];
          if (weights[1] === 0) return;
          // The longer one against its own part: the score is the ratio of their weights.
          const percent = Math.max(1, Math.floor((100 * weights[1]) / weights[0]));
          for (const [query, segment] of [
            [words, cut],
            [cut, words],
          ]) {
            const index = new SegmentIndex();
            for (const other of others) index.add(tokenize(other));
            const added = index.add(segment);
            assert.ok(new MatchIndex(index).match(query, percent, 10, always).segments.includes(added));
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('finds the same in a memory large enough to look at some words only', () => {
    const random = new Random(19);
    const word = () => `w${toLetters(Math.floor(400 ** random.next()))}`;
    const line = () => Array.from({ length: 4 + random.below(9) }, word);
    const texts = [...new Set(Array.from({ length: 1500 }, () => line().join(' ')))];
    const index = indexOf(texts);
    let skipped = 0;
    for (let i = 0; i < 30; i++) {
      const words = texts[random.below(texts.length)].split(' ');
      words.splice(random.below(words.length), 1, ...(i % 2 === 0 ? [word()] : []));
      const query = `${words.join(' ')} `;
      const percent = 40 + random.below(50);
      const found = index.match(tokenize(query), percent, 10, always);
      const expected = naiveMatches(query, texts, percent, tokenize).slice(0, 10);
      assert.deepEqual(
        found.segments,
        expected.map(({ index: text }) => text),
        `${query} ${percent}`,
      );
      const all = new Set(words).size;
      const total = [...new Set(words)].reduce(
        (sum, each) => sum + texts.filter((text) => text.split(' ').includes(each)).length,
        0,
      );
      if (all > 1 && found.effort.postingsScanned < total) skipped++;
    }
    assert.ok(skipped > 20, 'most queries need not look at all words');
  });

  it('answers one query after another on a growing index', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 12 }), (steps) => {
        const segments = new SegmentIndex();
        const index = new MatchIndex(segments);
        const texts: string[] = [];
        for (const [added, query] of steps) {
          segments.add(tokenize(added));
          texts.push(added);
          const found = index.match(tokenize(query), 60, 3, always);
          const expected = indexOf(texts).match(tokenize(query), 60, 3, always);
          assert.deepEqual(found.segments, expected.segments);
        }
      }),
    );
  });

  it('leaves out segments that are gone', () => {
    const index = indexOf(['one two three', 'one two four', 'one two five']);
    const found = index.match(tokenize('one two three'), 50, 5, (segment) => segment !== 1);
    assert.deepEqual(found.segments, [0, 2]);
  });

  it('looks at few segments of a large memory, even for a query of common words', () => {
    const random = new Random(7);
    const segments = new SegmentIndex();
    const words = Array.from({ length: 2000 }, (_, i) => `w${'abcdefghij'[i % 10]}${toLetters(i)}`);
    for (let i = 0; i < 20000; i++) {
      const length = 5 + random.below(20);
      const line = Array.from({ length }, () => words[Math.floor(words.length * random.next() ** 4)]);
      segments.add(tokenize(`the ${line.join(' ')} .`));
    }
    const index = new MatchIndex(segments);
    const long = index.match(tokenize(`the ${words.slice(100, 120).join(' ')} .`), 70, 5, always).effort;
    assert.ok(long.candidates < 200 && long.verified < 50, JSON.stringify(long));
    const common = index.match(tokenize('the'), 70, 5, always).effort;
    assert.equal(common.candidates, 0, 'no segment is as short as the query');
  });

  it('holds segments longer than a posting can tell', () => {
    const long = (tail: string) => `${'word '.repeat(600)}${tail}`;
    const index = indexOf([long('end'), 'word', `${'word '.repeat(250)}`]);
    assert.deepEqual(index.match(tokenize(long('stop')), 70, 5, always).segments, [0]);
    assert.deepEqual(index.match(tokenize('word '.repeat(260)), 70, 5, always).segments, [2]);
  });

  it('answers nothing to a query without tokens or without room', () => {
    const index = indexOf(['', ' ', 'a']);
    assert.deepEqual(index.match([], 1, 5, always).segments, []);
    assert.deepEqual(index.match(tokenize('a'), 70, 0, always).segments, []);
  });
});

function toLetters(value: number): string {
  return String(value).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]);
}
