/** The workspace of `npm start`: what people typed there stays, what they left alone follows the repository. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { REPOSITORY } from '../support/repository.js';
import { importScript } from '../support/scripts.js';

interface SampleModule {
  prepareSample(options: { home: string; fresh?: boolean; note?: (text: string) => void }): Promise<string>;
}

const SOURCE = path.join('docs', 'en', 'getting-started.md');
const TARGET = path.join('docs', 'de', 'getting-started.md');

describe('sample workspace', () => {
  let sample: SampleModule;
  let home: string;

  before(async () => {
    sample = await importScript<SampleModule>('prepare-sample.mjs');
  });
  beforeEach(() => {
    home = mkdtempSync(path.join(os.tmpdir(), 'enface-sample-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const original = (name: string) => readFileSync(path.join(REPOSITORY, 'samples', name), 'utf8');

  it('is a copy of samples', async () => {
    const workspace = await sample.prepareSample({ home });
    assert.equal(readFileSync(path.join(workspace, SOURCE), 'utf8'), original(SOURCE));
    assert.equal(
      readFileSync(path.join(workspace, '.vscode', 'settings.json'), 'utf8').includes('enface.pairs'),
      true,
    );
  });

  it('keeps what was typed and says so', async () => {
    const workspace = await sample.prepareSample({ home });
    writeFileSync(path.join(workspace, TARGET), 'mine');
    const notes: string[] = [];
    await sample.prepareSample({ home, note: (text) => notes.push(text) });
    assert.equal(readFileSync(path.join(workspace, TARGET), 'utf8'), 'mine');
    assert.match(notes.join(), /getting-started\.md/);
  });

  it('brings a file up to date that was left alone', async () => {
    const workspace = await sample.prepareSample({ home });
    // As if an older version of the repository had been copied: file and record agree, the repository moved on.
    const record = path.join(home, 'enface-sample.json');
    const { createHash } = await import('node:crypto');
    writeFileSync(path.join(workspace, SOURCE), 'older');
    const hashes = JSON.parse(readFileSync(record, 'utf8'));
    hashes[SOURCE] = createHash('sha256').update('older').digest('hex');
    writeFileSync(record, JSON.stringify(hashes));
    await sample.prepareSample({ home });
    assert.equal(readFileSync(path.join(workspace, SOURCE), 'utf8'), original(SOURCE));
  });

  it('starts over when asked to', async () => {
    const workspace = await sample.prepareSample({ home });
    writeFileSync(path.join(workspace, TARGET), 'mine');
    await sample.prepareSample({ home, fresh: true });
    assert.equal(readFileSync(path.join(workspace, TARGET), 'utf8'), original(TARGET));
  });
});
