/**
 * Which segment the translator is on, from a place in either document. In the target that is more than a look-up:
 * where nothing is written yet (a blank line, the end of the file, after the full stop and a blank), the segment is
 * the next untranslated one that belongs there, and the place is empty.
 */
import type { Span } from '../../../models/text/span.js';
import { spanTouches } from '../../../models/text/span.js';
import { lineStartAt } from '../formats/line-scanner.js';
import { blockIndexAt } from '../formats/logical-text.js';
import type { Block, BlockDocument, DocumentPair, Segment } from './segment.js';
import { endsSentence, endsUnspacedSentence } from './sentence-end.js';

/** Where a segment is being written. */
export interface TargetPlace {
  /** As in `pair.segments`; its own `target` is null where there is no text yet. */
  readonly segment: Segment;
  /** The text of the segment around the caret; an empty span at the caret where there is none. */
  readonly span: Span;
  /** Markup to write before the first word here (`## ` on an empty line); mostly empty. */
  readonly lead: string;
}

/** The segment whose text the offset lies in or touches, or that is to be written there; null for none. */
export function segmentAt(pair: DocumentPair, side: 'source' | 'target', offset: number): Segment | null {
  if (side === 'target') return targetPlaceAt(pair, offset)?.segment ?? null;
  const block = blockAround(pair.source, offset);
  if (block === -1) return null;
  const segments = segmentsOfBlock(pair, block);
  return segments.find((segment) => offset <= segment.source.end) ?? segments.at(-1) ?? null;
}

/** The segment at a caret in the target document, and where its text stands. */
export function targetPlaceAt(pair: DocumentPair, caret: number): TargetPlace | null {
  const index = blockAround(pair.target, caret);
  const block = pair.target.blocks[index];
  const sourceBlock = block === undefined ? -1 : pair.sourceBlockOf[index]!;
  if (block !== undefined && sourceBlock !== -1) {
    const place = placeInBlock(pair, block, segmentsOfBlock(pair, sourceBlock), caret);
    if (place !== null) return place;
  }
  const segment = untranslatedAround(pair, caret);
  if (segment === null) return null;
  const written = block?.sentences.find((sentence) => spanTouches(sentence, caret));
  if (block !== undefined) return { segment, span: written ?? emptyAt(caret), lead: '' };
  return { segment, span: emptyAt(caret), lead: leadFor(pair, segment, caret) };
}

/** The segments of a source block: a slice of `pair.segments`. */
export function segmentsOfBlock(pair: DocumentPair, block: number): readonly Segment[] {
  const { segments } = pair;
  return segments.slice(firstOfBlock(segments, block), firstOfBlock(segments, block + 1));
}

/** The marker that starts a translation of this block; underlined headings become `#` headings. */
export function markerOf(document: BlockDocument, block: Block): string {
  if (block.marker === '' && block.kind === 'heading' && document.format === 'markdown')
    return `${'#'.repeat(block.depth)} `;
  return block.marker;
}

/** Index of the block that the caret is in: on its text, its markup or the blanks after it; or −1. */
function blockAround(document: BlockDocument, offset: number): number {
  const before = blockIndexAt(document, offset);
  const block = document.blocks[before];
  if (block !== undefined && offset <= block.outer.end) return before;
  if (block !== undefined && /^[ \t]*$/.test(document.text.slice(block.outer.end, offset))) return before;
  const next = document.blocks[before + 1];
  return next !== undefined && offset >= next.outer.start ? before + 1 : -1;
}

function placeInBlock(
  pair: DocumentPair,
  block: Block,
  segments: readonly Segment[],
  caret: number,
): TargetPlace | null {
  let before: Segment | null = null;
  for (const segment of segments) {
    if (segment.target === null) continue;
    const { start, end } = segment.target;
    if (caret < start && before !== null) {
      if (caret === before.target!.end) break;
      // Between two sentences: what is missing there, else the second.
      const missing = segments[segments.indexOf(before) + 1]!;
      if (missing === segment) return { segment, span: segment.target, lead: '' };
      return { segment: missing, span: emptyAt(caret), lead: '' };
    }
    if (start === end) return { segment, span: emptyAt(Math.max(caret, block.span.start)), lead: '' };
    if (caret < end || (caret === end && !isPastUnspaced(pair, segments, segment)))
      return { segment, span: segment.target, lead: '' };
    before = segment;
  }
  if (before === null) return null;
  const { start, end } = before.target!;
  const next = segments[segments.indexOf(before) + 1];
  if (next !== undefined && next.target === null && endsSentence(pair.target.text.slice(start, end)))
    return { segment: next, span: emptyAt(caret), lead: '' };
  return { segment: before, span: { start, end: Math.max(caret, end) }, lead: '' };
}

/** Whether the caret after `segment` already stands where the next sentence of the block begins. */
function isPastUnspaced(pair: DocumentPair, segments: readonly Segment[], segment: Segment): boolean {
  const next = segments[segments.indexOf(segment) + 1];
  if (next === undefined || next.target !== null || segment.target === null) return false;
  return endsUnspacedSentence(pair.target.text.slice(segment.target.start, segment.target.end));
}

/** The first untranslated segment between the pairs of blocks around the caret. */
function untranslatedAround(pair: DocumentPair, caret: number): Segment | null {
  const { segments, sourceBlockOf } = pair;
  let targetBefore = blockIndexAt(pair.target, caret);
  let targetAfter = targetBefore + 1;
  while (targetBefore >= 0 && sourceBlockOf[targetBefore] === -1) targetBefore--;
  while (targetAfter < sourceBlockOf.length && sourceBlockOf[targetAfter] === -1) targetAfter++;
  const sourceBefore = targetBefore >= 0 ? sourceBlockOf[targetBefore]! : -1;
  const sourceAfter =
    targetAfter < sourceBlockOf.length ? sourceBlockOf[targetAfter]! : pair.source.blocks.length;
  const between = segments[firstOfBlock(segments, sourceBefore + 1)];
  if (between !== undefined && between.block < sourceAfter) return between;
  // What is left of the block before, else what is missing at the start of the block after.
  const rest = sourceBefore === -1 ? [] : segmentsOfBlock(pair, sourceBefore);
  const left = rest[rest.findLastIndex((segment) => segment.target !== null) + 1];
  if (left !== undefined) return left;
  const start = segments[firstOfBlock(segments, sourceAfter)];
  return start?.target === null ? start : null;
}

function leadFor(pair: DocumentPair, segment: Segment, caret: number): string {
  const block = pair.source.blocks[segment.block]!;
  const typed = pair.target.text.slice(lineStartAt(pair.target.text, caret), caret);
  if (segment.sentence > 0 || block.kind === 'table-cell' || typed.trim() !== '') return '';
  const marker = markerOf(pair.source, block);
  return marker.startsWith(typed) ? marker.slice(typed.length) : marker.trimStart();
}

/** Index of the first segment of `block` or of a later one. */
function firstOfBlock(segments: readonly Segment[], block: number): number {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (segments[middle]!.block < block) low = middle + 1;
    else high = middle;
  }
  return low;
}

function emptyAt(offset: number): Span {
  return { start: offset, end: offset };
}
