import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  areaUnderCurve,
  bestThreshold,
  calibrationError,
  type JudgedWords,
  judgeConfidence,
  reliabilityTable,
  riskCoverage,
} from '../../../models/eval/confidence-measures.js';

const close = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);

const judged = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.boolean()), { minLength: 1, maxLength: 40 })
  .map((words) => ({
    confidences: words.map(([confidence]) => confidence / 20),
    right: words.map(([, isRight]) => Number(isRight)),
  }));

/** Pearson correlation of 0/1 decisions and 0/1 truth, which is what MCC is. */
function correlation(x: readonly number[], y: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const covariance = mean(x.map((v, i) => (v - mx) * (y[i] - my)));
  const deviation = Math.sqrt(mean(x.map((v) => (v - mx) ** 2)) * mean(y.map((v) => (v - my) ** 2)));
  return deviation < 1e-12 ? 0 : covariance / deviation;
}

describe('measures of confidence', () => {
  it('AUC is the share of pairs in the right order', () => {
    fc.assert(
      fc.property(judged, ({ confidences, right }) => {
        let [wins, pairs] = [0, 0];
        for (const [i, good] of right.entries())
          for (const [j, other] of right.entries()) {
            if (good !== 1 || other !== 0) continue;
            pairs++;
            wins += confidences[i] > confidences[j] ? 1 : confidences[i] === confidences[j] ? 0.5 : 0;
          }
        close(areaUnderCurve({ confidences, right }), pairs === 0 ? 0.5 : wins / pairs);
      }),
    );
  });

  it('MCC, F1 and CER are what counting gives', () => {
    fc.assert(
      fc.property(judged, fc.double({ min: 0, max: 1, noNaN: true }), ({ confidences, right }, threshold) => {
        const scores = judgeConfidence({ confidences, right }, threshold);
        const called = confidences.map((confidence) => Number(confidence >= threshold));
        close(scores.mcc, correlation(called, right));
        close(scores.cer, called.filter((call, i) => call !== right[i]).length / right.length);
        close(scores.cerAllOk, right.filter((one) => one === 0).length / right.length);
        for (const [value, expected] of [
          [1, scores.f1Ok],
          [0, scores.f1Bad],
        ]) {
          const hits = called.filter((call, i) => call === value && right[i] === value).length;
          const precision = hits / called.filter((call) => call === value).length;
          const recall = hits / right.filter((one) => one === value).length;
          close(expected, hits === 0 ? 0 : (2 * precision * recall) / (precision + recall));
        }
      }),
    );
  });

  it('ECE is the mean gap over ten bins, the last with 1 in it', () => {
    fc.assert(
      fc.property(judged, ({ confidences, right }) => {
        let expected = 0;
        for (let bin = 0; bin < 10; bin++) {
          const inside = confidences
            .map((confidence, i) => ({ confidence, right: right[i] }))
            .filter(({ confidence }) => Math.min(9, Math.floor(confidence * 10)) === bin);
          expected += Math.abs(inside.reduce((sum, word) => sum + word.confidence - word.right, 0));
        }
        const table = reliabilityTable({ confidences, right });
        assert.equal(table.length, 10);
        close(calibrationError(table), expected / right.length);
      }),
    );
  });

  it('honest confidences have no calibration error, boasts have all', () => {
    const right = [1, 1, 1, 0];
    close(judgeConfidence({ confidences: [0.75, 0.75, 0.75, 0.75], right }, 0.5).ece, 0);
    close(judgeConfidence({ confidences: [1, 1, 1, 1], right }, 0.5).ece, 0.25);
  });

  it('risk is the share of wrong words among the most confident', () => {
    fc.assert(
      fc.property(judged, ({ confidences, right }) => {
        const curve = riskCoverage({ confidences, right }, 1000);
        assert.equal(curve.at(-1)?.coverage, 1);
        for (const { coverage, risk } of curve) {
          const count = Math.round(coverage * right.length);
          const least = [...confidences].sort((a, b) => b - a)[count - 1];
          const kept = right.filter((_, i) => confidences[i] >= least);
          assert.equal(kept.length, count);
          close(risk, kept.filter((one) => one === 0).length / count);
        }
      }),
    );
    assert.ok(
      riskCoverage(
        { confidences: Array.from({ length: 999 }, (_, i) => i / 999), right: new Uint8Array(999) },
        50,
      ).length <= 51,
    );
  });

  it('the threshold has nearly the best MCC of all whose CER is not above that of all OK, and the least CER of such', () => {
    fc.assert(
      fc.property(judged, (words: JudgedWords & { confidences: number[] }) => {
        const { cerAllOk } = judgeConfidence(words, 0);
        const found = judgeConfidence(words, bestThreshold(words));
        assert.ok(found.cer <= cerAllOk + 1e-12);
        for (const threshold of words.confidences.map((confidence) => confidence + 1e-6)) {
          const other = judgeConfidence(words, threshold);
          if (other.cer > cerAllOk) continue;
          assert.ok(other.mcc <= found.mcc + 0.01 + 1e-9);
          if (other.mcc > found.mcc) assert.ok(other.cer >= found.cer);
        }
      }),
    );
  });
});
