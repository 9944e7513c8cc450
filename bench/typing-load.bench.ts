/**
 * A person who types fast and carelessly, for minutes, in three documents at once: 15 keys a second, wrong keys,
 * edits elsewhere, undo, pastes of 10 kB, with all the questions an editor asks meanwhile. Counts what was answered,
 * what was cancelled and what failed, and watches the server's memory. `--minutes N` (default 10), `--rate N` keys a
 * second. Uses the sample's documents and memory; trains its model first. Fails when a request fails or stays open.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import {
  CancellationTokenSource,
  createProtocolConnection,
  LSPErrorCodes,
  type ProtocolConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { Random } from '../models/core/random.js';
import {
  ALIGNMENT_METHOD,
  COMMAND_TEST_FAULT,
  CONFIDENCE_METHOD,
  type MemoryUse,
  MODEL_STATUS_METHOD,
  type ModelStatusParams,
  SEGMENTS_METHOD,
} from '../server/protocol/messages.js';
import { percentiles } from './percentiles.js';
import { report } from './report.js';

const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, rate: { type: 'string', default: '15' } },
});
const MINUTES = Number(options.minutes);
const RATE = Number(options.rate);
const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const PASTE_LENGTH = 10_000;
/** A document that has grown beyond this is set back to how it began. */
const MOST_LENGTH = 60_000;
const SAMPLES = 20;
/** Cancelled by us, overtaken by a newer one, or about an older text: as it should be. */
const EXPECTED: readonly number[] = [
  LSPErrorCodes.RequestCancelled,
  LSPErrorCodes.ContentModified,
  LSPErrorCodes.ServerCancelled,
];

/** How requests of one kind ended. */
interface Tally {
  answered: number;
  cancelled: number;
  failed: number;
  readonly times: number[];
}

class TypedDocument {
  readonly uri: string;
  readonly #connection: ProtocolConnection;
  readonly #start: string;
  #version = 1;
  text: string;
  caret: number;
  /** Texts before the last edits. */
  readonly #history: { readonly text: string; readonly caret: number }[] = [];

  constructor(connection: ProtocolConnection, file: string) {
    this.#connection = connection;
    this.uri = pathToFileURL(file).href;
    this.#start = readFileSync(file, 'utf8');
    this.text = this.#start;
    this.caret = this.text.length;
  }

  async open(): Promise<void> {
    const textDocument = { uri: this.uri, languageId: 'markdown', version: this.#version, text: this.text };
    await this.#connection.sendNotification('textDocument/didOpen', { textDocument });
  }

  async edit(start: number, end: number, newText: string): Promise<void> {
    this.#history.push({ text: this.text, caret: this.caret });
    if (this.#history.length > 50) this.#history.shift();
    const range = { start: this.position(start), end: this.position(end) };
    this.text = this.text.slice(0, start) + newText + this.text.slice(end);
    this.caret = start + newText.length;
    await this.#changed([{ range, text: newText }]);
    if (this.text.length > MOST_LENGTH) await this.#set(this.#start, this.#start.length);
  }

  async undo(): Promise<void> {
    const last = this.#history.pop();
    if (last !== undefined) await this.#set(last.text, last.caret);
  }

  position(offset: number): { line: number; character: number } {
    const before = this.text.slice(0, offset);
    return {
      line: before.split('\n').length - 1,
      character: offset - (before.lastIndexOf('\n') + 1),
    };
  }

  async #set(text: string, caret: number): Promise<void> {
    this.text = text;
    this.caret = caret;
    await this.#changed([{ text }]);
  }

  async #changed(contentChanges: unknown[]): Promise<void> {
    const textDocument = { uri: this.uri, version: ++this.#version };
    await this.#connection.sendNotification('textDocument/didChange', { textDocument, contentChanges });
  }
}

class Load {
  readonly tallies = new Map<string, Tally>();
  readonly #connection: ProtocolConnection;
  readonly #open = new Map<string, CancellationTokenSource>();
  readonly #pending = new Set<Promise<void>>();

  constructor(connection: ProtocolConnection) {
    this.#connection = connection;
  }

