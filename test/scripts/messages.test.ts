/** What a newcomer reads when the commands cannot do their work. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { REPOSITORY } from '../support/repository.js';
import { importScript } from '../support/scripts.js';

interface ShellModule {
  checkNode(version: string): void;
  explainNpm(what: string, output: string): string;
}

describe('messages of the commands', () => {
  let shell: ShellModule;

  before(async () => {
    shell = await importScript<ShellModule>('shell.mjs');
  });

  it('name the Node that is needed', () => {
    assert.throws(() => shell.checkNode('18.20.4'), /needs Node 20\.19 or newer; this is Node 18\.20\.4/);
    assert.throws(() => shell.checkNode('20.18.0'), /20\.19/);
    for (const version of ['20.19.0', '22.1.0', '24.0.0']) shell.checkNode(version);
  });

  it('say why npm failed', () => {
    const why = (code: string) => shell.explainNpm('It failed', `npm error code ${code}\nnpm error more`);
    assert.match(why('ENOTFOUND'), /^It failed: .*is this machine online\?/);
    assert.match(why('ENOSPC'), /the disk is full/);
    assert.match(why('EACCES'), /cannot be written to/);
    assert.match(why('E404'), /npm reported an error\.\nnpm error code E404/);
  });

  it('explain an install of VS Code without a network, which leaves nothing behind', function () {
    this.timeout(60_000);
    const cache = mkdtempSync(path.join(os.tmpdir(), 'enface-offline-'));
    try {
      const script =
        "import('./scripts/lib/vscode.mjs').then((m) => m.ensureVscode()).catch((e) => console.log(e.message))";
      const { stdout } = spawnSync(process.execPath, ['-e', script], {
        cwd: REPOSITORY,
        encoding: 'utf8',
        env: {
          ...process.env,
          ENFACE_CACHE: cache,
          npm_config_registry: 'http://127.0.0.1:9/',
          npm_config_cache: path.join(cache, 'npm'),
          npm_config_fetch_retries: '0',
        },
      });
      assert.match(stdout, /^VS Code could not be installed: the npm registry could not be reached/);
      assert.match(stdout, /ENFACE_CODE=code npm start/);
      assert.deepEqual(
        readdirSync(cache).filter((name) => name.startsWith('vscode')),
        [],
      );
    } finally {
      rmSync(cache, { recursive: true, force: true });
    }
  });

  it('show the options and refuse wrong ones', () => {
    const run = (script: string, ...args: string[]) => {
      const file = path.join(REPOSITORY, 'scripts', script);
      return spawnSync(process.execPath, [file, ...args], { encoding: 'utf8', cwd: os.tmpdir() });
    };
    assert.match(run('start.mjs', '--help').stdout, /--fresh[\s\S]*--port[\s\S]*ENFACE_CODE/);
    assert.match(run('start.mjs', '--port', 'x').stderr, /--port needs a number/);
    assert.match(run('start.mjs', '--nonsense').stderr, /--nonsense/);
    assert.match(run('test.mjs', '--help').stdout, /--only[\s\S]*--grep/);
    assert.match(run('test.mjs', '--only', 'x').stderr, /There is no suite x/);
    assert.deepEqual([run('test.mjs', '--only', 'x').status, run('start.mjs', '--help').status], [1, 0]);
  });
});
