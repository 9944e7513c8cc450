import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBundle } from '../../models/search/model-bundle.js';
import { readModelFile } from '../../server/src/training/model-file.js';
import { REPOSITORY } from '../support/repository.js';
import { importScript } from '../support/scripts.js';

interface SampleModels {
  trainSampleModels(options: { workspace: string; note?: (text: string) => void }): Promise<string[]>;
}

describe('models of the sample workspace', function () {
  this.timeout(60_000);
  const workspace = mkdtempSync(path.join(tmpdir(), 'enface-sample-'));
  const memory = path.join(workspace, 'memory', 'en-fr.tmx');
  const notes: string[] = [];
  let train: () => Promise<string[]>;

  before(async () => {
    const { trainSampleModels } = await importScript<SampleModels>('sample-models.mjs');
    train = () => trainSampleModels({ workspace, note: (text) => notes.push(text) });
    mkdirSync(path.dirname(memory));
    copyFileSync(path.join(REPOSITORY, 'samples/memory/en-fr.tmx'), memory);
    writeFileSync(path.join(workspace, 'memory', 'notes.txt'), 'no memory');
  });
  after(() => rmSync(workspace, { recursive: true, force: true }));

  it('are trained once, and again when their memory changed', async () => {
    assert.deepEqual(await train(), ['en-fr.enface']);
    assert.match(notes.join(), /training the model en → fr/);
    const { metadata } = openBundle(await readModelFile(path.join(workspace, '.enface/en-fr.enface')));
    assert.equal(metadata.target.language, 'fr');
    assert.deepEqual(await train(), []);
    mkdirSync(path.join(workspace, 'memory', 'en-fr'));
    copyFileSync(memory, path.join(workspace, 'memory', 'en-fr', 'more.tmx'));
    assert.deepEqual(await train(), ['en-fr.enface'], 'a further memory counts');
    writeFileSync(memory, readFileSync(memory, 'utf8').replace('</body>', '<!-- changed --></body>'));
    assert.deepEqual(await train(), ['en-fr.enface']);
  });

  it('are done without when training fails', async () => {
    writeFileSync(path.join(workspace, 'memory', 'en-it.tmx'), 'no memory either');
    assert.deepEqual(await train(), []);
    assert.match(notes.at(-1) ?? '', /did not work, so there is no model: en-it\.tmx/);
    assert.equal(existsSync(path.join(workspace, '.enface/en-it.enface')), false);
  });
});
