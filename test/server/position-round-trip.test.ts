/**
 * Positions there and back through the real server: random Unicode (emoji, combining marks, right-to-left text, every
 * line ending) is opened and edited at random; the ranges of the segment table must point at exactly the sentences
 * that reading the final texts from scratch finds, and every caret must find the segment it stands in.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { splitSentences } from '../../models/text/sentence-segmenter.js';
import {
  type Range,
  SEGMENT_AT_METHOD,
  SEGMENTS_METHOD,
  SET_PAIR_METHOD,
  type SegmentAtResult,
  type SegmentsResult,
} from '../../server/protocol/messages.js';
import { parseDocument } from '../../server/src/formats/parse-document.js';
import { LspHarness, type OpenDocument } from '../support/lsp-harness.js';
import { offsetAt, positionAt } from '../support/marker-fixture.js';

const WORDS =
  'Ein Satz. |Noch einer! |wort |😀|👩‍👩‍👧 |e\u0301 |שלום עולם. |مرحبا |漢字。|𝒳. |\u00a0|. '.split('|');
const MARKUP = ['\n', '\r\n', '\r', '\n\n', '\r\n\r\n', '# ', '- ', '> ', '`x` ', '**b** ', '\t'];
const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...WORDS, ...MARKUP), { maxLength }).map((pieces) => pieces.join(''));

const anyEdit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.double({ min: 0, max: 0.3, noNaN: true }),
  text: anyText(4),
});
const anyDocument = fc.record({ text: anyText(30), edits: fc.array(anyEdit, { maxLength: 5 }) });

function applyEdits(
  document: OpenDocument,
  edits: readonly { at: number; length: number; text: string }[],
): void {
  for (const { at, length, text } of edits) {
    const size = document.text.length;
    const start = positionAt(document.text, Math.floor(at * size));
    const end = positionAt(document.text, Math.min(size, Math.floor((at + length) * size)));
    document.replace({ start, end }, text);
  }
}

interface Sentences {
  readonly all: readonly { readonly start: number; readonly end: number }[];
  /** Where segments may start and end; an empty block is a segment's place too. */
  readonly starts: ReadonlySet<number>;
  readonly ends: ReadonlySet<number>;
}

/** Sentences of a text read from scratch. */
function sentencesOf(text: string, language: string): Sentences {
  const { blocks } = parseDocument(text, { format: 'markdown', language, splitSentences });
  const all = blocks.flatMap((block) => block.sentences);
  const places = blocks.map(({ span }) => span.start);
  return {
    all,
    starts: new Set([...all.map(({ start }) => start), ...places]),
    ends: new Set([...all.map(({ end }) => end), ...places]),
  };
}

function offsets(text: string, range: Range): [number, number] {
  return [offsetAt(text, range.start), offsetAt(text, range.end)];
}

/** The spans of ranges, which must be in order and bounded by sentences. */
function checkedSpans(text: string, ranges: readonly Range[], sentences: Sentences): [number, number][] {
  const spans = ranges.map((range) => offsets(text, range));
  for (const [i, [start, end]] of spans.entries()) {
    const where = `${start}-${end} of ${JSON.stringify(text)}`;
    assert.ok(sentences.starts.has(start) && sentences.ends.has(end), where);
    assert.ok(i === 0 || start >= spans[i - 1][1], where);
  }
  return spans;
}

describe('positions through the server', () => {
  it('mean the same text on both sides, after any edits', async () => {
    const server = await LspHarness.start({ ignore: ['enface/segmentsChanged', 'enface/memoryStatus'] });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(anyDocument, anyDocument, async (first, second) => {
        run++;
        const source = server.open(`${run}.md`, first.text);
        const target = server.open(`${run}-target.md`, second.text);
        const languages = { sourceLanguage: 'en', targetLanguage: 'de' };
        await server.request(SET_PAIR_METHOD, { sourceUri: source.uri, targetUri: target.uri, ...languages });
        applyEdits(source, first.edits);
        applyEdits(target, second.edits);
        await checkTable(server, source, target);
        await source.close();
        await target.close();
      }),
      { numRuns: 100 },
    );
    await server.stop();
  });

  async function checkTable(server: LspHarness, source: OpenDocument, target: OpenDocument): Promise<void> {
    const table = await server.request<SegmentsResult>(SEGMENTS_METHOD, { targetUri: target.uri });
    assert.deepEqual([table.sourceVersion, table.targetVersion], [source.version, target.version]);
    const sentences = sentencesOf(source.text, 'en');
    const sources = checkedSpans(
      source.text,
      table.segments.map((row) => row.source),
      sentences,
    );
    for (const { start, end } of sentences.all) {
      const holders = sources.filter(([from, to]) => from <= start && end <= to);
      assert.equal(holders.length, 1, `${start}-${end} is in one segment of ${JSON.stringify(source.text)}`);
    }
    const written = table.segments.filter((row) => row.target !== null);
    const ranges = written.map((row) => row.target as Range);
    const targets = checkedSpans(target.text, ranges, sentencesOf(target.text, 'de'));
    for (const [i, [start, end]] of targets.entries()) {
      // On the border of two sentences that touch, the caret belongs to either.
      if (end - start < 2) continue;
      const position = positionAt(target.text, start + 1);
      const params = { targetUri: target.uri, position };
      const found = await server.request<SegmentAtResult | null>(SEGMENT_AT_METHOD, params);
      assert.equal(found?.segment, written[i].index);
    }
  }

  it('survive a carriage return that an edit puts before a line feed', async () => {
    const server = await LspHarness.start({
      files: { 'text.md': 'One.\n\nTwo.\n' },
      ignore: ['enface/memoryStatus'],
    });
    const target = server.open('text.de.md', '$0\n\nEins.\n\nZwei.\n');
    await server.request(SEGMENTS_METHOD, { targetUri: target.uri });
    target.type('\r');
    await server.next('enface/segmentsChanged');
    const table = await server.request<SegmentsResult>(SEGMENTS_METHOD, { targetUri: target.uri });
    assert.deepEqual(
      table.segments.map((row) => row.target?.start),
      [
        { line: 2, character: 0 },
        { line: 4, character: 0 },
      ],
    );
    await server.stop();
  });
});
