/** The blocks of a parsed piece of Markdown, with exact places: what is translatable, and its marker. */
import type { Nodes, Root } from 'mdast';
import type { Span } from '../../../models/text/span.js';
import type { BlockKind } from '../documents/segment.js';
import { type BlockContent, type BlockContext, makeContent } from './block-content.js';
import { isBlank, isBlankLine, isLineEnding, lineEndAt, lineStartAt, nextLineAt } from './line-scanner.js';
import { headingText, matchHeading } from './markdown-lines.js';

export interface CollectedBlocks {
  readonly contents: readonly BlockContent[];
  readonly starts: readonly number[];
}

/** Blocks of the tree of `chunk`. */
export function collectBlocks(context: BlockContext, root: Root, chunk: string): CollectedBlocks {
  const collector = new Collector(context, chunk);
  collector.visit(root, { listDepth: 0, quoteDepth: 0, container: 'root' });
  return collector;
}

/** Each line with words as a paragraph, its list, quote and heading marks as marker: for what is not parsed. */
export function collectLines(context: BlockContext, chunk: string): CollectedBlocks {
  const collector = new Collector(context, chunk);
  for (let line = 0; line < chunk.length; line = nextLineAt(chunk, line)) {
    if (isBlankLine(chunk, line)) continue;
    const marks = /[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)]|#{1,6}|\|)[ \t]+)*/y;
    marks.lastIndex = line;
    const start = line + (marks.exec(chunk)?.[0].length ?? 0);
    collector.add('paragraph', 0, 0, trimmed(chunk, start, lineEndAt(chunk, start)));
  }
  return collector;
}

interface Place {
  readonly listDepth: number;
  readonly quoteDepth: number;
  readonly container: 'root' | 'item-start' | 'item' | 'quote';
}

const TASK_BOX = /^\[[ xX]\](?:[ \t]+|$)/;
const FOOTNOTE_MARK = /^\[\^[^\s[\]]+\]:[ \t]+/;

class Collector implements CollectedBlocks {
  readonly contents: BlockContent[] = [];
  readonly starts: number[] = [];
  readonly #context: BlockContext;
  readonly #chunk: string;
  /** End of the last table cell: what lies between two cells is the marker of the second. */
  #cellEnd = 0;

  constructor(context: BlockContext, chunk: string) {
    this.#context = context;
    this.#chunk = chunk;
  }

  visit(node: Nodes, place: Place): void {
    switch (node.type) {
      case 'paragraph':
        this.#paragraph(spanOf(node), place);
        break;
      case 'heading':
        this.#heading(node, place);
        break;
      case 'table':
        node.children.forEach((row, i) => {
          for (const [j, cell] of row.children.entries())
            this.#tableCell(cell, i === 0 ? -j - 1 : j + 1, place);
        });
        break;
      case 'blockquote':
        this.#quote(node, { ...place, quoteDepth: place.quoteDepth + 1, container: 'quote' });
        break;
      case 'listItem':
        this.#listItem(node, { ...place, listDepth: place.listDepth + 1 });
        break;
      case 'root':
      case 'list':
        for (const child of node.children) this.visit(child, place);
        break;
    }
  }

  add(kind: BlockKind, depth: number, quoteDepth: number, span: Span, after = 0, markerStart?: number): void {
    const marker = this.#chunk.slice(markerStart ?? lineStartAt(this.#chunk, span.start), span.start);
    const frame = { kind, depth, marker, after, quoteDepth };
    const content = makeContent(this.#context, frame, this.#chunk.slice(span.start, span.end));
    if (content === null) return;
    this.contents.push(content);
    this.starts.push(span.start);
  }

  #paragraph(node: Span, place: Place): void {
    const text = this.#chunk.slice(node.start, node.end);
    const mark =
      (place.container === 'item-start' ? TASK_BOX.exec(text)?.[0] : undefined) ??
      FOOTNOTE_MARK.exec(text)?.[0] ??
      '';
    let start = node.start + mark.length;
    // A box without text loses its blank to the parser, but the text will stand after it.
    if (start === node.end && mark !== '' && isBlank(this.#chunk.charCodeAt(start))) start++;
    const kind = paragraphKind(place);
    const depth = kind === 'quote' ? place.quoteDepth : place.listDepth;
    this.add(kind, depth, place.quoteDepth, trimmed(this.#chunk, start, Math.max(node.end, start)));
  }

  #quote(node: Extract<Nodes, { type: 'blockquote' }>, place: Place): void {
    if (node.children.length === 0) this.#empty('quote', place.quoteDepth, place, node, />[ \t]?/y);
    for (const child of node.children) this.visit(child, place);
  }

  #listItem(node: Extract<Nodes, { type: 'listItem' }>, place: Place): void {
    if (node.children.length === 0)
      this.#empty('list-item', place.listDepth, place, node, /(?:[-*+]|\d{1,9}[.)])[ \t]?/y);
    node.children.forEach((child, i) => {
      this.visit(child, { ...place, container: i === 0 ? 'item-start' : 'item' });
    });
  }

  #heading(node: Extract<Nodes, { type: 'heading' }>, place: Place): void {
    const outer = spanOf(node);
    if (matchHeading(this.#chunk, outer.start) === node.depth) {
      const { span, after } = headingText(this.#chunk, outer.start, node.depth);
      this.add('heading', node.depth, place.quoteDepth, span, after);
      return;
    }
    const first = node.children[0];
    const last = node.children.at(-1);
    if (first === undefined || last === undefined) return;
    const span = trimmed(this.#chunk, spanOf(first).start, spanOf(last).end);
    this.add('heading', node.depth, place.quoteDepth, span, outer.end - span.end);
  }

  #tableCell(node: Extract<Nodes, { type: 'tableCell' }>, column: number, place: Place): void {
    const outer = spanOf(node);
    const first = node.children[0];
    const last = node.children.at(-1);
    let span: Span;
    if (first !== undefined && last !== undefined)
      span = trimmed(this.#chunk, spanOf(first).start, spanOf(last).end);
    else {
      let start = this.#chunk[outer.start] === '|' ? outer.start + 1 : outer.start;
      if (start < outer.end && isBlank(this.#chunk.charCodeAt(start))) start++;
      span = { start, end: start };
    }
    const line = lineStartAt(this.#chunk, span.start);
    this.add('table-cell', column, place.quoteDepth, span, 0, Math.max(line, this.#cellEnd));
    this.#cellEnd = span.end;
  }

  /** A block with a marker and nothing after it yet. */
  #empty(kind: BlockKind, depth: number, place: Place, node: Nodes, mark: RegExp): void {
    mark.lastIndex = spanOf(node).start;
    const start = mark.lastIndex + (mark.exec(this.#chunk)?.[0].length ?? 0);
    this.add(kind, depth, place.quoteDepth, { start, end: start });
  }
}

function paragraphKind({ container }: Place): BlockKind {
  if (container === 'item-start') return 'list-item';
  return container === 'quote' ? 'quote' : 'paragraph';
}

function spanOf(node: Nodes): Span {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
}

function trimmed(text: string, from: number, to: number): Span {
  const isSpace = (offset: number) => {
    const code = text.charCodeAt(offset);
    return isBlank(code) || isLineEnding(code);
  };
  let start = from;
  let end = to;
  while (start < end && isSpace(start)) start++;
  while (end > start && isSpace(end - 1)) end--;
  return { start, end };
}
