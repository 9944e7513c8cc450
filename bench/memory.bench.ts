/**
 * From keystroke to suggestion over real LSP messages, with a memory of 100,000 units: starts the bundled server,
 * opens a document and its empty translation and types the translation key by key; after each key the change is sent
 * and ghost text asked for. The time of a key ends with the answer. `--units N` takes another size of memory,
 * `--segments N` another number of segments to type (default 45).
 *
 * A third of the segments stand in the memory as they are, a third differ in a word or two, a third are new.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import {
  type ConfigurationParams,
  createProtocolConnection,
  type InlineCompletionItem,
  InlineCompletionRequest,
  InlineCompletionTriggerKind,
  type LogMessageParams,
  MessageType,
  type Position,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { Random } from '../models/core/random.js';
import { MEMORY_STATUS_METHOD, type MemoryStatusParams } from '../server/protocol/messages.js';
import { percentiles } from './percentiles.js';
import { report } from './report.js';
import { SyntheticMemory, type SyntheticPair } from './synthetic-memory.js';

const { values: options } = parseArgs({
  options: {
    units: { type: 'string', default: '100000' },
    segments: { type: 'string', default: '45' },
  },
});
const UNITS = Number(options.units);
const SEGMENTS = Number(options.segments);
const PROGRAM = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../dist/server.js');
const KINDS = ['in the memory', 'a little different', 'new'] as const;

interface Segment extends SyntheticPair {
  readonly kind: (typeof KINDS)[number];
}

interface Key {
  readonly kind: Segment['kind'];
  readonly milliseconds: number;
  readonly hasSuggestion: boolean;
}

/** Writes the memory and chooses what is typed. */
function prepare(folder: string): Segment[] {
  const synthetic = new SyntheticMemory(11);
  const random = new Random(12);
  const segments = Array.from({ length: SEGMENTS }, (_, i) => ({ ...synthetic.pair(), kind: KINDS[i % 3] }));
  const units = Array.from({ length: UNITS }, () => synthetic.pair());
  segments.forEach((segment, i) => {
    if (segment.kind === 'new') return;
    const pair = units[random.below(UNITS)];
    const changed = segment.kind === 'in the memory' ? pair.source : changeWord(pair.source, random);
    segments[i] = { ...segment, source: changed, target: pair.target };
  });
  writeTmx(path.join(folder, 'memory.tmx'), units);
  writeFileSync(path.join(folder, 'text.md'), segments.map(({ source }) => `${source}\n`).join('\n'));
  writeFileSync(path.join(folder, 'text.de.md'), '');
  return segments;
}

function changeWord(text: string, random: Random): string {
  const words = text.split(' ');
  words[random.below(words.length)] = 'otherwise';
  return words.join(' ');
}

function writeTmx(file: string, units: readonly SyntheticPair[]): void {
  const out = openSync(file, 'w');
  writeSync(
    out,
    '<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n<header creationtool="enface" ' +
      'creationtoolversion="1" segtype="sentence" o-tmf="none" adminlang="en" srclang="en" datatype="plaintext"/>\n<body>\n',
  );
  for (let i = 0; i < units.length; i += 1000) {
    const lines = units
      .slice(i, i + 1000)
      .map(
        ({ source, target }) =>
          `<tu><tuv xml:lang="en"><seg>${source}</seg></tuv><tuv xml:lang="de"><seg>${target}</seg></tuv></tu>\n`,
      );
    writeSync(out, lines.join(''));
  }
  writeSync(out, '</body>\n</tmx>\n');
  closeSync(out);
}

/** The editor's side: the target document, its version, and the caret at its end. */
class Typist {
  readonly #connection: ProtocolConnection;
  readonly #uri: string;
  #version = 1;
  #line = 0;
  #character = 0;

  constructor(connection: ProtocolConnection, uri: string) {
    this.#connection = connection;
    this.#uri = uri;
  }

