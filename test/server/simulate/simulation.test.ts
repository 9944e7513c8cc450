import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { effortOf } from '../../../models/eval/effort.js';
import { Latencies } from '../../../server/src/simulate/latencies.js';
import { type SimulationTask, simulate } from '../../../server/src/simulate/simulation.js';
import { REPOSITORY } from '../../support/repository.js';
import { tmx } from '../../support/tmx.js';

const COMMAND = [process.execPath, path.join(REPOSITORY, 'dist/server.js'), '--stdio'] as const;
const PAIRS = [
  { source: 'The gate is closed at night.', reference: 'Das Tor ist nachts geschlossen.' },
  { source: 'Please ring the bell twice. Then wait.', reference: 'Bitte zweimal läuten. Dann warten.' },
  { source: 'The gate is closed at night.', reference: 'Das Tor ist nachts geschlossen.' },
];

/** The memory alone helps; it knows the second sentence of the second line, worded otherwise. */
function task(more: Partial<SimulationTask> = {}): SimulationTask {
  return {
    model: null,
    sourceLanguage: 'en',
    targetLanguage: 'de',
    pairs: PAIRS,
    adapt: false,
    pretokenized: false,
    files: { 'memory.tmx': tmx([['Then wait.', 'Dann bitte warten.']]) },
    ...more,
  };
}

const run = (more: Partial<SimulationTask> = {}, signal = new AbortController().signal) =>
  simulate(task(more), { signal, command: COMMAND });

describe('simulation', () => {
  it('types through the server and logs what each segment cost', async () => {
    const { logs, latencies } = await run();
    const { counts, wpa } = effortOf(logs);
    const characters = PAIRS.reduce((sum, { reference }) => sum + reference.length, 0);
    assert.deepEqual([counts.segments, counts.characters, counts.words], [3, characters, 19]);
    // "Dann " is all that the memory has right.
    assert.equal(counts.keys, characters - 'Dann '.length);
    assert.deepEqual([counts.acceptances, counts.acceptedWords, counts.approvals], [1, 1, 3]);
    assert.ok(wpa['1'] > 0 && wpa['1'] < 0.2);
    assert.deepEqual(
      [latencies.count('open'), latencies.count('words'), latencies.count('approve')],
      [3, 19, 0],
    );
    assert.ok(latencies.percentiles('key', 'accept').p99 > 0);
  });

  it('takes from the memory what it approved before', async () => {
    const { logs, latencies } = await run({ adapt: true });
    assert.equal(effortOf(logs.slice(2)).counts.keys, 0);
    assert.equal(effortOf(logs.slice(2)).counts.acceptances, 1);
    assert.equal(latencies.count('approve'), 3);
  });

  it('compares split text loosely', async () => {
    const split = { source: 'then wait .', reference: 'dann bitte warten .' };
    const files = { 'memory.tmx': tmx([['then wait .', 'Dann bitte warten.']]) };
    const { logs } = await run({ pairs: [split], pretokenized: true, files });
    assert.deepEqual(effortOf(logs).counts.keys, 0);
    assert.equal(effortOf(logs).counts.words, 4);
  });

  it('stops when it is told to, ends the server and leaves nothing behind', async () => {
    const temporary = mkdtempSync(path.join(os.tmpdir(), 'enface-test-'));
    const before = process.env.TMPDIR;
    process.env.TMPDIR = temporary;
    const stop = new AbortController();
    try {
      const host = { signal: stop.signal, command: COMMAND, onProgress: () => stop.abort() };
      await assert.rejects(simulate(task(), host), { code: 'cancelled' });
      await assert.rejects(run({}, stop.signal), { code: 'cancelled' });
      assert.deepEqual(readdirSync(temporary), []);
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      rmSync(temporary, { recursive: true });
    }
    assert.ok(!existsSync(temporary));
  });

  it('says so when the server ends', async () => {
    const command = [process.execPath, '-e', 'process.exit(3)'] as const;
    const { signal } = new AbortController();
    await assert.rejects(simulate(task(), { signal, command }), {
      code: 'server-ended',
      message: /exit code 3/,
    });
  });
});

describe('latencies', () => {
  it('are nearest-rank percentiles', () => {
    const latencies = new Latencies();
    assert.deepEqual(latencies.percentiles('key'), { p50: 0, p95: 0, p99: 0 });
    for (let i = 100; i > 0; i--) latencies.add(i % 2 === 0 ? 'key' : 'accept', i);
    assert.deepEqual(latencies.percentiles('key', 'accept'), { p50: 50, p95: 95, p99: 99 });
    assert.equal(latencies.count('key'), 50);
  });
});
