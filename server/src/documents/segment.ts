/**
 * The one interface between documents and the rest of the server: a document pair is a list of segments, each
 * with the span of its source and, once there is one, of its target. Providers (pairs of files; bilingual
 * formats) make these records; handlers only read them. Spans are UTF-16 offsets into the document's text.
 * All records are immutable snapshots of one version of a text.
 */
import type { Span } from '../../../models/text/span.js';

/** What a block of a document is; blocks of different kinds are never translations of each other. */
export type BlockKind = 'heading' | 'paragraph' | 'list-item' | 'table-cell' | 'quote' | 'metadata';

/** A run of text that is laid out as one (a paragraph, a heading, a list item, a table cell). */
export interface Block {
  readonly kind: BlockKind;
  /**
   * Heading level; nesting depth of lists or quotes; column of a table cell from 1, negative in the head; 0 where it
   * has no meaning.
   */
  readonly depth: number;
  /** The translatable text of the block, without its markup (`## `, `- `, `| `). */
  readonly span: Span;
  /**
   * The block with the markup that is its own: from its marker to the end of what closes it (the underline of a
   * heading, closing `##`). The end of `span` and of `outer` is the same for most blocks.
   */
  readonly outer: Span;
  /** The text before the block on its first line that a translation repeats (`## `, `- [ ] `, `> 1. `). */
  readonly marker: string;
  /** Sentences of the block, in order, trimmed of outer blanks. Empty for an empty block. */
  readonly sentences: readonly Span[];
  /** Inline code, tags and link targets found by the markup, in order, without overlap. */
  readonly pieces: readonly InlinePiece[];
}

/** Inline markup that a translation carries over: `code`, `<b>`, `(https://…)` of a link, `[^1]`. */
export interface InlinePiece {
  readonly span: Span;
  readonly kind: 'code' | 'tag' | 'url';
}

/** How a document is written. */
export type DocumentFormat = 'plain-text' | 'markdown';

/** A document cut into blocks; everything between them (code, front matter, rules) is not translated. */
export interface BlockDocument {
  readonly text: string;
  readonly format: DocumentFormat;
  /** BCP 47 tag the sentences were found for. */
  readonly language: string;
  readonly blocks: readonly Block[];
  /** Why the document has no blocks although it has text, as one sentence for the user; null when it has none. */
  readonly obstacle: string | null;
}

/** One unit of the translator's work: a source sentence, or several that the target renders as one. */
export interface Segment {
  readonly index: number;
  readonly source: Span;
  /** Null while the target document has no place for this segment. An empty span is a place to type. */
  readonly target: Span | null;
  /** Index of the source block, of the (first) sentence inside it, and how many sentences `source` holds. */
  readonly block: number;
  readonly sentence: number;
  readonly sentenceCount: number;
}

export interface DocumentPair {
  readonly source: BlockDocument;
  readonly target: BlockDocument;
  readonly segments: readonly Segment[];
  /** For each target block, the source block it translates, or −1. */
  readonly sourceBlockOf: Int32Array;
  /** For each source block, the target block that translates it, or −1. */
  readonly targetBlockOf: Int32Array;
}
