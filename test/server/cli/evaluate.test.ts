import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EnfaceError } from '../../../models/core/errors.js';
import { type CommandIo, UsageError } from '../../../server/src/cli/command.js';
import { evaluate } from '../../../server/src/cli/evaluate.js';

describe('enface evaluate', () => {
  let folder = '';
  let lines: string[] = [];
  let io: CommandIo;

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'enface-evaluate-'));
    lines = [];
    const signal = new AbortController().signal;
    io = { out: (line) => lines.push(line), err: () => {}, cwd: folder, env: {}, signal };
    writeFileSync(path.join(folder, 'reference'), 'the small cat sat on the mat\na dog barked at us\n');
    writeFileSync(path.join(folder, 'same'), 'the small cat sat on the mat\na dog barked at us\n');
    writeFileSync(path.join(folder, 'worse'), 'the cat sat on a mat\ndog barked us\n');
    writeFileSync(path.join(folder, 'short'), 'one line\n');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('gives a perfect score to the reference itself', async () => {
    assert.equal(await evaluate.run(['--hypothesis', 'same', '--reference', 'reference', '--json'], io), 0);
    const result = JSON.parse(lines.join('\n'));
    const scores = Object.fromEntries(
      result.metrics.map((one: { metric: string; score: number }) => [one.metric, Math.round(one.score)]),
    );
    assert.deepEqual(
      { ...scores, NIST: undefined },
      { BLEU: 100, NIST: undefined, TER: 0, WER: 0, PER: 0, chrF: 100 },
    );
    assert.equal(result.segments, 2);
    assert.equal(result.lengthRatio, 1);
  });

  it('compares two systems and counts what was not translated', async () => {
    const files = [
      '--hypothesis',
      'same',
      '--reference',
      'reference',
      '--compare',
      'worse',
      '--source',
      'same',
    ];
    await evaluate.run(files, io);
    const text = lines.join('\n');
    assert.match(lines[0], /^metric +score +95 % interval +other +p +not better$/);
    assert.match(text, /^BLEU +100\.00 +100\.00 … 100\.00 +\d+\.\d\d +\d\.\d+/m);
    assert.match(text, /2 segments, length ratio 1\.000, 2 left untranslated/);
  });

  it('takes the better of several references', async () => {
    await evaluate.run(
      ['--hypothesis', 'worse', '--reference', 'reference', '--reference', 'worse', '--json'],
      io,
    );
    const { metrics } = JSON.parse(lines.join('\n'));
    assert.equal(metrics.find((one: { metric: string }) => one.metric === 'WER').score, 0);
  });

  it('says what is wrong with files and options', async () => {
    const reference = ['--reference', 'reference'];
    await assert.rejects(evaluate.run(['--hypothesis', 'short', ...reference], io), (error: EnfaceError) => {
      return error instanceof EnfaceError && /short has 1 lines but reference has 2/.test(error.message);
    });
    await assert.rejects(evaluate.run(['--hypothesis', 'none', ...reference], io), /Cannot read none/);
    await assert.rejects(evaluate.run(reference, io), UsageError);
    await assert.rejects(evaluate.run(['--nonsense'], io), UsageError);
    await assert.rejects(
      evaluate.run(['--hypothesis', 'same', ...reference, '--samples', 'x'], io),
      /--samples needs a whole number/,
    );
  });
});
