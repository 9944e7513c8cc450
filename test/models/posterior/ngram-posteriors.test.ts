import assert from 'node:assert/strict';
import fc from 'fast-check';
import { forwardBackward } from '../../../models/posterior/forward-backward.js';
import { lengthPosterior, lengthPosteriorOf } from '../../../models/posterior/length-posterior.js';
import {
  listProbabilities,
  ngramPosteriors,
  ngramPosteriorsOfList,
} from '../../../models/posterior/ngram-posteriors.js';
import { NgramScorer, UNSMOOTHED } from '../../../models/posterior/ngram-scorer.js';
import { posteriorFeatures } from '../../../models/posterior/posterior-features.js';
import { SENTENCE_END, SENTENCE_START } from '../../../models/text/vocabulary.js';
import { everyPath, latticeFromEdges, randomLattices } from '../../support/random-lattice.js';

const [THE, RED, HOUSE, A, IS] = [10, 11, 12, 13, 14];
/** Three translations with probabilities .5, .3 and .2. */
const LIST = [
  { words: [THE, RED, HOUSE], score: Math.log(0.5) },
  { words: [THE, HOUSE, RED], score: Math.log(0.3) },
  { words: [A, RED, HOUSE, IS], score: Math.log(0.2) },
];
const LIST_LATTICE = latticeFromEdges(
  5,
  LIST.flatMap(({ words, score }, i) => [
    { from: 0, to: i + 1, words, score },
    { from: i + 1, to: 4, words: [], score: 0 },
  ]),
);

function near(found: number, expected: number, tolerance = 1e-6): void {
  assert.ok(Math.abs(found - expected) <= tolerance, `${found} is not ${expected}`);
}

