/**
 * Does approving segments help with the next ones? Consecutive lines of LibreOffice's help, English to German, are
 * typed by a simulated translator through the language server, with and without approving each line. The model is
 * trained on the rest of the help, without the neighbourhood of the document and without any line that is in it.
 * Differences are tested by approximate randomisation over segments. `--lines N` segments a document;
 * `--foreign MODEL` types German to English with a model of another field (parliament, say), which knows few of the terms.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { effortOf, type SegmentLog } from '../models/eval/effort.js';
import { approximateRandomization } from '../models/eval/significance.js';
import { DEFAULT_TRAINING } from '../models/train/training-pipeline.js';
import { simulate, type TextPair } from '../server/src/simulate/simulation.js';
import { trainInWorker } from '../server/src/training/train-in-worker.js';
import { dataLines } from './data.js';
import { actionRows, shareMetric, wordRows } from './effort-replay.js';
import { report } from './report.js';

const HELP = 'corpora/libreoffice-help/en-de.tsv.gz';
/** First lines of the documents. */
const DOCUMENTS = [15_000, 30_000];
/** Lines before and after a document that the model does not know. */
const NEIGHBOURHOOD = 500;
const SERVER = fileURLToPath(new URL('../../dist/server.js', import.meta.url));

const { values } = parseArgs({ options: { lines: { type: 'string' }, foreign: { type: 'string' } } });
const limit = Number(values.lines ?? 100);
const { signal } = new AbortController();
const lines = dataLines(HELP);
const documents = DOCUMENTS.map((start) =>
  lines.slice(start, start + limit).map((line): TextPair => {
    const [english = '', german = ''] = line.split('\t');
    return values.foreign === undefined
      ? { source: english, reference: german }
      : { source: german, reference: english };
  }),
);
const folder = mkdtempSync(path.join(os.tmpdir(), 'enface-adaptation-'));
try {
  const model = values.foreign ?? (await trained());
  const plain: SegmentLog[] = [];
  const adapted: SegmentLog[] = [];
  for (const pairs of documents) {
    plain.push(...(await typed(model, pairs, false)));
    adapted.push(...(await typed(model, pairs, true)));
  }
  const compare = (higher: boolean, rowsOf: typeof wordRows) =>
    approximateRandomization(shareMetric('share', higher), rowsOf(adapted), rowsOf(plain)).toFixed(4);
  report({
    name: values.foreign === undefined ? 'adaptation' : 'adaptation-foreign',
    title: `Help texts ${values.foreign === undefined ? 'en→de' : 'de→en, model of another field'}, ${DOCUMENTS.length} documents of ${limit} lines, typed with and without approving each line`,
    rows: [
      { system: 'without', ...figures(plain) },
      {
        system: 'with --adapt',
        ...figures(adapted),
        'p WPA@1': compare(true, wordRows),
        'p KSMR': compare(false, actionRows),
      },
    ],
  });
} finally {
  rmSync(folder, { recursive: true });
}

async function trained(): Promise<string> {
  const isNear = (at: number) =>
    DOCUMENTS.some((start) => at >= start - NEIGHBOURHOOD && at < start + limit + NEIGHBOURHOOD);
  const known = new Set(documents.flat().map(({ source }) => source));
  const file = path.join(folder, 'train.tsv');
  const kept = lines.filter((line, at) => !isNear(at) && !known.has(line.split('\t')[0]));
  writeFileSync(file, `${kept.join('\n')}\n`);
  const output = path.join(folder, 'help.enface');
  const settings = {
    createdBy: 'bench',
    created: new Date().toISOString(),
    pretokenized: false,
    maxTokens: 100,
    maxPairs: Number.MAX_SAFE_INTEGER,
    threads: 1,
  };
  await trainInWorker(
    {
      ...DEFAULT_TRAINING,
      ...settings,
      learnFromHeldOut: false,
      inputs: [{ kind: 'columns', file, source: 0, target: 1 }],
      sourceLanguage: 'en',
      targetLanguage: 'de',
      output,
    },
    () => {},
    signal,
  );
  return output;
}

async function typed(
  model: string,
  pairs: readonly TextPair[],
  adapt: boolean,
): Promise<readonly SegmentLog[]> {
  const [sourceLanguage, targetLanguage] = values.foreign === undefined ? ['en', 'de'] : ['de', 'en'];
  const task = { model, sourceLanguage, targetLanguage, pairs, adapt, pretokenized: false };
  const { logs } = await simulate(task, { signal, command: [process.execPath, SERVER, '--stdio'] });
  return logs;
}

function figures(logs: readonly SegmentLog[]): Record<string, string | number> {
  const { wpa, ksmr, ksrThot, wsr, counts } = effortOf(logs);
  const percent = (share: number) => (100 * share).toFixed(2);
  return {
    words: counts.words,
    'WPA@1': percent(wpa['1']),
    'WPA@3': percent(wpa['3']),
    'WPA@5': percent(wpa['5']),
    KSMR: percent(ksmr),
    'KSR Thot': percent(ksrThot),
    WSR: percent(wsr),
  };
}
