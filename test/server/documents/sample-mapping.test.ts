/** The sample documents as they are: every segment of the finished translation finds its source. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { mapSegments } from '../../../server/src/documents/segment-mapper.js';
import { parseDocument } from '../../../server/src/formats/parse-document.js';
import { REPOSITORY } from '../../support/repository.js';

function parse(file: string, language: string) {
  const text = readFileSync(path.join(REPOSITORY, 'samples', file), 'utf8');
  return parseDocument(text, { format: 'markdown', language });
}

describe('mapping of the samples', () => {
  for (const [name, language] of [
    ['getting-started', 'de'],
    ['quarterly-report', 'fr'],
  ]) {
    it(`${name} in ${language}: one target for every source, also with numbers grouped by blanks`, () => {
      const pair = mapSegments(
        parse(`docs/en/${name}.md`, 'en'),
        parse(`reference/${name}.${language}.md`, language),
      );
      const missing = pair.segments.filter(({ target }) => target === null);
      assert.equal(missing.length, 0);
      assert.ok(pair.segments.every(({ sentenceCount }) => sentenceCount === 1));
      assert.ok(pair.segments.length >= 70);
    });
  }
});
