/**
 * A document translated sentence by sentence, each approved as its reference says before the next is translated: BLEU
 * and word hits with and without learning, over the weight of approved phrases, the share of approved text in the
 * language model, and how fast approvals fade; and what learning costs.
 *
 *   node out/bench/learning.bench.js MODEL SOURCE TARGET [--sweep]       (files of equally many lines)
 */
import { readFileSync } from 'node:fs';
import { openContainer } from '../models/core/container.js';
import { BLEU } from '../models/eval/bleu.js';
import { collectRows } from '../models/eval/metric.js';
import { approximateRandomization, bootstrapInterval } from '../models/eval/significance.js';
import { openBundle } from '../models/search/model-bundle.js';
import type { LearningSettings } from '../models/search/session-learning.js';
import { Translator } from '../models/search/translator.js';
import { cpuSeconds } from './data.js';
import { report } from './report.js';

const [modelFile, sourceFile, targetFile] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
if (targetFile === undefined) {
  console.error('Usage: node out/bench/learning.bench.js MODEL SOURCE TARGET [--sweep]');
  process.exit(2);
}
const file = readFileSync(modelFile);
const bundle = openBundle(
  openContainer(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer),
);
const linesOf = (name: string) => readFileSync(name, 'utf8').trimEnd().split('\n');
const [source, target] = [linesOf(sourceFile), linesOf(targetFile)];

interface Run {
  readonly rows: Float64Array;
  readonly learning: number;
  readonly translating: number;
}

function run(learns: boolean, learning: Partial<LearningSettings> = {}, approvalDecay?: number): Run {
  const translator = new Translator(bundle, {
    learning,
    ...(approvalDecay === undefined ? {} : { sampling: { approvalDecay } }),
  });
  let [learningSeconds, translatingSeconds] = [0, 0];
  const segments = source.map((line, n) => {
    const { result, seconds } = cpuSeconds(() => translator.translate(line));
    translatingSeconds += seconds;
    if (learns) learningSeconds += cpuSeconds(() => translator.learn(line, target[n], `${n}`)).seconds;
    return { hypothesis: result.words, references: [translator.targetForms(target[n])] };
  });
  return {
    rows: collectRows(BLEU, segments),
    learning: learningSeconds,
    translating: translatingSeconds,
  };
}

const plain = run(false);
const rows: Record<string, string | number>[] = [];
function add(what: string, { rows: scores, learning, translating }: Run): void {
  const { score, low, high } = bootstrapInterval(BLEU, scores);
  rows.push({
    what,
    BLEU: score.toFixed(2),
    '95 %': `${low.toFixed(2)}–${high.toFixed(2)}`,
    'p against none': approximateRandomization(BLEU, scores, plain.rows).toFixed(3),
    'ms to learn a pair': ((1000 * learning) / source.length).toFixed(2),
    'ms to translate': ((1000 * translating) / source.length).toFixed(1),
  });
}
add('no learning', plain);
add('learning', run(true));
if (process.argv.includes('--sweep')) {
  for (const languageModelShare of [0, 0.1, 0.2]) {
    for (const approvedWeight of [0, 2, 4, 6]) {
      const what = `language model share ${languageModelShare}, approved weight ${approvedWeight}`;
      add(what, run(true, { languageModelShare, approvedWeight }));
    }
  }
  for (const decay of [0.2, 1]) add(`decay ${decay}`, run(true, {}, decay));
}
report({ name: 'learning', title: `Learning from ${source.length} approved segments`, rows });
