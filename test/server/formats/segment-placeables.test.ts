import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseDocument } from '../../../server/src/formats/parse-document.js';
import { placeablesIn } from '../../../server/src/formats/segment-placeables.js';
import { markdown } from '../../support/random-markdown.js';

function parse(text: string) {
  return parseDocument(text, { format: 'markdown', language: 'en' });
}

describe('placeablesIn', () => {
  it('finds those of the markup and those of the text', () => {
    const text =
      'First. Run `npm start 42` with <b>400,000</b> rows, see [docs](http://x.y/z "t") and {name}.';
    const document = parse(text);
    const span = document.blocks[0]!.sentences[1]!;
    assert.deepEqual(
      placeablesIn(document, span).map((found) => [found.kind, text.slice(found.span.start, found.span.end)]),
      [
        ['code', '`npm start 42`'],
        ['tag', '<b>'],
        ['number', '400,000'],
        ['tag', '</b>'],
        ['url', '(http://x.y/z "t")'],
        ['placeholder', '{name}'],
      ],
    );
  });

  it('reads across the lines of a quote', () => {
    const text = '> See `a\n> b` and\n> https://x.y/z now.';
    const document = parse(text);
    assert.deepEqual(
      placeablesIn(document, document.blocks[0]!.span).map(({ span }) => text.slice(span.start, span.end)),
      ['`a\n> b`', 'https://x.y/z'],
    );
  });

  it('gives them in order, without overlap, inside their block', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const document = parse(text);
        for (const block of document.blocks) {
          let end = block.span.start;
          for (const { span } of placeablesIn(document, block.span)) {
            assert.ok(span.start >= end && span.end > span.start && span.end <= block.span.end);
            end = span.end;
          }
        }
      }),
    );
  });
});
