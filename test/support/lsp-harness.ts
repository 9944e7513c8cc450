/**
 * A strict language client for tests: starts the bundled server as a process of its own and talks to it over the
 * real transport. Every message of the server must be read (`next`), answered by a declared stand-in of an editor
 * (settings, registrations, progress tokens, edits) or declared uninteresting (`ignore`); anything left unread fails
 * `stop()`, and so does an error in the server's log, an unclean exit, or text on standard error.
 *
 *     const server = await LspHarness.start({ files: { 'a.md': …, 'a.de.md': … }, settings: { … } });
 *     const document = server.open('a.de.md', 'Guten $0');
 *     const items = await server.request(InlineCompletionRequest.type, document.here({ context: … }));
 *     await server.stop();
 */
import assert from 'node:assert/strict';
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type ApplyWorkspaceEditParams,
  type CancellationToken,
  type ClientCapabilities,
  type ConfigurationParams,
  createProtocolConnection,
  type InitializeResult,
  IPCMessageReader,
  IPCMessageWriter,
  MessageType,
  type Position,
  type ProtocolConnection,
  type ProtocolRequestType,
  type Registration,
  type RequestType,
  StreamMessageReader,
  StreamMessageWriter,
  WorkDoneProgress,
} from 'vscode-languageserver/node';
import { MARK, offsetAt, parseMarked, positionAt } from './marker-fixture.js';
import { REPOSITORY } from './repository.js';

const DEADLINE = 25_000;

export interface HarnessOptions {
  readonly transport?: 'stdio' | 'ipc' | 'pipe';
  /** The program to start, e.g. `dist/server.js`; with `args` before the transport. */
  readonly program?: string;
  readonly args?: readonly string[];
  /** Files of the workspace, by path relative to a new temporary folder. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Workspace folders below the temporary folder; `['.']` is the folder itself, `[]` is none. */
  readonly folders?: readonly string[];
  /** The section `enface` of the editor's settings; null = the editor has no `workspace/configuration`. */
  readonly settings?: Record<string, unknown> | null;
  readonly initializationOptions?: unknown;
  readonly capabilities?: ClientCapabilities;
  readonly testHooks?: boolean;
  /** Methods of server messages this test has no interest in. */
  readonly ignore?: readonly string[];
  /** Read `$/progress` too. It shows only when something takes long, so other tests cannot know whether it comes. */
  readonly progress?: boolean;
  /** Read what the server says of models; few tests have any. */
  readonly models?: boolean;
  /** Read when the marks of words are to be drawn again. */
  readonly marks?: boolean;
}

/** Servers whose test failed before it could stop them. */
const alive = new Set<ChildProcess>();
if (typeof after === 'function') {
  after('end the servers of failed tests', () => {
    for (const child of alive) child.kill('SIGKILL');
  });
}

/** A message of the server that no stand-in answers. */
interface Received {
  readonly method: string;
  readonly params: unknown;
}