  /** Types a piece of text; resolves when the ghost text for it is there. */
  async type(text: string): Promise<{ milliseconds: number; items: InlineCompletionItem[] }> {
    const at: Position = { line: this.#line, character: this.#character };
    for (const character of text) {
      this.#line += character === '\n' ? 1 : 0;
      this.#character = character === '\n' ? 0 : this.#character + character.length;
    }
    const before = performance.now();
    void this.#connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: this.#uri, version: ++this.#version },
      contentChanges: [{ range: { start: at, end: at }, text }],
    });
    const answer = await this.#connection.sendRequest(InlineCompletionRequest.type, {
      textDocument: { uri: this.#uri },
      position: { line: this.#line, character: this.#character },
      context: { triggerKind: InlineCompletionTriggerKind.Automatic },
    });
    const milliseconds = performance.now() - before;
    return { milliseconds, items: Array.isArray(answer) ? answer : (answer?.items ?? []) };
  }
}

async function measure(folder: string, segments: readonly Segment[]): Promise<void> {
  const server = spawn(process.execPath, [PROGRAM, '--stdio'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const started = performance.now();
  let loaded: MemoryStatusParams | undefined;
  const ready = new Promise<void>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
    connection.onNotification(MEMORY_STATUS_METHOD, (status: MemoryStatusParams) => {
      if (status.state === 'failed') reject(new Error(status.problems.join(' ')));
      if (status.state !== 'ready') return;
      loaded = status;
      resolve();
    });
  });
  const settings = {
    pairs: [{ source: 'text.md', target: 'text.de.md', sourceLanguage: 'en', targetLanguage: 'de' }],
    memories: ['memory.tmx'],
  };
  connection.onRequest('workspace/configuration', ({ items }: ConfigurationParams) =>
    items.map(() => settings),
  );
  connection.onNotification('window/logMessage', ({ type, message }: LogMessageParams) => {
    if (type === MessageType.Error) console.error(message);
  });
  connection.onRequest('client/registerCapability', () => null);
  connection.onRequest('window/workDoneProgress/create', () => null);
  connection.listen();
  const root = pathToFileURL(folder).href;
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: root,
    workspaceFolders: [{ uri: root, name: 'bench' }],
    capabilities: {
      workspace: { configuration: true, workspaceFolders: true },
      textDocument: { inlineCompletion: {}, synchronization: {} },
    },
  });
  await connection.sendNotification('initialized', {});
  const target = `${root}/text.de.md`;
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri: target, languageId: 'markdown', version: 1, text: '' },
  });
  const typist = new Typist(connection, target);
  const whileLoading: Key[] = [];
  const keys: Key[] = [];
  const typing = (async () => {
    for (const [i, segment] of segments.entries()) {
      if (i > 0) await typist.type('\n\n');
      for (const character of segment.target) {
        const wasLoading = loaded === undefined;
        const { milliseconds, items } = await typist.type(character);
        const key = { kind: segment.kind, milliseconds, hasSuggestion: items.length > 0 };
        if (wasLoading) whileLoading.push(key);
        else keys.push(key);
      }
      if (i === 0) await ready; // one segment is enough to see what loading costs
    }
  })();
  await Promise.all([typing, ready]);
  const seconds = (performance.now() - started) / 1000;
  const rows = [
    ...KINDS.map((kind) =>
      row(
        kind,
        keys.filter((key) => key.kind === kind),
      ),
    ),
    row('all', keys),
    row('while the memory loads', whileLoading),
  ];
  report({
    name: 'memory',
    title:
      `Keystroke to suggestion over LSP, ${loaded?.units} units in the memory, ${SEGMENTS} segments typed in ` +
      `${seconds.toFixed(0)} s`,
    rows,
  });
  await connection.sendRequest('shutdown');
  const ended = once(server, 'exit');
  void connection.sendNotification('exit');
  await ended;
}

function row(segments: string, keys: readonly Key[]): Record<string, string | number> {
  return {
    segments,
    keys: keys.length,
    'with suggestion': keys.filter(({ hasSuggestion }) => hasSuggestion).length,
    ...percentiles(
      'ms',
      keys.map(({ milliseconds }) => milliseconds),
      1,
    ),
  };
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'enface-bench-'));
try {
  await measure(folder, prepare(folder));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
