import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TranslationOptionsBuilder } from '../../../models/phrases/translation-options.js';
import { Decoder } from '../../../models/search/decoder.js';
import { derivationOf } from '../../../models/search/derivation.js';
import { nBestPaths } from '../../../models/search/n-best.js';
import type { TargetConstraint } from '../../../models/search/prefix-constraint.js';
import { EXHAUSTIVE_SEARCH } from '../../../models/search/search-settings.js';
import { FIRST_WORD } from '../../support/toy-corpus.js';
import { everyDerivation, toyProblems } from '../../support/toy-search.js';

/** For each bound position the words that may stand there. */
const allowed = fc.array(
  fc.uniqueArray(fc.integer({ min: FIRST_WORD, max: FIRST_WORD + 3 }), { minLength: 1 }),
  {
    maxLength: 4,
  },
);

function constraintOf(sets: readonly (readonly number[])[], closed: boolean): TargetConstraint {
  const positions = (word: number) => sets.flatMap((set, position) => (set.includes(word) ? [position] : []));
  return { length: sets.length, closed, positions };
}

function keeps(words: readonly number[], sets: readonly (readonly number[])[], closed: boolean): boolean {
  if (words.length < sets.length || (closed && words.length > sets.length)) return false;
  return sets.every((set, position) => set.includes(words[position]));
}

describe('decoding under a prefix', () => {
  for (const gaps of [true, false]) {
    it(`finds the best of all translations that keep the constraint, ${gaps ? 'with' : 'without'} gaps`, () => {
      fc.assert(
        fc.property(toyProblems(4, 3, gaps), allowed, fc.boolean(), (problem, sets, closed) => {
          const { options, lm, weights } = problem;
          let best = Number.NEGATIVE_INFINITY;
          for (const { derivation, score } of everyDerivation(problem, 'hierarchical')) {
            if (keeps(derivation.words, sets, closed)) best = Math.max(best, score);
          }
          const decoder = new Decoder(lm);
          const constraint = constraintOf(sets, closed);
          const graph = decoder.decode(options, weights, EXHAUSTIVE_SEARCH, undefined, constraint);
          const found = graph.bestPath()?.score ?? Number.NEGATIVE_INFINITY;
          assert.ok(found === best || Math.abs(found - best) < 1e-6, `${found} is not ${best}`);
        }),
        { numRuns: 200 },
      );
    });
  }

  it('keeps all translations with the prefix in the graph, and no other', () => {
    fc.assert(
      fc.property(toyProblems(3, 3), allowed, fc.boolean(), (problem, sets, closed) => {
        const { options, lm, weights } = problem;
        const expected = [...everyDerivation(problem, 'hierarchical')]
          .filter(({ derivation }) => keeps(derivation.words, sets, closed))
          .map(({ score }) => score)
          .sort((a, b) => b - a);
        const constraint = constraintOf(sets, closed);
        const graph = new Decoder(lm).decode(options, weights, EXHAUSTIVE_SEARCH, undefined, constraint);
        const found = [...nBestPaths(graph)];
        // Without any derivation that keeps it, the search tries again without target gaps: still none.
        assert.equal(found.length, expected.length);
        found.forEach(({ score, edges }, i) => {
          assert.ok(Math.abs(score - expected[i]) < 1e-6);
          assert.ok(keeps(derivationOf(graph, edges).words, sets, closed));
        });
      }),
      { numRuns: 100 },
    );
  });

  it('uses bound options at bound positions only', () => {
    fc.assert(
      fc.property(toyProblems(3, 3, false), allowed, fc.nat(), (problem, sets, chosen) => {
        const { options, lm, weights } = problem;
        const bound = chosen % options.optionCount;
        const constraint = { ...constraintOf(sets, false), isBound: (option: number) => option === bound };
        const graph = new Decoder(lm).decode(options, weights, EXHAUSTIVE_SEARCH, undefined, constraint);
        for (const { edges } of nBestPaths(graph)) {
          const { steps } = derivationOf(graph, edges);
          let said = 0;
          for (const { option, piece } of steps) {
            assert.ok(option !== bound || said < sets.length);
            said += options.wordStart[piece + 1] - options.wordStart[piece];
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is free again with the next segment', () => {
    fc.assert(
      fc.property(toyProblems(4, 4), allowed, (problem, sets) => {
        const { options, lm, weights } = problem;
        const decoder = new Decoder(lm);
        const settings = { ...EXHAUSTIVE_SEARCH, beamSize: 5, popLimit: 10, distortionLimit: 2 };
        const before = decoder.decode(options, weights, settings).bestPath();
        decoder.decode(options, weights, settings, undefined, constraintOf(sets, false));
        assert.deepEqual(decoder.decode(options, weights, settings).bestPath(), before);
      }),
      { numRuns: 50 },
    );
  });

  it('reaches any order of the prefix and the rest of the sentence, whatever the distortion limit', () => {
    // Word i of the source becomes word i of the target; the translator begins with the last one.
    const length = 9;
    const [{ lm, weights, ...rest }] = fc.sample(toyProblems(1, 0), { numRuns: 1, seed: 1 });
    const builder = new TranslationOptionsBuilder(length);
    for (let i = 0; i < length; i++) {
      builder.add([i], {
        pieces: [[100 + i]],
        features: new Array(20).fill(0),
        orientations: new Array(6).fill(0),
      });
    }
    const options = builder.build();
    assert.equal(rest.options.sourceLength, 1);
    for (const first of [length - 1, 4, 0]) {
      const constraint = constraintOf([[100 + first]], false);
      const settings = { ...EXHAUSTIVE_SEARCH, distortionLimit: 2 };
      const graph = new Decoder(lm).decode(options, weights, settings, undefined, constraint);
      const path = graph.bestPath();
      assert.ok(path !== null);
      assert.equal(derivationOf(graph, path.edges).words[0], 100 + first);
    }
  });
});
