import assert from 'node:assert/strict';
import fc from 'fast-check';
import { segmentText } from '../../../server/src/formats/logical-text.js';
import { parseDocument } from '../../../server/src/formats/parse-document.js';
import { findTextEdit } from '../../../server/src/formats/text-edit.js';
import { markdown } from '../../support/random-markdown.js';
import { toySentences } from '../../support/toy-sentences.js';

function parse(text: string) {
  return parseDocument(text, { format: 'markdown', language: 'en', splitSentences: toySentences });
}

describe('segmentText', () => {
  it('folds line breaks, quote markers and hard breaks to one blank', () => {
    const read = (text: string) => {
      const document = parse(text);
      return document.blocks.map((block) => segmentText(document, block.span).text);
    };
    assert.deepEqual(read('> A sentence\n> that goes\non.'), ['A sentence that goes on.']);
    assert.deepEqual(read('- a  \n  b\\\n  c\r\n\td'), ['a b c d']);
    assert.deepEqual(read('a\\\\\nb > c'), ['a\\\\ b > c']);
    assert.deepEqual(read('> > x\n> >y\n>z'), ['x y z']);
  });

  it('maps every place there and back', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const document = parse(text);
        for (const block of document.blocks) {
          const logical = segmentText(document, block.span);
          for (let i = 0; i <= logical.text.length; i++) {
            const place = logical.toDocument(i);
            assert.equal(logical.fromDocument(place), i);
            if (/[^\s]/.test(logical.text[i] ?? '')) assert.equal(text[place], logical.text[i]);
          }
        }
      }),
    );
  });
});

describe('findTextEdit', () => {
  it('turns one text into the other', () => {
    const long = fc
      .string({ unit: fc.constantFrom('a', 'b'), maxLength: 30 })
      .map((s) => s.repeat(1 + s.length * 20));
    fc.assert(
      fc.property(long, long, fc.boolean(), (before, other, related) => {
        const after = related
          ? before.slice(0, before.length >> 1) + other + before.slice(before.length >> 1)
          : other;
        const { start, oldEnd, newEnd } = findTextEdit(before, after);
        assert.ok(start <= oldEnd && start <= newEnd);
        assert.equal(before.slice(0, start) + after.slice(start, newEnd) + before.slice(oldEnd), after);
        if (related) assert.ok(newEnd - start <= Math.max(other.length, 0) || oldEnd === start);
      }),
    );
  });
});
