/**
 * What VS Code calls to run the tests in its extension host: loads every bundled test beside this file into mocha
 * and rejects when one fails. Results go to the file ENFACE_TEST_RESULTS, what mocha shows to ENFACE_TEST_SHOWN:
 * `npm test` counts the former and prints the latter, without the workbench's own log lines in between.
 */
import { appendFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';

declare const require: (id: string) => unknown;
declare const __dirname: string;

export async function run(): Promise<void> {
  const { default: Mocha } = await import('mocha');
  const root = path.resolve(__dirname, '../..');
  const reporter = await import(pathToFileURL(path.join(root, 'scripts/lib/mocha-reporter.mjs')).href);
  const shown = process.env.ENFACE_TEST_SHOWN ?? '';
  const base = Mocha.reporters.Base as unknown as { consoleLog: (...values: unknown[]) => void };
  base.consoleLog = (...values) => appendFileSync(shown, `${format(...values)}\n`);
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: 30_000,
    forbidOnly: true,
    grep: process.env.ENFACE_TEST_GREP,
    reporter: reporter.default,
    reporterOptions: { results: process.env.ENFACE_TEST_RESULTS },
  });
  // Loaded by the extension host's own `require`, which alone knows `vscode`.
  mocha.suite.emit('pre-require', globalThis as unknown as Mocha.MochaGlobals, '', mocha);
  for (const file of readdirSync(__dirname).filter((name) => name.endsWith('.test.cjs'))) {
    require(path.join(__dirname, file));
  }
  await new Promise<void>((resolve, reject) => {
    mocha.run((failures) => {
      if (failures === 0) resolve();
      else reject(new Error(`${failures} failed`));
    });
  });
}
