/**
 * Quality and speed of the decoder without gaps, with gaps on one side and on both, by orientation model: the rows of
 * Table 2 of Galley & Manning (2010) and the figures of their Fig. 6 on our data, each row with what it gains over the
 * row without gaps.
 *
 *   npm run bench -- translate [--data captions|captions-en-de|captions-fr-en|europarl|europarl-fr-en]
 *                              [--own-links] [--tune [--seeds N]] [--orientation none,phrase,hierarchical]
 *                              [--gaps 0-0,1-0,0-1,1-1] [--choose] [--held-out] [--parts N]
 *
 * Weights are the defaults with the length of translations fitted to the held-out text, for each row, as `enface train`
 * does; with `--tune` each row tunes all of its own there first (slow).
 * The best path of each search is judged; with `--choose` the one that posteriors choose, as `enface translate` does.
 * `--parts N` holds out N parts of the training text too (held-out-text.ts), `--held-out` translates the held-out text
 * instead of the test: what to look at while something is being decided.
 * Moses on the captions: de→en BLEU 40.33 at 339–465 words per CPU second, en→de 35.01, fr→en 49.65.
 */
import { BLEU } from '../models/eval/bleu.js';
import { collectRows } from '../models/eval/metric.js';
import { bootstrapInterval, pairedBootstrap } from '../models/eval/significance.js';
import { TER } from '../models/eval/ter.js';
import { Rescorer } from '../models/posterior/rescorer.js';
import { DEFAULT_RESCORING } from '../models/search/rescoring-settings.js';
import type { OrientationModel } from '../models/search/search-settings.js';
import { type Translation, Translator, type TranslatorSettings } from '../models/search/translator.js';
import { cpuSeconds } from './data.js';
import { heldOutTexts, wholeModel } from './held-out-text.js';
import { report } from './report.js';
import { chosenData } from './translation-data.js';
import { tokensOf } from './translation-setup.js';
import { lengthFitted, tunedWeights, withWeights } from './tuned-weights.js';

const argument = (option: string) =>
  process.argv.includes(option) ? process.argv[process.argv.indexOf(option) + 1] : undefined;
const isTuned = process.argv.includes('--tune');
const seeds = Array.from({ length: Number(argument('--seeds') ?? 1) }, (_, k) => k + 1);
const orientations = (argument('--orientation') ?? 'none,phrase,hierarchical').split(
  ',',
) as OrientationModel[];

/** Most gaps on the source and on the target side. */
const gaps = (argument('--gaps') ?? '0-0,1-0,0-1,1-1').split(',').map((row) => row.split('-').map(Number));
const isChosen = process.argv.includes('--choose');
const isHeldOut = process.argv.includes('--held-out');

const data = chosenData();
const model = wholeModel(data);
const heldOut = heldOutTexts(data, model, Number(argument('--parts') ?? 0));
const judged = isHeldOut ? heldOut : [{ model, lines: data.test }];
const references = judged.flatMap(({ lines }) => lines.target.map(tokensOf));
const words = judged
  .flatMap(({ lines }) => lines.source)
  .reduce((sum, line) => sum + tokensOf(line).length, 0);

const rows = [];
for (const orientation of orientations) {
  let without: { rows: Float64Array; score: number } | null = null;
  for (const [maxSourceGaps, maxTargetGaps] of gaps) {
    const settings: TranslatorSettings = {
      sampling: {
        maxSourceGaps,
        maxTargetGaps,
        orientation: orientation === 'hierarchical' ? 'hierarchical' : 'word',
      },
      search: { orientation },
    };
    const tuned = isTuned ? tunedWeights(heldOut, { settings, seeds }) : null;
    const { weights, rescoring } =
      tuned === null ? lengthFitted(heldOut[0], settings) : choiceAround(tuned.weights, settings);
    const { result, seconds } = cpuSeconds(() =>
      judged.flatMap(({ model, lines }) => {
        const translator = new Translator(withWeights(model, weights), settings);
        const rescorer = new Rescorer(translator, rescoring);
        const mode = isChosen ? rescorer.settings.mode : 'off';
        return lines.source.map((line) => rescorer.translate(translator.prepare(line), mode));
      }),
    );
    const segments = result.map((translation, i) => ({
      hypothesis: translation.words,
      references: [references[i]],
    }));
    const bleuRows = collectRows(BLEU, segments);
    const { score, low, high } = bootstrapInterval(BLEU, bleuRows);
    without ??= { rows: bleuRows, score };
    rows.push({
      orientation,
      'source gaps': maxSourceGaps,
      'target gaps': maxTargetGaps,
      BLEU: score.toFixed(2),
      '95 %': `${low.toFixed(2)}–${high.toFixed(2)}`,
      gain: (score - without.score).toFixed(2),
      'p (not better)': pairedBootstrap(BLEU, bleuRows, without.rows).toFixed(3),
      TER: bootstrapInterval(TER, collectRows(TER, segments), { samples: 40 }).score.toFixed(2),
      'words per CPU s': Math.round(words / seconds),
      ...phraseFigures(result),
      ...(tuned === null ? {} : { 'held-out BLEU by round': roundsOf(tuned.scores) }),
    });
    console.error(JSON.stringify(rows.at(-1)));
  }
}
report({
  name: [
    'translate',
    argument('--data'),
    data.links === undefined ? 'own-links' : undefined,
    isTuned ? 'tuned' : undefined,
    isChosen ? 'chosen' : undefined,
    isHeldOut ? 'held-out' : undefined,
  ]
    .filter((part) => part !== undefined)
    .join('-'),
  title: `${isHeldOut ? `Held-out text (${references.length} segments) of: ` : ''}${data.title}, ${isTuned ? `weights tuned for each row, ${seeds.length} seed(s)` : 'default weights, length fitted'}${isChosen ? ', chosen by posteriors' : ''}`,
  rows,
});

/** Tuned weights, with the choice by posteriors that keeps their length if it is asked for. */
function choiceAround(weights: Float64Array, settings: TranslatorSettings) {
  const start = { ...heldOut[0], model: withWeights(model, weights) };
  return { weights, rescoring: isChosen ? lengthFitted(start, settings).rescoring : DEFAULT_RESCORING };
}

function roundsOf(scores: readonly (readonly number[])[]): string {
  return scores.map((ofSeed) => ofSeed.map((score) => score.toFixed(2)).join(' ')).join(' | ');
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
