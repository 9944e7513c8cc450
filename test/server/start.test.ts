/** The server starts, answers and ends over every transport, as program and as command. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LspHarness } from '../support/lsp-harness.js';
import { REPOSITORY } from '../support/repository.js';

describe('starting the server', () => {
  for (const transport of ['stdio', 'ipc', 'pipe'] as const) {
    it(`speaks over ${transport}`, async () => {
      const server = await LspHarness.start({ transport });
      assert.equal(server.initialized.serverInfo?.name, 'enface');
      assert.equal(server.initialized.capabilities.positionEncoding, 'utf-16');
      await server.stop();
    });
  }

  it('is the command "enface serve"', async () => {
    const server = await LspHarness.start({ program: 'dist/cli.js', args: ['serve'] });
    assert.equal(server.initialized.serverInfo?.name, 'enface');
    await server.stop();
  });

  it('tells once about settings that make no sense, and uses the defaults', async () => {
    const server = await LspHarness.start({ settings: { memory: { minimumMatch: 'much' } } });
    const { message } = await server.next<{ message: string }>('window/showMessage');
    assert.match(message, /"enface\.memory\.minimumMatch" must be a number between 30 and 100/);
    await server.stop();
  });
});

describe('the enface command', () => {
  const cli = path.join(REPOSITORY, 'dist/cli.js');
  const enface = (...args: string[]) => spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8' });

  it('ends quietly when nobody reads its output any more', async () => {
    const program = spawn(process.execPath, [cli, 'help', 'train'], { stdio: ['ignore', 'pipe', 'pipe'] });
    program.stdout.destroy();
    let complaints = '';
    program.stderr.on('data', (chunk) => {
      complaints += chunk;
    });
    const [code] = await once(program, 'close');
    assert.deepEqual([code, complaints], [0, '']);
  });

  it('lists its commands', () => {
    const { status, stdout } = enface('--help');
    assert.equal(status, 0);
    assert.match(stdout, /^ {2}serve\b.*language server$/m);
  });

  it('explains a command', () => {
    assert.match(enface('help', 'serve').stdout, /--stdio/);
    assert.equal(enface('serve', '--help').stdout, enface('help', 'serve').stdout);
  });

  it('prints the version of the package', () => {
    const { version } = JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8'));
    assert.equal(enface('--version').stdout.trim(), version);
  });

  it('says what is wrong with a command line', () => {
    for (const args of [['fly'], ['help', 'fly'], ['serve'], ['serve', '--smoke']]) {
      const { status, stdout, stderr } = enface(...args);
      assert.equal(status, 2, args.join(' '));
      assert.equal(stdout, '');
      assert.match(stderr, /^[^\n]+See "enface --help"\.\n$/);
    }
  });
});
