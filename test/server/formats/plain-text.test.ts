import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatOf, parseDocument } from '../../../server/src/formats/parse-document.js';
import { applyEdit, edit } from '../../support/random-markdown.js';
import { toySentences } from '../../support/toy-sentences.js';

const OPTIONS = { format: 'plain-text', language: 'en', splitSentences: toySentences } as const;

function show(text: string, lineBlocks = false): string[] {
  const { blocks } = parseDocument(text, { ...OPTIONS, lineBlocks });
  return blocks.map(({ marker, span }) => `${marker}|${text.slice(span.start, span.end)}`);
}

const plain = fc
  .array(fc.constantFrom('a', 'B.', ' ', '\n', '\n\n', '\r\n', '\r', '\t', '\f', '  ', '🙂', '--'), {
    maxLength: 20,
  })
  .map((pieces) => pieces.join(''));

describe('plain-text', () => {
  it('takes blank lines and form feeds for the ends of paragraphs', () => {
    assert.deepEqual(show('One\ntwo\n\nthree'), ['|One\ntwo', '|three']);
    assert.deepEqual(show('\n\n  One \r\n  two\r\n \t\r\n\tthree\r\n'), ['  |One \r\n  two', '\t|three']);
    assert.deepEqual(show('a\fb\n\f\nc\f'), ['|a', '|b', '|c']);
    assert.deepEqual(show('a\rb\r\rc'), ['|a\rb', '|c']);
    assert.deepEqual(show(''), []);
    assert.deepEqual(show(' \n\f\n '), []);
  });

  it('takes each line for a block when asked to', () => {
    assert.deepEqual(show('One\ntwo\n\n three', true), ['|One', '|two', ' |three']);
  });

  it('leaves out what has neither letters nor digits', () => {
    assert.deepEqual(show('a\n\n-----\n\n1'), ['|a', '|1']);
  });

  it('holds every letter in exactly one block, trimmed', () => {
    fc.assert(
      fc.property(plain, fc.boolean(), (text, lineBlocks) => {
        const { blocks } = parseDocument(text, { ...OPTIONS, lineBlocks });
        const inBlocks = blocks.map(({ span }) => text.slice(span.start, span.end));
        const letters = (value: string) => value.replace(/[^aB]/g, '');
        assert.equal(letters(inBlocks.join('')), letters(text));
        for (const block of inBlocks) {
          assert.equal(block.trim(), block);
          assert.ok(!/(?:\r\n|\n|\r(?!\n))[ \t]*[\r\n]|\f/.test(block), JSON.stringify(block));
        }
      }),
    );
  });

  it('reads after any edits what it reads from scratch', () => {
    fc.assert(
      fc.property(
        plain,
        fc.array(edit, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        (text, edits, lineBlocks) => {
          const options = { ...OPTIONS, lineBlocks };
          let document = parseDocument(text, options);
          for (const change of edits) {
            document = parseDocument(applyEdit(document.text, change), options, document);
            assert.deepEqual(document.blocks, parseDocument(document.text, options).blocks);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('parse-document', () => {
  it('says that a binary file is not text, and finds no blocks in it', () => {
    for (const text of ['PNG\u0000\u0001', `${'\ufffd\u0001'.repeat(50)}abc`]) {
      const document = parseDocument(text, OPTIONS);
      assert.match(document.obstacle ?? '', /not text/);
      assert.deepEqual(document.blocks, []);
    }
    assert.equal(parseDocument('\u001b[1mA\ufffd b.', OPTIONS).obstacle, null);
  });

  it('knows formats by language id and by name', () => {
    assert.equal(formatOf('markdown', 'README'), 'markdown');
    assert.equal(formatOf('plaintext', 'a.md'), 'markdown');
    assert.equal(formatOf('plaintext', 'a.log'), 'plain-text');
    assert.equal(formatOf('', 'a/B.TXT'), 'plain-text');
    assert.equal(formatOf('typescript', 'a.ts'), null);
  });
});
