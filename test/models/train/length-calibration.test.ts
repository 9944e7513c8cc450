import assert from 'node:assert/strict';
import { CancelledError } from '../../../models/core/errors.js';
import { Random } from '../../../models/core/random.js';
import { Rescorer } from '../../../models/posterior/rescorer.js';
import { featureIndex } from '../../../models/search/feature-names.js';
import type { ModelBundle } from '../../../models/search/model-bundle.js';
import {
  DEFAULT_RESCORING,
  type RescoreMode,
  type RescoringSettings,
} from '../../../models/search/rescoring-settings.js';
import { Translator } from '../../../models/search/translator.js';
import type { HeldOutPair } from '../../../models/train/confidence-fitting.js';
import { calibrateLength, LEAST_LENGTH_WORDS } from '../../../models/train/length-calibration.js';
import { finished } from '../../support/finished.js';
import { type Pairs, trainedModel } from '../../support/trained-model.js';

const WORD_COUNT = featureIndex('wordCount');

/** Every source word may be said with one word or with two; `long` is how often with two. */
function wordyPairs(count: number, long: number, seed: number): Pairs {
  const random = new Random(seed);
  return Array.from({ length: count }, () => {
    const words = Array.from({ length: 3 + random.below(4) }, () => random.below(8));
    const target = words.map((k) => (random.next() < long ? `quite thing${k}` : `thing${k}`));
    return [words.map((k) => `ding${k}`).join(' '), target.join(' ')] as const;
  });
}

describe('calibration of length', () => {
  let bundle: ModelBundle;
  let translator: Translator;

  const learn = async (long: number) => {
    bundle = await trainedModel(wordyPairs(400, long, 1), { pretokenized: true });
    translator = new Translator(bundle);
  };

  before(() => learn(0.7));

  function heldOut(pairs: Pairs): HeldOutPair[] {
    return pairs.map(([source, target]) => ({
      segment: translator.prepare(source),
      reference: translator.targetForms(target),
    }));
  }

  function lengthRatio(pairs: readonly HeldOutPair[], wordCount: number): number {
    const weights = translator.weights.slice();
    weights[WORD_COUNT] = wordCount;
    let [words, wanted] = [0, 0];
    for (const { segment, reference } of pairs) {
      words += translator.nBest(segment, 1, weights)[0].words.length;
      wanted += reference.length;
    }
    return words / wanted;
  }

  function calibrated(pairs: readonly HeldOutPair[]): number {
    return finished(calibrateLength(bundle, pairs)).weights.wordCount ?? 0;
  }

  it('makes translations as long as those of people, wordy or terse', async () => {
    for (const long of [0.3, 0.7]) {
      await learn(long);
      const pairs = heldOut(wordyPairs(300, long, 2));
      const before = Math.abs(lengthRatio(pairs, translator.weights[WORD_COUNT]) - 1);
      const after = Math.abs(lengthRatio(pairs, calibrated(pairs)) - 1);
      assert.ok(after < 0.05 && after < before, `${long}: ${before} before, ${after} after`);
    }
  });

  it('chooses by posteriors without changing the length', () => {
    const pairs = heldOut(wordyPairs(300, 0.8, 6));
    const { weights, rescoring } = finished(calibrateLength(bundle, pairs));
    const fitted = new Translator({ ...bundle, metadata: { ...bundle.metadata, weights } });
    const words = (numbers: RescoringSettings | undefined, mode: RescoreMode) => {
      const rescorer = new Rescorer(fitted, numbers);
      return pairs.reduce((sum, { segment }) => sum + rescorer.translate(segment, mode).words.length, 0);
    };
    const wanted = words(rescoring, 'off');
    const before = Math.abs(words(DEFAULT_RESCORING, 'mbr') / wanted - 1);
    const after = Math.abs(words(rescoring, 'mbr') / wanted - 1);
    assert.ok(after < 0.03 && after <= before, `${before} before, ${after} after`);
  });

  it('finds the same weight again', () => {
    const pairs = heldOut(wordyPairs(200, 0.7, 3));
    const found = finished(calibrateLength(bundle, pairs));
    assert.deepEqual(finished(calibrateLength(bundle, pairs)), found);
    assert.notEqual(found.weights.wordCount, translator.weights[WORD_COUNT]);
  });

  it('follows references that are long by chance halfway only', () => {
    const pairs = heldOut(wordyPairs(300, 0.7, 7));
    const long = pairs.map(({ segment, reference }) => ({ segment, reference: [...reference, 'quite'] }));
    const words = (wordCount: number) =>
      lengthRatio(pairs, wordCount) * pairs.flatMap(({ reference }) => reference).length;
    const longer = (words(calibrated(long)) - words(calibrated(pairs))) / pairs.length;
    assert.ok(longer > 0.3 && longer < 0.7, `${longer} words a segment`);
  });

  it('leaves the weight alone when there is too little text', () => {
    const pairs = heldOut(wordyPairs(60, 0.9, 4));
    assert.ok(pairs.reduce((sum, { reference }) => sum + reference.length, 0) < LEAST_LENGTH_WORDS);
    const { weights } = bundle.metadata;
    assert.deepEqual(finished(calibrateLength(bundle, pairs)), { weights });
    assert.deepEqual(finished(calibrateLength(bundle, [])), { weights });
  });

  it('says how far it is and stops when asked to', () => {
    const pairs = heldOut(wordyPairs(250, 0.5, 5));
    let last = -1;
    const calibrating = calibrateLength(bundle, pairs);
    for (let step = calibrating.next(); !step.done; step = calibrating.next()) {
      assert.ok(step.value.done > last && step.value.done < step.value.total);
      last = step.value.done;
    }
    let looks = 20;
    const cancel = {
      get cancelled() {
        return looks-- <= 0;
      },
    };
    assert.throws(() => finished(calibrateLength(bundle, pairs, cancel)), CancelledError);
  });
});
