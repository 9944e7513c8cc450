import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  FORWARD,
  HEURISTICS,
  type Heuristic,
  REVERSE,
  Symmetrizer,
} from '../../../models/align/symmetrize.js';

/** Rows are source positions: `b` both, `f` forward, `r` reverse, `.` none. The answer marks links with `#`. */
function run(heuristic: Heuristic, picture: string): string {
  const rows = picture.trim().split(/\s+/);
  const votes = Uint8Array.from(rows.join(''), (mark) => ({ b: 3, f: FORWARD, r: REVERSE })[mark] ?? 0);
  const links = new Uint8Array(votes.length);
  new Symmetrizer().run(heuristic, votes, rows.length, rows[0].length, links);
  const marks = Array.from(links, (link) => (link === 1 ? '#' : '.')).join('');
  return rows.map((row, i) => marks.slice(i * row.length, (i + 1) * row.length)).join(' ');
}

describe('symmetrisation', () => {
  // One sure link; a diagonal neighbour, a side neighbour, a far link of two free words, one with one free word.
  const picture = `
    b.....
    .f....
    .r....
    ....r.
    f...f.`;

  it('keeps what both directions have, or what either has', () => {
    assert.equal(run('intersection', picture), '#..... ...... ...... ...... ......');
    assert.equal(run('union', picture), '#..... .#.... .#.... ....#. #...#.');
    assert.equal(run('forward', picture), '#..... .#.... ...... ...... #...#.');
    assert.equal(run('reverse', picture), '#..... ...... .#.... ....#. ......');
  });

  it('grows along sides, and diagonally on demand', () => {
    assert.equal(run('grow', picture), '#..... ...... ...... ...... ......');
    assert.equal(run('grow-diag', picture), '#..... .#.... .#.... ...... ......');
  });

  it('adds far links last: with one free word, or with two', () => {
    // Forward 4-0 has a free source word; 4-4 then has a free target word; reverse 3-4 a free source word.
    assert.equal(run('grow-diag-final', picture), '#..... .#.... .#.... ....#. #...#.');
    // 4-4 has two free words, 4-0 and 3-4 have only one.
    assert.equal(run('grow-diag-final-and', picture), '#..... .#.... .#.... ...... ....#.');
  });

  it('does not grow to a link whose words are both linked', () => {
    assert.equal(run('grow-diag-final', 'bf fb'), '#. .#');
  });

  it('refines without making a link a neighbour both ways', () => {
    assert.equal(run('refined', 'bff r..'), '### ...');
    assert.equal(run('refined', 'b.. .f. ..r'), '#.. .#. ..#');
  });

  it('stays between intersection and union, whatever the heuristic', () => {
    const size = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(
        size,
        size,
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 36, maxLength: 36 }),
        (i, j, cells) => {
          const votes = Uint8Array.from(cells.slice(0, i * j));
          const links = new Uint8Array(i * j);
          const symmetrizer = new Symmetrizer();
          const results = new Map<string, Uint8Array>();
          for (const heuristic of HEURISTICS) {
            symmetrizer.run(heuristic, votes, i, j, links);
            results.set(heuristic, links.slice());
            links.forEach((link, k) => {
              if (link === 1) assert.notEqual(votes[k], 0, `${heuristic} invents a link`);
              if (votes[k] === 3) assert.equal(link, 1, `${heuristic} loses a link of both`);
            });
          }
          const inside = (inner: string, outer: string) =>
            results.get(inner)!.forEach((link, k) => {
              assert.ok(link <= results.get(outer)![k], `${inner} ⊆ ${outer}`);
            });
          inside('grow-diag', 'grow-diag-final-and');
          inside('grow-diag', 'grow-diag-final');
        },
      ),
    );
  });
});
