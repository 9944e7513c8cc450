/**
 * Starts, watches, restarts and stops the language server, and is the one way to talk to it.
 *
 * Every run of the server has a language client of its own; a client whose server ended is thrown away. Handlers
 * given to `onNotification` outlive restarts. `start` returns at once: requests wait until the server answers.
 */
import {
  type CancellationToken,
  type Disposable,
  EventEmitter,
  type InlineCompletionItem,
  LogLevel,
  type LogOutputChannel,
  l10n,
  type Position,
  type TextDocument,
  window,
} from 'vscode';
import {
  CloseAction,
  DidChangeConfigurationNotification,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  type ServerOptions,
  State,
  type StaticFeature,
  TransportKind,
} from 'vscode-languageclient/node';
import { AnswerWatch } from './answer-watch.js';
import { DOCUMENT_SELECTOR } from './documents.js';
import { RestartPolicy } from './restart-policy.js';
import { createTraceChannel } from './trace-channel.js';

/** `busy`: running, but an answer is overdue. `failed`: stopped too often; only the user starts it again. */
export type ServerState = 'stopped' | 'starting' | 'running' | 'busy' | 'failed';

const SERVER_LOG_LEVELS = {
  [LogLevel.Off]: 'off',
  [LogLevel.Trace]: 'debug',
  [LogLevel.Debug]: 'debug',
  [LogLevel.Info]: 'info',
  [LogLevel.Warning]: 'warn',
  [LogLevel.Error]: 'error',
} as const;

export type InlineCompletionsHandler = (
  document: TextDocument,
  position: Position,
  items: readonly InlineCompletionItem[],
) => void;

/** Tells the server that this editor asks again when there are better suggestions. */
const ENFACE_CAPABILITIES: StaticFeature = {
  fillClientCapabilities: (capabilities) => {
    capabilities.experimental = { ...capabilities.experimental, enface: { suggestionsChanged: true } };
  },
  initialize: () => {},
  getState: () => ({ kind: 'static' }),
  clear: () => {},
};

export class ServerLifecycle implements Disposable {
  readonly #modulePath: string;
  readonly #arguments: readonly string[];
  readonly #channel: LogOutputChannel;
  readonly #traceChannel: LogOutputChannel;
  readonly #levelListener: Disposable;
  readonly #policy = new RestartPolicy();
  readonly #handlers = new Map<string, (params: unknown) => void>();
  readonly #stateChanged = new EventEmitter<ServerState>();
  readonly onDidChangeState = this.#stateChanged.event;
  readonly #started = new EventEmitter<void>();
  /** A server is up, for the first time or again; it knows nothing of what was told to the one before. */
  readonly onDidStart = this.#started.event;
  #client: LanguageClient | undefined;
  #state: ServerState = 'stopped';
  #retry: NodeJS.Timeout | undefined;
  #inlineCompletions: InlineCompletionsHandler = () => {};

