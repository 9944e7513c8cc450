import assert from 'node:assert/strict';
import { NEVER_CANCELLED } from '../../../models/core/cancel.js';
import { CancelledError } from '../../../models/core/errors.js';
import { Random } from '../../../models/core/random.js';
import { batchMira } from '../../../models/train/mira.js';
import {
  type TuningCandidate,
  type TuningOptions,
  type TuningState,
  type TuningTask,
  tuneWeights,
} from '../../../models/train/weight-tuning.js';

const FEATURES = 4;

/** A "decoder" that ranks a fixed set of variants of each reference and shows the best ten. */
function toyTask(): TuningTask {
  const random = new Random(77);
  const references = Array.from({ length: 20 }, () =>
    Array.from({ length: 9 }, () => `w${random.below(30)}`),
  );
  const variants = references.map((reference) =>
    Array.from({ length: 60 }, () => {
      const quality = random.next();
      const words = reference.map((word) => (random.next() < quality ? word : 'x'));
      const features = Float64Array.from({ length: FEATURES }, () => random.next());
      features[1] += 2 * quality;
      return { words, features };
    }),
  );
  return {
    segmentCount: references.length,
    references: references.map((reference) => [reference]),
    translate(segment, weights) {
      const score = ({ features }: TuningCandidate) =>
        features.reduce((sum, value, f) => sum + value * weights[f], 0);
      return [...variants[segment]].sort((a, b) => score(b) - score(a)).slice(0, 10);
    },
  };
}

const OPTIONS: TuningOptions = {
  tuner: batchMira({ stepLimit: 0.01, passes: 10, runs: 1 }),
  start: Float64Array.of(1, -0.2, 0.5, 0.1),
  frozen: [false, false, false, false],
  rounds: 6,
  seed: 5,
  cancel: NEVER_CANCELLED,
};

describe('weight tuning', () => {
  it('ends with weights whose own translations are better than those of the start', () => {
    const rounds = [...tuneWeights(toyTask(), OPTIONS)];
    assert.ok((rounds.at(-1)?.best ?? 0) > rounds[0].score + 5);
    for (let r = 1; r < rounds.length; r++) {
      assert.ok(rounds[r].best >= rounds[r - 1].best);
      assert.ok(rounds[r].poolSize >= rounds[r - 1].poolSize);
    }
  });

  it('goes on from a stored state as if it had not stopped', () => {
    const whole = [...tuneWeights(toyTask(), OPTIONS)];
    assert.ok(whole.length > 2, 'too few rounds to interrupt');
    const stored: TuningState = JSON.parse(JSON.stringify(whole[1].state));
    const resumed = [...tuneWeights(toyTask(), { ...OPTIONS, resume: stored })];
    assert.deepEqual(resumed, whole.slice(1));
  });

  it('goes only part of the way in the first rounds, and leaves frozen weights alone', () => {
    const goal = Float64Array.of(-1, 2, -0.5, 0.1);
    const tuner = { name: 'goal', tune: () => goal };
    const { state } = [...tuneWeights(toyTask(), { ...OPTIONS, tuner })].at(-1) ?? assert.fail();
    const ways = state.rounds.map(({ weights }) => (weights[0] - goal[0]) / (OPTIONS.start[0] - goal[0]));
    ways.slice(0, 4).forEach((way, round) => {
      const expected = [1, 0.7, 0.7 * 0.5, 0.7 * 0.5 * 0.3][round];
      assert.ok(Math.abs(way - expected) < 1e-9, `round ${round + 1}: ${way} is not ${expected}`);
    });
    for (const { weights } of state.rounds) assert.equal(weights[3], 0.1);
  });

  it('stops when cancelled', () => {
    const tuning = tuneWeights(toyTask(), { ...OPTIONS, cancel: { cancelled: true } });
    assert.throws(() => tuning.next(), CancelledError);
  });
});
