import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decoder } from '../../../models/search/decoder.js';
import { GeneralizedStacks } from '../../../models/search/generalized-stacks.js';
import { EXHAUSTIVE_SEARCH } from '../../../models/search/search-settings.js';
import { everyDerivation, toyProblems } from '../../support/toy-search.js';

/** The lowest bit of a number is the first position. */
function stackOf(stacks: GeneralizedStacks, coverage: number): number {
  return stacks.stackOf((position) => ((coverage >>> position) & 1) === 1);
}

describe('generalized stacks', () => {
  it('are those of the paper’s table for four words and granularity two', () => {
    const stacks = new GeneralizedStacks();
    stacks.begin(4, 2);
    const table: Record<string, number> = {
      '0000': 0,
      '0001': 0,
      '0010': 0,
      '0100': 0,
      '1000': 1,
      '0011': 1,
      '0101': 1,
      '0110': 1,
      '1001': 2,
      '1010': 2,
      '1100': 2,
      '0111': 2,
      '1011': 3,
      '1101': 3,
      '1110': 3,
      '1111': 3,
    };
    for (const [bits, stack] of Object.entries(table)) {
      assert.equal(stackOf(stacks, Number.parseInt(bits, 2)), stack, bits);
    }
  });

  it('follow the order of coverages by size and value, whatever the granularity', () => {
    const length = 9;
    const popCount = (n: number) => n.toString(2).replaceAll('0', '').length;
    const order = Array.from({ length: 1 << length }, (_, n) => n).sort(
      (a, b) => popCount(a) - popCount(b) || a - b,
    );
    for (let granularity = 1; granularity <= length; granularity++) {
      const stacks = new GeneralizedStacks();
      assert.ok(stacks.begin(length, granularity));
      order.forEach((coverage, rank) => {
        assert.equal(stackOf(stacks, coverage), rank >>> (length - granularity));
      });
    }
  });

  it('lose nothing when the beam has no limit', () => {
    fc.assert(
      fc.property(toyProblems(4, 3), fc.integer({ min: 0, max: 5 }), (problem, granularity) => {
        const { lm, options, weights } = problem;
        const graph = new Decoder(lm).decode(options, weights, { ...EXHAUSTIVE_SEARCH, granularity });
        let best = Number.NEGATIVE_INFINITY;
        for (const { score } of everyDerivation(problem, 'hierarchical')) best = Math.max(best, score);
        const found = graph.bestPath()?.score ?? Number.NEGATIVE_INFINITY;
        assert.ok(found === best || Math.abs(found - best) < 1e-6, `${found} is not ${best}`);
      }),
      { numRuns: 60 },
    );
  });

  it('keep a hypothesis of every coverage when there is a stack for each', () => {
    fc.assert(
      fc.property(toyProblems(5, 4, false), (problem) => {
        const { lm, options, weights } = problem;
        const settings = { ...EXHAUSTIVE_SEARCH, beamSize: 1 };
        const decoder = new Decoder(lm);
        const few = decoder.decode(options, weights, settings).statistics.hypotheses;
        const many = decoder.decode(options, weights, { ...settings, granularity: 5 }).statistics.hypotheses;
        assert.ok(many >= few, `${many} < ${few}`);
        assert.ok(decoder.decode(options, weights, { ...settings, granularity: 5 }).isComplete);
      }),
      { numRuns: 60 },
    );
  });
});
