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

export interface RequestOptions<P> {
  /**
   * The document an answer points into. When its version moves on before the answer is there, the answer is
   * dropped. Leave it out for requests that act (their effect is done, so the client must hear of it).
   */
  readonly document?: (params: P) => string;
}

export type Handler<P, R> = (params: P, token: CancellationToken) => R | Promise<R>;
export type Answer<P, R> = (params: P, token: CancellationToken) => Promise<R | ResponseError<void>>;

export class Dispatcher {
  /** Every answer waits this long: a test hook, 0 in real life. */
  delay = 0;
  readonly #log: Log;
  readonly #versionOf: (uri: string) => number | null;

  constructor(log: Log, versionOf: (uri: string) => number | null) {
    this.#log = log;
    this.#versionOf = versionOf;
  }

  /** Wraps a request handler into what the connection calls. */
  request<P, R>(method: string, handler: Handler<P, R>, options: RequestOptions<P> = {}): Answer<P, R> {
    return async (params, token) => {
      const start = performance.now();
      const answer = await this.#answer(method, handler, options, params, token);
      const outcome = answer instanceof ResponseError ? `: ${answer.message}` : '';
      this.#log.debug(`${method} ${(performance.now() - start).toFixed(1)} ms${outcome}`);
      return answer;
    };
  }

  /** Wraps a notification handler: nobody waits for an answer, so a failure is logged and that is all. */
  notification<P>(method: string, handler: (params: P) => void | Promise<void>): (params: P) => void {
    return (params) => {
      this.run(method, async () => handler(params));
    };
  }

  /** Starts work nobody waits for; what it throws is logged, never lost and never fatal. */
  run(name: string, work: () => Promise<void>): void {
    work().catch((cause) => {
      if (!(cause instanceof CancelledError)) this.#log.error(`${name} failed.`, cause);
    });
  }

  async #answer<P, R>(
    method: string,
    handler: Handler<P, R>,
    options: RequestOptions<P>,
    params: P,
    token: CancellationToken,
  ): Promise<R | ResponseError<void>> {
    try {
      const uri = options.document?.(params);
      const version = uri === undefined ? null : this.#versionOf(uri);
      const result = await handler(params, token);
      if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay));
      if (uri === undefined) return result;
      if (token.isCancellationRequested) return cancelled();
      if (this.#versionOf(uri) !== version) {
        return new ResponseError(LSPErrorCodes.ContentModified, 'The document has changed.');
      }
      return result;
    } catch (cause) {
      if (cause instanceof CancelledError) return cancelled();
      if (cause instanceof ResponseError) return cause;
      if (cause instanceof EnfaceError) {
        return new ResponseError(LSPErrorCodes.RequestFailed, cause.message);
      }
      this.#log.error(`${method} failed.`, cause);
      return new ResponseError(ErrorCodes.InternalError, `Enface could not answer ${method}; see its log.`);
    }
  }
}

function cancelled(): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestCancelled, 'The request was cancelled.');
}
