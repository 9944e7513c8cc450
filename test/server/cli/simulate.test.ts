import assert from 'node:assert/strict';
import { once } from 'node:events';
import { ANIMAL_SENTENCES } from '../../support/animal-sentences.js';
import { EnfaceFolder } from '../../support/enface-command.js';

describe('enface simulate', function () {
  this.timeout(60_000);
  const enface = new EnfaceFolder();

  before(() => {
    enface.write('train.de', ANIMAL_SENTENCES.map(([source]) => `${source}\n`).join(''));
    enface.write('train.en', ANIMAL_SENTENCES.map(([, target]) => `${target}\n`).join(''));
    const text = ['--source', 'train.de', '--target', 'train.en'];
    const languages = ['--source-language', 'de', '--target-language', 'en'];
    const trained = enface.run('train', ...text, ...languages, '--output', 'm.enface');
    assert.equal(trained.status, 0, trained.stderr);
  });
  after(() => enface.remove());

  const simulate = (...args: string[]) => enface.run('simulate', '--model', 'm.enface', ...args);

  it('gives exactly the figures it promises', () => {
    enface.write('s.txt', 'Der Hund wartet.\n\nDer Vogel trinkt nicht mehr.\n');
    enface.write('r.txt', 'The dog waits.\n\nThe bird no longer drinks.\n');
    const { status, stdout, stderr } = simulate('--source', 's.txt', '--reference', 'r.txt', '--json');
    assert.equal(status, 0, stderr);
    const figures = JSON.parse(stdout);
    assert.deepEqual(Object.keys(figures), ['ksrThot', 'ksrPhrasal', 'ksmr', 'wsr', 'mar', 'wpa', 'latency']);
    assert.deepEqual(Object.keys(figures.wpa), ['1', '3', '5']);
    assert.deepEqual(Object.keys(figures.latency), ['p50', 'p95', 'p99']);
    // Both sentences are what the model would say: one action each and an approval each.
    const characters = 'The dog waits.The bird no longer drinks.'.length;
    assert.equal(figures.ksrThot, 0);
    assert.equal(figures.ksmr, 4 / characters);
    assert.equal(figures.mar, 2 / characters);
    assert.deepEqual(figures.wpa, { '1': 1, '3': 1, '5': 1 });
  });

  it('learns from what is approved', () => {
    enface.write('s.txt', 'Der Wombat wartet.\nDer Wombat wartet.\n');
    enface.write('r.txt', 'The marsupial waits.\nThe marsupial waits.\n');
    const files = ['--source', 's.txt', '--reference', 'r.txt', '--json'];
    const { stdout: without } = simulate(...files);
    const { status, stdout, stderr } = simulate(...files, '--adapt');
    assert.equal(status, 0, stderr);
    assert.ok(JSON.parse(stdout).wpa['1'] > JSON.parse(without).wpa['1']);
  });

  it('prints a table for people', () => {
    enface.write('s.txt', 'der hund wartet .\n');
    enface.write('r.txt', 'the dog waits .\n');
    const files = ['--source', 's.txt', '--reference', 'r.txt'];
    const { status, stdout, stderr } = simulate(...files, '--pretokenized', '--lines', '1');
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^segments +1$/m);
    assert.match(stdout, /^words +4$/m);
    assert.match(stdout, /^WPA@1 +\d+\.\d\d %$/m);
    assert.match(stdout, /^ghost text in a new segment +1 /m);
  });

  it('stops at an interrupt', async () => {
    enface.write('s.txt', 'Der Hund wartet.\n'.repeat(5000));
    enface.write('r.txt', 'Xyz uvw abc def.\n'.repeat(5000));
    const files = ['--source', 's.txt', '--reference', 'r.txt'];
    const child = enface.start('simulate', '--model', 'm.enface', ...files);
    const closed = once(child, 'close');
    await once(child.stderr!, 'data');
    child.kill('SIGINT');
    const [code] = await closed;
    assert.equal(code, 130);
  });

  it('says what is missing or wrong', () => {
    const missing = simulate('--source', 's.txt');
    assert.equal(missing.status, 2);
    assert.match(missing.stderr, /--reference is missing/);
    enface.write('s.txt', 'eins\nzwei\n');
    enface.write('r.txt', 'one\n');
    const uneven = simulate('--source', 's.txt', '--reference', 'r.txt');
    assert.equal(uneven.status, 2);
    assert.match(uneven.stderr, /differ in length: 2 and 1 lines/);
    enface.write('blank.txt', ' \n\n');
    const empty = simulate('--source', 'blank.txt', '--reference', 'blank.txt');
    assert.equal(empty.status, 2);
    assert.match(empty.stderr, /nothing to translate/);
    const foreign = enface.run(
      ...['simulate', '--model', 'r.txt', '--source', 'r.txt', '--reference', 'r.txt'],
    );
    assert.equal(foreign.status, 2);
    assert.match(foreign.stderr, /not an Enface model/);
  });
});
