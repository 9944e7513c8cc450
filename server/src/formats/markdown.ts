/**
 * Markdown (CommonMark with tables and front matter), cut into chunks. What most documents are made of (plain
 * paragraphs, headings, fenced code, flat lists) is recognised here by the start of its lines; everything else goes
 * through the full parser (markdown-structure.ts), one chunk at a time. Both ways give the same blocks.
 *
 * Not segments: code, front matter, HTML blocks, link definitions, rules. Their text lies between the blocks.
 */
import { type BlockContext, type BlockFrame, makeContent } from './block-content.js';
import type { Chunk, Chunker } from './chunked-document.js';
import { isBlank, isBlankLine, isLineEnding, nextLineAt, skipBlankLines } from './line-scanner.js';
import {
  headingText,
  matchFence,
  matchHeading,
  skipFence,
  startsListItem,
  startsText,
} from './markdown-lines.js';
import { complexChunk } from './markdown-structure.js';

export interface MarkdownLimits {
  /** A tight list is cut between two items once a chunk is this long. */
  readonly chunkLength: number;
  /** A longer chunk is read line by line without structure: it would freeze the editor. */
  readonly parseLength: number;
}

const DEFAULT_LIMITS: MarkdownLimits = { chunkLength: 2_000, parseLength: 100_000 };

export function markdownChunker(context: BlockContext, limits: MarkdownLimits = DEFAULT_LIMITS): Chunker {
  return {
    format: context.format,
    language: context.language,
    prologueLength,
    next: (text, start) => simpleChunk(context, text, start) ?? complexChunk(context, limits, text, start),
  };
}

/** Byte order mark, front matter and blank lines. */
function prologueLength(text: string): number {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  return skipBlankLines(text, frontMatterEnd(text, start));
}

function frontMatterEnd(text: string, start: number): number {
  const opening = /(---|\+\+\+)[ \t]*(?=[\r\n])/y;
  opening.lastIndex = start;
  const fence = opening.exec(text);
  if (fence === null) return start;
  const closing = fence[1] === '---' ? /[\r\n]---[ \t]*(?![^\r\n])/g : /[\r\n]\+\+\+[ \t]*(?![^\r\n])/g;
  closing.lastIndex = start + fence[0].length;
  return closing.exec(text) === null ? start : nextLineAt(text, closing.lastIndex);
}

/** The chunk at `start` when its lines alone tell what it is, else null. */
function simpleChunk(context: BlockContext, text: string, start: number): Chunk | null {
  const heading = matchHeading(text, start);
  if (heading > 0) return headingChunk(context, text, start, heading);
  const fence = matchFence(text, start);
  if (fence !== null) return { length: skipFence(text, start, fence) - start, contents: [], starts: [] };
  if (startsText(text, start, 'first')) return paragraphChunk(context, text, start);
  return listItemChunk(context, text, start);
}

function headingChunk(context: BlockContext, text: string, start: number, depth: number): Chunk {
  const { span, after } = headingText(text, start, depth);
  const marker = text.slice(start, span.start);
  const frame: BlockFrame = { kind: 'heading', depth, marker, after, quoteDepth: 0 };
  return oneBlock(context, frame, text, start, span.start, span.end, nextLineAt(text, start));
}

function paragraphChunk(context: BlockContext, text: string, start: number): Chunk | null {
  let line = nextLineAt(text, start);
  while (line < text.length && !isBlankLine(text, line) && !endsParagraph(text, line)) {
    if (!startsText(text, line, 'later')) return null;
    line = nextLineAt(text, line);
  }
  const frame: BlockFrame = { kind: 'paragraph', depth: 0, marker: '', after: 0, quoteDepth: 0 };
  return oneBlock(context, frame, text, start, start, trimEnd(text, start, line), line);
}

/** Whether the line at `line` ends a paragraph of the document itself before it. */
function endsParagraph(text: string, line: number): boolean {
  if (matchHeading(text, line) > 0 || matchFence(text, line) !== null) return true;
  const item = startsListItem(text, line);
  return item !== null && (item.delimiter === '' || item.number === '1');
}

function listItemChunk(context: BlockContext, text: string, start: number): Chunk | null {
  const item = startsListItem(text, start);
  if (item === null || !startsText(text, item.contentStart, 'first')) return null;
  const line = nextLineAt(text, start);
  if (line < text.length && !endsListItem(text, line, item.delimiter)) return null;
  const marker = text.slice(start, item.contentStart);
  const frame: BlockFrame = { kind: 'list-item', depth: 1, marker, after: 0, quoteDepth: 0 };
  return oneBlock(
    context,
    frame,
    text,
    start,
    item.contentStart,
    trimEnd(text, item.contentStart, line),
    line,
  );
}

/** Whether nothing from `line` on belongs to the one-line list item before it. */
function endsListItem(text: string, line: number, delimiter: string): boolean {
  if (isBlankLine(text, line)) {
    const next = skipBlankLines(text, line);
    return next >= text.length || !isBlank(text.charCodeAt(next));
  }
  if (matchHeading(text, line) > 0 || matchFence(text, line) !== null) return true;
  const item = startsListItem(text, line);
  return item !== null && (item.delimiter === '' || item.delimiter === delimiter);
}

function oneBlock(
  context: BlockContext,
  frame: BlockFrame,
  text: string,
  chunkStart: number,
  start: number,
  end: number,
  nextLine: number,
): Chunk {
  const content = makeContent(context, frame, text.slice(start, end));
  const length = skipBlankLines(text, nextLine) - chunkStart;
  if (content === null) return { length, contents: [], starts: [] };
  return { length, contents: [content], starts: [start - chunkStart] };
}

/** End of the last word before `line`, which is the start of a line. */
function trimEnd(text: string, start: number, line: number): number {
  let end = line;
  while (end > start && (isBlank(text.charCodeAt(end - 1)) || isLineEnding(text.charCodeAt(end - 1)))) end--;
  return end;
}