  constructor(modulePath: string, serverArguments: readonly string[], channel: LogOutputChannel) {
    this.#modulePath = modulePath;
    this.#arguments = serverArguments;
    this.#channel = channel;
    this.#traceChannel = createTraceChannel(channel);
    this.#levelListener = channel.onDidChangeLogLevel(() => {
      if (this.isUp)
        void this.#client?.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
    });
  }

  get state(): ServerState {
    return this.#state;
  }

  /** True when there is a server that can be asked. */
  get isUp(): boolean {
    return this.#state === 'running' || this.#state === 'busy';
  }

  get processId(): number | undefined {
    return this.#client?.serverProcess?.pid;
  }

  start(): void {
    if (this.#client === undefined) this.#launch(false);
  }

  async restart(): Promise<void> {
    this.#policy.reset();
    await this.stop();
    this.#launch(false);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = undefined;
    this.#setState('stopped');
    if (client === undefined) return;
    if (client.state === State.Running) await client.dispose();
    else client.serverProcess?.kill();
  }

  dispose(): void {
    void this.stop();
    this.#levelListener.dispose();
    this.#traceChannel.dispose();
    this.#stateChanged.dispose();
    this.#started.dispose();
  }

  /** One handler per method. */
  onNotification<P>(method: string, handler: (params: P) => void): void {
    this.#handlers.set(method, handler as (params: unknown) => void);
    this.#client?.onNotification(method, handler);
  }

  /** Called with every answer to a request for ghost text. */
  onInlineCompletions(handler: InlineCompletionsHandler): void {
    this.#inlineCompletions = handler;
  }

  /** Tells the server something; nobody waits for it. */
  async notify(method: string, params: object): Promise<void> {
    await this.#client?.sendNotification(method, params).catch((error: unknown) => {
      this.#channel.debug(`A message did not reach the server: ${error}`);
    });
  }

  /** Rejects with the server's own words when it refuses, and when there is no server to ask. */
  async request<R>(method: string, params: object, token?: CancellationToken): Promise<R> {
    const client = this.#client;
    if (client === undefined) throw new Error(l10n.t('The Enface server is not running.'));
    return token === undefined
      ? client.sendRequest<R>(method, params)
      : client.sendRequest<R>(method, params, token);
  }

  #launch(announce: boolean): void {
    const watch = new AnswerWatch((promptness) => {
      if (this.#client !== client) return;
      if (this.#state !== 'starting') this.#setState(promptness === 'prompt' ? 'running' : 'busy');
      if (promptness === 'hung') void this.#offerRestart(l10n.t('The Enface server does not answer.'));
    });
    const client: LanguageClient = new QuietClient('enface', 'Enface', this.#serverOptions(), {
      ...this.#clientOptions(),
      middleware: {
        sendRequest: (type, param, token, next) => watch.track(next(type, param, token)),
        provideInlineCompletionItems: async (document, position, context, cancelled, next) => {
          const answer = await next(document, position, context, cancelled);
          const items = Array.isArray(answer) ? answer : (answer?.items ?? []);
          if (!cancelled.isCancellationRequested) this.#inlineCompletions(document, position, items);
          return answer;
        },
        workspace: {
          configuration: async (params, token, next) => {
            const sections = await next(params, token);
            return Array.isArray(sections)
              ? sections.map((section) => this.#withLogLevel(section))
              : sections;
          },
        },
      },
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          this.#ended(client);
          return {
            action: CloseAction.DoNotRestart,
            handled: true,
            message: 'The connection to the server closed.',
          };
        },
      },
    });
    client.registerFeature(ENFACE_CAPABILITIES);
    for (const [method, handler] of this.#handlers) client.onNotification(method, handler);
    this.#client = client;
    this.#setState('starting');
    void watch.track(client.start()).then(
      () => {
        if (this.#client !== client) return;
        this.#setState('running');
        this.#started.fire();
        if (announce) {
          void window.showInformationMessage(l10n.t('The Enface server stopped and was restarted.'));
        }
      },
      (error: unknown) => {
        this.#channel.error(`The server did not start: ${error instanceof Error ? error.message : error}`);
        this.#ended(client);
      },
    );
  }

  /** The server of `client` is gone without having been asked to stop. */
  #ended(client: LanguageClient): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.serverProcess?.kill();
    const decision = this.#policy.stopped(Date.now());
    if (decision.action === 'giveUp') {
      this.#setState('failed');
      void this.#offerRestart(l10n.t('The Enface server keeps stopping and was not started again.'));
      return;
    }
    this.#channel.warn(`The server stopped; it is started again in ${decision.delay} ms.`);
    this.#setState('starting');
    this.#retry = setTimeout(() => this.#launch(decision.announce), decision.delay);
  }

  async #offerRestart(message: string): Promise<void> {
    const restart = l10n.t('Restart Server');
    const output = l10n.t('Show Output');
    const choice = await window.showWarningMessage(message, restart, output);
    if (choice === restart) await this.restart();
    else if (choice === output) this.#channel.show();
  }

  #setState(state: ServerState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#stateChanged.fire(state);
  }

  /** The server logs as much as the output channel shows: the level is set there, as for any other log. */
  #withLogLevel(section: unknown): unknown {
    if (typeof section !== 'object' || section === null) return section;
    return { ...section, log: { level: SERVER_LOG_LEVELS[this.#channel.logLevel] } };
  }

  #serverOptions(): ServerOptions {
    const program = { module: this.#modulePath, args: [...this.#arguments], transport: TransportKind.ipc };
    return { run: program, debug: { ...program, options: { execArgv: ['--inspect=0'] } } };
  }

  #clientOptions(): LanguageClientOptions {
    return {
      documentSelector: [...DOCUMENT_SELECTOR],
      outputChannel: this.#channel,
      traceOutputChannel: this.#traceChannel,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationFailedHandler: () => false,
      markdown: { supportHtml: true },
    };
  }
}

/** Failures go to the output channel only: what the user is told is decided above. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }

  override async stop(timeout?: number): Promise<void> {
    try {
      await super.stop(timeout);
    } catch (error) {
      super.error('Stopping the server failed.', error, false);
    }
  }
}
