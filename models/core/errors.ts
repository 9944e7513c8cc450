/**
 * Errors the engine throws on purpose. Text never makes the engine throw; files and options do. A message is
 * one sentence a translator can act on; `code` is for programs.
 */
export class EnfaceError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** A file that is not what it claims to be: truncated, foreign, damaged or from a newer version. */
export class FormatError extends EnfaceError {}

/** The caller asked to stop. Not a failure: report nothing to the user. */
export class CancelledError extends EnfaceError {
  constructor() {
    super('cancelled', 'The work was cancelled.');
  }
}
