/**
 * What a command of the `enface` program is. Each command is one file of this folder that exports a `Command`;
 * `registry.ts` lists them. A command writes to `io`, never to the console, and returns its exit code.
 */
export interface CommandIo {
  /** Results, for a person or the next program. A line break is added. */
  out(line: string): void;
  /** Progress and complaints. A line break is added. */
  err(line: string): void;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Raised when the user asks to stop (Ctrl+C). Long work looks at it between steps. */
  readonly signal: AbortSignal;
  /** Shows a line that the next one replaces; undefined where nobody watches (no terminal). */
  readonly status?: (text: string) => void;
}

export interface Command {
  /** The word after `enface`. */
  readonly name: string;
  /** Half a line for the list of commands. */
  readonly summary: string;
  /** What `enface help <name>` prints: usage, options, examples. */
  readonly help: string;
  /**
   * `args` is what follows the name. 0 = done, 1 = a negative answer, 2 = could not be done. Throw `UsageError` for
   * a command line that makes no sense, and an `EnfaceError` for files that cannot be used.
   */
  run(args: readonly string[], io: CommandIo): Promise<number>;
  /** Signals end the program as usual instead of raising `io.signal`. */
  readonly endsBySignal?: boolean;
}

/** The command line makes no sense; the message says why in one sentence. */
export class UsageError extends Error {}
