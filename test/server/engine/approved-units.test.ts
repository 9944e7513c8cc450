import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ApprovedUnits } from '../../../server/src/engine/approved-units.js';

const LANGUAGES = { sourceLanguage: 'en', targetLanguage: 'de' };

describe('approved units', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'enface-approved-'));
  const file = path.join(folder, 'memory.tmx');
  let log: string[];
  let units: ApprovedUnits;
  after(() => rmSync(folder, { recursive: true }));

  beforeEach(() => {
    log = [];
    const learner = {
      approve: ({ source }: { source: string }) => log.push(`+${source}`),
      forget: (unit: string) => log.push(`-${unit.split('\u0000')[0]}`),
    };
    units = new ApprovedUnits(learner, LANGUAGES, '2026-02-01T10:00:00.000Z');
  });

  const write = (...all: (readonly [source: string, date?: string])[]) => {
    const body = all.map(
      ([source, date]) =>
        `<tu${date === undefined ? '' : ` changedate="${date}"`}><tuv xml:lang="en"><seg>${source}</seg></tuv>` +
        `<tuv xml:lang="de"><seg>x</seg></tuv></tu>`,
    );
    writeFileSync(
      file,
      `<?xml version="1.0"?><tmx version="1.4"><header/><body>${body.join('')}</body></tmx>`,
    );
  };

  it('are learnt when they are newer than the model', async () => {
    write(['old', '20260201T095959Z'], ['new', '20260201T100000Z'], ['undated']);
    await units.follow(file);
    assert.deepEqual(log, ['+new']);
    assert.equal(units.count, 1);
  });

  it('follow the file: what comes is learnt once, what goes is unlearnt', async () => {
    write(['a', '20260301T000000Z']);
    await units.follow(file);
    units.approve({ source: 'b', target: 'x' });
    units.approve({ source: 'b', target: 'x' });
    write(['a', '20260301T000000Z'], ['b', '20260301T000001Z'], ['by hand']);
    await units.follow(file);
    write(['b', '20260301T000001Z'], ['by hand']);
    await units.follow(file);
    assert.deepEqual(log, ['+a', '+b', '+by hand', '-a']);
  });

  it('stay when the file is missing or broken for a while', async () => {
    write(['a', '20260301T000000Z']);
    await units.follow(file);
    writeFileSync(file, 'no memory');
    await units.follow(file);
    rmSync(file);
    await units.follow(file);
    assert.deepEqual(log, ['+a']);
  });
});
