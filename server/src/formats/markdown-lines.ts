/** What a line of Markdown is, told by how it starts, for lines at the left margin where nothing is open. */
import type { Span } from '../../../models/text/span.js';
import { isBlank, isLineEnding, lineEndAt, nextLineAt, skipBlankLines, skipBlanks } from './line-scanner.js';

export interface Fence {
  readonly character: string;
  readonly length: number;
}

export interface ListItemStart {
  readonly contentStart: number;
  /** Empty for bullets, `.` or `)` for numbers. */
  readonly delimiter: string;
  readonly number: string;
}

const HEADING = /(#{1,6})(?=[ \t\r\n]|$)/y;
const FENCE = /(`{3,})[^`\r\n]*(?![^\r\n])|(~{3,})[^\r\n]*/y;
const LIST_ITEM =
  /(?:[-*+]|(\d{1,9})([.)])) {1,4}(?=[^ \t\r\n])(?:\[[ xX]\][ \t]+(?=[^ \t\r\n])|(?!\[[ xX]\](?:[ \t\r\n]|$)))/y;
/** Words, or marks that open no block. */
const TEXT =
  /[A-Za-z("',.;/?@%$^&{})\]\\!\u0080-\ufefe\uff00-\uffff]|\d(?!\d{0,8}[.)](?:[ \t\r\n]|$))|\*{1,2}[^*\s]|_{1,2}[^_\s]|`{1,2}[^`\r\n]|~{1,2}[^~\r\n]/y;
/** A bracket that cannot be the label of a link definition. */
const BRACKET = /\[[^[\]\\\r\n]*\][^:\r\n]/y;

/** Level of the `#` heading at `line`; 0 when there is none. */
export function matchHeading(text: string, line: number): number {
  return matchAt(HEADING, text, line)?.[1]?.length ?? 0;
}

/** Where the text of a `#` heading starts and ends, and how long its closing markup is. */
export function headingText(text: string, line: number, depth: number): { span: Span; after: number } {
  let lineEnd = lineEndAt(text, line);
  const first = skipBlanks(text, line + depth);
  while (lineEnd > first && isBlank(text.charCodeAt(lineEnd - 1))) lineEnd--;
  let end = lineEnd;
  while (end > first && text[end - 1] === '#') end--;
  if (end > first && !isBlank(text.charCodeAt(end - 1))) end = lineEnd;
  while (end > first && isBlank(text.charCodeAt(end - 1))) end--;
  if (end > first) return { span: { start: first, end }, after: lineEnd - end };
  const place = isBlank(text.charCodeAt(line + depth)) ? line + depth + 1 : line + depth;
  return { span: { start: place, end: place }, after: Math.max(lineEnd - place, 0) };
}

/** The fence that opens at `line`. */
export function matchFence(text: string, line: number): Fence | null {
  const match = matchAt(FENCE, text, line);
  const marks = match?.[1] ?? match?.[2];
  return marks === undefined ? null : { character: marks.charAt(0), length: marks.length };
}

/** Offset of the first line with text after the fenced code that opens at `line`. */
export function skipFence(text: string, line: number, fence: Fence): number {
  let at = nextLineAt(text, line);
  while (at < text.length && !closesFence(text, at, fence)) at = nextLineAt(text, at);
  return skipBlankLines(text, nextLineAt(text, at));
}

export function closesFence(text: string, line: number, fence: Fence): boolean {
  const start = skipBlanks(text, line);
  if (start - line > 3 || text.slice(line, start).includes('\t')) return false;
  let end = start;
  while (text[end] === fence.character) end++;
  if (end - start < fence.length) return false;
  const rest = skipBlanks(text, end);
  return rest >= text.length || isLineEnding(text.charCodeAt(rest));
}

/** The list item with text that starts at `line`; the task box `[ ] ` is part of its marker. */
export function startsListItem(text: string, line: number): ListItemStart | null {
  const match = matchAt(LIST_ITEM, text, line);
  if (match === null) return null;
  return { contentStart: line + match[0].length, number: match[1] ?? '', delimiter: match[2] ?? '' };
}

/** Whether the line can only be text: of a paragraph's first line, or of a later one. */
export function startsText(text: string, line: number, position: 'first' | 'later'): boolean {
  if (text[line] === '[') return position === 'later' || matchAt(BRACKET, text, line) !== null;
  return matchAt(TEXT, text, line) !== null;
}

function matchAt(expression: RegExp, text: string, offset: number): RegExpExecArray | null {
  expression.lastIndex = offset;
  return expression.exec(text);
}
