/**
 * Scenarios of a translator at work: each file of test/fixtures/segments has a source, a target with the caret
 * `$0`, and what is expected: the segments, the place at the caret, and how the target looks after the caret went
 * to the place of the next untranslated segment. With further parts `target 2 …` the target is edited, and the
 * mapping of the version before is handed on. `UPDATE_EXPECT=1` rewrites the expectations.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { placeFor } from '../../../server/src/documents/place.js';
import type { BlockDocument, DocumentPair } from '../../../server/src/documents/segment.js';
import { targetPlaceAt } from '../../../server/src/documents/segment-at.js';
import { mapSegments } from '../../../server/src/documents/segment-mapper.js';
import { segmentText } from '../../../server/src/formats/logical-text.js';
import { parseDocument } from '../../../server/src/formats/parse-document.js';
import { MARK, parseMarked } from '../../support/marker-fixture.js';
import { REPOSITORY } from '../../support/repository.js';
import { formatArchive, parseArchive } from '../../support/text-archive.js';

const FOLDER = path.join(REPOSITORY, 'test/fixtures/segments');

function showPair(pair: DocumentPair, caret: number): string {
  const read = (document: BlockDocument, span: { start: number; end: number }) =>
    segmentText(document, span).text;
  const rows = pair.segments.map(({ source, target }) => {
    const right = target === null ? '∅' : `“${read(pair.target, target)}”`;
    return `“${read(pair.source, source)}” → ${right}`;
  });
  const strays = pair.target.blocks
    .filter((_, i) => pair.sourceBlockOf[i] === -1)
    .map((block) => `∅ → “${read(pair.target, block.span)}”`);
  const at = targetPlaceAt(pair, caret);
  const place =
    at === null
      ? 'none'
      : `segment ${at.segment.index}, “${read(pair.target, at.span)}”${at.lead === '' ? '' : `, lead “${at.lead}”`}`;
  return [...rows, ...strays, `caret: ${place}`, ''].join('\n');
}

function showPlaced(pair: DocumentPair): string {
  const open = pair.segments.find(({ target }) => target === null);
  if (open === undefined) return 'all have a place\n';
  const { edit, caret } = placeFor(pair, open.index);
  const text =
    edit === null
      ? pair.target.text
      : pair.target.text.slice(0, edit.span.start) + edit.text + pair.target.text.slice(edit.span.end);
  return text.slice(0, caret) + MARK + text.slice(caret);
}

describe('segments', () => {
  for (const file of readdirSync(FOLDER)) {
    it(file.replace('.txt', '').replaceAll('-', ' '), () => {
      const name = path.join(FOLDER, file);
      const parts = parseArchive(readFileSync(name, 'utf8'));
      const format = parts.has('source.txt') ? 'plain-text' : 'markdown';
      const sourceText = parts.get('source.txt') ?? parts.get('source') ?? '';
      const source = parseDocument(sourceText, { format, language: 'en' });
      const language = parts.get('language')?.trim() ?? 'de';
      const actual = new Map<string, string>();
      let pair: DocumentPair | null = null;
      for (const [part, text] of parts) {
        if (!part.startsWith('target')) {
          if (!part.startsWith('expect') && !part.startsWith('placed')) actual.set(part, text);
          continue;
        }
        const marked = parseMarked(text);
        const target: BlockDocument = parseDocument(marked.text, { format, language }, pair?.target);
        pair = mapSegments(source, target, pair);
        const step = part.slice('target'.length);
        actual.set(part, text);
        actual.set(`expect${step}`, showPair(pair, marked.offset));
        if (parts.has(`placed${step}`)) actual.set(`placed${step}`, showPlaced(pair));
      }
      if (process.env.UPDATE_EXPECT === '1') writeFileSync(name, formatArchive(actual));
      assert.equal(formatArchive(actual), readFileSync(name, 'utf8'));
    });
  }
});
