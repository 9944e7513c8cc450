/**
 * From keystroke to suggestion over real LSP messages with a model and a memory of the caption corpus (29,000 pairs, de→en),
 * and the same while a training runs in the background. Types the references of test sentences key by key; after each
 * key the change is sent and ghost text asked for. `--segments N` (default 25); data below ENFACE_DATA.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { COMMAND_TRAIN, MODEL_STATUS_METHOD, type ModelStatusParams } from '../server/protocol/messages.js';
import { dataLines } from './data.js';
import { percentiles } from './percentiles.js';
import { report } from './report.js';

const { values: options } = parseArgs({ options: { segments: { type: 'string', default: '25' } } });
const SEGMENTS = Number(options.segments);
const PROGRAM = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../dist/server.js');

const folder = mkdtempSync(path.join(os.tmpdir(), 'enface-latency-'));
mkdirSync(path.join(folder, '.enface'));
writeMemory(path.join(folder, 'memory.tmx'));
const [sources, references] = ['de', 'en'].map((language) =>
  lines(`test_2016_flickr.${language}`).slice(0, SEGMENTS),
);
writeFileSync(path.join(folder, 'text.md'), `${(sources ?? []).join('\n\n')}\n`);
const server = spawn(process.execPath, [PROGRAM, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
const connection = createProtocolConnection(
  new StreamMessageReader(server.stdout),
  new StreamMessageWriter(server.stdin),
);
let onReady = () => {};
let isTraining = false;
connection.onNotification(MODEL_STATUS_METHOD, ({ state }: ModelStatusParams) => {
  if (state !== 'ready') return;
  isTraining = false;
  onReady();
});
connection.listen();
await connection.sendRequest('initialize', {
  processId: process.pid,
  rootUri: pathToFileURL(folder).href,
  initializationOptions: {
    sourceLanguage: 'de',
    pairs: [{ source: 'text.md', target: 'text.en.md', sourceLanguage: 'de', targetLanguage: 'en' }],
  },
  capabilities: { experimental: { enface: { suggestionsChanged: true } } },
});
await connection.sendNotification('initialized', {});
const uri = pathToFileURL(path.join(folder, 'text.en.md')).href;
let version = 1;
await connection.sendNotification('textDocument/didOpen', {
  textDocument: { uri, languageId: 'markdown', version, text: '' },
});
await train(true);
await type(5); // warm
const alone = await type(SEGMENTS);
await train(false);
const during = await type(SEGMENTS, () => isTraining);
await connection.sendRequest('shutdown');
await connection.sendNotification('exit');
rmSync(folder, { recursive: true, force: true });
const rows = Object.entries({ alone, 'while a training runs': during }).map(([what, times]) => ({
  what,
  keys: times.length,
  ...percentiles('ms', times, 1),
}));
report({
  name: 'suggestion-latency',
  title: 'Keystroke to ghost text over LSP, model and memory of 29,000 caption pairs de→en',
  rows,
});

/** Starts a training; waits until its model is in use if told to. */
async function train(wait: boolean): Promise<void> {
  const ready = new Promise<void>((resolve) => {
    onReady = resolve;
  });
  isTraining = true;
  await connection.sendRequest('workspace/executeCommand', { command: COMMAND_TRAIN, arguments: [{ uri }] });
  if (wait) await ready;
}

/** Types the references from an empty document; the times of the keys for which `counts` holds. */
async function type(segments: number, counts: () => boolean = () => true): Promise<number[]> {
  await change([{ text: '' }]);
  const times: number[] = [];
  let line = 0;
  for (const reference of (references ?? []).slice(0, segments)) {
    for (let character = 0; character < reference.length; character++) {
      const start = { line, character };
      await change([{ range: { start, end: start }, text: reference.charAt(character) }]);
      const position = { line, character: character + 1 };
      const begin = performance.now();
      await connection.sendRequest('textDocument/inlineCompletion', {
        textDocument: { uri },
        position,
        context: { triggerKind: 2 },
      });
      if (counts()) times.push(performance.now() - begin);
    }
    const end = { line, character: reference.length };
    await change([{ range: { start: end, end }, text: '\n\n' }]);
    line += 2;
  }
  return times;
}

async function change(contentChanges: object[]): Promise<void> {
  await connection.sendNotification('textDocument/didChange', {
    textDocument: { uri, version: ++version },
    contentChanges,
  });
}

function writeMemory(file: string): void {
  const targets = lines('train.en');
  const unit = (source: string, i: number) =>
    `<tu><tuv xml:lang="de"><seg>${escapeXml(source)}</seg></tuv><tuv xml:lang="en"><seg>${escapeXml(targets[i] ?? '')}</seg></tuv></tu>`;
  const body = lines('train.de').map(unit).join('\n');
  writeFileSync(
    file,
    `<?xml version="1.0"?>\n<tmx version="1.4"><header srclang="de"/><body>\n${body}\n</body></tmx>\n`,
  );
}

function lines(name: string): string[] {
  return dataLines(`corpora/multi30k/${name}.gz`);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
