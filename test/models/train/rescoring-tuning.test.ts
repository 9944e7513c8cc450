import assert from 'node:assert/strict';
import { NEVER_CANCELLED } from '../../../models/core/cancel.js';
import { FEATURE_COUNT } from '../../../models/search/feature-names.js';
import { DEFAULT_RESCORING } from '../../../models/search/rescoring-settings.js';
import { batchMira } from '../../../models/train/mira.js';
import {
  crossTunedRescoring,
  type HeldOutLattice,
  type RescoringTask,
  tuneRescoring,
} from '../../../models/train/rescoring-tuning.js';
import { FROZEN_FEATURES, type TuningOptions } from '../../../models/train/weight-tuning.js';
import { latticeFromEdges } from '../../support/random-lattice.js';

const [ALONE, AGREED] = [
  [20, 21, 22, 23, 24],
  [10, 11, 12, 13, 14],
];

/** The best path stands alone, four others agree but for their last word. */
function divided(segment: number) {
  const others = [15, 16, 17, 18].map((last) => ({
    words: [...AGREED.slice(0, 4), last],
    score: -0.1 - 0.01 * (segment % 5),
  }));
  const paths = [{ words: ALONE, score: 0 }, ...others];
  return latticeFromEdges(
    paths.length + 2,
    paths.flatMap(({ words, score }, i) => [
      { from: 0, to: i + 1, words, score },
      { from: i + 1, to: paths.length + 1, words: [], score: 0 },
    ]),
  );
}

function heldOut(reference: readonly number[]): HeldOutLattice[] {
  return Array.from({ length: 6 }, (_, segment) => ({
    lattice: divided(segment),
    reference: reference.map(String),
    form: String,
  }));
}

const OPTIONS: TuningOptions = {
  tuner: batchMira(),
  rounds: 4,
  seed: 1,
  start: new Float64Array(FEATURE_COUNT).fill(-0.1),
  frozen: FROZEN_FEATURES,
  cancel: NEVER_CANCELLED,
};

describe('tuning of the choice by posteriors', () => {
  it('takes a mode that follows what translations agree on where that is right', () => {
    const { settings, scores } = tuneRescoring(heldOut(AGREED), DEFAULT_RESCORING, NEVER_CANCELLED);
    assert.notEqual(settings.mode, 'off');
    assert.equal(scores.off, 0);
    assert.ok((scores.mbr ?? 0) > 50);
    assert.ok((scores.ngram ?? 0) >= (scores.off ?? 0));
  });

  it('leaves the choice to the model where nothing is better', () => {
    const { settings, scores } = tuneRescoring(heldOut(ALONE), DEFAULT_RESCORING, NEVER_CANCELLED);
    assert.equal(settings.mode, 'off');
    assert.equal(Math.round(scores.off ?? 0), 100);
  });

  it('translates each half with weights tuned on the other, and asks for enough text', () => {
    const seen: { segment: number; weights: Float64Array }[] = [];
    const task = (segmentCount: number): RescoringTask => ({
      segmentCount,
      references: Array.from({ length: segmentCount }, () => [AGREED.map(String)]),
      // In even segments the first feature tells good from bad, in odd ones the second.
      translate: (segment, weights) => {
        const candidate = (words: readonly number[], value: number) => {
          const features = new Float64Array(FEATURE_COUNT);
          features[segment % 2] = value;
          return { words: words.map(String), features };
        };
        const [good, bad] = [candidate(AGREED, 1), candidate(ALONE, -1)];
        return weights[segment % 2] > 0 ? [good, bad] : [bad, good];
      },
      lattice: (segment, weights) => {
        seen.push({ segment, weights });
        return divided(segment);
      },
      form: (_segment, id) => String(id),
    });
    const run = (segmentCount: number) => {
      const rounds = crossTunedRescoring(task(segmentCount), OPTIONS);
      let step = rounds.next();
      while (!step.done) step = rounds.next();
      return step.value;
    };
    assert.equal(run(20), undefined);
    assert.ok(run(250) !== undefined);
    assert.equal(seen.length, 250);
    const [even, odd] = [seen[0].weights, seen[1].weights];
    assert.ok(odd[0] > 0 && odd[1] < 0 && even[0] < 0 && even[1] > 0);
    for (const { segment, weights } of seen) assert.equal(weights, segment % 2 === 0 ? even : odd);
  });
});
