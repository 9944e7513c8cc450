import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ambiguousPairs } from '../../support/ambiguous-corpus.js';
import { EnfaceFolder } from '../../support/enface-command.js';

const KEYS = ['auc', 'ece', 'mcc', 'f1Bad', 'f1Ok', 'cer', 'cerAllOk'];
const LANGUAGES = ['--source-language', 'de', '--target-language', 'en', '--pretokenized'];

describe('enface confidence', function () {
  this.timeout(60_000);
  const enface = new EnfaceFolder();

  before(() => {
    for (const [name, count, seed] of [
      ['train', 400, 1],
      ['tune', 300, 2],
      ['test', 100, 3],
    ] as const) {
      const pairs = ambiguousPairs(count, seed);
      enface.write(`${name}.de`, `${pairs.map(([source]) => source).join('\n')}\n`);
      enface.write(`${name}.en`, `${pairs.map(([, target]) => target).join('\n')}\n`);
    }
    const training = enface.run(
      ...['train', '--source', 'train.de', '--target', 'train.en', ...LANGUAGES, '--output', 'm.enface'],
    );
    assert.equal(training.status, 0, training.stderr);
    const tuning = enface.run(
      ...['tune', '--model', 'm.enface', '--source', 'tune.de', '--target', 'tune.en'],
      ...['--rounds', '1', '--nbest', '10', '--output', 'tuned.enface'],
    );
    assert.equal(tuning.status, 0, tuning.stderr);
  });
  after(() => enface.remove());

  const judge = (...args: string[]) =>
    enface.run(
      'confidence',
      '--model',
      'tuned.enface',
      '--source',
      'test.de',
      '--reference',
      'test.en',
      ...args,
    );

  it('prints measures beside the plain posterior as JSON, with these keys and no others', () => {
    const { status, stdout, stderr } = judge('--json');
    assert.equal(status, 0, stderr);
    const result = JSON.parse(stdout) as Record<string, number> & { plain: Record<string, number> };
    assert.deepEqual(Object.keys(result), [...KEYS, 'plain']);
    assert.deepEqual(Object.keys(result.plain), KEYS);
    for (const key of KEYS) assert.ok(Number.isFinite(result[key]) && Number.isFinite(result.plain[key]));
    assert.ok(result.auc > 0.7 && result.ece < 0.08, stdout);
    // A few hundred words tell too little to compare calibration errors with the plain posterior's: bench/confidence does.
    assert.ok(result.auc > result.plain.auc && result.cer <= result.cerAllOk, stdout);
  });

  it('prints tables and says whether doubtful words are marked', () => {
    const { status, stdout } = judge();
    assert.equal(status, 0);
    assert.match(stdout, /^ +confidence +word posterior$/m);
    assert.match(stdout, /^AUC +0\.\d{4} +0\.\d{4}$/m);
    assert.match(stdout, /^0\.9–1\.0 +\d+ +0\.9\d+ +[01]\.\d+$/m);
    assert.match(stdout, /^Doubtful words are marked: .*AUC/m);
  });

  it('draws both plots', () => {
    assert.equal(judge('--plots', 'out').status, 0);
    for (const name of ['out-reliability.svg', 'out-risk-coverage.svg']) {
      const svg = readFileSync(enface.file(name), 'utf8');
      assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
      assert.match(svg, /prefers-color-scheme: dark/);
      assert.equal(svg.match(/<polyline/g)?.length, 4, 'two curves and their keys');
      assert.doesNotMatch(svg, /NaN|undefined|Infinity/);
    }
  });

  it('judges words anywhere with --label per, which is kinder', () => {
    const [strict, kind] = ['wer', 'per'].map((label) =>
      JSON.parse(judge('--json', '--label', label).stdout),
    );
    assert.ok(kind.cerAllOk <= strict.cerAllOk);
  });

  it('works with a model without confidence of its own, and says so', () => {
    const { status, stdout } = enface.run(
      ...['confidence', '--model', 'm.enface', '--source', 'test.de', '--reference', 'test.en'],
    );
    assert.equal(status, 0);
    assert.match(stdout, /^Doubtful words are not marked by default: this model has no word confidence/m);
  });

  it('says what is wrong with its input in one sentence', () => {
    enface.write('short.en', 'a\n');
    for (const [args, message] of [
      [['--model', 'tuned.enface', '--source', 'test.de', '--reference', 'short.en'], /100 lines.*1/],
      [['--model', 'none.enface', '--source', 'test.de', '--reference', 'test.en'], /no such file/],
      [['--model', 'tuned.enface', '--source', 'test.de'], /--reference is missing/],
      [
        ['--model', 'tuned.enface', '--source', 'test.de', '--reference', 'test.en', '--label', 'x'],
        /one of wer, per/,
      ],
    ] as const) {
      const { status, stdout, stderr } = enface.run('confidence', ...args);
      assert.equal(status, 2);
      assert.equal(stdout, '');
      assert.match(stderr, message);
    }
  });
});
