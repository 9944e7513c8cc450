import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findDifferences } from '../../../models/memory/differences.js';
import { simpleTokenizer } from '../../support/simple-tokenizer.js';

const MARKS = { kept: '', inserted: '+', deleted: '-', replaced: '~' };

/** The runs as one line: `kept [-old-] [+new+] [~old|new~]`. */
function show(from: string, to: string): string {
  return findDifferences(simpleTokenizer.tokenize(from), simpleTokenizer.tokenize(to))
    .map((difference) => {
      const before = from.slice(difference.from.start, difference.from.end);
      const after = to.slice(difference.to.start, difference.to.end);
      if (difference.kind === 'kept') return before;
      const mark = MARKS[difference.kind];
      return `[${mark}${[before, after].filter((text) => text !== '').join('|')}${mark}]`;
    })
    .join(' ');
}

describe('differences', () => {
  it('mark what changed', () => {
    assert.equal(show('Save the file.', 'Save the file.'), 'Save the file.');
    assert.equal(show('Save the file.', 'Save the new file.'), 'Save the [+new+] file.');
    assert.equal(show('Save the new file.', 'Save file.'), 'Save [-the new-] file.');
    assert.equal(show('Open the file.', 'Save the document.'), '[~Open|Save~] the [~file|document~] .');
    assert.equal(show('Wait 3 minutes', 'Wait 10 minutes!'), 'Wait [~3|10~] minutes [+!+]');
    assert.equal(show('save it', 'Save it'), '[~save|Save~] it');
    assert.equal(show('', 'All new'), '[+All new+]');
    assert.equal(show('All gone', ''), '[-All gone-]');
    assert.equal(show('', ''), '');
  });

  it('keep the earliest of equal words', () => {
    assert.equal(show('the cat', 'the the cat'), 'the [+the+] cat');
    assert.equal(show('a b a', 'a'), 'a [-b a-]');
  });

  it('tile both texts with alternating kinds', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'B', '1', '2', '.', '<i>'), { maxLength: 10 })
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (from, to) => {
        const runs = findDifferences(simpleTokenizer.tokenize(from), simpleTokenizer.tokenize(to));
        for (const side of ['from', 'to'] as const) {
          const whole = side === 'from' ? from : to;
          assert.equal(
            runs.map((run) => whole.slice(run[side].start, run[side].end).replaceAll(' ', '')).join(''),
            whole.replaceAll(' ', ''),
          );
          runs.forEach((run, i) => {
            if (i > 0) assert.ok(run[side].start >= runs[i - 1][side].end);
          });
        }
        runs.forEach((run, i) => {
          if (i > 0) assert.equal(run.kind === 'kept', runs[i - 1].kind !== 'kept');
          const [before, after] = [
            from.slice(run.from.start, run.from.end),
            to.slice(run.to.start, run.to.end),
          ];
          assert.equal(run.kind === 'kept', before === after);
          assert.equal(run.kind === 'inserted', before === '');
          assert.equal(run.kind === 'deleted', after === '');
        });
      }),
    );
  });
});
