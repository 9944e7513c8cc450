/**
 * The three tuners on real held-out text: BLEU there by round, which never ends below the start, and BLEU of the test
 * with the weights found.
 *
 *   npm run bench -- tuning [--data NAME] [--limit N]     (N held-out segments; see translation-data.ts for the names)
 */
import { BLEU } from '../models/eval/bleu.js';
import { collectRows } from '../models/eval/metric.js';
import { bootstrapInterval } from '../models/eval/significance.js';
import { Translator } from '../models/search/translator.js';
import { mert } from '../models/train/mert.js';
import { batchMira } from '../models/train/mira.js';
import { smoothedMetric } from '../models/train/smoothed-metric.js';
import { cpuSeconds } from './data.js';
import { wholeModel } from './held-out-text.js';
import { report } from './report.js';
import { chosenData } from './translation-data.js';
import { tokensOf } from './translation-setup.js';
import { tunedWeights } from './tuned-weights.js';

const at = process.argv.indexOf('--limit');
const limit = at === -1 ? Number.POSITIVE_INFINITY : Number(process.argv[at + 1]);
const data = chosenData();
const heldOut = { source: data.heldOut.source.slice(0, limit), target: data.heldOut.target.slice(0, limit) };
const model = wholeModel(data);
const translator = new Translator(model);
const references = data.test.target.map(tokensOf);

const rows = [row('none', { weights: translator.weights, scores: [] }, 0)];
for (const tuner of [batchMira(), mert(), smoothedMetric()]) {
  const { result, seconds } = cpuSeconds(() =>
    tunedWeights([{ model, lines: heldOut }], { tuner, rounds: 5 }),
  );
  rows.push(row(tuner.name, result, seconds));
  console.error(JSON.stringify(rows.at(-1)));
}
report({
  name: 'tuning',
  title: `Tuners on ${heldOut.source.length} held-out segments: ${data.title}`,
  rows,
});

function row(
  name: string,
  { weights, scores }: ReturnType<typeof tunedWeights>,
  seconds: number,
): Record<string, string | number> {
  const segments = data.test.source.map((line, i) => ({
    hypothesis: translator.nBest(translator.prepare(line), 1, weights)[0].words,
    references: [references[i]],
  }));
  const { score, low, high } = bootstrapInterval(BLEU, collectRows(BLEU, segments));
  return {
    tuner: name,
    'held-out BLEU by round': scores
      .flat()
      .map((value) => value.toFixed(2))
      .join(' '),
    'test BLEU': score.toFixed(2),
    '95 %': `${low.toFixed(2)}–${high.toFixed(2)}`,
    'CPU s': Math.round(seconds),
  };
}
