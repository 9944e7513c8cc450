import assert from 'node:assert/strict';
import { scoreAlignments } from '../../../models/align/alignment-error-rate.js';
import { formatLinks, parseGold, parseLinks } from '../../../models/align/link-text.js';
import { FormatError } from '../../../models/core/errors.js';

describe('alignment error rate', () => {
  it('is worked out as by hand', () => {
    const gold = parseGold('1-1 2p2 3-3\n1-1\n');
    const scores = scoreAlignments([parseLinks('0-0 1-1 0-2'), parseLinks('1-1')], gold);
    // Found 4 links; sure 3, of these found 1 (0-0); possible found 2 (0-0, 1-1).
    assert.equal(scores.links, 4);
    assert.equal(scores.sureLinks, 3);
    assert.equal(scores.recall, 1 / 3);
    assert.equal(scores.precision, 2 / 4);
    assert.ok(Math.abs(scores.errorRate - (1 - 3 / 7)) < 1e-12);
  });

  it('is 0 for the gold links themselves and counts a link once', () => {
    const gold = parseGold('1-1 2-2');
    assert.equal(scoreAlignments([parseLinks('0-0 1-1 1-1')], gold).errorRate, 0);
  });

  it('counts missing alignments as empty', () => {
    const scores = scoreAlignments([], parseGold('1-1'));
    assert.equal(scores.errorRate, 1);
    assert.equal(scores.recall, 0);
  });
});

describe('link text', () => {
  it('reads and writes links from 0', () => {
    assert.deepEqual(parseLinks(' 0-0  3-12 '), [
      { source: 0, target: 0 },
      { source: 3, target: 12 },
    ]);
    assert.deepEqual(parseLinks(''), []);
    assert.equal(formatLinks(parseLinks('0-0 3-12')), '0-0 3-12');
    assert.throws(() => parseLinks('0-0 x'), FormatError);
  });

  it('reads gold links with sure and possible marks, from 1 or from 0', () => {
    const expected = [
      { sure: [{ source: 0, target: 1 }], possible: [{ source: 1, target: 0 }] },
      { sure: [], possible: [] },
    ];
    assert.deepEqual(parseGold('1-2 2p1\n\n'), expected);
    assert.deepEqual(parseGold('0-1 1?0\r\n\r\n'), expected);
  });

  it('reads numbered gold links and leaves out the empty word', () => {
    assert.deepEqual(parseGold('0001 1 2 S\n0001 2 1 P\n0003 1 1\n0003 0 2 P\n'), [
      { sure: [{ source: 0, target: 1 }], possible: [{ source: 1, target: 0 }] },
      { sure: [], possible: [] },
      { sure: [{ source: 0, target: 0 }], possible: [] },
    ]);
  });

  it('says what is wrong with a gold file', () => {
    assert.throws(() => parseGold('\n'), /holds no links/);
    assert.throws(() => parseGold('1-1\n1+1'), /Line 2 .*1\+1/);
    assert.throws(() => parseGold('1 1 1\n1 x 1'), /Line 2/);
  });
});
