/**
 * The server's log: `window/logMessage` with levels, nothing else (standard output may be the protocol's wire).
 * What the user must see goes through `notices.ts`; this is for whoever looks into the output channel.
 */
import type { RemoteConsole } from 'vscode-languageserver';

export const LOG_LEVELS = ['off', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

type Sink = Pick<RemoteConsole, 'error' | 'warn' | 'info' | 'debug'>;

export class Log {
  level: LogLevel = 'info';
  readonly #sink: Sink;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  error(message: string, cause?: unknown): void {
    if (this.#wants('error'))
      this.#sink.error(cause === undefined ? message : `${message}\n${describe(cause)}`);
  }

  warn(message: string): void {
    if (this.#wants('warn')) this.#sink.warn(message);
  }

  info(message: string): void {
    if (this.#wants('info')) this.#sink.info(message);
  }

  debug(message: string): void {
    if (this.#wants('debug')) this.#sink.debug(message);
  }

  #wants(level: LogLevel): boolean {
    return LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(this.level);
  }
}

/** Whatever was thrown, with its stack where it has one. */
export function describe(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
