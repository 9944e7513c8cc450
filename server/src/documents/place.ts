/**
 * Makes a place in the target document for a segment that has none, so that an empty target can be filled from top
 * to bottom with the structure of its source. A new sentence goes after the one before it in the same block; a new
 * block goes after the translation of the nearest block before it, with its marker and with what stands before it in
 * the source (blank lines, code, rules, front matter); the first cell of a table brings the whole table without its
 * texts. Line ends are the target's.
 */
import type { Span } from '../../../models/text/span.js';
import { ChunkedDocument } from '../formats/chunked-document.js';
import { lineEndAt, lineStartAt } from '../formats/line-scanner.js';
import type { BlockDocument, DocumentPair, Segment } from './segment.js';
import { markerOf, segmentsOfBlock } from './segment-at.js';
import { endsUnspacedSentence } from './sentence-end.js';
import { missingCell, type NewText, tableEnd, tableSkeleton } from './table-skeleton.js';

export interface Place {
  /** What makes the place; null when it is there already. */
  readonly edit: { readonly span: Span; readonly text: string } | null;
  /** Where to type, in the document after the edit. */
  readonly caret: number;
}

const BLANK_LINE = /(?:\r\n|\r|\n)[ \t>]*(?:\r\n|\r|\n)/;
const LIST_ITEM = /^[ \t>]*(?:[-+*]|\d{1,9}[.)])[ \t]/;

export function placeFor(pair: DocumentPair, segmentIndex: number): Place {
  const segment = pair.segments[segmentIndex];
  if (segment === undefined) return { edit: null, caret: pair.target.text.length };
  if (segment.target !== null) return { edit: null, caret: segment.target.end };
  const segments = segmentsOfBlock(pair, segment.block);
  if (segments.some(({ target }) => target !== null)) return placeSentence(pair, segments, segment);
  const cell = missingCell(pair, segment.block);
  if (cell === null) return placeBlock(pair, segment.block);
  return replace(pair, { start: cell.at, end: cell.at }, cell.before, cell.after);
}

/** In a block that has other sentences already: after the one before, else before the one after. */
function placeSentence(pair: DocumentPair, segments: readonly Segment[], segment: Segment): Place {
  const { text } = pair.target;
  const at = segments.indexOf(segment);
  const before = segments.slice(0, at).findLast(({ target }) => target !== null)?.target;
  const after = segments.slice(at).find(({ target }) => target !== null)?.target;
  if (before === null || before === undefined) {
    const { start } = after!;
    return { edit: { span: { start, end: start }, text: ' ' }, caret: start };
  }
  const { start, end } = before;
  if (endsUnspacedSentence(text.slice(start, end))) return { edit: null, caret: end };
  const blanks = after === null || after === undefined ? 1 : 2;
  const isThere = /^[ \t]*/.exec(text.slice(end, end + blanks))![0].length === blanks;
  return { edit: isThere ? null : { span: { start: end, end }, text: ' ' }, caret: end + 1 };
}

/** A block that has no translation yet, after the nearest one that has. */
function placeBlock(pair: DocumentPair, block: number): Place {
  const { source, target } = pair;
  const table = source.blocks[block]!.kind === 'table-cell' ? tableSkeleton(source, block) : null;
  const first = table?.firstBlock ?? block;
  const last = table?.lastBlock ?? block;
  const body: NewText = table ?? { before: markerOf(source, source.blocks[first]!), after: '' };
  let translated = first - 1;
  while (translated >= 0 && pair.targetBlockOf[translated] === -1) translated--;
  const tail = last === source.blocks.length - 1 ? source.text.slice(blockEnd(source, last)) : '';
  if (translated === -1) return placeFirst(pair, first, body, tail);
  const targetBlock = pair.targetBlockOf[translated]!;
  const lead = leadAfter(source, translated, first);
  const end = blockEnd(target, targetBlock);
  // Code that was copied over already stays where it is.
  const next = target.blocks.slice(targetBlock + 1).find((other) => other.outer.start >= end);
  const gap = target.text.slice(end, next?.outer.start ?? target.text.length);
  const material = withLineEnds(pair, lead.trim());
  const known = material === '' ? -1 : gap.indexOf(material);
  if (known === -1) return insertAfter(pair, end, lead, body, tail);
  return insertAfter(pair, lineEndAt(target.text, end + known + material.length), '\n\n', body, tail);
}

