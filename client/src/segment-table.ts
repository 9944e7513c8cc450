/**
 * Look-ups in the segment table the server sent: which segment is at a position, and which line of one document
 * faces a line of the other. Pure. A table is read-only and belongs to the document versions it was made from.
 */
import type { Position, Range, SegmentRow, SegmentsResult } from '../../server/protocol/messages.js';

export type Side = 'source' | 'target';

export class SegmentTable {
  readonly result: SegmentsResult;
  /** Rows that have a place on that side, in the order of that document. */
  readonly #rows: Record<Side, readonly SegmentRow[]>;

  constructor(result: SegmentsResult) {
    this.result = result;
    this.#rows = {
      source: inOrder(result.segments, 'source'),
      target: inOrder(
        result.segments.filter((row) => row.target !== null),
        'target',
      ),
    };
  }

  /** The row whose text touches `position`; where two meet, the one that starts there. */
  rowAt(side: Side, position: Position): SegmentRow | undefined {
    const row = lastStartingBefore(this.#rows[side], side, position);
    return row !== undefined && compare(position, rangeOf(row, side).end) <= 0 ? row : undefined;
  }

  /** The next or previous row after or before `position` that `accept` takes. */
  rowBeside(
    side: Side,
    position: Position,
    step: 1 | -1,
    accept: (row: SegmentRow) => boolean = () => true,
  ): SegmentRow | undefined {
    const rows = this.#rows[side];
    const here = this.rowAt(side, position);
    const order = step === 1 ? rows : rows.toReversed();
    return order.find((row) => {
      if (row === here || !accept(row)) return false;
      return Math.sign(compare(rangeOf(row, side).start, position)) === step;
    });
  }

  /**
   * The line of the other document that faces `line`: exact where a segment starts, in proportion between two
   * such lines, and the last known line beyond the last segment that both documents have.
   */
  facingLine(side: Side, line: number): number {
    const other: Side = side === 'source' ? 'target' : 'source';
    let before = { here: 0, there: 0 };
    for (const row of this.#rows.target) {
      const here = rangeOf(row, side).start.line;
      const there = rangeOf(row, other).start.line;
      if (here < before.here || there < before.there) continue;
      if (here > line) {
        const share = (line - before.here) / (here - before.here);
        return before.there + Math.floor(share * (there - before.there));
      }
      before = { here, there };
    }
    const last = this.#rows.target.at(-1);
    const room = last === undefined ? 0 : rangeOf(last, other).end.line - before.there;
    return before.there + Math.max(0, Math.min(line - before.here, room));
  }
}

export function rangeOf(row: SegmentRow, side: Side): Range {
  return side === 'source' ? row.source : row.target!;
}

function inOrder(rows: readonly SegmentRow[], side: Side): readonly SegmentRow[] {
  return rows.toSorted((a, b) => compare(rangeOf(a, side).start, rangeOf(b, side).start));
}

function lastStartingBefore(
  rows: readonly SegmentRow[],
  side: Side,
  position: Position,
): SegmentRow | undefined {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(rangeOf(rows[middle]!, side).start, position) <= 0) low = middle + 1;
    else high = middle;
  }
  return rows[low - 1];
}

function compare(a: Position, b: Position): number {
  return a.line - b.line || a.character - b.character;
}
