/**
 * One editor's session: who the client is, its folders and settings, its documents, pairs and memories. Handlers read
 * from here; they keep no state of their own.
 */
import {
  type Connection,
  DidChangeConfigurationNotification,
  type DidChangeWatchedFilesParams,
  FileChangeType,
  type InitializeParams,
  type InitializeResult,
  type WorkspaceFoldersChangeEvent,
} from 'vscode-languageserver';
import {
  CONFIDENCE_CHANGED_METHOD,
  SUGGESTIONS_CHANGED_METHOD,
  type SuggestionsChangedParams,
} from '../protocol/messages.js';
import { serverCapabilities } from './capabilities.js';
import { type ClientFeatures, clientFeatures } from './client-features.js';
import { Confidences } from './confidences.js';
import { Dispatcher } from './dispatch.js';
import { DocumentStore } from './document-store.js';
import { DecoderHost } from './engine/decoder-host.js';
import { EngineHost } from './engine/engine-host.js';
import { FileWatching } from './file-watching.js';
import { LoadingProgress } from './loading-progress.js';
import type { Log } from './log.js';
import { LookAhead } from './look-ahead.js';
import { Memories } from './memories.js';
import { Models } from './models.js';
import { Notices } from './notices.js';
import { PairRegistry } from './pair-registry.js';
import { SegmentStates } from './segment-states.js';
import { SegmentTables } from './segment-tables.js';
import { Suggestions } from './suggestions.js';
import { TableWatch } from './table-watch.js';
import { Trainings } from './trainings.js';
import { canonicalUri, diskPath } from './uris.js';
import { Workspace } from './workspace.js';

export interface SessionOptions {
  readonly testHooks: boolean;
  /** Whether workers get the time that real life gives them before they are taken for dead. */
  readonly patient: boolean;
}

export class Session {
  readonly connection: Connection;
  readonly log: Log;
  readonly testHooks: boolean;
  readonly notices: Notices;
  readonly dispatcher: Dispatcher;
  readonly documents = new DocumentStore();
  readonly engine: EngineHost;
  readonly decoder: DecoderHost;
  readonly tables: SegmentTables;
  readonly states: SegmentStates;
  readonly watch: TableWatch;
  features!: ClientFeatures;
  workspace!: Workspace;
  pairs!: PairRegistry;
  memories!: Memories;
  models!: Models;
  trainings!: Trainings;
  suggestions!: Suggestions;
  confidences!: Confidences;
  lookAhead!: LookAhead;
  #fileWatching!: FileWatching;
  /** Documents that were just opened or saved, until they are ready. */
  readonly #preparing = new Map<string, Promise<void>>();
  #begun: () => void = () => {};

