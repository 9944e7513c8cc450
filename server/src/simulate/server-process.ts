/**
 * A language server in a process of its own, spoken to over real messages, and the little that an editor answers. The
 * server's folder is a temporary one that ends with it.
 *
 *     const server = await ServerProcess.start({ folder, settings, signal });
 *     const items = await server.request('textDocument/inlineCompletion', …);
 *     await server.stop();
 *
 * When the signal is raised, or the server ends by itself, whatever is waiting fails with an error that says so.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import {
  type ConfigurationParams,
  createProtocolConnection,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { CancelledError, EnfaceError } from '../../../models/core/errors.js';

export interface ServerOptions {
  /** The one workspace folder. */
  readonly folder: string;
  /** The section `enface` of the editor's settings. */
  readonly settings: Record<string, unknown>;
  readonly signal: AbortSignal;
  /** Program and arguments; the running program as `serve --stdio` unless told. */
  readonly command?: readonly [string, ...string[]];
}

/** The server gets so many milliseconds to end by itself. */
const PATIENCE = 5000;
const STANDARD_ERROR_KEPT = 2000;

export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #connection: ProtocolConnection;
  readonly #folder: string;
  readonly #settings: Record<string, unknown>;
  readonly #listeners = new Map<string, (params: never) => void>();
  readonly #gone: Promise<never>;
  #standardError = '';

  static async start(options: ServerOptions): Promise<ServerProcess> {
    if (options.signal.aborted) throw new CancelledError();
    const server = new ServerProcess(options);
    try {
      await server.#initialize();
    } catch (cause) {
      server.kill();
      throw cause;
    }
    return server;
  }

  private constructor({ folder, settings, signal, command }: ServerOptions) {
    const [program, ...args] = command ?? [process.execPath, process.argv[1] ?? '', 'serve', '--stdio'];
    this.#folder = folder;
    this.#settings = settings;
    // A group of its own: Ctrl+C is for us, and we end the server.
    const child = spawn(program, args, {
      cwd: folder,
      stdio: 'pipe',
      detached: process.platform !== 'win32',
    });
    this.#child = child;
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#standardError = (this.#standardError + text).slice(-STANDARD_ERROR_KEPT);
    });
    this.#gone = new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new CancelledError()), { once: true });
      child.once('error', (cause) => reject(this.#ended(cause.message)));
      child.once('exit', (code, name) => reject(this.#ended(name ?? `exit code ${code}`)));
    });
    this.#gone.catch(() => {});
    const reader = new StreamMessageReader(child.stdout);
    this.#connection = createProtocolConnection(reader, new StreamMessageWriter(child.stdin));
    this.#answerLikeAnEditor();
    this.#connection.listen();
  }

  async request<R>(method: string, params: unknown): Promise<R> {
    return Promise.race([this.#connection.sendRequest<R>(method, params), this.#gone]);
  }

  notify(method: string, params: unknown): void {
    // Notifications are written in order; a broken connection shows in the next request.
    this.#connection.sendNotification(method, params).catch(() => {});
  }

  /** Calls `listener` for every such notification of the server, in place of the one before. */
  on<P>(method: string, listener: (params: P) => void): void {
    this.#listeners.set(method, listener as (params: never) => void);
  }

  /** The next such notification that has the property. */
  next<P>(method: string, wanted: (params: P) => boolean): Promise<P> {
    const found = new Promise<P>((resolve) => {
      this.on<P>(method, (params) => {
        if (wanted(params)) resolve(params);
      });
    });
    return Promise.race([found, this.#gone]);
  }

  /** Ends the server through the protocol, by force when it does not answer. */
  async stop(): Promise<void> {
    const patience = setTimeout(() => this.kill(), PATIENCE);
    try {
      const exit = once(this.#child, 'exit');
      await this.request('shutdown', undefined);
      this.notify('exit', undefined);
      await exit;
    } catch {
      this.kill();
    } finally {
      clearTimeout(patience);
      this.#connection.dispose();
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  async #initialize(): Promise<void> {
    const uri = pathToFileURL(this.#folder).href;
    await this.request('initialize', {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: 'simulation' }],
      capabilities: { workspace: { configuration: true, workspaceFolders: true } },
    });
    this.notify('initialized', {});
  }

  #answerLikeAnEditor(): void {
    this.#connection.onRequest('workspace/configuration', ({ items }: ConfigurationParams) =>
      items.map(() => this.#settings),
    );
    this.#connection.onRequest('client/registerCapability', () => null);
    this.#connection.onRequest('client/unregisterCapability', () => null);
    this.#connection.onUnhandledNotification(({ method, params }) => {
      this.#listeners.get(method)?.(params as never);
    });
  }

  #ended(how: string): EnfaceError {
    const last = this.#standardError.trim().split('\n').at(-1) ?? '';
    return new EnfaceError('server-ended', `The language server ended (${how}). ${last}`.trim());
  }
}
