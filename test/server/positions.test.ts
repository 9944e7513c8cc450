import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { LineIndex } from '../../server/src/positions.js';

/** Text in which every trap of position arithmetic is likely: all line endings, astral, combining, RTL. */
const text = fc
  .array(
    fc.constantFrom(
      'a',
      ' ',
      '\n',
      '\r',
      '\r\n',
      '😀',
      'e\u0301',
      '👩‍👩‍👧',
      'שלום',
      'مرحبا',
      '\t',
      '\u2028',
      '\ud800',
    ),
  )
  .map((pieces) => pieces.join(''));

describe('LineIndex', () => {
  it('goes from offset to position and back', () => {
    fc.assert(
      fc.property(text, (value) => {
        const index = new LineIndex(value);
        for (let offset = 0; offset <= value.length; offset++) {
          const back = index.offsetAt(index.positionAt(offset));
          const insideCrLf = value[offset - 1] === '\r' && value[offset] === '\n';
          assert.equal(back, insideCrLf ? offset - 1 : offset);
        }
      }),
    );
  });

  it('goes from position to offset and back', () => {
    fc.assert(
      fc.property(text, (value) => {
        const index = new LineIndex(value);
        for (let line = 0; line < index.lineCount; line++) {
          const length = index.lineEnd(line) - index.lineStart(line);
          for (let character = 0; character <= length; character++) {
            const position = { line, character };
            assert.deepEqual(index.positionAt(index.offsetAt(position)), position);
          }
        }
      }),
    );
  });

  it('agrees with the document of the language server library', () => {
    const anywhere = fc.integer({ min: -2, max: 40 });
    fc.assert(
      fc.property(text, anywhere, anywhere, (value, first, second) => {
        const index = new LineIndex(value);
        const document = TextDocument.create('file:///a.txt', 'plaintext', 1, value);
        assert.equal(index.lineCount, document.lineCount);
        assert.deepEqual(index.positionAt(first), document.positionAt(first));
        const position = { line: first, character: second };
        assert.equal(index.offsetAt(position), document.offsetAt(position));
      }),
    );
  });

  it('counts UTF-16 units', () => {
    const index = new LineIndex('a😀b\r\nc');
    assert.deepEqual(index.positionAt(4), { line: 0, character: 4 });
    assert.deepEqual(index.positionAt(6), { line: 1, character: 0 });
    assert.equal(index.offsetAt({ line: 0, character: 99 }), 4);
  });
});
