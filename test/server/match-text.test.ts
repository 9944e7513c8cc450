/** Matches in words. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { MatchRecord } from '../../server/src/engine/engine-messages.js';
import { describeMatch, escapeMarkdown, percentText } from '../../server/src/match-text.js';

const MATCH: MatchRecord = {
  source: 'Open the old file.',
  target: 'Öffnen Sie die alte Datei.',
  proposal: 'Öffnen Sie die alte Datei.',
  repaired: false,
  percent: 87,
  differences: [
    { kind: 'same', text: 'Open the' },
    { kind: 'same', text: ' ' },
    { kind: 'deleted', text: 'old' },
    { kind: 'same', text: ' ' },
    { kind: 'inserted', text: 'new' },
    { kind: 'same', text: ' ' },
    { kind: 'same', text: 'file.' },
  ],
  file: '/tm/office.tmx',
  unit: 12,
};

describe('matches in words', () => {
  it('mark differences in Markdown', () => {
    assert.equal(
      describeMatch(MATCH, true).value,
      '**87 %** · office\\.tmx, unit 12\n\nOpen the ~~old~~ **new** file\\.\n\n→ Öffnen Sie die alte Datei\\.',
    );
  });

  it('mark differences in plain text', () => {
    assert.equal(
      describeMatch({ ...MATCH, repaired: true }, false).value,
      '87 % (office.tmx, unit 12, numbers adapted)\nOpen the [-old-] {+new+} file.\n→ Öffnen Sie die alte Datei.',
    );
  });

  it('say what a match in context is', () => {
    assert.equal(percentText(101), '100 % in context');
    assert.equal(percentText(100), '100 %');
  });

  it('show any text as it stands', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        const shown = `x ${text.replace(/\s+/g, ' ').trim()} x`.replace(/ {2,}/g, ' ');
        const [paragraph] = fromMarkdown(escapeMarkdown(shown)).children;
        assert.ok(paragraph?.type === 'paragraph');
        const read = paragraph.children
          .map((child) => (child.type === 'text' ? child.value : '<markup>'))
          .join('');
        assert.equal(read, shown);
      }),
    );
  });
});
