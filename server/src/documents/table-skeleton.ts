/** Tables without their texts, to be filled cell by cell. */
import { lineEndAt, lineStartAt, nextLineAt } from '../formats/line-scanner.js';
import type { BlockDocument, DocumentPair } from './segment.js';

/** Text to insert, cut at the place to type. */
export interface NewText {
  readonly before: string;
  readonly after: string;
}

export interface TableSkeleton extends NewText {
  /** Index of the first and of the last cell of the table. */
  readonly firstBlock: number;
  readonly lastBlock: number;
}

const DELIMITER_ROW = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)*$/;

/** The table around a cell. */
export function tableSkeleton(document: BlockDocument, block: number): TableSkeleton {
  const { first, last } = tableAround(document, block);
  return { firstBlock: first, lastBlock: last, ...skeleton(document, first, last, block) };
}

/** Index of the last cell of the table around a cell. */
export function tableEnd(document: BlockDocument, block: number): number {
  return tableAround(document, block).last;
}

/** The row or cell that is missing from a table that is there in part: where and what; null for other blocks. */
export function missingCell(pair: DocumentPair, block: number): (NewText & { readonly at: number }) | null {
  const { source, target, targetBlockOf } = pair;
  if (source.blocks[block]!.kind !== 'table-cell') return null;
  const { first, last } = tableAround(source, block);
  const line = lineOf(source, block);
  let before = block - 1;
  while (before >= first && targetBlockOf[before] === -1) before--;
  let after = block + 1;
  while (after <= last && targetBlockOf[after] === -1) after++;
  const cellBefore = before >= first ? target.blocks[targetBlockOf[before]!]! : null;
  const cellAfter = after <= last ? target.blocks[targetBlockOf[after]!]! : null;
  if (cellBefore !== null && lineOf(source, before) === line)
    return { at: cellBefore.span.end, before: ' | ', after: '' };
  if (cellAfter !== null && lineOf(source, after) === line)
    return { at: cellAfter.span.start, before: '', after: ' | ' };
  let rowFirst = block;
  while (rowFirst > first && lineOf(source, rowFirst - 1) === line) rowFirst--;
  let rowLast = block;
  while (rowLast < last && lineOf(source, rowLast + 1) === line) rowLast++;
  const row = skeleton(source, rowFirst, rowLast, block);
  if (cellBefore !== null) {
    const lineEnd = lineEndAt(target.text, cellBefore.span.end);
    const next = nextLineAt(target.text, lineEnd);
    const nextEnd = lineEndAt(target.text, next);
    const isDelimiter = next > lineEnd && DELIMITER_ROW.test(target.text.slice(next, nextEnd));
    return { at: isDelimiter ? nextEnd : lineEnd, before: `\n${row.before}`, after: row.after };
  }
  if (cellAfter === null) return null;
  const at = lineStartAt(target.text, cellAfter.span.start);
  return { at, before: row.before, after: `${row.after}\n` };
}

function tableAround({ blocks, text }: BlockDocument, block: number): { first: number; last: number } {
  const isNext = (index: number) =>
    blocks[index]?.kind === 'table-cell' &&
    blocks[index - 1]?.kind === 'table-cell' &&
    !/(?:\r\n|\r|\n)[ \t>]*(?:\r\n|\r|\n)/.test(
      text.slice(blocks[index - 1]!.span.end, blocks[index]!.span.start),
    );
  let first = block;
  while (isNext(first)) first--;
  let last = block;
  while (isNext(last + 1)) last++;
  return { first, last };
}

/** The lines of some cells without the texts of these cells, cut at one of them. */
function skeleton({ blocks, text }: BlockDocument, first: number, last: number, at: number): NewText {
  let before = '';
  let after = '';
  let end = lineStartAt(text, blocks[first]!.span.start);
  for (let i = first; i <= last; i++) {
    const { span } = blocks[i]!;
    const piece = text.slice(end, span.start);
    if (i <= at) before += piece;
    else after += piece;
    end = span.end;
  }
  return { before, after: after + text.slice(end, lineEndAt(text, end)) };
}

function lineOf({ blocks, text }: BlockDocument, block: number): number {
  return lineStartAt(text, blocks[block]!.span.start);
}
