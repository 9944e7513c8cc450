import assert from 'node:assert/strict';
import { OPTION_FEATURE_COUNT, optionFeatureIndex } from '../../../models/phrases/option-features.js';
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
  const forms = source.split(' ');
  const options = sampler.options(
    forms.map((word) => model.source.vocabulary.idOf(word)),
    new Float64Array(OPTION_FEATURE_COUNT),
    { target: () => 0, isMark: (position) => !/\p{L}/u.test(forms[position]) },
  );
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

  describe('of a source phrase with a gap', () => {
    const together = ['macht a auf', 'opens a', '0-0 1-1 2-0'] as const;
    const apart = ['macht a b c d auf', 'makes a b c d on', '0-0 1-1 2-2 3-3 4-4 5-5'] as const;
    const pairs = [together, together, together, apart, apart];
    const feature = (
      { options, texts }: ReturnType<typeof optionsOf>,
      text: string,
      name: 'gapFit' | 'gapMarks' | 'sourceGapLength',
    ) => {
      assert.ok(texts.includes(text), `${text} is among ${texts.join('; ')}`);
      return options.features[texts.indexOf(text) * OPTION_FEATURE_COUNT + optionFeatureIndex(name)];
    };

    it('tells which lengths of the gap hold its words together', () => {
      // Three of five occurrences are a translation of both words, each of them with one word between.
      const near = feature(optionsOf(pairs, 'macht b auf'), '0 2 → opens', 'gapFit');
      assert.ok(Math.abs(near - Math.log((3 / 0.6 + 5) / (3 + 5))) < 1e-6);
      const far = feature(optionsOf(pairs, 'macht a b c c d auf'), '0 6 → opens', 'gapFit');
      assert.ok(Math.abs(far - Math.log((0 / 0.6 + 5) / (2 + 5))) < 1e-6);
      const unseen = feature(optionsOf(pairs, 'macht a b auf'), '0 3 → opens', 'gapFit');
      assert.equal(unseen, 0);
    });

    it('counts the words and the marks inside, and leaves phrases without gaps alone', () => {
      const found = optionsOf(pairs, 'macht a , b , auf');
      assert.equal(feature(found, '0 5 → opens', 'sourceGapLength'), -4);
      assert.equal(feature(found, '0 5 → opens', 'gapMarks'), -2);
      assert.equal(feature(found, '1 → a', 'gapFit'), 0);
      assert.equal(feature(found, '1 → a', 'gapMarks'), 0);
    });

    it('needs more than punctuation in every piece', () => {
      const particle = ['macht a auf', 'opens a', '0-0 1-1 2-0'] as const;
      const mark = ['macht a !', 'opens a', '0-0 1-1 2-0'] as const;
      assert.ok(optionsOf([particle], 'macht b auf').texts.includes('0 2 → opens'));
      assert.ok(!optionsOf([mark], 'macht b !').texts.includes('0 2 → opens'));
    });
  });
});
