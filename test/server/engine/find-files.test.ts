import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFiles, isWanted } from '../../../server/src/engine/find-files.js';
import { writeWorkspaceFile } from '../../support/lsp-harness.js';

describe('finding files', () => {
  let root: string;
  before(() => {
    root = mkdtempSync(path.join(os.tmpdir(), 'enface-find-'));
    const files = [
      'a.tmx',
      'tm/b.tmx',
      'tm/deep/c.tmx',
      'tm/notes.txt',
      '.enface/memory.tmx',
      'node_modules/x/d.tmx',
      '.git/e.tmx',
      'beside/f.tmx',
    ];
    for (const file of files) writeWorkspaceFile(root, `ws/${file}`, '');
    writeWorkspaceFile(root, 'shared/g.tmx', '');
    symlinkSync(path.join(root, 'ws'), path.join(root, 'ws/loop'));
    symlinkSync(path.join(root, 'shared/g.tmx'), path.join(root, 'ws/beside/link.tmx'));
  });
  after(() => rmSync(root, { recursive: true }));

  const cases: [name: string, patterns: string[], expected: string[]][] = [
    [
      'everywhere but in packages and histories, and not in circles',
      ['**/*.tmx'],
      ['.enface/memory.tmx', 'a.tmx', 'beside/f.tmx', 'beside/link.tmx', 'tm/b.tmx', 'tm/deep/c.tmx'],
    ],
    ['in one folder', ['tm/*.tmx'], ['tm/b.tmx']],
    ['below one folder', ['tm/**'], ['tm/b.tmx', 'tm/deep/c.tmx', 'tm/notes.txt']],
    ['by name', ['a.tmx', 'missing.tmx', 'tm'], ['a.tmx']],
    ['beside the folder', ['../shared/*.tmx'], ['../shared/g.tmx']],
    ['each once', ['*.tmx', 'a.tmx', '**/a.tmx'], ['a.tmx']],
    ['nowhere', ['nowhere/**/*.tmx'], []],
  ];
  for (const [name, patterns, expected] of cases) {
    it(name, async () => {
      const folder = path.join(root, 'ws');
      const found = await findFiles(folder, patterns);
      const relative = found.map((file) => path.relative(folder, file).split(path.sep).join('/'));
      assert.deepEqual(relative.sort(), [...expected].sort());
      for (const file of found) assert.ok(isWanted(folder, patterns, file), file);
    });
  }

  it('by absolute patterns, with or without a folder', async () => {
    const file = path.join(root, 'shared/g.tmx');
    for (const pattern of [file, path.join(root, 'shared/*.tmx')]) {
      assert.deepEqual(await findFiles(null, [pattern, '**/*.tmx']), [file]);
      assert.deepEqual(await findFiles(path.join(root, 'ws/tm/deep'), [pattern]), [file]);
      assert.ok(isWanted(null, [pattern], file));
    }
  });

  it('and knows what it would not find', () => {
    const folder = path.join(root, 'ws');
    const unwanted = ['node_modules/new.tmx', '.git/new.tmx', '../other/new.tmx', 'tm/new.txt'];
    for (const file of unwanted) assert.ok(!isWanted(folder, ['**/*.tmx'], path.join(folder, file)), file);
    assert.ok(isWanted(folder, ['**/*.tmx'], path.join(folder, 'not/there/yet.tmx')));
  });
});
