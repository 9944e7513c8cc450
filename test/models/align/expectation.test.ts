import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type AlignerState,
  createAlignerState,
  maximizationStep,
} from '../../../models/align/aligner-state.js';
import { AlignerWorkspace, expectationStep, trainedPosteriors } from '../../../models/align/expectation.js';
import type { PairArrays } from '../../../models/align/pair-arrays.js';
import { finished } from '../../support/finished.js';
import { pairsOf, toyBitext } from '../../support/toy-bitext.js';

const WORDS = 4;
const sentences = fc.array(fc.array(fc.nat(WORDS - 1), { maxLength: 5 }), { minLength: 4, maxLength: 4 });

function step(state: AlignerState, model: 'ibm1' | 'hmm', workspace = new AlignerWorkspace(0)): void {
  state.cells.forEach((cells, shard) => {
    expectationStep(state, shard, cells, model, workspace);
  });
}

/** Sum of forward log-likelihoods and, by word pair, of forward posteriors: plain EM in one direction. */
function plainExpectation(state: AlignerState, pairs: PairArrays) {
  const workspace = new AlignerWorkspace(0);
  const counts = new Map<string, number>();
  const empty = new Float64Array(pairs.targetVocabularySize);
  let logLikelihood = 0;
  for (let p = 0; p + 1 < pairs.sourceOffsets.length; p++) {
    if (pairs.sourceOffsets[p] === pairs.sourceOffsets[p + 1]) continue;
    if (pairs.targetOffsets[p] === pairs.targetOffsets[p + 1]) continue;
    trainedPosteriors(state, 0, p, workspace);
    const { pair, lattice } = workspace;
    logLikelihood += lattice.run(pair.forwardProblem(), state.forwardJumps);
    for (let i = 0; i < pair.sourceLength; i++) {
      for (let cell = pair.sourceStarts[i]; cell < pair.sourceStarts[i + 1]; cell++) {
        const source = pairs.sourceIds[pairs.sourceOffsets[p] + i];
        const target = pairs.targetIds[pairs.targetOffsets[p] + pair.cellTargets[cell]];
        const key = `${source} ${target}`;
        counts.set(key, (counts.get(key) ?? 0) + pair.forwardPosteriors[cell]);
      }
    }
    for (let j = 0; j < pair.targetLength; j++) {
      empty[pairs.targetIds[pairs.targetOffsets[p] + j]] += pair.targetEmptyPosteriors[j];
    }
  }
  return { logLikelihood, counts, empty };
}

describe('expectation and maximisation', () => {
  it('never lowers the likelihood when the posteriors of one direction are used as counts', () => {
    fc.assert(
      fc.property(sentences, sentences, (sources, targets) => {
        const pairs = pairsOf(sources, targets, WORDS, WORDS);
        const state = finished(createAlignerState(pairs, { minAssociation: 0 }));
        const { rowOffsets, columns, weights, sourceScale, nullTarget } = state.table;
        let last = Number.NEGATIVE_INFINITY;
        for (let iteration = 0; iteration < 5; iteration++) {
          const { logLikelihood, counts, empty } = plainExpectation(state, pairs);
          assert.ok(logLikelihood >= last - 1e-4, `${last} → ${logLikelihood}`);
          last = logLikelihood;
          for (let source = 0; source < WORDS; source++) {
            let sum = 0;
            for (let slot = rowOffsets[source]; slot < rowOffsets[source + 1]; slot++) {
              weights[slot] = counts.get(`${source} ${columns[slot]}`) ?? 0;
              sum += weights[slot];
            }
            sourceScale[source] = sum > 0 ? 1 / sum : 0;
          }
          const none = empty.reduce((a, b) => a + b, 0);
          // A word the empty word never generates keeps a trace: the model needs positive numbers.
          if (none > 0) nullTarget.set(empty.map((count) => Math.max(count / none, 1e-30)));
        }
      }),
      { numRuns: 50 },
    );
  });

  it('counts the product of both posteriors, and the empty word of each direction', () => {
    fc.assert(
      fc.property(sentences, sentences, (sources, targets) => {
        const pairs = pairsOf(sources, targets, WORDS, WORDS);
        const state = finished(createAlignerState(pairs, { minAssociation: 0 }));
        const workspace = new AlignerWorkspace(0);
        step(state, 'hmm', workspace);
        const { slots, nullTarget } = state.counts[0].lexicon;
        const expected = new Map<string, number>();
        let none = 0;
        for (let p = 0; p < sources.length; p++) {
          if (sources[p].length === 0 || targets[p].length === 0) continue;
          trainedPosteriors(state, 0, p, workspace);
          const { pair } = workspace;
          for (let i = 0; i < pair.sourceLength; i++) {
            for (let cell = pair.sourceStarts[i]; cell < pair.sourceStarts[i + 1]; cell++) {
              const key = `${sources[p][i]} ${targets[p][pair.cellTargets[cell]]}`;
              const product = pair.forwardPosteriors[cell] * pair.reversePosteriors[cell];
              expected.set(key, (expected.get(key) ?? 0) + product);
            }
          }
          for (let j = 0; j < pair.targetLength; j++) none += pair.targetEmptyPosteriors[j];
        }
        const { rowOffsets, columns } = state.table;
        for (let source = 0; source < WORDS; source++) {
          for (let slot = rowOffsets[source]; slot < rowOffsets[source + 1]; slot++) {
            const sum = expected.get(`${source} ${columns[slot]}`) ?? 0;
            assert.ok(Math.abs(slots[slot] - sum) < 1e-4, `${slots[slot]} ≠ ${sum}`);
          }
        }
        assert.ok(Math.abs(nullTarget.reduce((a, b) => a + b, 0) - none) < 1e-9);
      }),
      { numRuns: 50 },
    );
  });

  it('gives the same tables from one shard and from three', () => {
    const { pairs } = toyBitext({ count: 200 });
    const [one, three] = [1, 3].map((shards) => {
      const state = finished(createAlignerState(pairs, { shards }));
      for (const model of ['ibm1', 'ibm1', 'hmm', 'hmm'] as const) {
        step(state, model);
        maximizationStep(state, model);
      }
      return state;
    });
    assert.equal(three.cells.length, 3);
    assert.deepEqual(three.table.columns, one.table.columns);
    for (const [array, other] of [
      [one.table.weights, three.table.weights],
      [one.forwardJumps.jumps, three.forwardJumps.jumps],
      [one.reverseJumps.factors, three.reverseJumps.factors],
    ]) {
      array.forEach((value, k) => {
        assert.ok(Math.abs(value - other[k]) <= 1e-4 * Math.max(1, value), `${value} ≠ ${other[k]}`);
      });
    }
  });

  it('normalises the lexical table both ways', () => {
    const { pairs } = toyBitext({ count: 100 });
    const state = finished(createAlignerState(pairs));
    step(state, 'ibm1');
    maximizationStep(state, 'ibm1');
    const { rowOffsets, columns, weights, sourceScale, targetScale } = state.table;
    const columnSums = new Float64Array(targetScale.length);
    for (let source = 0; source < sourceScale.length; source++) {
      let sum = 0;
      for (let slot = rowOffsets[source]; slot < rowOffsets[source + 1]; slot++) {
        sum += weights[slot] * sourceScale[source];
        columnSums[columns[slot]] += weights[slot] * targetScale[columns[slot]];
      }
      if (sourceScale[source] > 0) assert.ok(Math.abs(sum - 1) < 1e-4);
    }
    columnSums.forEach((sum, target) => {
      if (targetScale[target] > 0) assert.ok(Math.abs(sum - 1) < 1e-4);
    });
  });
});
