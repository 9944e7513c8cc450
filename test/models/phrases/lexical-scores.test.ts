import assert from 'node:assert/strict';
import { AlignedPair } from '../../../models/corpus/aligned-pair.js';
import { GrowingBitext } from '../../../models/corpus/growing-bitext.js';
import { CandidateTable } from '../../../models/phrases/candidate-table.js';
import { lexicalScores } from '../../../models/phrases/lexical-scores.js';
import { NULL_WORD } from '../../../models/phrases/lexical-weights.js';
import { OPTION_FEATURE_COUNT, optionFeatureIndex } from '../../../models/phrases/option-features.js';
import { PhraseExtractor } from '../../../models/phrases/phrase-extractor.js';
import { setRarity } from '../../../models/phrases/rarity-bins.js';

/** A weight that tells the words apart: NULL weighs most. */
const weights = {
  forward: (source: number, target: number) => (source === NULL_WORD ? 0.5 : 1 / (source * target)),
  backward: (source: number, target: number) => (target === NULL_WORD ? 0.25 : 1 / (source + target)),
};

describe('lexical scores', () => {
  it('count words without links by NULL, or leave them out', () => {
    // 3 4 5 / 6 7 8: 3–6, 3–8, 5–8; nothing is linked to 4 and 7.
    const growing = new GrowingBitext();
    growing.append([3, 4, 5], [6, 7, 8], [0, 0, 0, 2, 2, 2]);
    const bitext = growing.view();
    const pair = new AlignedPair();
    pair.load(bitext, 0);
    const extractor = new PhraseExtractor({ maxTargetWords: 7, maxTargetGaps: 1 });
    const table = new CandidateTable([bitext], extractor, 'word');
    table.reset();
    table.add(0, pair, [0, 1, 2], 3, 0);
    assert.equal(table.count, 1);
    const scores = lexicalScores(weights, bitext, pair, table, 0);
    const linkedForward = Math.log(1 / 18) + Math.log((1 / 24 + 1 / 40) / 2);
    const linkedBackward = Math.log((1 / 9 + 1 / 11) / 2) + Math.log(1 / 13);
    const close = (value: number, expected: number) => assert.ok(Math.abs(value - expected) < 1e-9);
    close(scores.linkedForward, linkedForward);
    close(scores.linkedBackward, linkedBackward);
    close(scores.forward, linkedForward + Math.log(0.5));
    close(scores.backward, linkedBackward + Math.log(0.25));
  });
});

describe('rarity bins', () => {
  it('mark the bin of a count', () => {
    const marked = (count: number) => {
      const features = new Float32Array(OPTION_FEATURE_COUNT);
      setRarity(count, features);
      return ['seenOnce', 'seenTwice', 'seenFew'].filter(
        (name) => features[optionFeatureIndex(name as 'seenOnce')] === -1,
      );
    };
    assert.deepEqual([1, 2, 3, 5, 6, 100].map(marked), [
      ['seenOnce'],
      ['seenTwice'],
      ['seenFew'],
      ['seenFew'],
      [],
      [],
    ]);
  });
});
