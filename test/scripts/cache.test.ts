/** Where the cache is on each platform, and that a lock lets one process in at a time. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { REPOSITORY } from '../support/repository.js';
import { importScript } from '../support/scripts.js';

interface CacheModule {
  cacheFolder(env: Record<string, string>, platform: string, home: string): string;
  withLock<T>(file: string, work: () => Promise<T>, onWait?: () => void): Promise<T>;
}

describe('cache', () => {
  let cache: CacheModule;
  let folder: string;

  before(async () => {
    cache = await importScript<CacheModule>('cache.mjs');
  });
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'enface-cache-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("is in the platform's usual place unless one is named", () => {
    const on = (platform: string, env: Record<string, string> = {}) =>
      cache.cacheFolder(env, platform, '/home/ada');
    assert.equal(on('linux'), path.join('/home/ada', '.cache', 'enface'));
    assert.equal(on('linux', { XDG_CACHE_HOME: '/var/tmp' }), path.join('/var/tmp', 'enface'));
    assert.equal(on('darwin'), path.join('/home/ada', 'Library', 'Caches', 'enface'));
    assert.equal(on('win32', { LOCALAPPDATA: '/local' }), path.join('/local', 'enface', 'Cache'));
    assert.equal(on('win32', { ENFACE_CACHE: '/x' }), path.resolve('/x'));
  });

  it('lets one process after the other through a lock', async () => {
    const trace = path.join(folder, 'trace.txt');
    const script = path.join(folder, 'worker.mjs');
    writeFileSync(
      script,
      `import { appendFileSync } from 'node:fs';
       import { withLock } from ${JSON.stringify(pathToFileURL(path.join(REPOSITORY, 'scripts/lib/cache.mjs')).href)};
       await withLock(${JSON.stringify(path.join(folder, 'lock'))}, async () => {
         appendFileSync(${JSON.stringify(trace)}, 'in ');
         await new Promise((resolve) => setTimeout(resolve, 30));
         appendFileSync(${JSON.stringify(trace)}, 'out ');
       });`,
    );
    const ended = Array.from({ length: 4 }, () => {
      const child = spawn(process.execPath, [script], { stdio: 'inherit' });
      return new Promise((resolve) => child.on('exit', resolve));
    });
    assert.deepEqual(await Promise.all(ended), [0, 0, 0, 0]);
    assert.equal(readFileSync(trace, 'utf8'), 'in out '.repeat(4));
    assert.equal(existsSync(path.join(folder, 'lock')), false);
  });

  it('takes over the lock of a process that died', async () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    writeFileSync(path.join(folder, 'lock'), String(dead));
    let waited = false;
    const result = await cache.withLock(
      path.join(folder, 'lock'),
      async () => 'done',
      () => {
        waited = true;
      },
    );
    assert.deepEqual([result, waited], ['done', false]);
  });

  it('frees the lock when the work fails', async () => {
    const lock = path.join(folder, 'lock');
    await assert.rejects(
      cache.withLock(lock, async () => {
        throw new Error('no');
      }),
      /no/,
    );
    assert.equal(existsSync(lock), false);
  });
});
