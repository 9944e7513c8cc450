/**
 * Chunks of Markdown whose structure takes a parser: nested lists, quotes, tables, HTML, underlined headings. A
 * chunk ends where no later line can belong to it: before a line at the left margin after a blank line, unless
 * fenced code or HTML is still open there; a long tight list also ends between two of its items.
 */
import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { BlockContent, type BlockContext } from './block-content.js';
import type { Chunk } from './chunked-document.js';
import { isBlank, isBlankLine, lineStartAt, nextLineAt, skipBlankLines } from './line-scanner.js';
import { type CollectedBlocks, collectBlocks, collectLines } from './markdown-blocks.js';
import { closesFence, matchFence, startsListItem, startsText } from './markdown-lines.js';

/** Inline markup has its own, lazy scan (markdown-inline.ts); the parser is faster without it. */
const WITHOUT_INLINE = {
  disable: {
    null: [
      'attention',
      'autolink',
      'characterEscape',
      'characterReference',
      'codeText',
      'hardBreakEscape',
      'htmlText',
      'labelEnd',
      'labelStartImage',
      'labelStartLink',
    ],
  },
};
const OPTIONS = { extensions: [gfmTable(), WITHOUT_INLINE], mdastExtensions: [gfmTableFromMarkdown()] };

export function complexChunk(
  context: BlockContext,
  limits: { chunkLength: number; parseLength: number },
  text: string,
  start: number,
): Chunk {
  let cutLength = limits.chunkLength;
  let end = nextBoundary(text, start, start, cutLength);
  for (;;) {
    if (end - start > limits.parseLength) return linesChunk(context, text, start, limits.parseLength);
    const chunk = text.slice(start, end);
    const parsed = parseWithEmptyItems(context, chunk) ?? parseChunk(context, chunk);
    const open = end < text.length ? openLeaf(parsed) : null;
    if (open !== null) end = nextBoundary(text, start, lineThatCloses(text, end, open), cutLength);
    else if (end < text.length && !isBoundary(text, end, parsed)) {
      // Doubling keeps the sum of all attempts linear in the chunk.
      cutLength = 2 * (end - start);
      end = nextBoundary(text, start, end, cutLength);
    } else return { length: end - start, contents: parsed.contents, starts: parsed.starts };
  }
}

interface ParsedChunk extends CollectedBlocks {
  readonly root: Root;
  /** What was parsed. */
  readonly text: string;
}

function parseChunk(context: BlockContext, text: string): ParsedChunk {
  const root = fromMarkdown(text, OPTIONS);
  return { root, text, ...collectBlocks(context, root, text) };
}

const EMPTY_ITEM =
  /(?<=\S[ \t]*(?:\r\n|\r|\n)[ \t>]*)(?:[-+*]|\d{1,9}[.)])[ \t]+(?=(?:\r\n|\r|\n|$)(?:[ \t>]*(?:[-+*]|\d{1,9}[.)])[ \t]|[ \t>]*(?:[\r\n]|$)))/g;

/**
 * `- ` under a line of text is an item that is just being begun, but to Markdown it is an underline or more of that
 * text. A letter after the blank makes the parser see the item, and is taken out again. Null when there is no such
 * line, or where the letter ended up inside other text.
 */
function parseWithEmptyItems(context: BlockContext, chunk: string): ParsedChunk | null {
  const places: number[] = [];
  const filled = chunk.replace(EMPTY_ITEM, (item: string, offset: number) => {
    places.push(offset + item.length + places.length);
    return `${item}x`;
  });
  if (places.length === 0) return null;
  const { root, text, contents, starts } = parseChunk(context, filled);
  const isFilled = starts.map((start, i) => places.includes(start) && contents[i]!.text === 'x');
  const isInText = (place: number) =>
    starts.some((start, i) => !isFilled[i] && start <= place && place < start + contents[i]!.text.length);
  if (places.some(isInText)) return null;
  return {
    root,
    text,
    contents: contents.map((content, i) => (isFilled[i] ? new BlockContent(context, content, '') : content)),
    starts: starts.map((start) => start - places.filter((place) => place < start).length),
  };
}

function linesChunk(context: BlockContext, text: string, start: number, limit: number): Chunk {
  let end = start;
  do end = nextLineAt(text, end);
  while (end < text.length && end - start < limit);
  end = skipBlankLines(text, end);
  return { length: end - start, ...collectLines(context, text.slice(start, end)) };
}

/** The first line after `from` that may start a chunk of its own. */
function nextBoundary(text: string, start: number, from: number, cutLength: number): number {
  let line = nextLineAt(text, from);
  while (line < text.length) {
    if (isBlankLine(text, line)) {
      line = skipBlankLines(text, line);
      if (!isBlank(text.charCodeAt(line))) return line;
    } else if (line - start >= cutLength && startsPlainItem(text, line)) return line;
    line = nextLineAt(text, line);
  }
  return text.length;
}

function startsPlainItem(text: string, line: number): boolean {
  const item = startsListItem(text, line);
  return item !== null && startsText(text, item.contentStart, 'first');
}

/** Whether the chunk really ends at `end`: after a blank line it does, else only between items of a list. */
function isBoundary(text: string, end: number, chunk: ParsedChunk): boolean {
  if (isBlankLine(text, lineBefore(text, end))) return true;
  const list = chunk.root.children.at(-1);
  if (list?.type !== 'list') return false;
  const next = startsListItem(text, end);
  const last = list.children.at(-1)?.position?.start.offset ?? 0;
  return next?.delimiter === '' || next?.delimiter === startsListItem(chunk.text, last)?.delimiter;
}

/** Start of the line before the one that starts at `line`. */
function lineBefore(text: string, line: number): number {
  const ending = text[line - 1] === '\n' && text[line - 2] === '\r' ? 2 : 1;
  return lineStartAt(text, line - ending);
}

/** Tells the line that closes a leaf. */
type Closer = (text: string, line: number) => boolean;

/** HTML blocks that blank lines do not end, and what ends them. */
const OPEN_HTML: readonly (readonly [RegExp, RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?=[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![a-z]/i, />/],
];

/** What would close the last block of a chunk, when nothing in the chunk does. */
function openLeaf({ root, text: chunk }: ParsedChunk): Closer | null {
  const leaf = root.children.at(-1);
  if (leaf?.position === undefined) return null;
  const source = chunk.slice(leaf.position.start.offset, leaf.position.end.offset).replace(/^ {0,3}/, '');
  if (leaf.type === 'html') {
    const closing = OPEN_HTML.find(([opening]) => opening.test(source))?.[1];
    if (closing === undefined || closing.test(source)) return null;
    return (text, line) => closing.test(text.slice(line, nextLineAt(text, line)));
  }
  const fence = leaf.type === 'code' ? matchFence(source, 0) : null;
  if (fence === null) return null;
  let line = nextLineAt(source, 0);
  for (; line < source.length; line = nextLineAt(source, line))
    if (closesFence(source, line, fence)) return null;
  return (text, at) => closesFence(text, at, fence);
}

function lineThatCloses(text: string, from: number, closer: Closer): number {
  let line = from;
  while (line < text.length && !closer(text, line)) line = nextLineAt(text, line);
  return line;
}
