/**
 * Offsets into a text ↔ LSP positions (zero-based line, UTF-16 character), both ways, for texts that are not
 * open in the editor (a source read from disk). Lines end with LF, CRLF or CR. Out-of-range input is clamped:
 * a line past the end is the end of the text, a character past the end of its line is that line's end. No
 * position lies inside a line ending, so the offset between CR and LF reads as the line's end.
 *
 * Build one `LineIndex` per version of a text; look-ups are O(log lines) and O(1).
 */

/** Structurally LSP's `Position`. */
export interface LinePosition {
  readonly line: number;
  readonly character: number;
}

const LF = 10;
const CR = 13;

export class LineIndex {
  readonly text: string;
  readonly #starts: Uint32Array;

  constructor(text: string) {
    this.text = text;
    this.#starts = lineStarts(text);
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  /** Offset of the first character of a line that exists. */
  lineStart(line: number): number {
    return this.#starts[line] ?? this.text.length;
  }

  /** Offset after the last character of a line that exists, before its line ending. */
  lineEnd(line: number): number {
    return this.#beforeLineEnding(this.lineStart(line + 1), this.lineStart(line));
  }

  positionAt(offset: number): LinePosition {
    const clamped = Math.min(Math.max(offset, 0), this.text.length);
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.lineStart(middle) <= clamped) low = middle;
      else high = middle - 1;
    }
    const start = this.lineStart(low);
    return { line: low, character: this.#beforeLineEnding(clamped, start) - start };
  }

  offsetAt(position: LinePosition): number {
    if (position.line >= this.lineCount) return this.text.length;
    if (position.line < 0) return 0;
    const start = this.lineStart(position.line);
    const offset = start + Math.max(position.character, 0);
    return Math.min(offset, this.lineEnd(position.line));
  }

  #beforeLineEnding(offset: number, lineStart: number): number {
    let before = offset;
    while (before > lineStart && isLineEnding(this.text.charCodeAt(before - 1))) before--;
    return before;
  }
}

function lineStarts(text: string): Uint32Array {
  let starts = new Uint32Array(1024);
  let count = 1;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (!isLineEnding(code)) continue;
    if (code === CR && text.charCodeAt(i + 1) === LF) i++;
    if (count === starts.length) {
      const grown = new Uint32Array(count * 2);
      grown.set(starts);
      starts = grown;
    }
    starts[count++] = i + 1;
  }
  return starts.slice(0, count);
}

function isLineEnding(code: number): boolean {
  return code === LF || code === CR;
}
