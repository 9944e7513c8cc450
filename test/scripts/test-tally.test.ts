/** `npm test` counts what really ran: a run that died, a skipped test or an empty suite never looks like success. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { importScript } from '../support/scripts.js';

interface Suite {
  name: string;
  passed: number;
  failures: { title: string; error: string }[];
}
interface TallyModule {
  addResults(suite: Suite, file: string, exitCode: number | string): void;
}

describe('test tally', () => {
  let tally: TallyModule;
  let folder: string;

  before(async () => {
    tally = await importScript<TallyModule>('test-tally.mjs');
    folder = mkdtempSync(path.join(os.tmpdir(), 'enface-tally-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function count(states: readonly string[], exitCode: number | string): [passed: number, failed: number] {
    const file = path.join(folder, 'results.jsonl');
    writeFileSync(
      file,
      states.map((state) => `${JSON.stringify({ title: 't', state, error: 'e' })}\n`).join(''),
    );
    const suite: Suite = { name: 's', passed: 0, failures: [] };
    tally.addResults(suite, file, exitCode);
    return [suite.passed, suite.failures.length];
  }

  it('counts passed and failed tests', () => {
    assert.deepEqual(count(['passed', 'failed', 'passed'], 1), [2, 1]);
    assert.deepEqual(count(['passed'], 0), [1, 0]);
  });

  it('counts a run that died or was empty as failed', () => {
    assert.deepEqual(count(['passed'], 'SIGKILL'), [1, 1]);
    assert.deepEqual(count([], 1), [0, 1]);
    assert.deepEqual(count([], 0), [0, 1]);
  });
});
