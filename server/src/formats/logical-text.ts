/**
 * The text of a block as it reads, with the way back to where it stands. A line break inside a block, with the
 * blanks around it and the quote markers or indentation of the next line, reads as one blank:
 *
 *     > A sentence that goes      →  A sentence that goes on.
 *     > on.
 *
 * Offsets of the logical text and of the document correspond one to one, except that every place inside a fold
 * is the blank it reads as.
 */
import type { Span } from '../../../models/text/span.js';
import type { BlockDocument } from '../documents/segment.js';
import { PlacedBlock } from './block-content.js';
import { findFolds, foldLines, type LogicalText } from './folds.js';

/** The logical text of a span of a document, which should lie inside one block. */
export function segmentText(document: BlockDocument, span: Span): LogicalText {
  const block = document.blocks[blockIndexAt(document, span.start)];
  const quoteDepth = block instanceof PlacedBlock ? block.content.quoteDepth : 0;
  const raw = document.text.slice(span.start, span.end);
  return foldLines(raw, findFolds(raw, document.format === 'markdown', quoteDepth), span.start);
}

/** Index of the last block that starts at or before `offset`, or −1. */
export function blockIndexAt(document: BlockDocument, offset: number): number {
  let low = -1;
  let high = document.blocks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((document.blocks[middle]?.span.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
