/**
 * How every request is answered: timed, logged, cancelled, and ended with exactly one answer whatever the handler
 * does. A handler returns its result or throws; the answer to an outdated question is dropped here:
 *
 * - the client cancelled, or a newer request of the same kind took over → `RequestCancelled`
 * - the document changed while the answer was made → `ContentModified`
 * - an `EnfaceError` → `RequestFailed` with its sentence, which is meant for the user
 * - anything else is our mistake → `InternalError`, details in the log
 */
import { type CancellationToken, ErrorCodes, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import { CancelledError, EnfaceError } from '../../models/core/errors.js';
import type { Log } from './log.js';

/**
 * Whether an answer is worth anything once the document it points into has changed. Requests that act keep theirs:
 * the effect is done, so the client must hear of it.
 */
export type Staleness = 'drop when stale' | 'keep';

export type Handler<P, R> = (params: P, token: CancellationToken) => R | Promise<R>;
/** Throws a `ResponseError` when there is no result. */
export type Answer<P, R> = (params: P, token: CancellationToken) => Promise<R>;

export class Dispatcher {
  /** Every answer waits this long: a test hook, 0 in real life. */
  delay = 0;
  readonly #log: Log;
  readonly #versionOf: (uri: string) => number | null;
  /** Resolved when nothing holds requests back. */
  #free: Promise<void> = Promise.resolve();

  constructor(log: Log, versionOf: (uri: string) => number | null) {
    this.#log = log;
    this.#versionOf = versionOf;
  }

  /** Wraps a request handler into what the connection calls. */
  request<P, R>(method: string, handler: Handler<P, R>, staleness: Staleness = 'keep'): Answer<P, R> {
    return async (params, token) => {
      const start = performance.now();
      let outcome = '';
      try {
        return await this.#answer(handler, staleness, params, token);
      } catch (cause) {
        const error = this.#responseError(method, cause);
        outcome = `: ${error.message}`;
        throw error;
      } finally {
        this.#log.debug(`${method} ${(performance.now() - start).toFixed(1)} ms${outcome}`);
      }
    };
  }

  /** Wraps a notification handler: nobody waits for an answer, so a failure is logged and that is all. */
  notification<P>(method: string, handler: (params: P) => void | Promise<void>): (params: P) => void {
    return (params) => this.run(method, async () => handler(params));
  }

  /** Starts work nobody waits for; what it throws is logged, never lost and never fatal. */
  run(name: string, work: () => Promise<void>): void {
    this.#free.then(work).catch((cause) => {
      if (!(cause instanceof CancelledError)) this.#log.error(`${name} failed.`, cause);
    });
  }

  /** Requests that come from now on wait until `work` is done (or failed, which is logged). */
  hold(work: () => Promise<void>): void {
    this.#free = this.#free.then(work).catch((cause) => this.#log.error('New settings failed.', cause));
  }

  async #answer<P, R>(
    handler: Handler<P, R>,
    staleness: Staleness,
    params: P,
    token: CancellationToken,
  ): Promise<R> {
    const uri = staleness === 'keep' ? undefined : documentOf(params);
    const version = uri === undefined ? null : this.#versionOf(uri);
    await this.#free;
    const result = await handler(params, token);
    if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay));
    if (uri === undefined) return result;
    if (token.isCancellationRequested) throw new CancelledError();
    if (this.#versionOf(uri) !== version) {
      throw new ResponseError(LSPErrorCodes.ContentModified, 'The document has changed.');
    }
    return result;
  }

  #responseError(method: string, cause: unknown): ResponseError<void> {
    if (cause instanceof ResponseError) return cause;
    if (cause instanceof CancelledError) {
      return new ResponseError(LSPErrorCodes.RequestCancelled, 'The request was cancelled.');
    }
    if (cause instanceof EnfaceError) return new ResponseError(LSPErrorCodes.RequestFailed, cause.message);
    this.#log.error(`${method} failed.`, cause);
    return new ResponseError(ErrorCodes.InternalError, `Enface could not answer ${method}; see its log.`);
  }
}

/** The document a request is about, in LSP's own requests and in ours. */
function documentOf(params: unknown): string | undefined {
  const { textDocument, targetUri } = params as { textDocument?: { uri: string }; targetUri?: string };
  return textDocument?.uri ?? targetUri;
}
