/**
 * Plain text: blocks are paragraphs, separated by blank lines or form feeds; single line ends inside a paragraph
 * are soft wraps. With `lineBlocks` each line is a block of its own (subtitles, string lists). Tabs and blanks
 * before the first word of a paragraph are its marker.
 */
import { type BlockContext, makeContent } from './block-content.js';
import type { Chunk, Chunker } from './chunked-document.js';
import {
  isBlank,
  isBlankLine,
  isLineEnding,
  lineEndAt,
  nextLineAt,
  skipBlankLines,
  skipBlanks,
} from './line-scanner.js';

const PARAGRAPH = { kind: 'paragraph', depth: 0, after: 0, quoteDepth: 0 } as const;

export function plainTextChunker(context: BlockContext, options: { lineBlocks: boolean }): Chunker {
  return {
    format: context.format,
    language: context.language,
    prologueLength: (text) => skipPageBreaks(text, 0),
    next: (text, start) => nextParagraph(context, options.lineBlocks, text, start),
  };
}

function nextParagraph(context: BlockContext, lineBlocks: boolean, text: string, start: number): Chunk {
  const first = skipBlanks(text, start);
  let end = first;
  let line = start;
  do {
    const lineEnd = lineEndAt(text, line);
    const pageBreak = text.slice(line, lineEnd).indexOf('\f');
    end = pageBreak === -1 ? lineEnd : line + pageBreak;
    line = pageBreak === -1 ? nextLineAt(text, lineEnd) : end;
  } while (!lineBlocks && line < text.length && text[line] !== '\f' && !isBlankLine(text, line));
  while (end > first && isSpace(text.charCodeAt(end - 1))) end--;
  const marker = text.slice(start, first);
  const content = makeContent(context, { ...PARAGRAPH, marker }, text.slice(first, end));
  const length = skipPageBreaks(text, line) - start;
  if (content === null) return { length, contents: [], starts: [] };
  return { length, contents: [content], starts: [first - start] };
}

function isSpace(code: number): boolean {
  return isBlank(code) || isLineEnding(code);
}

/** Skips blank lines and form feeds. */
function skipPageBreaks(text: string, start: number): number {
  let at = start;
  for (;;) {
    const content = skipBlanks(text, at);
    if (text[content] === '\f') at = content + 1;
    else if (content < text.length && !isLineEnding(text.charCodeAt(content))) return at;
    else if (content >= text.length) return content;
    else at = skipBlankLines(text, content);
  }
}