export class LspHarness {
  readonly root: string;
  readonly connection: ProtocolConnection;
  readonly process: ChildProcess;
  /** What the editor has registered on the server's behalf. */
  readonly registrations: Registration[] = [];
  readonly logs: { readonly type: MessageType; readonly message: string }[] = [];
  initialized!: InitializeResult;
  /** Settings as the editor would answer `workspace/configuration`, by folder path ('' = any folder). */
  readonly #settings = new Map<string, Record<string, unknown>>();
  readonly #options: HarnessOptions;
  readonly #inbox: Received[] = [];
  readonly #waiting: {
    readonly wants: (message: Received) => boolean;
    readonly give: (message: Received) => void;
  }[] = [];
  readonly #ignored: Set<string>;
  readonly #documents = new Map<string, OpenDocument>();
  readonly #exit: Promise<unknown[]>;
  #stderr = '';
  #expectErrors = false;
  #closed = false;

  static async start(options: HarnessOptions = {}): Promise<LspHarness> {
    const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'enface-test-')));
    for (const [name, content] of Object.entries(options.files ?? {}))
      writeWorkspaceFile(root, name, content);
    const { child, connection } = await launch(options, root);
    const harness = new LspHarness(root, child, connection, options);
    try {
      await harness.#initialize();
    } catch (cause) {
      harness.#discard();
      throw cause;
    }
    return harness;
  }

  private constructor(
    root: string,
    child: ChildProcess,
    connection: ProtocolConnection,
    options: HarnessOptions,
  ) {
    this.root = root;
    this.process = child;
    this.connection = connection;
    this.#options = options;
    this.#ignored = new Set(options.ignore);
    if (!options.progress) this.#ignored.add('$/progress');
    if (!options.models) this.#ignored.add('enface/modelStatus');
    if (!options.marks) this.#ignored.add('enface/confidenceChanged');
    if (options.settings !== null) this.#settings.set('', options.settings ?? {});
    this.#exit = once(child, 'exit');
    alive.add(child);
    child.on('exit', () => alive.delete(child));
    child.stderr?.on('data', (chunk) => {
      this.#stderr += chunk;
    });
    this.#answerLikeAnEditor();
    connection.listen();
  }

  /** The URI of a file of the workspace. */
  uri(name: string): string {
    return pathToFileURL(path.join(this.root, name)).href;
  }

  path(name: string): string {
    return path.join(this.root, name);
  }

  request<P, R, PR, E, RO>(
    type: ProtocolRequestType<P, R, PR, E, RO>,
    params: P,
    token?: CancellationToken,
  ): Promise<R>;
  request<P, R, E>(type: RequestType<P, R, E>, params: P, token?: CancellationToken): Promise<R>;
  request<R>(method: string, params: unknown, token?: CancellationToken): Promise<R>;
  request(type: never, params: never, token?: CancellationToken): Promise<unknown> {
    // Without a token it must be left out: two parameters would mean parameters by position.
    const tokens = token === undefined ? [] : [token];
    const answer = this.connection.sendRequest(type, params, ...(tokens as [CancellationToken]));
    return withDeadline(answer, `an answer to ${method(type)}`, this);
  }

  async notify(method: string, params: unknown): Promise<void> {
    await this.connection.sendNotification(method, params);
  }

  /** Opens a document; a `$0` in the text is the caret. Without text, the file as it is on disk is meant. */
  open(name: string, marked: string, languageId = languageOf(name)): OpenDocument {
    const document = new OpenDocument(this, this.uri(name), marked);
    this.#documents.set(document.uri, document);
    const { uri, version, text } = document;
    this.#send('textDocument/didOpen', { textDocument: { uri, languageId, version, text } });
    return document;
  }

  /** Writes a file of the workspace and tells the server, as the editor's watcher would. */
  write(name: string, content: string | Uint8Array): void {
    writeWorkspaceFile(this.root, name, content);
    this.watched(name, 2);
  }

  remove(name: string): void {
    rmSync(this.path(name));
    this.watched(name, 3);
  }

  /** `type`: 1 created, 2 changed, 3 deleted. */
  watched(name: string, type: 1 | 2 | 3): void {
    this.#send('workspace/didChangeWatchedFiles', { changes: [{ uri: this.uri(name), type }] });
  }

  /** Changes the settings (for one folder, or for all) and tells the server. */
  configure(settings: Record<string, unknown>, folder = ''): void {
    this.#settings.set(folder, settings);
    this.#send('workspace/didChangeConfiguration', { settings: null });
  }

  /** The next unread message with this method (and property), waiting for it if need be. */
  next<P>(method: string, wants: (params: P) => boolean = () => true): Promise<P> {
    const matches = (message: Received): boolean => message.method === method && wants(message.params as P);
    const found = this.#inbox.findIndex(matches);
    if (found !== -1) return Promise.resolve(this.#inbox.splice(found, 1)[0].params as P);
    const received = new Promise<P>((resolve) => {
      this.#waiting.push({ wants: matches, give: (message) => resolve(message.params as P) });
    });
    return withDeadline(received, `the message ${method}`, this);
  }

  /** Messages that came and were not read, of one method or all. */
  unread(method?: string): readonly Received[] {
    return this.#inbox.filter((message) => method === undefined || message.method === method);
  }

  /** From now on, errors in the server's log are part of the test. */
  expectLoggedErrors(): void {
    this.#expectErrors = true;
  }

  /** What the harness knows, for failure messages. */
  describe(): string {
    const unread = this.#inbox
      .map(({ method, params }) => `  ${method} ${JSON.stringify(params)}`)
      .join('\n');
    const logs = this.logs.map(({ message }) => `  ${message}`).join('\n');
    return `unread:\n${unread}\nlog:\n${logs}\nstandard error:\n${this.#stderr}`;
  }

  /** Ends the server through the protocol and fails if it was not clean, or said something nobody read. */
  async stop(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    try {
      await withDeadline(this.connection.sendRequest('shutdown'), 'the answer to shutdown', this);
      await this.connection.sendNotification('exit');
      const [code] = (await withDeadline(this.#exit, 'the end of the server', this)) as [number | null];
      assert.equal(code, 0, `exit code; ${this.describe()}`);
      assert.deepEqual(this.#inbox, [], 'messages of the server that the test did not read');
      assert.equal(this.#stderr, '', 'standard error');
      const errors = this.logs.filter(({ type }) => type === MessageType.Error);
      if (!this.#expectErrors) assert.deepEqual(errors, [], 'errors in the log');
    } finally {
      this.#discard();
    }
  }

  /** After the server was made to die: waits for its end and returns the exit code. */
  async died(): Promise<number | null> {
    this.#closed = true;
    const [code] = (await withDeadline(this.#exit, 'the end of the server', this)) as [number | null];
    this.#discard();
    return code;
  }

  async #initialize(): Promise<void> {
    const folders = (this.#options.folders ?? ['.']).map((folder) => ({
      uri: this.uri(folder).replace(/\/$/, ''),
      name: path.basename(this.path(folder)),
    }));
    const configuration = this.#options.settings !== null;
    this.initialized = await this.request<InitializeResult>('initialize', {
      processId: process.pid,
      rootUri: folders[0]?.uri ?? null,
      workspaceFolders: folders.length > 0 ? folders : null,
      initializationOptions: this.#options.initializationOptions,
      capabilities: this.#options.capabilities ?? editorCapabilities(configuration),
    });
    await this.connection.sendNotification('initialized', {});
  }

  #answerLikeAnEditor(): void {
    this.connection.onRequest('workspace/configuration', ({ items }: ConfigurationParams) =>
      items.map(({ scopeUri }) => {
        const folder = [...this.#settings.keys()].find(
          (name) => name !== '' && scopeUri !== undefined && `${scopeUri}/`.startsWith(`${this.uri(name)}/`),
        );
        return this.#settings.get(folder ?? '') ?? null;
      }),
    );
    this.connection.onRequest('client/registerCapability', (params: { registrations: Registration[] }) => {
      this.registrations.push(...params.registrations);
      return null;
    });
    this.connection.onRequest(
      'client/unregisterCapability',
      (params: { unregisterations: { id: string }[] }) => {
        for (const { id } of params.unregisterations) {
          const found = this.registrations.findIndex((registration) => registration.id === id);
          assert.notEqual(found, -1, `unregistered ${id}, which was not registered`);
          this.registrations.splice(found, 1);
        }
        return null;
      },
    );
    this.connection.onRequest('window/workDoneProgress/create', ({ token }: { token: string }) => {
      this.connection.onProgress(WorkDoneProgress.type, token, (value) =>
        this.#receive({ method: '$/progress', params: { token, value } }),
      );
      return null;
    });
    this.connection.onRequest('workspace/applyEdit', (params: ApplyWorkspaceEditParams) => {
      this.#receive({ method: 'workspace/applyEdit', params });
      for (const change of params.edit.documentChanges ?? []) {
        assert.ok('edits' in change);
        const document = this.#documents.get(change.textDocument.uri);
        assert.ok(document, `an edit for ${change.textDocument.uri}, which is not open`);
        for (const edit of change.edits) {
          assert.ok('newText' in edit && typeof edit.newText === 'string');
          document.replace(edit.range, edit.newText);
        }
      }
      return { applied: true };
    });
    this.connection.onRequest('window/showDocument', (params) => {
      this.#receive({ method: 'window/showDocument', params });
      return { success: true };
    });
    this.connection.onNotification('window/logMessage', (log) => {
      this.logs.push(log);
    });
    this.connection.onUnhandledNotification(({ method, params }) => this.#receive({ method, params }));
  }

  #receive(message: Received): void {
    const waiting = this.#waiting.findIndex(({ wants }) => wants(message));
    if (waiting !== -1) this.#waiting.splice(waiting, 1)[0].give(message);
    else if (!this.#ignored.has(message.method)) this.#inbox.push(message);
  }

  /** Notifications are written in order; a failure shows as a broken connection in the next request. */
  #send(method: string, params: unknown): void {
    this.notify(method, params).catch(() => {});
  }

  #discard(): void {
    this.connection.dispose();
    this.process.kill('SIGKILL');
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** A document the test has open in its editor. The caret moves with what is typed. */
export class OpenDocument {
  readonly uri: string;
  text: string;
  version = 1;
  caret: Position;
  readonly #server: LspHarness;

  constructor(server: LspHarness, uri: string, marked: string) {
    this.#server = server;
    this.uri = uri;
    const parsed = marked.includes(MARK)
      ? parseMarked(marked)
      : { text: marked, position: { line: 0, character: 0 } };
    this.text = parsed.text;
    this.caret = parsed.position;
  }

  /** Parameters of a request about the caret. */
  here<T extends object>(more: T = {} as T): T & { textDocument: { uri: string }; position: Position } {
    return { textDocument: { uri: this.uri }, position: this.caret, ...more };
  }

  /** Types at the caret. */
  type(text: string): void {
    this.replace({ start: this.caret, end: this.caret }, text);
  }

  /** Replaces a range, as one incremental change, and puts the caret behind it. */
  replace(range: { start: Position; end: Position }, newText: string): void {
    const start = offsetAt(this.text, range.start);
    const end = offsetAt(this.text, range.end);
    this.text = this.text.slice(0, start) + newText + this.text.slice(end);
    this.caret = positionAt(this.text, start + newText.length);
    this.#changed([{ range, text: newText }]);
  }

  /** Replaces everything; `$0` is the caret. */
  set(marked: string): void {
    const { text, position } = parseMarked(marked);
    this.text = text;
    this.caret = position;
    this.#changed([{ text }]);
  }

  /** Puts the caret behind the first occurrence of a text. */
  goTo(after: string): void {
    const found = this.text.indexOf(after);
    assert.notEqual(found, -1, `${JSON.stringify(after)} is not in the document`);
    this.caret = positionAt(this.text, found + after.length);
  }

  async close(): Promise<void> {
    await this.#server.notify('textDocument/didClose', { textDocument: { uri: this.uri } });
  }

  #changed(contentChanges: unknown[]): void {
    this.version++;
    const textDocument = { uri: this.uri, version: this.version };
    this.#server.notify('textDocument/didChange', { textDocument, contentChanges }).catch(() => {});
  }
}

async function launch(
  options: HarnessOptions,
  root: string,
): Promise<{ child: ChildProcess; connection: ProtocolConnection }> {
  const program = path.join(REPOSITORY, options.program ?? 'dist/server.js');
  const args = [...(options.args ?? []), ...(options.testHooks ? ['--test-hooks'] : [])];
  if (options.transport === 'ipc') {
    const child = fork(program, [...args, '--node-ipc'], { silent: true, cwd: root });
    return {
      child,
      connection: createProtocolConnection(new IPCMessageReader(child), new IPCMessageWriter(child)),
    };
  }
  if (options.transport === 'pipe') return launchOnPipe(program, args, root);
  const child = spawn(process.execPath, [program, ...args, '--stdio'], { stdio: 'pipe', cwd: root });
  const reader = new StreamMessageReader(child.stdout);
  return { child, connection: createProtocolConnection(reader, new StreamMessageWriter(child.stdin)) };
}

async function launchOnPipe(
  program: string,
  args: readonly string[],
  root: string,
): Promise<{ child: ChildProcess; connection: ProtocolConnection }> {
  const name =
    process.platform === 'win32' ? `\\\\.\\pipe\\${path.basename(root)}` : path.join(root, '.pipe');
  const listener: Server = createServer().listen(name);
  await once(listener, 'listening');
  const child = spawn(process.execPath, [program, ...args, `--pipe=${name}`], { stdio: 'pipe', cwd: root });
  const [socket] = await once(listener, 'connection');
  listener.close();
  const connection = createProtocolConnection(
    new StreamMessageReader(socket),
    new StreamMessageWriter(socket),
  );
  return { child, connection };
}

/** What a full-grown editor says it can do. */
export function editorCapabilities(configuration = true): ClientCapabilities {
  return {
    workspace: {
      configuration,
      applyEdit: true,
      workspaceFolders: true,
      workspaceEdit: { documentChanges: true },
      didChangeConfiguration: { dynamicRegistration: true },
      didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    },
    textDocument: {
      completion: {
        completionItem: {
          labelDetailsSupport: true,
          documentationFormat: ['markdown', 'plaintext'],
          resolveSupport: { properties: ['documentation'] },
        },
      },
      hover: { contentFormat: ['markdown', 'plaintext'] },
      codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['refactor'] } } },
      inlineCompletion: {},
    },
    window: { workDoneProgress: true, showDocument: { support: true } },
  };
}

export function writeWorkspaceFile(root: string, name: string, content: string | Uint8Array): void {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function languageOf(name: string): string {
  return name.endsWith('.md') ? 'markdown' : 'plaintext';
}

function method(type: string | { readonly method: string }): string {
  return typeof type === 'string' ? type : type.method;
}

/** A wait without an end would tell nothing; this one tells what the server said instead. */
async function withDeadline<T>(promise: Promise<T>, what: string, harness: LspHarness): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`Waited in vain for ${what}.\n${harness.describe()}`)),
      DEADLINE,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
