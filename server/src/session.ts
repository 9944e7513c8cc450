/**
 * One editor's session: who the client is, its folders and settings, its documents. Handlers read from here; they
 * keep no state of their own.
 */
import type { Connection, InitializeParams, InitializeResult } from 'vscode-languageserver';
import { PositionEncodingKind, TextDocumentSyncKind } from 'vscode-languageserver';
import { type ClientFeatures, clientFeatures } from './client-features.js';
import { Dispatcher } from './dispatch.js';
import type { Log } from './log.js';
import { Notices } from './notices.js';
import { Workspace } from './workspace.js';

export interface SessionOptions {
  readonly testHooks: boolean;
}

export class Session {
  readonly log: Log;
  readonly notices: Notices;
  readonly dispatcher: Dispatcher;
  readonly #connection: Connection;
  #features!: ClientFeatures;
  #workspace!: Workspace;

  constructor(connection: Connection, log: Log, _options: SessionOptions) {
    this.#connection = connection;
    this.log = log;
    this.notices = new Notices(connection, log);
    this.dispatcher = new Dispatcher(log, () => null);
  }

  initialize(params: InitializeParams): InitializeResult {
    this.#features = clientFeatures(params);
    this.#workspace = new Workspace(this.#connection, this.#features, this.notices, this.log, params);
    return {
      capabilities: {
        positionEncoding: PositionEncodingKind.UTF16,
        textDocumentSync: TextDocumentSyncKind.Incremental,
      },
      serverInfo: { name: 'enface' },
    };
  }

  async begin(): Promise<void> {
    await this.#workspace.refresh();
  }

  async settingsChanged(settings: unknown): Promise<void> {
    this.#workspace.push(settings);
    await this.#workspace.refresh();
  }

  end(): void {}
}
