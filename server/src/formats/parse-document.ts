/**
 * The entry to all document formats: text in, blocks out. Give the document of the version before, and only what
 * the edit reached is parsed again:
 *
 *     let document = parseDocument(text, { format: 'markdown', language: 'de' });
 *     document = parseDocument(editedText, { format: 'markdown', language: 'de' }, document);
 *
 * Text never makes this throw; what cannot be translated (a binary file) has an `obstacle` and no blocks.
 */
import { splitSentences } from '../../../models/text/sentence-segmenter.js';
import type { BlockDocument, DocumentFormat } from '../documents/segment.js';
import type { SentenceSplitter } from './block-content.js';
import { ChunkedDocument, type Chunker, finish, parseChunks } from './chunked-document.js';
import { markdownChunker } from './markdown.js';
import { plainTextChunker } from './plain-text.js';

export interface ParseOptions {
  readonly format: DocumentFormat;
  /** BCP 47 tag of the text, for its sentences. */
  readonly language: string;
  /** Plain text only: each line is a block of its own. */
  readonly lineBlocks?: boolean;
  readonly splitSentences?: SentenceSplitter;
}

/** The format of a document, by VS Code's language id or the end of its path; null when it is neither. */
export function formatOf(languageId: string, path: string): DocumentFormat | null {
  if (languageId === 'markdown' || /\.(?:md|markdown|mdown|mkd)$/i.test(path)) return 'markdown';
  return languageId === 'plaintext' || /\.te?xt$/i.test(path) ? 'plain-text' : null;
}

export function parseDocument(text: string, options: ParseOptions, previous?: BlockDocument): BlockDocument {
  return finish(parseDocumentInSteps(text, options, previous));
}

/** The same in steps of a chunk each, for long documents: yields the offset reached. */
export function* parseDocumentInSteps(
  text: string,
  options: ParseOptions,
  previous?: BlockDocument,
): Generator<number, BlockDocument> {
  if (isBinary(text)) {
    const obstacle = 'This file is not text: it holds binary data and cannot be translated.';
    return { text, format: options.format, language: options.language, blocks: [], obstacle };
  }
  const chunker = chunkerFor(options);
  const usable = previous instanceof ChunkedDocument && previous.chunker === chunker ? previous : null;
  return yield* parseChunks(text, chunker, usable);
}

const chunkers = new Map<string, { splitter: SentenceSplitter; chunker: Chunker }>();

/** One chunker per set of options, so that documents of the same options can be told by it. */
function chunkerFor(options: ParseOptions): Chunker {
  const { format, language, lineBlocks = false, splitSentences: splitter = splitSentences } = options;
  const key = JSON.stringify([format, language, lineBlocks]);
  const known = chunkers.get(key);
  if (known?.splitter === splitter) return known.chunker;
  const context = { format, language, splitSentences: splitter };
  const chunker =
    format === 'markdown' ? markdownChunker(context) : plainTextChunker(context, { lineBlocks });
  chunkers.set(key, { splitter, chunker });
  return chunker;
}

/** NUL characters, or a start full of characters that no text holds. */
function isBinary(text: string): boolean {
  if (text.includes('\0')) return true;
  const start = text.slice(0, 4096);
  const strange = start.match(/(?!\s)[\p{Cc}\ufffd]/gu)?.length ?? 0;
  return strange > 8 && strange > start.length / 10;
}
