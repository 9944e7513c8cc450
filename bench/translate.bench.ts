/**
 * Captions de→en with the links of fast_align: quality and speed of the decoder without gaps, with gaps on one side and
 * on both, by orientation model. Weights are the defaults unless `--tune` is given: then each row tunes its own on the
 * validation text first (slow). Moses on the same data: BLEU 40.33, 339–465 words per CPU second.
 */
import { NEVER_CANCELLED } from '../models/core/cancel.js';
import { BLEU } from '../models/eval/bleu.js';
import { collectRows } from '../models/eval/metric.js';
import { bootstrapInterval } from '../models/eval/significance.js';
import type { OrientationModel } from '../models/search/search-settings.js';
import { type Translation, Translator } from '../models/search/translator.js';
import { batchMira } from '../models/train/mira.js';
import { FROZEN_FEATURES, tuneWeights } from '../models/train/weight-tuning.js';
import { cpuSeconds, dataLines } from './data.js';
import { report } from './report.js';
import { buildSetup, tokensOf } from './translation-setup.js';

const FOLDER = 'reference/multi30k';
const ROUNDS = 4;
const LIST_SIZE = 100;

const lines = (set: string, language: string) => dataLines(`${FOLDER}/${set}.tok.${language}.gz`);
const model = buildSetup(
  { language: 'de', lines: lines('train', 'de') },
  { language: 'en', lines: lines('train', 'en') },
  dataLines(`${FOLDER}/fast_align.de-en.grow-diag-final-and.gz`),
);
const source = lines('test_2016_flickr', 'de');
const references = lines('test_2016_flickr', 'en').map(tokensOf);
const words = source.reduce((sum, line) => sum + tokensOf(line).length, 0);

const rows = [];
for (const orientation of ['none', 'phrase', 'hierarchical'] satisfies OrientationModel[]) {
  for (const [maxSourceGaps, maxTargetGaps] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ]) {
    const translator = new Translator(model, {
      sampling: {
        maxSourceGaps,
        maxTargetGaps,
        orientation: orientation === 'hierarchical' ? 'hierarchical' : 'word',
      },
      search: { orientation },
    });
    const weights = process.argv.includes('--tune') ? tuned(translator) : translator.weights;
    const { result, seconds } = cpuSeconds(() =>
      source.map((line) => translator.nBest(translator.prepare(line), 1, weights)[0]),
    );
    const segments = result.map((translation, i) => ({
      hypothesis: translation.words,
      references: [references[i]],
    }));
    const { score, low, high } = bootstrapInterval(BLEU, collectRows(BLEU, segments));
    rows.push({
      orientation,
      'source gaps': maxSourceGaps,
      'target gaps': maxTargetGaps,
      BLEU: score.toFixed(2),
      '95 %': `${low.toFixed(2)}–${high.toFixed(2)}`,
      'words per CPU s': Math.round(words / seconds),
      ...phraseFigures(result),
    });
  }
}
report({ name: 'translate', title: 'Captions de→en, test 2016, fast_align links', rows });

function tuned(translator: Translator): Float64Array {
  const segments = lines('val', 'de').map((line) => translator.prepare(line));
  const tuning = tuneWeights(
    {
      segmentCount: segments.length,
      references: lines('val', 'en').map((line) => [tokensOf(line)]),
      translate: (segment, weights) =>
        translator.nBest(segments[segment], LIST_SIZE, weights).map((translation) => ({
          words: translation.words,
          features: translator.features(translation),
        })),
    },
    {
      tuner: batchMira(),
      start: translator.weights,
      frozen: FROZEN_FEATURES,
      rounds: ROUNDS,
      seed: 1,
      cancel: NEVER_CANCELLED,
    },
  );
  let step = tuning.next();
  while (!step.done) step = tuning.next();
  return step.value;
}

/** As Fig. 6 of Galley & Manning: sentences with gaps on either side, words in a source phrase. */
function phraseFigures(translations: readonly Translation[]): Record<string, string> {
  let [sourceGappy, targetGappy, phrases, phraseWords] = [0, 0, 0, 0];
  for (const { derivation } of translations) {
    const { options, steps } = derivation;
    const sets = steps.filter(({ isFirst }) => isFirst).map(({ option }) => options.optionSet[option]);
    const isGappy = (set: number) => options.setLast[set] - options.setFirst[set] + 1 > options.setSize[set];
    if (sets.some(isGappy)) sourceGappy++;
    if (steps.some(({ isFirst }) => !isFirst)) targetGappy++;
    phrases += sets.length;
    for (const set of sets) phraseWords += options.setSize[set];
  }
  const share = (count: number) => `${((100 * count) / translations.length).toFixed(1)} %`;
  return {
    'sentences with source gaps': share(sourceGappy),
    'with target gaps': share(targetGappy),
    'words in a phrase': (phraseWords / phrases).toFixed(2),
  };
}
