import assert from 'node:assert/strict';
import fc from 'fast-check';
import { GainLanguageModel } from '../../../models/posterior/gain-language-model.js';
import { bleuWeights, DEFAULT_BLEU_SHAPE, expectedGains } from '../../../models/posterior/ngram-gains.js';
import { ngramPosteriors } from '../../../models/posterior/ngram-posteriors.js';
import { chosenPaths, mbrPath, Rescorer } from '../../../models/posterior/rescorer.js';
import { Decoder } from '../../../models/search/decoder.js';
import { featureIndex } from '../../../models/search/feature-names.js';
import { latticeOf } from '../../../models/search/lattice.js';
import { latticePaths, pathWords } from '../../../models/search/lattice-paths.js';
import {
  DEFAULT_RESCORING,
  RESCORE_MODES,
  type RescoringSettings,
} from '../../../models/search/rescoring-settings.js';
import { EXHAUSTIVE_SEARCH } from '../../../models/search/search-settings.js';
import { Translator } from '../../../models/search/translator.js';
import { latticeFromEdges } from '../../support/random-lattice.js';
import { toyModel } from '../../support/toy-model.js';
import { toyProblems } from '../../support/toy-search.js';

const translator = new Translator(
  toyModel([
    ['ein Hund schläft', 'a dog sleeps', '0-0 1-1 2-2'],
    ['ein Hund bellt', 'a dog barks', '0-0 1-1 2-2'],
    ['der Hund bellt', 'the dog is barking', '0-0 1-1 2-2 2-3'],
    ['ein Kind schläft', 'one child is asleep', '0-0 1-1 2-2 2-3'],
  ]),
);

/** The best translation stands alone; the others agree on nearly every word. */
const [A, B, C, D, E, F] = [10, 11, 12, 13, 14, 15];
const DIVIDED = latticeFromEdges(5, [
  { from: 0, to: 1, words: [E, F, C], score: Math.log(0.4) },
  { from: 0, to: 2, words: [A, B, C], score: Math.log(0.3) },
  { from: 0, to: 3, words: [A, B, D], score: Math.log(0.3) },
  ...[1, 2, 3].map((from) => ({ from, to: 4, words: [], score: 0 })),
]);

describe('Rescorer', () => {
  for (const mode of RESCORE_MODES) {
    it(`translates by ${mode}: different translations, the chosen one first`, () => {
      const rescorer = new Rescorer(translator);
      const segment = translator.prepare('der Hund schläft');
      const list = rescorer.nBest(segment, 5, mode);
      assert.equal(new Set(list.map(({ text }) => text)).size, list.length);
      assert.ok(list.length > 1);
      assert.equal(rescorer.translate(segment, mode).text, list[0].text);
    });

    it(`takes empty and unknown text by ${mode}`, () => {
      const rescorer = new Rescorer(translator);
      assert.equal(rescorer.translate(translator.prepare(''), mode).text, '');
      assert.equal(rescorer.translate(translator.prepare('Xx Yy'), mode).text, 'Xx Yy');
    });
  }

  it('off is what the translator says', () => {
    const rescorer = new Rescorer(translator, { mode: 'off' });
    for (const text of ['ein Hund schläft', 'der Hund', 'Kind bellt ein Hund'])
      assert.equal(rescorer.translate(translator.prepare(text)).text, translator.translate(text).text);
  });

  it('mbr and ngram prefer what translations agree on to the best one that stands alone', () => {
    const words = (settings: Partial<RescoringSettings>, mode: 'ngram' | 'mbr') => {
      const [path] = chosenPaths(DIVIDED, 1, mode, { ...DEFAULT_RESCORING, ...settings });
      return pathWords(DIVIDED, path.edges);
    };
    assert.deepEqual(words({ scoreWeight: 0 }, 'mbr').slice(0, 2), [A, B]);
    assert.deepEqual(words({ featureWeights: [9, 0, 0, 0, 0] }, 'ngram').slice(0, 2), [A, B]);
    assert.deepEqual(words({ featureWeights: [0, 0, 0, 0, 0] }, 'ngram'), [E, F, C]);
    assert.deepEqual(words({ scoreWeight: 100 }, 'mbr'), [E, F, C]);
  });

  it('a second search weighs model score and gain as the lattice search does', () => {
    fc.assert(
      fc.property(toyProblems(3, 3), ({ lm, weights, options }) => {
        const weight = weights[featureIndex('languageModel')];
        fc.pre(Math.abs(weight) > 0.01);
        const decoder = new Decoder(lm);
        const graph = decoder.decode(options, weights, EXHAUSTIVE_SEARCH);
        fc.pre(graph.isComplete);
        const lattice = latticeOf(graph);
        const posteriors = ngramPosteriors(lattice, { scale: 1, order: 4 });
        const gains = expectedGains(posteriors, bleuWeights(DEFAULT_BLEU_SHAPE, 4));
        const gainWeight = 2;
        decoder.useLanguageModel(new GainLanguageModel(lm, posteriors.counts, gains, gainWeight / weight));
        const found = decoder.decode(options, weights, EXHAUSTIVE_SEARCH).bestPath();
        let best = Number.NEGATIVE_INFINITY;
        for (const { edges, score } of latticePaths(lattice)) {
          const words = pathWords(lattice, edges);
          let gain = 0;
          words.forEach((_, i) => {
            for (let n = Math.min(4, i + 1); n >= 1; n--) {
              const ngram = posteriors.counts.lookUp(words.slice(i + 1 - n, i + 1));
              if (ngram < 0) continue;
              gain += gains[ngram];
              break;
            }
          });
          best = Math.max(best, score + gainWeight * gain);
        }
        assert.ok(Math.abs((found?.score ?? 0) - best) < 1e-6, `${found?.score} is not ${best}`);
      }),
      { numRuns: 60 },
    );
  });

  it('mbr of a lattice with one path is that path', () => {
    const single = latticeFromEdges(3, [
      { from: 0, to: 1, words: [A, B], score: -1 },
      { from: 1, to: 2, words: [], score: 0 },
    ]);
    assert.deepEqual(mbrPath(single, DEFAULT_RESCORING), { edges: [0, 1], score: -1 });
  });
});
