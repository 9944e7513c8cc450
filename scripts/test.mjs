// `npm test`: everything that must hold, from a fresh clone, in one command. Ends with `N passed, N failed` alone on
// the last line; whatever could not run (no browser, say) counts as failed with its reason.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDependencies, main, Problem, ROOT, run, spawnCode } from './lib/shell.mjs';
import { addResults, Tally } from './lib/test-tally.mjs';

const SUITES = ['lint', 'unit', 'exthost', 'browser', 'fresh-clone'];
const HELP = `Usage: npm test -- [options]
  --only SUITES    of ${SUITES.join(', ')}; several with commas (all but fresh-clone; all when CI is set)
  --grep TEXT      only tests whose name matches
  --coverage       measure how much of models/ the unit tests run; report in coverage/`;

const NEEDS_VSCODE = ['exthost', 'browser', 'fresh-clone'];
const ARTIFACTS = path.join(ROOT, '.artifacts');
/** biome colours its output in `ci` even when no one is there to see it. */
const COLORS = process.stdout.isTTY ? '--colors=force' : '--colors=off';
const MOCHA = path.join(ROOT, 'node_modules', 'mocha', 'bin', 'mocha.js');
const REPORTER = path.join(ROOT, 'scripts', 'lib', 'mocha-reporter.mjs');

await main(async () => {
  const { only, grep, coverage, help } = options();
  if (help) {
    console.log(HELP);
    return 0;
  }
  const tally = new Tally();
  const temporary = mkdtempSync(path.join(os.tmpdir(), 'enface-test-'));
  const results = (name) => path.join(temporary, `${name}.jsonl`);
  try {
    await runSuites({ tally, only, grep, coverage, temporary, results });
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  }
  tally.print();
  return tally.failed === 0 ? 0 : 1;
});

async function runSuites({ tally, only, grep, coverage, temporary, results }) {
  rmSync(ARTIFACTS, { recursive: true, force: true });
  const built = await tally.suite('build', async (suite) => {
    if (await ensureDependencies()) console.log('Packages installed.');
    rmSync(path.join(ROOT, 'out'), { recursive: true, force: true }); // tests of deleted sources must not run
    await run(process.execPath, ['scripts/build.mjs']);
    suite.passed++;
  });
  if (!built) return;
  if (only.includes('lint')) {
    await tally.suite('lint', async (suite) => {
      await run(process.execPath, [
        'node_modules/@biomejs/biome/bin/biome',
        'ci',
        '--error-on-warnings',
        COLORS,
      ]);
      suite.passed++;
    });
  }
  if (only.includes('unit')) {
    await tally.suite('unit', async (suite) => {
      await mocha(suite, { results: results('unit'), style: 'dot', grep, coverage, args: [] });
    });
  }
  if (!only.some((name) => NEEDS_VSCODE.includes(name))) return;
  let setup;
  await tally.suite('setup', async (suite) => {
    setup = await prepareVscode(temporary);
    suite.passed++;
  });
  for (const name of only.filter((name) => NEEDS_VSCODE.includes(name))) {
    await tally.suite(name, async (suite) => {
      if (setup === undefined)
        throw new Problem('There is no VS Code or no browser to run it in; see above.');
      if (name === 'exthost') await extensionHost(suite, { setup, temporary, grep, results: results(name) });
      else await browserTests(suite, { setup, grep, results: results(name), folder: name });
    });
  }
}

/** Finds or installs VS Code and a browser, and installs the packaged extension for all suites. */
async function prepareVscode(temporary) {
  const { ensureBrowser } = await import('./lib/browser.mjs');
  const { ensureVscode } = await import('./lib/vscode.mjs');
  const { ensureExtension } = await import('./lib/extension.mjs');
  const note = (text) => console.log(text);
  const browser = await ensureBrowser(note);
  console.log(`browser: ${browser}`);
  const { folder, serverMain, version } = await ensureVscode(note);
  console.log(`VS Code ${version}`);
  const data = path.join(temporary, 'data');
  mkdirSync(data);
  await ensureExtension({ serverMain, data });
  console.log('extension packaged and installed');
  return { vscode: folder, serverMain, browser, data, artifacts: ARTIFACTS };
}

async function extensionHost(suite, { setup, temporary, grep, results }) {
  const { runExtensionHostTests } = await import('./lib/exthost-run.mjs');
  const folder = path.join(temporary, 'exthost-workspace');
  const shown = path.join(temporary, 'exthost-shown.txt');
  cpSync(path.join(ROOT, 'samples'), folder, { recursive: true });
  const { code, log } = await runExtensionHostTests({
    serverMain: setup.serverMain,
    browser: setup.browser,
    data: path.join(temporary, 'exthost-data'),
    folder,
    env: { ENFACE_TEST_RESULTS: results, ENFACE_TEST_SHOWN: shown, ...(grep && { ENFACE_TEST_GREP: grep }) },
  });
  console.log(existsSync(shown) ? readFileSync(shown, 'utf8') : log);
  addResults(suite, results, code);
}

async function browserTests(suite, { setup, grep, results, folder }) {
  const files = folder === 'browser' ? 'out/test/e2e/*.test.js' : `out/test/e2e/${folder}/*.test.js`;
  const env = { ...process.env, ENFACE_TEST_SETUP: JSON.stringify(setup) };
  const args = ['--no-config', '--forbid-only', '--timeout', '60000', '--spec', files];
  await mocha(suite, { results, style: 'spec', grep, args, env });
}

async function mocha(suite, { results, style, grep, coverage = false, args, env = process.env }) {
  const command = [
    ...(coverage ? coverageCommand() : []),
    ...[MOCHA, '--reporter', REPORTER, '--reporter-option', `results=${results},style=${style}`],
    ...(grep === undefined ? [] : ['--grep', grep]),
    ...args,
  ];
  addResults(suite, results, await spawnCode(process.execPath, command, { env }));
}

function coverageCommand() {
  return [
    ...[
      'node_modules/c8/bin/c8.js',
      '--all',
      '--src',
      'out/models',
      '--include',
      'models/**',
      '--exclude-after-remap',
    ],
    ...[
      '--reporter',
      'text-summary',
      '--reporter',
      'html',
      '--reporter',
      'json-summary',
      '--reports-dir',
      'coverage',
    ],
    process.execPath,
  ];
}

function options() {
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        only: { type: 'string' },
        grep: { type: 'string' },
        coverage: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    throw new Problem(`${error.message}\n\n${HELP}`);
  }
  const usual = SUITES.filter((name) => name !== 'fresh-clone' || process.env.CI);
  const only = values.only === undefined ? usual : values.only.split(',');
  const unknown = only.filter((name) => !SUITES.includes(name));
  if (unknown.length > 0) throw new Problem(`There is no suite ${unknown.join(', ')}.\n\n${HELP}`);
  return { ...values, only };
}