/** What stands in the source between the block placed before and this one, starting with a line end. */
function leadAfter(source: BlockDocument, translated: number, block: number): string {
  const own = source.text.slice(blockEnd(source, block - 1), source.blocks[block]!.outer.start);
  if (translated === block - 1) return own;
  const material = own
    .split(/\r\n|\r|\n/)
    .filter((line) => !/^[ \t>]*$/.test(line))
    .join('\n');
  if (material !== '') return `\n\n${own.trim()}\n\n`;
  const isTight = !BLANK_LINE.test(own);
  const inList =
    isTight && source.blocks[block]!.kind === 'list-item' && source.blocks[translated]!.kind === 'list-item';
  return inList ? '\n' : '\n\n';
}

/** Inserts at the end of a line, in the place of the blank lines there. */
function insertAfter(pair: DocumentPair, at: number, lead: string, body: NewText, tail: string): Place {
  const { text } = pair.target;
  const blankLength = /^\s*/.exec(text.slice(at))![0].length;
  if (at + blankLength === text.length) {
    const ending = tail.trim() === '' ? finalLineEnd(pair) : tail;
    return replace(pair, { start: at, end: text.length }, lead + body.before, body.after + ending);
  }
  const nextLine = lineStartAt(text, at + blankLength);
  const isTight =
    LIST_ITEM.test(body.before) && LIST_ITEM.test(text.slice(nextLine, lineEndAt(text, nextLine)));
  const wasTight = !BLANK_LINE.test(text.slice(at, nextLine));
  const separator = isTight && wasTight ? '\n' : '\n\n';
  if (nextLine <= at)
    return replace(pair, { start: at, end: at }, lead + body.before, body.after + separator);
  return replace(pair, { start: at, end: nextLine }, lead + body.before, body.after + separator);
}

/** Before everything that is translated: at the top, after the front matter when the target has its own. */
function placeFirst(pair: DocumentPair, block: number, body: NewText, tail: string): Place {
  const { source, target } = pair;
  const start = block === 0 ? 0 : blockEnd(source, block - 1);
  let lead = source.text.slice(start, source.blocks[block]!.outer.start);
  if (block > 0) lead = lead.trimStart();
  const prologue = frontMatterLength(target);
  if (prologue > 0 && block === 0) lead = lead.slice(frontMatterLength(source));
  if (target.text.slice(prologue).trim() === '') {
    const ending = tail.trim() === '' ? finalLineEnd(pair) : tail;
    const separator = prologue > 0 && !/\n\s*\n$/.test(target.text.slice(0, prologue)) ? '\n' : '';
    const span = { start: prologue, end: target.text.length };
    return replace(pair, span, separator + lead + body.before, body.after + ending);
  }
  return replace(pair, { start: prologue, end: prologue }, lead + body.before, `${body.after}\n\n`);
}

function replace(pair: DocumentPair, span: Span, before: string, after: string): Place {
  const head = withLineEnds(pair, before);
  return { edit: { span, text: head + withLineEnds(pair, after) }, caret: span.start + head.length };
}

/** Offset of the end of the last line of a block, with its closing markup; of its whole table for a cell. */
function blockEnd(document: BlockDocument, index: number): number {
  const last = document.blocks[index]!.kind === 'table-cell' ? tableEnd(document, index) : index;
  return lineEndAt(document.text, document.blocks[last]!.outer.end);
}

function frontMatterLength(document: BlockDocument): number {
  return document instanceof ChunkedDocument ? document.prologueLength : 0;
}

function finalLineEnd({ source }: DocumentPair): string {
  return /[\r\n]$/.test(source.text) ? '\n' : '';
}

function withLineEnds({ source, target }: DocumentPair, text: string): string {
  const ending = /\r\n|\r|\n/.exec(target.text)?.[0] ?? /\r\n|\r|\n/.exec(source.text)?.[0] ?? '\n';
  return text.replace(/\r\n|\r|\n/g, ending);
}
