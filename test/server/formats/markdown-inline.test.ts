import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { scanInline } from '../../../server/src/formats/markdown-inline.js';
import { inlineMarkdown } from '../../support/random-markdown.js';

/** Code, tags, links and images as the parser finds them: `kind start–end`, by end. */
function oracle(text: string): string[] {
  const found: { kind: string; start: number; end: number }[] = [];
  const visit = (node: Nodes) => {
    const kind = { inlineCode: 'code', html: 'tag', link: 'url', image: 'url' }[node.type as string];
    if (kind !== undefined)
      found.push({ kind, start: node.position!.start.offset!, end: node.position!.end.offset! });
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(fromMarkdown(text));
  return found
    .map(({ kind, start, end }) => `${kind} ${start}–${end}`)
    .sort((a, b) => Number(a.split('–')[1]) - Number(b.split('–')[1]));
}

function scan(text: string): string[] {
  const { pieces, wholes } = scanInline(text, 0);
  // The parser keeps the text of an image without its markup.
  const images = wholes.filter(({ start }) => text[start] === '!');
  return wholes
    .filter(({ start, end }) => !images.some((image) => image.start < start && end < image.end))
    .map(({ start, end }) => `${pieces.find((piece) => piece.span.end === end)?.kind} ${start}–${end}`);
}

describe('markdown-inline', () => {
  it('finds what the parser finds', () => {
    fc.assert(
      fc.property(inlineMarkdown, (inline) => {
        // A word in front makes it one paragraph; references and footnotes are ours alone.
        const text = `x${inline.trimEnd()}`;
        fc.pre(!text.includes('][') && !text.includes('[^'));
        assert.deepEqual(scan(text), oracle(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('knows references and footnote marks, defined or not', () => {
    assert.deepEqual(scan('see [a b][c] and[^1].'), ['url 4–12', 'tag 16–20']);
    assert.deepEqual(scan('see [a][b](c)'), ['url 7–13']);
    assert.deepEqual(scan('a[0] and [x]'), []);
  });

  it('separates what is carried over from what is translated', () => {
    const text = 'See ![the `code`](a.png "title") now.';
    assert.deepEqual(
      scanInline(text, 0).pieces.map(({ span, kind }) => [kind, text.slice(span.start, span.end)]),
      [
        ['code', '`code`'],
        ['url', '(a.png "title")'],
      ],
    );
  });

  it('reads across lines and quote markers', () => {
    const text = 'a [link\n> text](x\n> "y") `co\n> de` end';
    assert.deepEqual(
      scanInline(text, 1).wholes.map(({ start, end }) => text.slice(start, end)),
      ['[link\n> text](x\n> "y")', '`co\n> de`'],
    );
  });

  it('is linear in hostile text', () => {
    for (const piece of [
      '[',
      '![',
      '`'.repeat(3),
      '<a ',
      '<!--',
      '[a](',
      '](',
      '<a x="',
      '[a',
      '(((',
      '<?',
    ]) {
      const text = `x${piece.repeat(20_000)}`;
      assert.ok(scanInline(text, 0).pieces.length <= 20_000);
    }
  });
});
