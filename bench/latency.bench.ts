/**
 * From keystroke to ghost text over real messages, server warm, in milliseconds: a simulated translator types captions
 * with a model of 29,000 pairs and speeches with one of a million, and captions again while the server trains a model of
 * 29,000 pairs in the background. The editor is a plain one, so every answer is the full one. Wall time: run it on a
 * machine that has nothing else to do. `--lines N` segments a row, `--only NAME` one row.
 *
 * Models are read from the folder ENFACE_MODELS: captions.enface and europarl-1m.enface.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { COMMAND_TRAIN, MODEL_STATUS_METHOD, type ModelStatusParams } from '../server/protocol/messages.js';
import type { Wait } from '../server/src/simulate/latencies.js';
import { type SimulationHost, type SimulationTask, simulate } from '../server/src/simulate/simulation.js';
import { dataLines, modelsFolder } from './data.js';
import { report } from './report.js';

type Row = Record<string, string | number>;

const CAPTIONS = 'corpora/multi30k';
const SETS = [
  { name: '29k pairs', model: 'captions.enface', corpus: `${CAPTIONS}/test_2016_flickr`, training: false },
  { name: '29k, training', model: 'captions.enface', corpus: `${CAPTIONS}/test_2016_flickr`, training: true },
  { name: '1M pairs', model: 'europarl-1m.enface', corpus: 'corpora/europarl-de-en/test', training: false },
];
const SERVER = fileURLToPath(new URL('../../dist/server.js', import.meta.url));
const WAITS: readonly (readonly [string, readonly Wait[]])[] = [
  ['keystroke', ['key', 'accept']],
  ['new segment', ['open']],
  ['word list', ['words']],
];

const { values } = parseArgs({ options: { lines: { type: 'string' }, only: { type: 'string' } } });
const limit = Number(values.lines ?? 100);
const rows: Row[] = [];
for (const set of SETS)
  if (values.only === undefined || values.only === set.name) rows.push(...(await measure(set)));
const [load] = os.loadavg();
report({
  name: 'latency',
  title: `Milliseconds over LSP, simulated translator (${os.cpus().length} processors, load ${load.toFixed(1)})`,
  rows,
});

async function measure({ name, model, corpus, training }: (typeof SETS)[number]): Promise<Row[]> {
  const references = dataLines(`${corpus}.en.gz`, limit);
  const pairs = dataLines(`${corpus}.de.gz`, limit).map((source, i) => ({
    source,
    reference: references[i],
  }));
  const file = path.join(modelsFolder(), model);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'enface-latency-'));
  try {
    const task: SimulationTask = {
      // A training replaces the model it is for.
      model: training ? copied(file, folder) : file,
      sourceLanguage: 'de',
      targetLanguage: 'en',
      pairs,
      adapt: false,
      pretokenized: false,
      ...(training ? { files: { 'memory.tmx': memory() } } : {}),
    };
    let trained = '';
    const host: SimulationHost = {
      signal: new AbortController().signal,
      command: [process.execPath, SERVER, '--stdio'],
      onProgress: (done) => {
        if (process.stderr.isTTY)
          process.stderr.write(`\r${name}: ${done} of ${pairs.length}${trained}\x1b[K`);
      },
      onReady: async (server, uri) => {
        if (!training) return;
        server.on<ModelStatusParams>(MODEL_STATUS_METHOD, () => {
          trained ||= ' (training ended)';
        });
        await server.request('workspace/executeCommand', { command: COMMAND_TRAIN, arguments: [{ uri }] });
      },
    };
    const { latencies } = await simulate(task, host);
    if (process.stderr.isTTY) process.stderr.write('\n');
    return WAITS.map(([wait, kinds]) => {
      const { p50, p95, p99 } = latencies.percentiles(...kinds);
      const times = Object.entries({ p50, p95, p99 }).map(([key, ms]) => [key, ms.toFixed(1)]);
      return { model: name + trained, wait, times: latencies.count(...kinds), ...Object.fromEntries(times) };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function copied(file: string, folder: string): string {
  const copy = path.join(folder, 'model.enface');
  copyFileSync(file, copy);
  return copy;
}

/** The training captions as a translation memory. */
function memory(): string {
  const targets = dataLines(`${CAPTIONS}/train.en.gz`);
  const segment = (language: string, text: string) =>
    `<tuv xml:lang="${language}"><seg>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</seg></tuv>`;
  const units = dataLines(`${CAPTIONS}/train.de.gz`).map(
    (source, i) => `<tu>${segment('de', source)}${segment('en', targets[i])}</tu>\n`,
  );
  const header =
    '<header creationtool="bench" creationtoolversion="1" segtype="sentence" o-tmf="bench" adminlang="en" ' +
    'srclang="de" datatype="plaintext"/>';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">${header}<body>\n${units.join('')}</body></tmx>\n`;
}
