/**
 * Line breaks inside a block. A break, with the blanks around it, a backslash before it and the quote markers or
 * indentation of the next line, reads as one blank; such a part of the text is a fold.
 */
import type { Span } from '../../../models/text/span.js';
import { afterLineEnding, isBlank, isLineEnding, skipBlanks } from './line-scanner.js';

/** A text as it reads, with the way back to where it stands. */
export interface LogicalText {
  readonly text: string;
  /** Place in the document of a place in `text`. */
  toDocument(offset: number): number;
  /** Place in `text` of a place in the document; clamped to the span it was made from. */
  fromDocument(offset: number): number;
}

/** Parts of a block that read as one blank. */
export function findFolds(text: string, isMarkdown: boolean, quoteDepth: number): Span[] {
  const folds: Span[] = [];
  for (let i = 0; i < text.length; i++) {
    if (!isLineEnding(text.charCodeAt(i))) continue;
    let start = i;
    if (isMarkdown && isHardBreak(text, i)) start--;
    while (start > 0 && isBlank(text.charCodeAt(start - 1))) start--;
    let end = skipBlanks(text, afterLineEnding(text, i));
    for (let depth = 0; depth < quoteDepth && text[end] === '>'; depth++) end = skipBlanks(text, end + 1);
    const previous = folds.at(-1);
    if (previous !== undefined && previous.end >= start)
      folds[folds.length - 1] = { start: previous.start, end };
    else folds.push({ start, end });
    i = end - 1;
  }
  return folds;
}

/** Folds `raw`, which stands in the document at `start`. */
export function foldLines(raw: string, folds: readonly Span[], start = 0): LogicalText {
  let text = '';
  let end = 0;
  for (const fold of folds) {
    text += `${raw.slice(end, fold.start)} `;
    end = fold.end;
  }
  text += raw.slice(end);
  return {
    text,
    toDocument(offset) {
      let removed = 0;
      for (const fold of folds) {
        if (fold.start - removed >= offset) break;
        removed += fold.end - fold.start - 1;
      }
      return start + offset + removed;
    },
    fromDocument(offset) {
      const place = Math.min(Math.max(offset - start, 0), raw.length);
      let removed = 0;
      for (const fold of folds) {
        if (fold.start >= place) break;
        if (place < fold.end) return fold.start - removed + 1;
        removed += fold.end - fold.start - 1;
      }
      return place - removed;
    },
  };
}

/** Whether an odd number of backslashes stands before the line ending at `offset`. */
function isHardBreak(text: string, offset: number): boolean {
  let start = offset;
  while (start > 0 && text[start - 1] === '\\') start--;
  return (offset - start) % 2 === 1;
}
