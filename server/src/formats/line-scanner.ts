/** Lines of a text by offsets, without cutting it up. Lines end with LF, CRLF or CR. */

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;

/** Offset of the line ending (or the end of the text) at or after `offset`. */
export function lineEndAt(text: string, offset: number): number {
  let i = offset;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === LF || code === CR) break;
  }
  return i;
}

/** Offset of the first line that starts after `offset`; the length of the text when there is none. */
export function nextLineAt(text: string, offset: number): number {
  return afterLineEnding(text, lineEndAt(text, offset));
}

/** Offset after the line ending that starts at `offset`. */
export function afterLineEnding(text: string, offset: number): number {
  if (offset >= text.length) return text.length;
  return text.charCodeAt(offset) === CR && text.charCodeAt(offset + 1) === LF ? offset + 2 : offset + 1;
}

/** Offset of the line that `offset` lies in. */
export function lineStartAt(text: string, offset: number): number {
  let i = offset;
  while (i > 0 && !isLineEnding(text.charCodeAt(i - 1))) i--;
  return i;
}

/** Offset of the first character that is neither a space nor a tab. */
export function skipBlanks(text: string, offset: number): number {
  let i = offset;
  while (isBlank(text.charCodeAt(i))) i++;
  return i;
}

/** Offset of the first line at or after `line` that holds more than blanks. */
export function skipBlankLines(text: string, line: number): number {
  let start = line;
  while (start < text.length) {
    const content = skipBlanks(text, start);
    if (content < text.length && !isLineEnding(text.charCodeAt(content))) return start;
    start = afterLineEnding(text, content);
  }
  return start;
}

export function isBlankLine(text: string, line: number): boolean {
  const content = skipBlanks(text, line);
  return content >= text.length || isLineEnding(text.charCodeAt(content));
}

export function isLineEnding(code: number): boolean {
  return code === LF || code === CR;
}

/** Space or tab. */
export function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}
