import assert from 'node:assert/strict';
import fc from 'fast-check';
import { placeFor } from '../../../server/src/documents/place.js';
import type { BlockDocument, DocumentPair } from '../../../server/src/documents/segment.js';
import { segmentAt, targetPlaceAt } from '../../../server/src/documents/segment-at.js';
import { mapSegments } from '../../../server/src/documents/segment-mapper.js';
import { parseDocument } from '../../../server/src/formats/parse-document.js';
import { applyEdit, edit, markdown } from '../../support/random-markdown.js';
import { paragraphs, structured, translate } from '../../support/structured-document.js';

function parse(text: string, language: string, previous?: BlockDocument): BlockDocument {
  return parseDocument(text, { format: 'markdown', language }, previous);
}

/** The source with every segment translated in place: what a finished target looks like. */
function translated(source: BlockDocument): string {
  const pair = mapSegments(source, parse('', 'de'));
  let text = '';
  let end = 0;
  for (const segment of pair.segments) {
    text += source.text.slice(end, segment.source.start);
    text += translate(source.text.slice(segment.source.start, segment.source.end));
    end = segment.source.end;
  }
  return text + source.text.slice(end);
}

function checkMonotone(pair: DocumentPair): void {
  const blocks = [...pair.sourceBlockOf].filter((block) => block !== -1);
  blocks.forEach((block, i) => {
    assert.ok(i === 0 || block > blocks[i - 1]!);
  });
  let end = -1;
  pair.segments.forEach((segment, i) => {
    assert.equal(segment.index, i);
    if (segment.target === null) return;
    assert.ok(segment.target.start >= end && segment.target.end >= segment.target.start);
    end = segment.target.end;
  });
  pair.source.blocks.forEach((block, i) => {
    const count = pair.segments.filter((segment) => segment.block === i);
    assert.equal(
      count.reduce((sum, segment) => sum + segment.sentenceCount, 0),
      block.sentences.length,
    );
  });
}