  /** Asks, having cancelled the last question of this kind, as editors do. */
  ask(method: string, params: object): void {
    this.#open.get(method)?.cancel();
    const source = new CancellationTokenSource();
    this.#open.set(method, source);
    const tally = this.tallies.get(method) ?? { answered: 0, cancelled: 0, failed: 0, times: [] };
    this.tallies.set(method, tally);
    const start = performance.now();
    const pending = this.#connection.sendRequest(method, params, source.token).then(
      () => {
        tally.answered++;
        tally.times.push(performance.now() - start);
      },
      (cause: unknown) => {
        if (cause instanceof ResponseError && EXPECTED.includes(cause.code)) tally.cancelled++;
        else {
          tally.failed++;
          console.error(`${method}: ${cause}`);
        }
      },
    );
    this.#pending.add(pending);
    void pending.finally(() => this.#pending.delete(pending));
  }

  /** Waits for what is open; the number that stays open. */
  async settle(): Promise<number> {
    await Promise.race([Promise.allSettled(this.#pending), pause(30_000)]);
    return this.#pending.size;
  }
}

/** One key, or what else a careless person does. */
async function act(document: TypedDocument, reference: string, random: Random): Promise<void> {
  const chance = random.next();
  const { caret, text } = document;
  if (chance < 0.003) await document.edit(caret, caret, reference.repeat(10).slice(0, PASTE_LENGTH));
  else if (chance < 0.03) await document.undo();
  else if (chance < 0.08) await document.edit(Math.max(0, caret - 1), caret, '');
  else if (chance < 0.11) {
    const start = Math.floor(random.next() * text.length);
    await document.edit(start, Math.min(text.length, start + Math.floor(random.next() * 40)), 'geändert ');
  } else if (chance < 0.13) document.caret = text.length;
  else {
    const at = Math.floor((caret * 7919) % reference.length);
    await document.edit(
      caret,
      caret,
      chance < 0.16 ? '\n\n' : (reference[(at + caret) % reference.length] ?? ' '),
    );
  }
}

function askAround(load: Load, document: TypedDocument, random: Random): void {
  const position = document.position(document.caret);
  const textDocument = { uri: document.uri };
  load.ask('textDocument/inlineCompletion', { textDocument, position, context: { triggerKind: 2 } });
  const chance = random.next();
  const range = { start: { line: 0, character: 0 }, end: position };
  if (chance < 0.1) load.ask('textDocument/completion', { textDocument, position });
  else if (chance < 0.15) load.ask('textDocument/hover', { textDocument, position });
  else if (chance < 0.25) {
    const here = { start: position, end: position };
    load.ask('textDocument/codeAction', { textDocument, range: here, context: { diagnostics: [] } });
  } else if (chance < 0.5) load.ask(ALIGNMENT_METHOD, { uri: document.uri, position });
  else if (chance < 0.6) load.ask(CONFIDENCE_METHOD, { targetUri: document.uri, range });
  else if (chance < 0.65) load.ask('textDocument/semanticTokens/full', { textDocument });
  else if (chance < 0.7) load.ask(SEGMENTS_METHOD, { targetUri: document.uri });
  else if (chance < 0.75) load.ask('textDocument/inlayHint', { textDocument, range });
}

function prepare(folder: string): void {
  cpSync(path.join(REPOSITORY, 'samples'), folder, { recursive: true });
  const source = readFileSync(path.join(folder, 'docs/en/getting-started.md'), 'utf8');
  const target = readFileSync(path.join(folder, 'docs/de/getting-started.md'), 'utf8');
  for (const name of ['one', 'two', 'three']) {
    writeFileSync(path.join(folder, `docs/en/${name}.md`), source);
    writeFileSync(path.join(folder, `docs/de/${name}.md`), target);
  }
  const options = ['--source-language', 'en', '--target-language', 'de', '--output', '.enface/en-de.enface'];
  const cli = path.join(REPOSITORY, 'dist/cli.js');
  mkdirSync(path.join(folder, '.enface'), { recursive: true });
  const { status } = spawnSync(process.execPath, [cli, 'train', '--tmx', 'memory/en-de.tmx', ...options], {
    cwd: folder,
    stdio: 'ignore',
  });
  if (status !== 0) throw new Error('The model of the sample could not be trained.');
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'enface-load-'));
prepare(folder);
const server = spawn(
  process.execPath,
  ['--expose-gc', path.join(REPOSITORY, 'dist/server.js'), '--stdio', '--test-hooks', '--patient'],
  { stdio: ['pipe', 'pipe', 'inherit'] },
);
const connection = createProtocolConnection(
  new StreamMessageReader(server.stdout),
  new StreamMessageWriter(server.stdin),
);
let logged = 0;
const settings = JSON.parse(readFileSync(path.join(folder, '.vscode/settings.json'), 'utf8'));
const section = {
  pairs: settings['enface.pairs'],
  confidence: { show: 'on' },
  segments: { showState: true },
};
const ready = new Promise<void>((resolve) => {
  connection.onNotification(MODEL_STATUS_METHOD, ({ state }: ModelStatusParams) => {
    if (state === 'ready') resolve();
  });
});
connection.onNotification('window/logMessage', ({ type, message }: { type: number; message: string }) => {
  if (type > 1) return;
  logged++;
  console.error(message);
});
connection.listen();
await connection.sendRequest('initialize', {
  processId: process.pid,
  rootUri: pathToFileURL(folder).href,
  workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'load' }],
  initializationOptions: section,
  capabilities: {
    textDocument: {
      codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['refactor'] } } },
      hover: { contentFormat: ['markdown'] },
    },
    experimental: { enface: { suggestionsChanged: true } },
  },
});
await connection.sendNotification('initialized', {});
const documents = ['one', 'two', 'three'].map(
  (name) => new TypedDocument(connection, path.join(folder, `docs/de/${name}.md`)),
);
for (const document of documents) await document.open();
await ready;

