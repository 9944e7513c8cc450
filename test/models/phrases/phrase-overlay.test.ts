import assert from 'node:assert/strict';
import fc from 'fast-check';
import { GrowingBitext } from '../../../models/corpus/growing-bitext.js';
import { SuffixArray } from '../../../models/corpus/suffix-array.js';
import { LexicalWeights } from '../../../models/phrases/lexical-weights.js';
import {
  OPTION_FEATURE_COUNT,
  OPTION_FEATURES,
  optionFeatureIndex,
} from '../../../models/phrases/option-features.js';
import { approvedOrigin, PhraseOverlay } from '../../../models/phrases/phrase-overlay.js';
import { DEFAULT_SAMPLING, type PhraseModel, PhraseSampler } from '../../../models/phrases/phrase-sampler.js';
import {
  ORIENTATION_COUNT,
  setPositions,
  type TranslationOptions,
} from '../../../models/phrases/translation-options.js';

type Pair = readonly [source: number[], target: number[]];

const BASE_WORDS = 7;
const ALL_WORDS = 9;
const APPROVED = optionFeatureIndex('approved');
/** Approved pairs are marked, and never rare. */
const ONLY_OF_ONE = ['approved', 'seenOnce', 'seenTwice', 'seenFew'] as const;
const SETTINGS = {
  ...DEFAULT_SAMPLING,
  maxWords: 4,
  maxSourceGaps: 2,
  maxTargetGaps: 2,
  samples: 10_000,
  optionsPerPhrase: 10_000,
};

/** Equal words are linked, so that the links inside a phrase pair follow from its words. */
function linksOf([source, target]: Pair): number[] {
  const links: number[] = [];
  source.forEach((word, i) => {
    target.forEach((other, j) => {
      if (word === other) links.push(i, j);
    });
  });
  return links;
}

function modelOf(pairs: readonly Pair[], words: number): PhraseModel {
  const growing = new GrowingBitext();
  for (const pair of pairs) growing.append(pair[0], pair[1], linksOf(pair));
  const bitext = growing.view();
  return {
    bitext,
    sourceIndex: SuffixArray.build(bitext.source, words),
    targetIndex: SuffixArray.build(bitext.target, words),
    lexical: LexicalWeights.build(bitext, words, words),
  };
}

/** What each option says, by its source positions and target words. */
function described(options: TranslationOptions): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (let o = 0; o < options.optionCount; o++) {
    const pieces: string[] = [];
    for (let p = options.pieceStart[o]; p < options.pieceStart[o + 1]; p++) {
      pieces.push(options.words.subarray(options.wordStart[p], options.wordStart[p + 1]).join(' '));
    }
    const key = `${setPositions(options, options.optionSet[o])} → ${pieces.join(' … ')}`;
    const features = options.features.slice(o * OPTION_FEATURE_COUNT, (o + 1) * OPTION_FEATURE_COUNT);
    for (const name of ONLY_OF_ONE) features[optionFeatureIndex(name)] = 0;
    const at = o * ORIENTATION_COUNT;
    found.set(key, [...features, ...options.orientations.subarray(at, at + ORIENTATION_COUNT)]);
  }
  return found;
}

const anyPair = (words: number): fc.Arbitrary<Pair> => {
  const sentence = fc.array(fc.integer({ min: 3, max: words - 1 }), { minLength: 1, maxLength: 7 });
  return fc.tuple(sentence, sentence);
};

describe('phrase overlay', () => {
  const weights = new Float64Array(OPTION_FEATURE_COUNT);
  const unknown = { target: () => 0 };

  it('gives what one bitext with all pairs gives, phrase by phrase, feature by feature', () => {
    fc.assert(
      fc.property(
        fc.array(anyPair(BASE_WORDS), { maxLength: 6 }),
        fc.array(anyPair(ALL_WORDS), { maxLength: 6 }),
        fc.array(fc.integer({ min: 3, max: ALL_WORDS - 1 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 2 }),
        (basePairs, approved, segment, least) => {
          const settings = { ...SETTINGS, minSourceGapped: least, minTargetGapped: least };
          const whole = new PhraseSampler(modelOf([...basePairs, ...approved], ALL_WORDS), settings);
          const base = modelOf(basePairs, BASE_WORDS);
          const overlay = new PhraseOverlay(base);
          const both = new PhraseSampler(base, settings, overlay);
          approved.forEach((pair, number) => {
            overlay.append(number, pair[0], pair[1], linksOf(pair));
            both.options(segment, weights, unknown);
            both.forget();
          });
          const expected = described(whole.options(segment, weights, unknown));
          const found = described(both.options(segment, weights, unknown));
          assert.deepEqual([...found.keys()].sort(), [...expected.keys()].sort());
          for (const [key, values] of expected) {
            values.forEach((value, k) => {
              const other = found.get(key)?.[k] ?? Number.NaN;
              const name = OPTION_FEATURES[k] ?? 'orientation';
              assert.ok(Math.abs(value - other) < 1e-4, `${key}: ${name} ${value}, ${other}`);
            });
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('names the approved pairs first and counts newer approvals more', () => {
    const base = modelOf(
      [
        [[3], [3]],
        [[3], [3]],
      ],
      BASE_WORDS,
    );
    const overlay = new PhraseOverlay(base);
    const sampler = new PhraseSampler(base, { ...SETTINGS, approvalDecay: 0.5 }, overlay);
    overlay.append(5, [3], [4], [0, 0]);
    overlay.append(9, [3], [3], [0, 0]);
    const options = sampler.options([3], weights, unknown);
    const byWord = new Map(Array.from(options.words, (word, o) => [word, o]));
    const approvedOf = (word: number) =>
      options.features[(byWord.get(word) ?? 0) * OPTION_FEATURE_COUNT + APPROVED];
    const [newest, ...trained] = options.origins[byWord.get(3) ?? 0] as number[];
    assert.equal(newest, approvedOrigin(9));
    assert.deepEqual(trained.sort(), [0, 1]);
    assert.deepEqual([...(options.origins[byWord.get(4) ?? 0] as number[])], [approvedOrigin(5)]);
    assert.ok(Math.abs(approvedOf(3) - 2 / 3) < 1e-6);
    // The base has the word twice and never so: this was a correction.
    assert.ok(Math.abs(approvedOf(4) - (1 / 3) * (1 + 0.3 * Math.log(3))) < 1e-6);
  });

  it('looks at all approved pairs where the base is sampled', () => {
    const base = modelOf(
      Array.from({ length: 50 }, (): Pair => [[3], [3]]),
      BASE_WORDS,
    );
    const overlay = new PhraseOverlay(base);
    const sampler = new PhraseSampler(base, { ...SETTINGS, samples: 5 }, overlay);
    for (let n = 0; n < 40; n++) overlay.append(n, [3], [4], [0, 0]);
    const options = sampler.options([3], weights, unknown);
    const forward = optionFeatureIndex('phraseForward');
    const row = [...options.words].indexOf(4) * OPTION_FEATURE_COUNT;
    assert.ok(Math.abs(options.features[row + forward] - Math.log(40 / 45)) < 1e-5);
  });
});
