import assert from 'node:assert/strict';
import { OPTION_FEATURE_COUNT } from '../../../models/phrases/option-features.js';
import { DEFAULT_SAMPLING, PhraseSampler } from '../../../models/phrases/phrase-sampler.js';
import {
  ORIENTATION_COUNT,
  setPositions,
  type TranslationOptions,
} from '../../../models/phrases/translation-options.js';
import { type AlignedSentences, toyModel } from '../../support/toy-model.js';

const MONOTONE = ['x a y', 'X A Y', '0-0 1-1 2-2'] as const;
const SWAPPED = ['x a y', 'Y B X', '0-2 1-1 2-0'] as const;

function optionsOf(pairs: AlignedSentences, source: string) {
  const model = toyModel(pairs);
  const sampler = new PhraseSampler(model.phrases, DEFAULT_SAMPLING);
  const ids = source.split(' ').map((word) => model.source.vocabulary.idOf(word));
  const options = sampler.options(ids, new Float64Array(OPTION_FEATURE_COUNT), { target: () => 0 });
  return { options, texts: described(options, (id) => model.target.vocabulary.formOf(id)) };
}

/** `positions → words`, gaps as `…`, of every option. */
function described(options: TranslationOptions, form: (id: number) => string): string[] {
  return Array.from({ length: options.optionCount }, (_, o) => {
    const pieces = [];
    for (let p = options.pieceStart[o]; p < options.pieceStart[o + 1]; p++) {
      const words = options.words.subarray(options.wordStart[p], options.wordStart[p + 1]);
      pieces.push(Array.from(words, form).join(' '));
    }
    return `${setPositions(options, options.optionSet[o]).join(' ')} → ${pieces.join(' … ')}`;
  });
}

describe('phrase sampler', () => {
  it('smooths the orientations of a pair by those of its source phrase', () => {
    const { options, texts } = optionsOf([MONOTONE, MONOTONE, MONOTONE, SWAPPED], 'x a y');
    const probabilities = (text: string) => {
      const at = texts.indexOf(text) * ORIENTATION_COUNT;
      return Array.from(options.orientations.subarray(at, at + ORIENTATION_COUNT), Math.exp);
    };
    // Of four occurrences of «a», three are monotone and one is swapped; each of the three ways is seen once more.
    const shares = [4 / 7, 2 / 7, 1 / 7];
    const smoothed = (seen: readonly number[], count: number) =>
      shares.map((share, k) => (seen[k] + 2 * share) / (count + 2));
    const both = (seen: readonly number[], count: number) => [
      ...smoothed(seen, count),
      ...smoothed(seen, count),
    ];
    for (const [text, expected] of [
      ['1 → A', both([3, 0, 0], 3)],
      ['1 → B', both([0, 1, 0], 1)],
    ] as const) {
      probabilities(text).forEach((p, k) => {
        assert.ok(Math.abs(p - expected[k]) < 1e-6, `${text}: ${p}, ${expected[k]}`);
      });
    }
  });

  it('takes pairs with source gaps that were seen once, and pairs with target gaps that were seen twice', () => {
    const particle = ['macht die Tür auf', 'opens the door', '0-0 1-1 2-2 3-0'] as const;
    const negation = ['he sleeps not', 'il ne dort pas', '0-0 1-2 2-1 2-3'] as const;
    assert.ok(optionsOf([particle], 'macht das auf').texts.includes('0 2 → opens'));
    assert.ok(!optionsOf([negation], 'he sleeps not').texts.includes('2 → ne … pas'));
    assert.ok(optionsOf([negation, negation], 'he sleeps not').texts.includes('2 → ne … pas'));
  });
});
