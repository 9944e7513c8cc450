// Runs mocha inside the extension host of a real VS Code: bundles test/exthost, opens a page whose workbench loads
// the extension from this folder and the tests into it, and waits for the exit code the tests report.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { build } from 'esbuild';
import { launchBrowser } from './browser.mjs';
import { ROOT } from './shell.mjs';
import { addressOf, startVscode } from './vscode-server.mjs';

const RUN_MINUTES = 5;
const BUNDLES = path.join(ROOT, 'out', 'exthost');

/**
 * Runs the tests on the workspace `folder`; resolves with their exit code and what the workbench logged. `env`
 * reaches the extension host.
 */
export async function runExtensionHostTests({ serverMain, browser, data, folder, env }) {
  await bundleTests();
  const flags = ['--enable-smoke-test-driver']; // lets the address name an extension and its tests
  const server = await startVscode({ serverMain, data, folder, flags, env });
  let chromium;
  try {
    chromium = await launchBrowser(browser);
    const page = await chromium.newPage();
    const exit = new Promise((resolve, reject) => {
      page.on('crash', () => reject(new Error('The page of the extension host tests crashed.')));
      void server.ended.then(() => reject(new Error(`VS Code ended during the tests.\n${server.log()}`)));
      const late = () =>
        reject(new Error(`The extension host tests took over ${RUN_MINUTES} minutes.\n${server.log()}`));
      setTimeout(late, RUN_MINUTES * 60_000).unref();
      page.exposeFunction('codeAutomationExit', resolve).catch(reject);
    });
    exit.catch(() => {}); // awaited below, unless opening the page fails first
    const log = [];
    await page.exposeFunction('codeAutomationLog', (_type, args) => void log.push(format(...args)));
    const remote = (file) => `vscode-remote://${server.host}:${server.port}${pathToFileURL(file).pathname}`;
    const payload = [
      ['extensionDevelopmentPath', remote(ROOT)],
      ['extensionTestsPath', remote(path.join(BUNDLES, 'index.cjs'))],
    ];
    await page.goto(addressOf({ port: server.port, token: null, folder, payload }));
    const code = await exit;
    return { code, log: log.join('\n') };
  } finally {
    await chromium?.close();
    await server.stop();
  }
}

/** The extension host loads CommonJS, so each test file becomes one such bundle beside the index that runs them. */
async function bundleTests() {
  const folder = path.join(ROOT, 'test', 'exthost');
  const files = readdirSync(folder).filter((file) => file === 'index.ts' || file.endsWith('.test.ts'));
  await build({
    entryPoints: files.map((file) => path.join(folder, file)),
    outdir: BUNDLES,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    sourcemap: 'inline',
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
}
