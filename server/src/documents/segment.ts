/**
 * The one interface between documents and the rest of the server: a document pair is a list of segments, each
 * with the span of its source and, once there is one, of its target. Providers (pairs of files; bilingual
 * formats) make these records; handlers only read them. Spans are UTF-16 offsets into the document's text.
 */
import type { Span } from '../../../models/text/span.js';

/** What a block of a document is; blocks of different kinds are never translations of each other. */
export type BlockKind = 'heading' | 'paragraph' | 'list-item' | 'table-cell' | 'quote' | 'metadata';

/** A run of text that is laid out as one (a paragraph, a heading, a list item, a table cell). */
export interface Block {
  readonly kind: BlockKind;
  /** Heading level, list or quote nesting depth; 0 where it has no meaning. */
  readonly depth: number;
  /** The translatable text of the block, without its markup (`## `, `- `, `| `). */
  readonly span: Span;
  /** The text before the block on its first line that a translation repeats (`## `, `- [ ] `, `> 1. `). */
  readonly marker: string;
  /** Sentences of the block, in order, trimmed of outer blanks. Empty for an empty block. */
  readonly sentences: readonly Span[];
}

/** A document cut into blocks; everything between them (code, front matter, rules) is not translated. */
export interface BlockDocument {
  readonly text: string;
  readonly blocks: readonly Block[];
}

export interface Segment {
  readonly index: number;
  readonly source: Span;
  /** Null while the target document has no place for this segment. An empty span is a place to type. */
  readonly target: Span | null;
  /** Index of the source block, and of the sentence inside it. */
  readonly block: number;
  readonly sentence: number;
}

/** Inline pieces of a segment that are carried over unchanged or localised, never translated word by word. */
export type PlaceableKind = 'code' | 'url' | 'tag' | 'placeholder' | 'number' | 'path' | 'email' | 'key';

export interface DocumentPair {
  readonly source: BlockDocument;
  readonly target: BlockDocument;
  readonly segments: readonly Segment[];
}