describe('mapSegments', () => {
  it('maps documents of the same build one to one', () => {
    fc.assert(
      fc.property(structured, (text) => {
        const source = parse(text, 'en');
        const target = parse(translated(source), 'de');
        const pair = mapSegments(source, target);
        assert.deepEqual([...pair.sourceBlockOf], [...source.blocks.keys()]);
        checkMonotone(pair);
        for (const segment of pair.segments) {
          assert.ok(segment.target !== null);
          const { start, end } = segment.target;
          const expected = translate(text.slice(segment.source.start, segment.source.end));
          assert.equal(target.text.slice(start, end), expected);
        }
      }),
    );
  });

  it('fills an empty target from top to bottom with the structure of the source', () => {
    fc.assert(
      fc.property(structured, (text) => {
        const source = parse(text, 'en');
        let pair = mapSegments(source, parse('', 'de'));
        const insert = (at: number, typed: string) => {
          const { text: before } = pair.target;
          const target = parse(before.slice(0, at) + typed + before.slice(at), 'de', pair.target);
          pair = mapSegments(source, target, pair);
        };
        for (let index = 0; index < pair.segments.length; index++) {
          const place = placeFor(pair, index);
          if (place.edit !== null) {
            const { span, text: added } = place.edit;
            const { text: before } = pair.target;
            const target = parse(
              before.slice(0, span.start) + added + before.slice(span.end),
              'de',
              pair.target,
            );
            pair = mapSegments(source, target, pair);
          }
          const { start, end } = pair.segments[index]!.source;
          const translation = translate(text.slice(start, end));
          const half = translation.length >> 1;
          for (const [from, to] of [
            [0, 1],
            [1, half],
            [half, translation.length],
          ] as const) {
            assert.equal(targetPlaceAt(pair, place.caret + from)?.segment.index, index, pair.target.text);
            insert(place.caret + from, translation.slice(from, Math.max(from, to)));
          }
          assert.equal(segmentAt(pair, 'target', place.caret + translation.length)?.index, index);
        }
        assert.equal(pair.target.text, translated(source));
        assert.deepEqual([...pair.sourceBlockOf], [...source.blocks.keys()]);
      }),
    );
  });

  it('keeps the partners of blocks that were not touched', () => {
    const change = fc.record({
      side: fc.constantFrom('source', 'target'),
      what: fc.constantFrom('insert', 'delete', 'type'),
      place: fc.nat(),
    });
    fc.assert(
      fc.property(paragraphs, fc.array(change, { minLength: 1, maxLength: 6 }), (texts, changes) => {
        const unique = texts.map((text, i) => `${text} The ${1000 + i * 7} things.`);
        const sides = { source: [...unique], target: unique.map(translate) };
        const partner = new Map(unique.map((text) => [translate(text), text]));
        const parseSide = (side: 'source' | 'target', previous?: BlockDocument) =>
          parse(sides[side].join('\n\n'), side === 'source' ? 'en' : 'de', previous);
        let pair = mapSegments(parseSide('source'), parseSide('target'));
        changes.forEach(({ side, what, place }, n) => {
          const list = sides[side];
          const at = place % (list.length + (what === 'insert' ? 1 : 0));
          if (what === 'insert') list.splice(at, 0, `Something wholly new ${n} here.`);
          else if (list.length > 1 && what === 'delete') list.splice(at, 1);
          else list[at] += ' More';
          pair = mapSegments(parseSide('source', pair.source), parseSide('target', pair.target), pair);
          checkMonotone(pair);
          pair.target.blocks.forEach(({ span }, j) => {
            const expected = partner.get(pair.target.text.slice(span.start, span.end));
            const i = sides.source.indexOf(expected ?? '');
            if (expected !== undefined && i !== -1) assert.equal(pair.sourceBlockOf[j], i);
          });
        });
      }),
    );
  });

  it('stays as it is in a long document where only blank lines changed', () => {
    const texts = Array.from({ length: 60 }, (_, i) => `Sentence number ${i} stands here.`);
    const source = parse(texts.join('\n\n'), 'en');
    const pair = mapSegments(source, parse(texts.join('\n\n'), 'de'));
    const again = mapSegments(source, parse(texts.join('\n\n\n'), 'de', pair.target), pair);
    assert.deepEqual([...again.sourceBlockOf], [...texts.keys()]);
  });

  it('stays monotone and whole for any texts and edits', () => {
    fc.assert(
      fc.property(markdown, markdown, fc.array(edit, { maxLength: 4 }), fc.nat(), (a, b, edits, offset) => {
        let pair = mapSegments(parse(a, 'en'), parse(b, 'de'));
        checkMonotone(pair);
        for (const change of edits) {
          const { source, target, segments, sourceBlockOf, targetBlockOf } = pair;
          const edited = parse(applyEdit(target.text, change), 'de', target);
          pair = mapSegments(source, edited, pair);
          // What is carried over from the pair before is what would be made anew.
          const anew = mapSegments(source, edited, {
            source,
            target,
            segments,
            sourceBlockOf,
            targetBlockOf,
          });
          assert.deepEqual(pair.segments, anew.segments);
          checkMonotone(pair);
          const caret = offset % (pair.target.text.length + 1);
          const place = targetPlaceAt(pair, caret);
          if (place !== null) assert.equal(pair.segments[place.segment.index], place.segment);
          for (const segment of pair.segments) {
            const { edit: made, caret: to } = placeFor(pair, segment.index);
            const length =
              pair.target.text.length +
              (made === null ? 0 : made.text.length - made.span.end + made.span.start);
            assert.ok(to >= 0 && to <= length);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the line ends of the target', () => {
    const source = parse('# One\n\nTwo.\n\n```\ncode\n```\n\nThree.\n', 'en');
    const target = parse('# Eins\r\n\r\nZwei.\r\n', 'de');
    const { edit: made, caret } = placeFor(mapSegments(source, target), 2);
    assert.deepEqual(made, {
      span: { start: 15, end: 17 },
      text: '\r\n\r\n```\r\ncode\r\n```\r\n\r\n\r\n',
    });
    assert.equal(caret, 15 + 4 + 5 + 6 + 5 + 2);
  });

  it('finds the segment of a place in the source', () => {
    const pair = mapSegments(parse('# One\n\nTwo is here. Three is here.\n', 'en'), parse('', 'de'));
    const at = (offset: number) => segmentAt(pair, 'source', offset)?.index ?? null;
    assert.deepEqual([0, 5, 6, 7, 19, 20, 36].map(at), [0, 0, null, 1, 1, 2, null]);
  });

  it('aligns a hundred sentences in one paragraph, and thousands in a band', () => {
    for (const count of [100, 3000]) {
      const list = Array.from({ length: count }, (_, i) => `The sentence with ${i * 17} words is this one.`);
      const source = parse(list.join(' '), 'en');
      const target = parse(
        list
          .slice(0, count - 5)
          .map(translate)
          .join(' '),
        'de',
      );
      const pair = mapSegments(source, target);
      assert.equal(pair.segments.length, count);
      assert.equal(pair.segments.filter((segment) => segment.target === null).length, 5);
    }
  });

  it('finds its way in large documents by anchors and a moving window', () => {
    const list = Array.from(
      { length: 2500 },
      (_, i) => `Paragraph ${i % 40} is ${'very '.repeat((i * 7) % 11)}good.`,
    );
    const source = parse(list.join('\n\n'), 'en');
    const kept = list.filter((_, i) => i < 700 || (i > 760 && i < 2000));
    const pair = mapSegments(source, parse(kept.map(translate).join('\n\n'), 'de'));
    const right = kept.filter((text, j) => list[pair.sourceBlockOf[j]!] === text).length;
    assert.ok(right > kept.length - 60, `${right} of ${kept.length}`);
  });
});
