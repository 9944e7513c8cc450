/**
 * Placeables of a segment where they stand in its document: what the markup says is code, a tag or a link target
 * first, then what the text itself shows (numbers, placeholders, paths), without overlap, in order.
 */
import { findPlaceables, type Placeable } from '../../../models/text/placeables.js';
import { type Span, spansOverlap } from '../../../models/text/span.js';
import type { BlockDocument } from '../documents/segment.js';
import { blockIndexAt, segmentText } from './logical-text.js';

/** Placeables of a span inside one block; offsets count from the start of the document. */
export function placeablesIn(document: BlockDocument, span: Span): Placeable[] {
  const block = document.blocks[blockIndexAt(document, span.start)];
  const fromMarkup = (block?.pieces ?? []).filter((piece) => spansOverlap(piece.span, span));
  const logical = segmentText(document, span);
  const fromText = findPlaceables(logical.text)
    .map(({ span: found, kind }) => ({
      span: { start: logical.toDocument(found.start), end: logical.toDocument(found.end) },
      kind,
    }))
    .filter((placeable) => !fromMarkup.some((piece) => spansOverlap(piece.span, placeable.span)));
  return [...fromMarkup, ...fromText].sort((a, b) => a.span.start - b.span.start);
}