describe('n-gram posteriors', () => {
  for (const [name, posteriors] of [
    ['a list', ngramPosteriorsOfList(LIST)],
    ['a lattice of the same list', ngramPosteriors(LIST_LATTICE)],
  ] as const) {
    it(`have the counts and probabilities of eqs. 4 and 5, from ${name}`, () => {
      near(posteriors.expectedCount([THE]), 0.8);
      near(posteriors.expectedCount([RED]), 1);
      near(posteriors.expectedCount([HOUSE]), 1);
      near(posteriors.expectedCount([A]), 0.2);
      near(posteriors.expectedCount([IS]), 0.2);
      near(posteriors.expectedLength, 3.2);
      near(posteriors.probability([RED]), 0.3125);
      near(posteriors.probability([THE]), 0.25);
      near(posteriors.probability([RED, HOUSE]), 0.318182);
      near(posteriors.expectedCount([SENTENCE_START, THE, RED]), 0.5);
      near(posteriors.expectedCount([RED, HOUSE, IS, SENTENCE_END]), 0.2);
      near(posteriors.expectedCount([SENTENCE_END]), 1);
      assert.equal(posteriors.expectedCount([IS, THE]), 0);
      assert.equal(posteriors.expectedCount([99]), 0);
      near(posteriors.conditional([SENTENCE_START], THE), 0.8);
      near(posteriors.conditional([SENTENCE_START, THE], RED), 0.625);
    });

    it(`have the features of eqs. 7 and 10, from ${name}`, () => {
      const lengths = lengthPosteriorOf([3, 3, 4], listProbabilities(LIST, 1));
      const table = (countEnds: boolean) =>
        LIST.map(({ words }) => {
          const features = new Float64Array(5);
          posteriorFeatures(
            words,
            new NgramScorer(posteriors, { ...UNSMOOTHED, countEnds }),
            lengths,
            features,
          );
          return features;
        });
      [-1.237532, -1.237532, -1.96787].forEach((h1, i) => {
        near(table(true)[i][0], h1);
      });
      [-0.349941, -0.802649, -0.893888].forEach((h2, i) => {
        near(table(true)[i][1], h2);
      });
      [-0.231049, -0.571599, -0.631432].forEach((h2, i) => {
        near(table(false)[i][1], h2);
      });
    });
  }

  it('of lengths follow eqs. 6, 11 and 12', () => {
    const chain = forwardBackward(LIST_LATTICE, 1);
    for (const lengths of [
      lengthPosterior(LIST_LATTICE, chain),
      lengthPosteriorOf([3, 3, 4], listProbabilities(LIST, 1)),
    ]) {
      near(lengths.probability(3), 0.8);
      near(lengths.probability(4), 0.2);
      near(lengths.mean, 3.2);
      near(Math.log(lengths.probability(3)), -0.223144);
      near(Math.log(lengths.probability(4)), -1.609438);
      near(lengths.smoothed(3, 0.9), 0.742262);
      near(lengths.smoothed(5, 0.9), 0.011398);
      assert.equal(lengths.probability(7), 0);
    }
  });

  it('of a lattice equal the sums over all its paths, at any scale', () => {
    fc.assert(
      fc.property(randomLattices(5), fc.constantFrom(0, 0.3, 1, 2.5), (lattice, scale) => {
        const paths = everyPath(lattice);
        const ofList = ngramPosteriorsOfList(paths, { scale });
        const ofGraph = ngramPosteriors(lattice, { scale });
        for (let n = 1; n <= 4; n++) {
          const words = (of: typeof ofList) => [...of.ngrams(n)].map((ngram) => ngram.words.join(' ')).sort();
          assert.deepEqual(words(ofGraph), words(ofList));
          let total = 0;
          for (const { words, expectedCount } of ofList.ngrams(n)) {
            near(ofGraph.expectedCount(words), expectedCount, 1e-9);
            near(
              ofGraph.expectedCount([...words, SENTENCE_END]),
              ofList.expectedCount([...words, SENTENCE_END]),
              1e-9,
            );
            near(
              ofGraph.expectedCount([SENTENCE_START, ...words]),
              ofList.expectedCount([SENTENCE_START, ...words]),
              1e-9,
            );
            total += ofGraph.probability(words);
          }
          if (total > 0) near(total, 1, 1e-9);
        }
        const chain = forwardBackward(lattice, scale);
        const lengths = lengthPosterior(lattice, chain);
        const expected = lengthPosteriorOf(
          paths.map(({ words }) => words.length),
          listProbabilities(paths, scale),
        );
        for (let length = 0; length < 25; length++)
          near(lengths.probability(length), expected.probability(length), 1e-9);
      }),
      { numRuns: 200 },
    );
  });

  it('share one sweep with edge posteriors and the best path', () => {
    fc.assert(
      fc.property(randomLattices(5), (lattice) => {
        const { bestRest, logTotal, transition, reach } = forwardBackward(lattice, 1);
        const paths = everyPath(lattice);
        near(bestRest[0], Math.max(...paths.map(({ score }) => score)), 1e-9);
        near(logTotal, Math.log(paths.reduce((sum, { score }) => sum + Math.exp(score), 0)), 1e-9);
        near(reach[lattice.nodeCount - 1], 1, 1e-9);
        for (let node = 0; node < lattice.nodeCount - 1; node++) {
          let sum = 0;
          for (let e = lattice.firstEdge[node]; e < lattice.firstEdge[node + 1]; e++) sum += transition[e];
          near(sum, 1, 1e-9);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('are smoothed by shorter histories down to all words alike (eq. 9)', () => {
    const posteriors = ngramPosteriorsOfList(LIST);
    const alpha = [0.8, 0.6];
    const p1 = (count: number) => (0.8 * count) / 3.2 + 0.2 / 6;
    near(posteriors.smoothed([RED], HOUSE, alpha), 0.6 * 0.7 + 0.4 * p1(1));
    near(posteriors.smoothed([IS], HOUSE, alpha), 0.4 * p1(1));
    near(posteriors.smoothed([99], HOUSE, alpha), p1(1));
    near(posteriors.smoothed([RED], 99, alpha), 0.4 * p1(0));
    const scorer = new NgramScorer(posteriors, { alpha, countEnds: true });
    const logs = new Float64Array(4);
    scorer.score(scorer.score(scorer.start, RED, logs), 99, logs);
    near(logs[1], Math.log(0.4 * p1(0)));
  });
});
