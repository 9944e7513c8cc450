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
}

export interface Command {
  /** The word after `enface`. */
  readonly name: string;
  /** Half a line for the list of commands. */
  readonly summary: string;
  /** What `enface help <name>` prints: usage, options, examples. */
  readonly help: string;
  /** `args` is what follows the name. 0 = done, 1 = failed, 2 = wrong usage. Throw `UsageError` for the last. */
  run(args: readonly string[], io: CommandIo): Promise<number>;
}

/** The command line makes no sense; the message says why in one sentence. */
export class UsageError extends Error {}
