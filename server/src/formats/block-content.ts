/**
 * A block without its place: what it says and how. Contents survive edits elsewhere in the document unchanged, so
 * everything that is costly to find out about a block (sentences, inline pieces, what the mapper compares) is
 * found once per content, when first asked for. Offsets in here count from the start of the block's text.
 */
import type { Span } from '../../../models/text/span.js';
import { shiftSpan } from '../../../models/text/span.js';
import type { Block, BlockKind, DocumentFormat, InlinePiece } from '../documents/segment.js';
import { findSentences } from './block-sentences.js';
import { type InlineMarkup, NO_MARKUP, scanInline } from './markdown-inline.js';

/** Finds the sentences of a text: trimmed spans, in order. */
export type SentenceSplitter = (text: string, language: string) => Span[];

/** What all blocks of a document share. */
export interface BlockContext {
  readonly format: DocumentFormat;
  readonly language: string;
  readonly splitSentences: SentenceSplitter;
}

const WORD = /[\p{L}\p{N}]/u;
const WORD_START = /^[\p{L}\p{N}]/u;

export interface BlockFrame {
  readonly kind: BlockKind;
  readonly depth: number;
  readonly marker: string;
  /** How many characters of closing markup follow the text. */
  readonly after: number;
  /** How many block quotes the block stands in: its lines after the first may start with as many `>`. */
  readonly quoteDepth: number;
}

export class BlockContent implements BlockFrame {
  readonly kind: BlockKind;
  readonly depth: number;
  readonly marker: string;
  readonly after: number;
  readonly quoteDepth: number;
  readonly text: string;
  readonly context: BlockContext;
  #markup: InlineMarkup | undefined;
  #sentences: readonly Span[] | undefined;

  constructor(context: BlockContext, frame: BlockFrame, text: string) {
    this.context = context;
    this.kind = frame.kind;
    this.depth = frame.depth;
    this.marker = detach(frame.marker);
    this.after = frame.after;
    this.quoteDepth = frame.quoteDepth;
    this.text = detach(text);
  }

  get markup(): InlineMarkup {
    this.#markup ??= this.context.format === 'markdown' ? scanInline(this.text, this.quoteDepth) : NO_MARKUP;
    return this.#markup;
  }

  get sentences(): readonly Span[] {
    this.#sentences ??= findSentences(this);
    return this.#sentences;
  }
}

/**
 * The content for `text`, or null when there is nothing in it to translate: neither letters nor digits outside
 * code, tags and link targets. An empty text is a place to type.
 */
export function makeContent(context: BlockContext, frame: BlockFrame, text: string): BlockContent | null {
  const content = new BlockContent(context, frame, text);
  if (text === '' || WORD_START.test(text)) return content;
  let rest = '';
  let end = 0;
  for (const { span } of content.markup.pieces) {
    rest += `${text.slice(end, span.start)} `;
    end = span.end;
  }
  return WORD.test(rest + text.slice(end)) ? content : null;
}

export function sameContent(a: BlockContent, b: BlockContent): boolean {
  return (
    a.text === b.text &&
    a.marker === b.marker &&
    a.kind === b.kind &&
    a.depth === b.depth &&
    a.after === b.after &&
    a.quoteDepth === b.quoteDepth
  );
}

/** A content at its place in a document. */
export class PlacedBlock implements Block {
  readonly content: BlockContent;
  readonly start: number;

  constructor(content: BlockContent, start: number) {
    this.content = content;
    this.start = start;
  }

  get kind(): BlockKind {
    return this.content.kind;
  }

  get depth(): number {
    return this.content.depth;
  }

  get marker(): string {
    return this.content.marker;
  }

  get span(): Span {
    return { start: this.start, end: this.start + this.content.text.length };
  }

  get outer(): Span {
    const { marker, text, after } = this.content;
    return { start: this.start - marker.length, end: this.start + text.length + after };
  }

  get sentences(): readonly Span[] {
    return this.content.sentences.map((span) => shiftSpan(span, this.start));
  }

  get pieces(): readonly InlinePiece[] {
    return this.content.markup.pieces.map(({ span, kind }) => ({ span: shiftSpan(span, this.start), kind }));
  }
}

/**
 * A copy that holds on to nothing else. A slice of a string keeps the whole string alive, and contents outlive the
 * version of the document they were cut from.
 */
function detach(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1);
}
