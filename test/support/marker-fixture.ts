/** Fixture text with a caret drawn as `$0`: no test counts offsets by hand. */
import type { Position } from 'vscode-languageserver';

export interface MarkedText {
  /** The text without the mark. */
  readonly text: string;
  readonly offset: number;
  readonly position: Position;
}

export const MARK = '$0';

/** Takes the one `$0` out of a text. */
export function parseMarked(marked: string): MarkedText {
  const offset = marked.indexOf(MARK);
  if (offset === -1 || marked.indexOf(MARK, offset + 1) !== -1) {
    throw new Error(`A fixture has exactly one ${MARK}: ${JSON.stringify(marked)}`);
  }
  const text = marked.slice(0, offset) + marked.slice(offset + MARK.length);
  return { text, offset, position: positionAt(text, offset) };
}

/** The LSP position of an offset: an independent, naive version to check the server's against. */
export function positionAt(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length - 1, character: lines[lines.length - 1].length };
}

/** The offset of an LSP position, naively. */
export function offsetAt(text: string, { line, character }: Position): number {
  let offset = 0;
  for (const [whole] of text.matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g)) {
    if (line === 0) break;
    offset += whole.length;
    line--;
  }
  return offset + character;
}