  constructor(connection: Connection, log: Log, { testHooks, patient }: SessionOptions) {
    this.connection = connection;
    this.log = log;
    this.testHooks = testHooks;
    this.notices = new Notices(connection, log);
    this.dispatcher = new Dispatcher(log, (uri) => this.documents.versionOf(uri));
    this.engine = new EngineHost(
      {
        memory: (state) => this.memories.update(state),
        died: (cause, final) => this.#engineDied(cause, final),
      },
      // Tests do not wait for a quarter of a minute.
      patient ? { testHooks } : { testHooks, silenceLimit: 3000 },
    );
    this.decoder = new DecoderHost(
      {
        model: (state) => this.models.update(state),
        died: (cause, final) => this.#decoderDied(cause, final),
      },
      // Long segments take their time.
      patient ? { testHooks, silenceLimit: 40_000 } : { testHooks, silenceLimit: 3000 },
    );
    this.tables = new SegmentTables(this.documents, this.notices);
    this.states = new SegmentStates(this.engine);
    this.watch = new TableWatch((method, params) =>
      this.dispatcher.run(method, () => connection.sendNotification(method, params)),
    );
    this.documents.onDidOpen((uri) => {
      this.pairs.forget();
      this.#prepareLater(uri);
    });
    this.documents.onDidSave((uri) => this.#prepareLater(uri));
    this.documents.onDidChange((uri) => this.watch.documentChanged(uri));
    this.documents.onDidClose((uri) => {
      this.pairs.forget();
      this.tables.forget(uri);
      this.watch.documentChanged(uri);
    });
    this.documents.listen(connection);
  }

  initialize(params: InitializeParams): InitializeResult {
    this.features = clientFeatures(params);
    this.workspace = new Workspace(this.connection, this.features, this.notices, this.log, params);
    this.pairs = new PairRegistry(this.workspace, this.documents, this.notices);
    const progress = this.features.progress
      ? new LoadingProgress(this.connection, this.log, () => this.engine.cancelLoading())
      : null;
    this.memories = new Memories(this.connection, this.engine, progress, this.notices, this.log);
    this.memories.onDidChange((key) => {
      this.states.forget(key);
      this.watch.memoryChanged(key);
    });
    this.models = new Models(this.connection, this.decoder, this.notices, this.log);
    const { decoder, models } = this;
    const tellBetter = this.features.suggestionsChanged
      ? (params: SuggestionsChangedParams) => this.#notify(SUGGESTIONS_CHANGED_METHOD, params)
      : null;
    this.suggestions = new Suggestions({ decoder, models, tellBetter });
    this.confidences = new Confidences(decoder, models, this.states);
    this.confidences.onDidChange(() => this.#refreshMarks());
    this.lookAhead = new LookAhead(decoder, models);
    models.onDidChange(() => this.#modelChanged());
    models.onDidLearn(() => {
      this.suggestions.forgetAnswers();
      this.lookAhead.forget();
    });
    this.trainings = new Trainings({
      connection: this.connection,
      log: this.log,
      showsProgress: this.features.progress,
      trained: (file) => this.decoder.filesChanged([file]),
    });
    this.#fileWatching = new FileWatching(this.connection, this.features);
    // Until `initialized` the editor must not be asked for settings, so nothing can be answered.
    this.dispatcher.hold(
      () =>
        new Promise((resolve) => {
          this.#begun = resolve;
        }),
    );
    return serverCapabilities(this.testHooks);
  }

  /** After `initialized`: the editor may be asked now. */
  begin(): void {
    this.#begun();
    this.#applySettings(async () => {
      if (this.features.configurationEvents) {
        await this.connection.client.register(DidChangeConfigurationNotification.type, { section: 'enface' });
      }
      if (this.features.workspaceFolders) {
        this.connection.workspace.onDidChangeWorkspaceFolders((event) => this.#foldersChanged(event));
      }
      await this.workspace.refresh();
    });
  }

  settingsChanged(settings: unknown): void {
    this.workspace.push(settings);
    this.#applySettings(() => this.workspace.refresh());
  }

  /** Finds out what a document needs, so that the first key finds it ready. Nothing, when it has no pair. */
  async prepare(uri: string): Promise<void> {
    const { side, pairs } = await this.pairs.resolve(uri);
    for (const pair of pairs) {
      // A source whose translation does not exist yet needs nothing.
      if (side === 'source' && !(await this.documents.exists(pair.targetUri))) continue;
      this.memories.of(pair);
      this.models.check(pair);
      await this.documents.load(pair.sourceUri);
      const table = await this.tables.of(pair);
      const segment = table?.document.segments.find(({ target }) => target === null);
      if (table !== null && segment !== undefined) this.lookAhead.moveTo({ pair, table, segment });
    }
  }

  /** Waits for what opening a document set off; at once for all others. `uri` is canonical. */
  async ready(uri: string): Promise<void> {
    // A failure was logged where it happened; the request finds out for itself what is there.
    await this.#preparing.get(uri)?.catch(() => {});
  }

  async filesChanged({ changes }: DidChangeWatchedFilesParams): Promise<void> {
    const paths = changes.map(({ uri }) => diskPath(uri)).filter((path) => path !== null);
    this.engine.filesChanged(paths);
    this.decoder.filesChanged(paths);
    const cameOrWent = changes.some(({ type }) => type !== FileChangeType.Changed);
    if (cameOrWent) this.pairs.forget();
    for (const uri of changes.map((change) => canonicalUri(change.uri))) {
      if (!(await this.documents.refresh(uri))) continue;
      this.tables.forget(uri);
      this.watch.documentChanged(uri);
    }
    if (cameOrWent) this.#prepareOpen();
  }

  async end(): Promise<void> {
    this.watch.stop();
    this.trainings?.stop();
    await Promise.all([this.engine.stop(), this.decoder.stop()]);
  }

  #foldersChanged({ added, removed }: WorkspaceFoldersChangeEvent): void {
    this.workspace.changeFolders(added, removed);
    this.#applySettings(() => this.workspace.refresh());
  }

  /** Later requests wait until new settings are in force. */
  #applySettings(refresh: () => Promise<void>): void {
    this.dispatcher.hold(async () => {
      await refresh();
      this.pairs.forget();
      this.memories.reconfigure(this.workspace);
      this.models.reconfigure(this.workspace);
      await this.#fileWatching.update(this.workspace.folders);
      this.watch.allChanged();
      this.#refreshMarks();
    });
    this.#prepareOpen();
  }

  #prepareOpen(): void {
    for (const uri of this.documents.open) this.#prepareLater(uri);
  }

  #prepareLater(uri: string): void {
    this.dispatcher.run('preparing a document', async () => {
      const work = this.prepare(uri);
      this.#preparing.set(uri, work);
      try {
        await work;
      } finally {
        if (this.#preparing.get(uri) === work) this.#preparing.delete(uri);
      }
    });
  }

  /** Another model says other things. */
  #modelChanged(): void {
    this.suggestions.forgetAnswers();
    this.confidences.forget();
    this.lookAhead.forget();
    this.#prepareOpen();
    this.#refreshMarks();
  }

  /** Has the editor ask again for what it draws into documents. */
  #refreshMarks(): void {
    const { semanticTokens, inlayHint } = this.connection.languages;
    if (this.features.semanticTokensRefresh) this.#ignoreFailure(semanticTokens.refresh());
    if (this.features.inlayHintRefresh) this.#ignoreFailure(inlayHint.refresh());
    this.#notify(CONFIDENCE_CHANGED_METHOD, {});
  }

  #notify(method: string, params: object): void {
    this.#ignoreFailure(this.connection.sendNotification(method, params));
  }

  #ignoreFailure(sending: Promise<unknown>): void {
    sending.catch((cause) => this.log.debug(`The editor did not take a message: ${cause}`));
  }

  #decoderDied(cause: string, final: boolean): void {
    this.log.warn(`The translation engine ended: ${cause}.`);
    this.models.engineDied(final);
    this.notices.resolve('decoder');
    this.notices.warn(
      'decoder',
      final
        ? 'The translation engine keeps stopping and stays off; suggestions come from the memory alone. Restart the server to try again.'
        : 'The translation engine stopped and was started again. Your documents are unharmed.',
    );
  }

  #engineDied(cause: string, final: boolean): void {
    this.log.warn(`The suggestion engine ended: ${cause}.`);
    const message = final
      ? 'The suggestion engine keeps stopping and stays off. Restart the server to try again.'
      : 'The suggestion engine stopped and was started again. Your documents are unharmed.';
    if (final) this.memories.engineStopped();
    // Each time is news.
    this.notices.resolve('engine');
    this.notices.warn('engine', message);
  }
}
