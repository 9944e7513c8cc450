/** `ENFACE_CODE`: which command line the user's own VS Code is started with, and that stopping ends it. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { REPOSITORY } from '../support/repository.js';
import { importScript } from '../support/scripts.js';

interface DesktopModule {
  startDesktopCode(options: { program: string; data: string; folder: string }): {
    ended: Promise<unknown>;
    stop(): Promise<void>;
  };
}

/** Like `code --wait`: notes its arguments and its process id, and stays until it is ended. */
const FAKE_CODE = `#!${process.execPath}
const { renameSync, writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
writeFileSync(args[args.indexOf('--user-data-dir') + 1] + '/code.lock', String(process.pid));
writeFileSync(__dirname + '/arguments.tmp', JSON.stringify(args));
renameSync(__dirname + '/arguments.tmp', __dirname + '/arguments.json');
setInterval(() => {}, 1000);
`;

describe('desktop VS Code', () => {
  let desktop: DesktopModule;
  let folder: string;

  before(async () => {
    desktop = await importScript<DesktopModule>('desktop-code.mjs');
    folder = mkdtempSync(path.join(os.tmpdir(), 'enface-code-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('gets the extension, a setup of its own and the workspace, and ends when told to', async () => {
    const program = path.join(folder, 'code');
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "commonjs" }'); // whatever a folder above says
    writeFileSync(program, FAKE_CODE);
    chmodSync(program, 0o755);
    const data = path.join(folder, 'data');
    const code = desktop.startDesktopCode({ program, data, folder: '/workspace' });
    const noted = path.join(folder, 'arguments.json');
    let over = false;
    void code.ended.finally(() => {
      over = true;
    });
    while (!over && !existsSync(noted)) await pause(10);
    assert.equal(over, false, 'The program ended by itself');
    const args: string[] = JSON.parse(readFileSync(noted, 'utf8'));
    assert.ok(args.includes(`--extensionDevelopmentPath=${REPOSITORY}`));
    assert.ok(args.includes('--wait'));
    assert.equal(args[args.indexOf('--extensions-dir') + 1], path.join(data, 'extensions'));
    assert.equal(args.at(-1), '/workspace');
    await code.stop();
    await code.ended;
  });

  it('says so when there is no such program', () => {
    assert.throws(
      () => desktop.startDesktopCode({ program: 'no-such-code', data: folder, folder }),
      /ENFACE_CODE names no-such-code, which is not on the path/,
    );
  });
});
