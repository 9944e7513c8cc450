import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lengthPosteriorOf } from '../../../models/posterior/length-posterior.js';
import { listProbabilities, ngramPosteriorsOfList } from '../../../models/posterior/ngram-posteriors.js';
import { type PrefixPosteriors, prefixPosteriors } from '../../../models/posterior/prefix-posteriors.js';
import { SENTENCE_END } from '../../../models/text/vocabulary.js';
import {
  everyPath,
  latticeFromEdges,
  randomLattices,
  type WeightedPath,
} from '../../support/random-lattice.js';

const [THE, RED, HOUSE, HORSE] = [10, 11, 12, 13];
const LATTICE = latticeFromEdges(4, [
  { from: 0, to: 1, words: [THE, RED], score: Math.log(0.6) },
  { from: 0, to: 1, words: [THE], score: Math.log(0.4) },
  { from: 1, to: 2, words: [HOUSE], score: Math.log(0.5) },
  { from: 1, to: 2, words: [HORSE], score: Math.log(0.3) },
  { from: 1, to: 2, words: [RED, HORSE], score: Math.log(0.2) },
  { from: 2, to: 3, words: [], score: 0 },
]);

function near(found: number, expected: number, tolerance = 1e-9): void {
  assert.ok(Math.abs(found - expected) <= tolerance, `${found} is not ${expected}`);
}

/** Holds everything against the paths that fit, one by one. */
function check(
  posteriors: PrefixPosteriors,
  fitting: readonly WeightedPath[],
  accept?: (word: number) => boolean,
) {
  const typed = posteriors.words.length;
  const ofList = ngramPosteriorsOfList(fitting);
  const ofGraph = posteriors.ngrams(accept);
  for (let n = 1; n <= 4; n++) {
    assert.equal([...ofGraph.ngrams(n)].length, [...ofList.ngrams(n)].length);
    for (const { words, expectedCount } of ofList.ngrams(n))
      near(ofGraph.expectedCount(words), expectedCount);
  }
  const probabilities = listProbabilities(fitting, 1);
  const expected = lengthPosteriorOf(
    fitting.map(({ words }) => words.length),
    probabilities,
  );
  const lengths = posteriors.lengths(accept);
  for (let length = 0; length < 25; length++) near(lengths.probability(length), expected.probability(length));
  const next = new Map<number, number>();
  fitting.forEach(({ words }, i) => {
    const word = words[typed] ?? SENTENCE_END;
    next.set(word, (next.get(word) ?? 0) + probabilities[i]);
  });
  const found = posteriors.nextWords(accept);
  assert.equal(found.size, next.size);
  for (const [word, probability] of next) near(found.get(word) ?? 0, probability);
}

describe('posteriors after a typed prefix', () => {
  it('equal those over the paths that begin with it', () => {
    fc.assert(
      fc.property(randomLattices(5), fc.nat(), fc.nat({ max: 6 }), (lattice, choice, length) => {
        const paths = everyPath(lattice);
        const prefix = paths[choice % paths.length].words.slice(0, length);
        const fitting = paths.filter(({ words }) => prefix.every((word, i) => words[i] === word));
        let posteriors = prefixPosteriors(lattice);
        for (const word of prefix) posteriors = posteriors.append(word);
        assert.ok(posteriors.isExact);
        const all = listProbabilities(paths, 1);
        const mass = paths.reduce((sum, path, i) => sum + (fitting.includes(path) ? all[i] : 0), 0);
        near(Math.exp(posteriors.logProbability), mass);
        check(posteriors, fitting);
      }),
      { numRuns: 200 },
    );
  });

  it('and those whose next word goes on with what is typed of it', () => {
    fc.assert(
      fc.property(randomLattices(5), fc.nat(), fc.nat({ max: 4 }), (lattice, choice, length) => {
        const paths = everyPath(lattice);
        const prefix = paths[choice % paths.length].words.slice(0, length);
        const accept = (word: number) => word % 2 === 0 && (word !== SENTENCE_END || choice % 3 === 0);
        const fitting = paths.filter(
          ({ words }) =>
            prefix.every((word, i) => words[i] === word) && accept(words[prefix.length] ?? SENTENCE_END),
        );
        let posteriors = prefixPosteriors(lattice);
        for (const word of prefix) posteriors = posteriors.append(word);
        if (fitting.length > 0) check(posteriors, fitting, accept);
        else assert.equal(posteriors.nextWords(accept).size, 0);
      }),
      { numRuns: 200 },
    );
  });

  it('follow the words one by one, and back', () => {
    const start = prefixPosteriors(LATTICE);
    const afterThe = start.append(THE);
    near(afterThe.nextWords().get(RED) ?? 0, 0.6 + 0.4 * 0.2);
    const afterRed = afterThe.append(RED);
    near(Math.exp(afterRed.logProbability), 0.68);
    near(afterRed.nextWords().get(HORSE) ?? 0, (0.6 * 0.3 + 0.4 * 0.2) / 0.68);
    near(afterThe.nextWords().get(HOUSE) ?? 0, 0.2);
    const ended = afterRed.append(HOUSE);
    assert.deepEqual([...ended.nextWords()], [[SENTENCE_END, 1]]);
  });

  it('fall back on the n-grams of the whole lattice when nothing fits', () => {
    const lost = prefixPosteriors(LATTICE).append(99).append(RED);
    assert.equal(lost.isExact, false);
    assert.equal(lost.logProbability, Number.NEGATIVE_INFINITY);
    const next = lost.nextWords();
    assert.ok((next.get(HOUSE) ?? 0) > (next.get(THE) ?? 0));
    near(
      [...next.values()].reduce((a, b) => a + b, 0),
      1,
    );
    const horse = lost.nextWords((word) => word === HORSE);
    assert.deepEqual([...horse], [[HORSE, 1]]);
    assert.ok(lost.ngrams().expectedCount([THE]) > 0);
    near(
      lost.lengths().masses.reduce((a, b) => a + b, 0),
      1,
    );
    const far = [1, 2, 3, 4, 5, 6].reduce((posteriors) => posteriors.append(99), lost);
    assert.equal(far.lengths().probability(8), 1);
  });
});
