import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SegmentTable } from '../../client/src/segment-table.js';
import type { Position, Range, SegmentRow } from '../../server/protocol/messages.js';

describe('SegmentTable', () => {
  const table = tableOf(
    // Two sentences in one paragraph, one without a place in the target, one further down.
    row(0, range(0, 0, 10), range(0, 0, 12), 'approved'),
    row(1, range(0, 11, 30), range(0, 13, 40), 'draft'),
    row(2, range(2, 2, 20), null, 'untranslated'),
    row(3, range(6, 0, 5), range(4, 0, 0), 'untranslated'),
  );

  it('finds the segment a position touches', () => {
    assert.equal(indexAt(table, 'source', at(0, 5)), 0);
    assert.equal(indexAt(table, 'source', at(0, 10)), 0);
    assert.equal(indexAt(table, 'source', at(0, 11)), 1);
    assert.equal(indexAt(table, 'source', at(2, 2)), 2);
    assert.equal(indexAt(table, 'target', at(4, 0)), 3);
  });

  it('finds none outside of all segments', () => {
    assert.equal(indexAt(table, 'source', at(1, 0)), undefined);
    assert.equal(indexAt(table, 'source', at(2, 0)), undefined);
    assert.equal(indexAt(table, 'source', at(9, 0)), undefined);
    assert.equal(indexAt(table, 'target', at(2, 0)), undefined);
  });

  it('prefers the segment that starts where two meet', () => {
    const touching = tableOf(row(0, range(0, 0, 3), null), row(1, range(0, 3, 6), null));
    assert.equal(indexAt(touching, 'source', at(0, 3)), 1);
  });

  it('steps to the segment beside a position', () => {
    assert.equal(table.rowBeside('source', at(0, 5), 1)?.index, 1);
    assert.equal(table.rowBeside('source', at(0, 15), -1)?.index, 0);
    assert.equal(table.rowBeside('source', at(1, 0), 1)?.index, 2);
    assert.equal(table.rowBeside('source', at(1, 0), -1)?.index, 1);
    assert.equal(table.rowBeside('source', at(6, 5), 1), undefined);
    assert.equal(table.rowBeside('source', at(0, 0), -1), undefined);
  });

  it('steps over segments that are not wanted', () => {
    const untranslated = (candidate: SegmentRow) => candidate.state === 'untranslated';
    assert.equal(table.rowBeside('source', at(0, 5), 1, untranslated)?.index, 2);
  });

  it('maps lines exactly where segments start and in proportion between', () => {
    assert.equal(table.facingLine('source', 0), 0);
    assert.equal(table.facingLine('source', 6), 4);
    assert.equal(table.facingLine('source', 3), 2);
    assert.equal(table.facingLine('target', 4), 6);
  });

  it('stays on the last known line below the last segment', () => {
    assert.equal(table.facingLine('source', 100), 4);
    assert.equal(tableOf().facingLine('source', 100), 0);
  });

  it('maps lines in order and segment starts to segment starts, whatever the layout', () => {
    const layout = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }), fc.boolean()),
    );
    fc.assert(
      fc.property(layout, (steps) => {
        let [source, target] = [0, 0];
        const rows = steps.map(([down, across, placed], index) => {
          source += down;
          if (placed) target += across;
          return row(index, range(source, 0, 1), placed ? range(target, 0, 1) : null);
        });
        const random = tableOf(...rows);
        for (const { source: from, target: to } of rows) {
          if (to !== null) assert.equal(random.facingLine('source', from.start.line), to.start.line);
        }
        const lines = Array.from({ length: source + 3 }, (_, line) => random.facingLine('source', line));
        assert.deepEqual(
          lines,
          lines.toSorted((a, b) => a - b),
        );
      }),
    );
  });
});

function tableOf(...segments: SegmentRow[]): SegmentTable {
  const pair = {
    sourceUri: 'a',
    targetUri: 'b',
    sourceLanguage: 'en',
    targetLanguage: 'de',
    targetExists: true,
  };
  const done = segments.filter(({ state }) => state !== 'untranslated').length;
  return new SegmentTable({
    pair,
    sourceVersion: 1,
    targetVersion: 1,
    segments,
    done,
    total: segments.length,
  });
}

function row(
  index: number,
  source: Range,
  target: Range | null,
  state: SegmentRow['state'] = 'draft',
): SegmentRow {
  return { index, source, target, state };
}

function indexAt(table: SegmentTable, side: 'source' | 'target', position: Position): number | undefined {
  return table.rowAt(side, position)?.index;
}

function at(line: number, character: number): Position {
  return { line, character };
}

function range(line: number, start: number, end: number): Range {
  return { start: at(line, start), end: at(line, end) };
}
