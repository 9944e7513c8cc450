/** What a newcomer sees after `npm start`, as tests for a clone of the repository. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser, vscodeSetup } from '../support/vscode-setup.js';
import { NpmStart } from './npm-start.js';
import { Workbench } from './workbench.js';

/** Long enough for an install of all packages on a slow machine. */
const START_MILLISECONDS = 300_000;

export function itStartsForANewcomer(clone: () => string): void {
  let folder: string;
  let started: NpmStart;
  let browser: Browser | undefined;
  let workbench: Workbench;
  let address: string;

  before(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'enface-n-'));
    started = new NpmStart(clone(), folder);
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      await workbench?.screenshot(this.currentTest.fullTitle()).catch(() => {});
    }
  });

  after(async function () {
    this.timeout(30_000);
    await browser?.close();
    started.interrupt();
    await started.ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('prints an address of this machine alone, last', async function () {
    this.timeout(START_MILLISECONDS);
    address = await started.address;
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\//);
    assert.match(started.output, /Enface is ready: \S+\n$/);
  });

  it('opens the sample document side by side with its translation', async () => {
    const setup = vscodeSetup();
    browser = await launchBrowser(setup.browser);
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    workbench = new Workbench(page, {
      folder,
      vscodePid: 0,
      screenshots: path.join(setup.artifacts, 'screenshots'),
    });
    await page.goto(address);
    await workbench.ready();
    await workbench.waitForEditors(['getting-started.md', 'getting-started.md']);
    await workbench.waitForText(/On Linux, you can also install/, workbench.editor(0));
    await workbench.waitForText(/Unter Linux können Sie/, workbench.editor(1));
    await workbench.statusItem(/en → de \d+\/\d+/);
  });

  it('completes what is typed of the next sentence, and Tab accepts it', async () => {
    await workbench.press('Control+Alt+PageDown');
    await workbench.waitForDecorated('enface.currentSegmentBackground', /^Sign in/, workbench.editor(0));
    await workbench.type('Im Konto anmelden');
    await workbench.press('Alt+PageDown');
    await workbench.waitForGhostText(/^Melden Sie/);
    await workbench.type('Melden Sie sich');
    // The memory has the sentence with an e-mail address; only the model can put the user name in.
    await workbench.waitForGhostText(/^ mit Ihrem Benutzer/);
    await workbench.screenshot('newcomer');
    await workbench.press('Tab');
    await workbench.waitForText(/^Melden Sie sich mit Ihrem Benutzer[\s\S]*Kennwort/m);
  });

  it('stops everything on Ctrl+C', async () => {
    assert.ok(processesNaming(folder).length > 0, 'Nothing of VS Code was seen running');
    started.interrupt();
    await started.ended;
    await assert.rejects(fetch(address), 'The server still answers');
    assert.deepEqual(processesNaming(folder), []);
    assert.deepEqual(readdirSync(path.join(folder, 't')), []);
  });
}

/** Command lines of the running processes that name a folder. */
function processesNaming(folder: string): string[] {
  const lines = execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(folder) && !/^\S*chrom/.test(line));
}
