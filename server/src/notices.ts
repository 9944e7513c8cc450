/**
 * Messages the user sees. A trouble has a key and is told once; when it is over (`resolve`), the same trouble may
 * be told again. So a broken file gets one message, not one per keystroke.
 */
import { type Connection, MessageType, ShowMessageNotification } from 'vscode-languageserver';
import type { Log } from './log.js';

export class Notices {
  readonly #connection: Pick<Connection, 'sendNotification'>;
  readonly #log: Log;
  readonly #told = new Map<string, string>();

  constructor(connection: Pick<Connection, 'sendNotification'>, log: Log) {
    this.#connection = connection;
    this.#log = log;
  }

  /** Tells the user, unless exactly this was told under this key and not resolved since. */
  warn(key: string, message: string): void {
    if (this.#told.get(key) === message) return;
    this.#told.set(key, message);
    this.#log.warn(message);
    this.#connection
      .sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message })
      .catch((cause) => this.#log.error('A message could not be shown.', cause));
  }

  /** The trouble is over: the next one under this key is news again. */
  resolve(key: string): void {
    this.#told.delete(key);
  }
}
