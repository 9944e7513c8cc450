import assert from 'node:assert/strict';
import fc from 'fast-check';
import { OPTION_FEATURE_COUNT } from '../../../models/phrases/option-features.js';
import { ORIENTATION_COUNT, TranslationOptionsBuilder } from '../../../models/phrases/translation-options.js';
import { Decoder } from '../../../models/search/decoder.js';
import { derivationFeatures, derivationOf } from '../../../models/search/derivation.js';
import { FEATURE_NAMES } from '../../../models/search/feature-names.js';
import { nBestPaths } from '../../../models/search/n-best.js';
import { EXHAUSTIVE_SEARCH, type OrientationModel } from '../../../models/search/search-settings.js';
import { everyDerivation, toyProblems } from '../../support/toy-search.js';

const ORIENTATIONS: OrientationModel[] = ['none', 'phrase', 'hierarchical'];

describe('Decoder', () => {
  for (const orientation of ORIENTATIONS) {
    it(`finds the best of all derivations, with gaps on both sides, orientation ${orientation}`, () => {
      fc.assert(
        fc.property(toyProblems(4, 3), (problem) => {
          const weights = withoutOrientation(problem.weights, orientation);
          const decoder = new Decoder(problem.lm);
          const graph = decoder.decode(problem.options, weights, { ...EXHAUSTIVE_SEARCH, orientation });
          let best = Number.NEGATIVE_INFINITY;
          for (const { score } of everyDerivation({ ...problem, weights }, orientation))
            best = Math.max(best, score);
          const found = graph.bestPath()?.score ?? Number.NEGATIVE_INFINITY;
          assert.ok(found === best || Math.abs(found - best) < 1e-6, `${found} is not ${best}`);
        }),
        { numRuns: 150 },
      );
    });
  }

  it('finds the best of all derivations of five words without gaps', () => {
    fc.assert(
      fc.property(toyProblems(5, 4, false), (problem) => {
        const graph = new Decoder(problem.lm).decode(problem.options, problem.weights, EXHAUSTIVE_SEARCH);
        let best = Number.NEGATIVE_INFINITY;
        for (const { score } of everyDerivation(problem, 'hierarchical')) best = Math.max(best, score);
        assert.ok(Math.abs((graph.bestPath()?.score ?? 0) - best) < 1e-6);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps every derivation in the graph: the n-best list is all of them, in order', () => {
    fc.assert(
      fc.property(toyProblems(3, 3), (problem) => {
        const { lm, weights, options } = problem;
        const graph = new Decoder(lm).decode(options, weights, EXHAUSTIVE_SEARCH);
        const expected = [...everyDerivation(problem, 'hierarchical')]
          .map(({ score }) => score)
          .sort((a, b) => b - a);
        const found = [...nBestPaths(graph)];
        assert.equal(found.length, expected.length);
        found.forEach(({ score, edges }, i) => {
          assert.ok(Math.abs(score - expected[i]) < 1e-6, `${score} is not ${expected[i]}`);
          const values = derivationFeatures(derivationOf(graph, edges), lm, 'hierarchical');
          const sum = values.reduce((total, value, f) => total + value * weights[f], 0);
          assert.ok(Math.abs(sum - score) < 1e-6);
        });
      }),
      { numRuns: 100 },
    );
  });

  it('gives the same answer again, and after another segment', () => {
    fc.assert(
      fc.property(toyProblems(5, 5), toyProblems(5, 5), (one, other) => {
        const settings = { ...EXHAUSTIVE_SEARCH, beamSize: 5, popLimit: 10, distortionLimit: 2 };
        const decoder = new Decoder(one.lm);
        const describe = () => {
          const graph = decoder.decode(one.options, one.weights, settings);
          return { best: graph.bestPath(), statistics: graph.statistics };
        };
        const first = describe();
        decoder.decode(other.options, other.weights, settings);
        assert.deepEqual(describe(), first);
      }),
    );
  });

  it('translates the empty segment', () => {
    const [problem] = fc.sample(toyProblems(1, 0), { numRuns: 1, seed: 1 });
    const empty = { ...problem.options, sourceLength: 0, setCount: 0, optionCount: 0 };
    const path = new Decoder(problem.lm).decode(empty, problem.weights, EXHAUSTIVE_SEARCH).bestPath();
    assert.deepEqual(path?.edges, []);
  });

  it('stops when it is told to', () => {
    const [problem] = fc.sample(toyProblems(3, 0), { numRuns: 1, seed: 1 });
    const decoder = new Decoder(problem.lm);
    assert.throws(
      () => decoder.decode(problem.options, problem.weights, EXHAUSTIVE_SEARCH, { cancelled: true }),
      /cancelled/,
    );
  });

  it('finishes with a complete translation when time is up', () => {
    let clock = 0;
    fc.assert(
      fc.property(toyProblems(6, 4), (problem) => {
        const decoder = new Decoder(problem.lm, () => clock++);
        const graph = decoder.decode(problem.options, problem.weights, {
          ...EXHAUSTIVE_SEARCH,
          timeBudget: 1,
        });
        assert.ok(graph.isComplete);
      }),
    );
  });

  it('bug: phrases with target gaps left no place in a short stack for those without', () => {
    fc.assert(
      fc.property(toyProblems(1, 0), ({ lm, weights }) => {
        const builder = new TranslationOptionsBuilder(1);
        const orientations = new Float64Array(ORIENTATION_COUNT);
        const scored = (score: number) => new Float64Array(OPTION_FEATURE_COUNT).fill(score);
        for (let k = 0; k < 5; k++)
          builder.add([0], { pieces: [[3], [3]], features: scored(9), orientations });
        builder.add([0], { pieces: [[3]], features: scored(-9), orientations });
        const settings = { ...EXHAUSTIVE_SEARCH, popLimit: 3 };
        assert.ok(new Decoder(lm).decode(builder.build(), weights, settings).isComplete);
      }),
      { numRuns: 20 },
    );
  });
});

/** Without an orientation model its features are zero: so must be their weights. */
function withoutOrientation(weights: Float64Array, orientation: OrientationModel): Float64Array {
  return orientation === 'none'
    ? weights.map((weight, f) => (FEATURE_NAMES[f].match(/^(previous|next)[A-Z]/) ? 0 : weight))
    : weights;
}
