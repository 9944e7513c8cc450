/**
 * One VS Code server and one page for a whole `describe`: call `useWorkbench` inside it and use the returned function
 * in the tests. The workspace is a temporary copy of samples/, so tests may write what they like. When a test fails,
 * its screenshot, the browser's console and the server's log are kept under .artifacts/.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { REPOSITORY } from '../support/repository.js';
import { launchBrowser, startVscode, type VscodeServer, vscodeSetup } from '../support/vscode-setup.js';
import { Workbench } from './workbench.js';

export interface SessionOptions {
  /** User settings on top of the quiet ones every start gets. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Changes the copied workspace before VS Code opens it. */
  readonly prepare?: (workspace: string) => void;
  /** Keys of the user, for commands that no menu shows. */
  readonly keybindings?: readonly object[];
  /** Environment of the server and of everything below it. */
  readonly env?: Readonly<Record<string, string>>;
}

export function useWorkbench(options: SessionOptions = {}): () => Workbench {
  const setup = vscodeSetup();
  let home: string;
  let server: VscodeServer | undefined;
  let browser: Browser | undefined;
  let workbench: Workbench | undefined;
  const console: string[] = [];

  before(async function () {
    this.timeout(120_000);
    home = mkdtempSync(path.join(os.tmpdir(), 'enface-test-'));
    const folder = path.join(home, 'workspace');
    cpSync(path.join(REPOSITORY, 'samples'), folder, { recursive: true });
    options.prepare?.(folder);
    // Own settings and state, but the extension that was installed once for all suites.
    const data = path.join(home, 'data');
    mkdirSync(data);
    symlinkSync(path.join(setup.data, 'extensions'), path.join(data, 'extensions'), 'junction');
    const { settings, env, keybindings } = options;
    if (keybindings !== undefined) {
      const user = path.join(data, 'user-data', 'User');
      mkdirSync(user, { recursive: true });
      writeFileSync(path.join(user, 'keybindings.json'), JSON.stringify(keybindings));
    }
    server = await startVscode({
      serverMain: setup.serverMain,
      data,
      folder,
      // The offer comes when it comes; tests that are about it turn it on.
      settings: { 'enface.model.offerTraining': false, ...settings },
      env,
    });
    browser = await launchBrowser(setup.browser);
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    page.on('console', (message) => console.push(`${message.type()}: ${message.text()}`));
    workbench = new Workbench(page, {
      folder,
      vscodePid: server.pid,
      screenshots: path.join(setup.artifacts, 'screenshots'),
    });
    await page.goto(server.address);
    await workbench.ready();
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await keepEvidence(this.currentTest.fullTitle());
  });

  after(async function () {
    this.timeout(30_000);
    // A failing `before` hook has no afterEach.
    if (this.test?.parent?.tests.every((test) => test.state === undefined)) {
      await keepEvidence(this.test.parent.fullTitle());
    }
    try {
      await browser?.close();
    } finally {
      await server?.stop();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    }
  });

  async function keepEvidence(title: string): Promise<void> {
    await workbench?.screenshot(title).catch(() => {}); // the page itself may be what failed
    const folder = path.join(setup.artifacts, 'logs');
    mkdirSync(folder, { recursive: true });
    const text = `# browser console\n${console.join('\n')}\n\n# server\n${server?.log() ?? 'did not start'}\n`;
    writeFileSync(path.join(folder, `${fileName(title)}.log`), text);
  }

  return () => {
    if (workbench === undefined) throw new Error('The workbench is used before it was opened.');
    return workbench;
  };
}

export function fileName(title: string): string {
  return title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 120);
}
