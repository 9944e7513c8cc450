import assert from 'node:assert/strict';
import { BLEU } from '../../../models/eval/bleu.js';
import { WER } from '../../../models/eval/error-rates.js';
import { collectRows } from '../../../models/eval/metric.js';
import {
  approximateRandomization,
  bootstrapInterval,
  pairedBootstrap,
  signTest,
} from '../../../models/eval/significance.js';

const reference = 'the small cat sat on the old red mat'.split(' ');
/** Segments whose translation gets the first `wrong` words wrong. */
function rows(metric: typeof BLEU, wrong: number[]): Float64Array {
  return collectRows(
    metric,
    wrong.map((count) => ({
      hypothesis: reference.map((word, i) => (i < count ? 'x' : word)),
      references: [reference],
    })),
  );
}

describe('significance', () => {
  const some = [0, 1, 2, 3, 1, 0, 2, 4, 1, 0, 3, 2, 1, 1, 0, 2, 3, 1, 0, 1];

  it('puts the score inside its interval, and the interval is repeatable', () => {
    const interval = bootstrapInterval(BLEU, rows(BLEU, some));
    assert.ok(interval.low < interval.score && interval.score < interval.high);
    assert.deepEqual(bootstrapInterval(BLEU, rows(BLEU, some)), interval);
    const steady = bootstrapInterval(
      BLEU,
      rows(
        BLEU,
        some.map(() => 2),
      ),
    );
    assert.ok(Math.abs(steady.high - steady.low) < 1e-9);
  });

  it('sees a system that is better everywhere', () => {
    const worse = some.map((count) => count + 1);
    for (const metric of [BLEU, WER]) {
      assert.ok(approximateRandomization(metric, rows(metric, some), rows(metric, worse)) < 0.01);
      assert.equal(pairedBootstrap(metric, rows(metric, some), rows(metric, worse)), 0);
      assert.equal(pairedBootstrap(metric, rows(metric, worse), rows(metric, some)), 1);
    }
  });

  it('sees no difference between equal systems', () => {
    assert.equal(approximateRandomization(BLEU, rows(BLEU, some), rows(BLEU, some)), 1);
  });

  it('has the sign test of the WMT-06 evaluation', () => {
    const close = (actual: number, expected: number) => assert.ok(Math.abs(actual / expected - 1) < 0.005);
    close(signTest(20, 100), 5.58e-10);
    close(signTest(41, 100), 0.0443);
    close(signTest(20, 53), 0.0492);
    close(signTest(53, 53), 1);
  });
});