const random = new Random(5);
const reference = readFileSync(path.join(folder, 'reference/getting-started.de.md'), 'utf8');
const load = new Load(connection);
const keys = Math.round(MINUTES * 60 * RATE);
const memory: Record<string, string | number>[] = [];
const start = performance.now();
let document = documents[0]!;
for (let key = 0; key < keys; key++) {
  if (random.next() < 0.03) document = documents[Math.floor(random.next() * documents.length)]!;
  await act(document, reference, random);
  askAround(load, document, random);
  if (key % Math.max(1, Math.floor(keys / SAMPLES)) === 0) memory.push(await measure(key));
  const wait = start + ((key + 1) * 1000) / RATE - performance.now();
  if (wait > 0) await pause(wait);
}
const open = await load.settle();
memory.push(await measure(keys));
await connection.sendRequest('shutdown');
await connection.sendNotification('exit');
const [code] = await once(server, 'exit');
rmSync(folder, { recursive: true, force: true });

const rows = [...load.tallies].map(([request, { answered, cancelled, failed, times }]) => ({
  request,
  answered,
  cancelled,
  failed,
  ...percentiles('ms', times, 0),
}));
const took = ((performance.now() - start) / 60_000).toFixed(1);
report({ name: 'typing-load-memory', title: 'Memory of the server under that load, MB', rows: memory });
report({
  name: 'typing-load',
  title: `${keys} keys in ${took} minutes in three documents; open at the end: ${open}, errors logged: ${logged}, exit code ${code}`,
  rows,
});
if (open > 0 || logged > 0 || code !== 0 || rows.some(({ failed }) => failed > 0)) process.exitCode = 1;

async function measure(key: number): Promise<Record<string, string | number>> {
  const use = (where: string) =>
    connection.sendRequest<MemoryUse>('workspace/executeCommand', {
      command: COMMAND_TEST_FAULT,
      arguments: [{ fault: 'measure', where }],
    });
  const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
  const [main, worker, decoder] = [await use('server'), await use('worker'), await use('decoder')];
  return {
    minute: (key / RATE / 60).toFixed(1),
    rss: megabytes(main.rss),
    'server heap': megabytes(main.heapUsed),
    'memory heap': megabytes(worker.heapUsed),
    'decoder heap': megabytes(decoder.heapUsed),
    'decoder buffers': megabytes(decoder.arrayBuffers),
  };
}
