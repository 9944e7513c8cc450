/** The promise to a newcomer: `git clone`, `npm start`, type. Everything but the shared VS Code is made anew. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { REPOSITORY } from '../../support/repository.js';
import { itStartsForANewcomer } from '../newcomer.js';

describe('fresh clone', () => {
  let folder: string;
  let clone: string;

  before(function () {
    this.timeout(60_000);
    folder = mkdtempSync(path.join(os.tmpdir(), 'enface-clone-'));
    clone = path.join(folder, 'Übersetzungen & mehr'); // people have such folders
    const { status, stderr } = spawnSync('git', ['clone', '--quiet', REPOSITORY, clone], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`git clone failed: ${stderr}`);
  });
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

  itStartsForANewcomer(() => clone);
});
