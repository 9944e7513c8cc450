import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BLEU, smoothedSegmentBleu } from '../../../models/eval/bleu.js';
import { CHRF } from '../../../models/eval/chrf.js';
import { editDistance, editOperations } from '../../../models/eval/edit-distance.js';
import { PER, WER } from '../../../models/eval/error-rates.js';
import { collectRows, corpusScore, type Metric, type SegmentPair } from '../../../models/eval/metric.js';
import { nist } from '../../../models/eval/nist.js';
import { TER, translationEdits } from '../../../models/eval/ter.js';

const words = (text: string) => text.split(' ').filter((word) => word !== '');
const segment = (hypothesis: string, ...references: string[]): SegmentPair => ({
  hypothesis: words(hypothesis),
  references: references.map(words),
});
const close = (actual: number, expected: number, tolerance = 1e-9) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

const tokens = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 8 });
const METRICS: Metric[] = [BLEU, TER, WER, PER, CHRF];

describe('BLEU', () => {
  it('is the geometric mean of the precisions times the brevity penalty', () => {
    // Precisions of a WMT-06 system, 64.10 36.52 23.70 15.91, give 30.65 without brevity penalty.
    const row = [10000, 10000, 6410, 10000, 3652, 10000, 2370, 10000, 1591, 10000];
    close(BLEU.score(row), 30.65, 0.005);
    close(BLEU.score([10000, 12000, ...row.slice(2)]), 30.65 * Math.exp(-0.2), 0.005);
  });

  it('clips repeated words and takes the closest reference length', () => {
    const row = collectRows(BLEU, [segment('the the the the', 'the cat', 'there is the cat here')]);
    assert.deepEqual(Array.from(row), [4, 5, 1, 4, 0, 3, 0, 2, 0, 1]);
  });

  it('is zero without a common 4-gram, but not when smoothed', () => {
    const row = collectRows(BLEU, [segment('a b c d', 'a b d c')]);
    assert.equal(BLEU.score(row), 0);
    assert.ok(smoothedSegmentBleu(row) > 0);
  });
});

describe('NIST', () => {
  it('weighs n-grams by their information', () => {
    const references = [[words('a b a c')], [words('a d')]];
    const metric = nist(references);
    const row = collectRows(metric, [{ hypothesis: words('a b'), references: references[0] }]);
    // info(a) = log2(6/3), info(b) = log2(6/1), info(a b) = log2(3/1)
    close(row[2], 1 + Math.log2(6));
    close(row[4], Math.log2(3));
    close(row[1], 4);
  });

  it('halves the score at two thirds of the length', () => {
    const metric = nist([[words('a b c')]]);
    const full = [3, 3, 6, 3, 0, 2, 0, 1, 0, 0, 0, 0];
    close(metric.score([2, ...full.slice(1)]), metric.score(full) / 2);
  });
});

describe('error rates', () => {
  it('count edits, with and without word order', () => {
    close(corpusScore(WER, [segment('b a c', 'a b c d')]), 75);
    close(corpusScore(PER, [segment('b a c', 'a b c d')]), 25);
  });

  it('take the best of several references', () => {
    close(corpusScore(WER, [segment('a b', 'x y z', 'a c')]), 50);
  });

  it('edit operations are as many as the distance and rebuild the reference', () => {
    fc.assert(
      fc.property(tokens, tokens, (hypothesis, reference) => {
        const operations = editOperations(hypothesis, reference);
        assert.equal(
          operations.filter((operation) => operation !== 'match').length,
          editDistance(hypothesis, reference),
        );
        let [i, j] = [0, 0];
        for (const operation of operations) {
          if (operation === 'match') assert.equal(hypothesis[i], reference[j]);
          if (operation !== 'insert') i++;
          if (operation !== 'delete') j++;
        }
        assert.deepEqual([i, j], [hypothesis.length, reference.length]);
      }),
    );
  });
});

describe('TER', () => {
  it('counts a moved phrase as one edit', () => {
    assert.equal(translationEdits(words('d e f a b c'), words('a b c d e f')), 1);
    // Snover et al., §2: one shift, one insertion, two substitutions.
    const reference = words(
      'saudi arabia denied this week information published in the american new york times',
    );
    const hypothesis = words('this week the saudis denied information published in the new york times');
    assert.equal(translationEdits(hypothesis, reference), 4);
    close(corpusScore(TER, [{ hypothesis, references: [reference] }]), (100 * 4) / 13, 1e-9);
  });

  it('is never above the edit distance', () => {
    fc.assert(
      fc.property(tokens, tokens, (hypothesis, reference) => {
        const edits = translationEdits(hypothesis, reference);
        assert.ok(edits <= editDistance(hypothesis, reference));
        assert.ok(edits >= Math.abs(hypothesis.length - reference.length));
      }),
    );
  });
});

describe('chrF', () => {
  it('averages character n-gram F-scores over the orders that occur', () => {
    // “abc” and “abd”: orders 1–3 have 2/3, 1/2 and 0/1 matches on both sides.
    close(corpusScore(CHRF, [segment('abc', 'abd')]), (100 * (2 / 3 + 1 / 2 + 0)) / 3);
  });
});

describe('every metric', () => {
  for (const metric of METRICS) {
    it(`${metric.name} is perfect for the reference itself and no better otherwise`, () => {
      const perfect = metric.higherIsBetter ? 100 : 0;
      const long = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 4, maxLength: 8 });
      fc.assert(
        fc.property(long, tokens, (reference, hypothesis) => {
          close(corpusScore(metric, [{ hypothesis: reference, references: [reference] }]), perfect);
          const score = corpusScore(metric, [{ hypothesis, references: [reference] }]);
          assert.ok(metric.higherIsBetter ? score <= perfect + 1e-9 : score >= perfect);
        }),
      );
    });

    it(`${metric.name} gives a finite score for empty text`, () => {
      assert.ok(Number.isFinite(corpusScore(metric, [segment('', 'a b'), segment('', '')])));
    });
  }
});
