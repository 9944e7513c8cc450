/**
 * Online alignment: the time to link the words of one new pair under a trained model, over 2,000 held-out Europarl
 * pairs, the first call of a fresh aligner included; once as they are, and once with a third of the words of each side
 * made unknown to the model, which are then compared by their letters. Bar: 5 ms a pair.
 *
 * Trains on the first 20,000 pairs, or takes the de–en model given by `--model FILE`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type AlignerSentence, OnlineAligner } from '../models/align/online-aligner.js';
import { Random } from '../models/core/random.js';
import { type ModelBundle, openBundle } from '../models/search/model-bundle.js';
import { createTokenizer } from '../models/text/tokenizer.js';
import { UNKNOWN } from '../models/text/vocabulary.js';
import { readModelFile } from '../server/src/training/model-file.js';
import { cpuSeconds, dataFolder, dataLines } from './data.js';
import { percentiles } from './percentiles.js';
import { report } from './report.js';

const TRAINED_PAIRS = 20_000;
const UNKNOWN_SHARE = 1 / 3;

type Sentence = AlignerSentence & { readonly ids: number[] };

const model = openBundle(await readModelFile(modelFile()));
const sides = {
  source: sentences('de', model.source),
  target: sentences('en', model.target),
};
const random = new Random(1);
const strange = {
  source: sides.source.map(withUnknownWords),
  target: sides.target.map(withUnknownWords),
};
report({
  name: 'align-online',
  title: 'Online alignment of held-out Europarl pairs (bar: 5 ms)',
  rows: [row('as they are', sides), row('a third of the words unknown', strange)],
});

function row(
  words: string,
  { source, target }: { source: Sentence[]; target: Sentence[] },
): Record<string, string | number> {
  const { seconds: opening, result: aligner } = cpuSeconds(() => new OnlineAligner(model.alignment));
  const cpuTimes: number[] = [];
  let unseen = 0;
  let links = 0;
  const times = source.map((sentence, n) => {
    const start = performance.now();
    const { seconds, result } = cpuSeconds(() => aligner.align(sentence, target[n]));
    cpuTimes.push(1000 * seconds);
    links += result.links.length;
    return performance.now() - start;
  });
  source.forEach((sentence, n) => {
    if (sentence.ids.includes(UNKNOWN) || target[n].ids.includes(UNKNOWN)) unseen++;
  });
  return {
    words,
    pairs: source.length,
    'with unseen words': unseen,
    links,
    'opening CPU ms': (1000 * opening).toFixed(0),
    'first ms': times[0].toFixed(2),
    ...percentiles('ms', times),
    ...percentiles('CPU ms', cpuTimes),
  };
}

function sentences(language: 'de' | 'en', { vocabulary, truecaser }: ModelBundle['source']): Sentence[] {
  const tokenizer = createTokenizer(language);
  return dataLines(`corpora/europarl-de-en/test.${language}.gz`).map((line) => {
    const forms = truecaser?.truecase(tokenizer.forms(line)) ?? tokenizer.forms(line);
    return { forms, ids: forms.map((form) => vocabulary.idOf(form)) };
  });
}

function withUnknownWords({ ids, forms }: AlignerSentence): Sentence {
  return {
    ids: Array.from(ids, (id) => (random.next() < UNKNOWN_SHARE ? UNKNOWN : id)),
    forms: forms?.map((form) => form),
  };
}

function modelFile(): string {
  const at = process.argv.indexOf('--model');
  if (at >= 0) return process.argv[at + 1];
  const folder = mkdtempSync(path.join(tmpdir(), 'enface-align-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const side = (language: string) => path.join(dataFolder(), `corpora/europarl-de-en/train.${language}.gz`);
  const output = path.join(folder, 'm.enface');
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      ...['dist/cli.js', 'train', '--source', side('de'), '--target', side('en'), '--output', output],
      ...['--source-language', 'de', '--target-language', 'en', '--max-pairs', String(TRAINED_PAIRS)],
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) {
    console.error(stderr);
    process.exit(1);
  }
  return output;
}
