import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { EnfaceFolder } from '../../support/enface-command.js';

const TEXT = `${[
  'the dog sees the cat .',
  'the cat sees the dog .',
  'a dog sees a cat',
  'the bird sings .',
  'the bird sees the cat .',
].join('\n')}\n`;

describe('enface lm', function () {
  this.timeout(30_000);
  let enface: EnfaceFolder;

  beforeEach(() => {
    enface = new EnfaceFolder();
    enface.write('text', TEXT);
  });
  afterEach(() => enface.remove());

  it('builds an ARPA file whose probabilities sum to one, packed if its name says so', () => {
    const { status, stdout, stderr } = enface.run(
      'lm',
      'build',
      '--order',
      '3',
      '--text',
      'text',
      '--arpa',
      'm.arpa',
    );
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^5 sentences, 27 words$/m);
    assert.match(stdout, /^1 +11 /m);
    const arpa = readFileSync(enface.file('m.arpa'), 'utf8');
    assert.match(arpa, /^\\data\\\nngram 1=11\n/);
    const unigrams = arpa.slice(arpa.indexOf('\\1-grams:'), arpa.indexOf('\\2-grams:'));
    let mass = 0;
    for (const [, log, word] of unigrams.matchAll(/^(\S+)\t(\S+)/gm))
      if (word !== '<s>') mass += 10 ** Number(log);
    assert.ok(Math.abs(mass - 1) < 1e-5, `${mass}`);

    enface.run('lm', 'build', '--order', '3', '--text', 'text', '--arpa', 'm.arpa.gz');
    assert.equal(gunzipSync(readFileSync(enface.file('m.arpa.gz'))).toString(), arpa);
    assert.deepEqual(enface.files(), ['m.arpa', 'm.arpa.gz', 'text']);
  });

  it('leaves out rare n-grams on request', () => {
    enface.run('lm', 'build', '--order', '3', '--text', 'text', '--arpa', 'm.arpa', '--prune', '0,0,1');
    const arpa = readFileSync(enface.file('m.arpa'), 'utf8');
    assert.match(arpa, /^ngram 3=[1-9]\d*$/m);
    enface.run('lm', 'build', '--order', '3', '--text', 'text', '--arpa', 'all.arpa');
    const all = readFileSync(enface.file('all.arpa'), 'utf8');
    const count = (text: string) => Number(/^ngram 3=(\d+)$/m.exec(text)?.[1]);
    assert.ok(count(arpa) < count(all));
  });

  it('measures a text, with and without its unknown words', () => {
    enface.run('lm', 'build', '--order', '3', '--text', 'text', '--arpa', 'm.arpa');
    enface.write('new.gz', gzipSync('the dog sings .\nthe wolf sees <s> the cat .\n'));
    const { status, stdout } = enface.run('lm', 'perplexity', '--arpa', 'm.arpa', '--text', 'new.gz');
    assert.equal(status, 0);
    const figure = (name: string) => Number(new RegExp(`^${name} +([\\d.-]+)$`, 'm').exec(stdout)?.[1]);
    assert.equal(figure('Sentences'), 2);
    assert.equal(figure('Words'), 11);
    assert.equal(figure('Unknown words'), 2);
    const sum = figure('Sum of log10 probabilities');
    assert.ok(Math.abs(10 ** (-sum / 13) - figure('Perplexity including unknown words')) < 1e-3);
    assert.ok(figure('Perplexity excluding unknown words') < figure('Perplexity including unknown words'));
  });

  it('says in one sentence what is wrong', () => {
    enface.write('empty', '');
    enface.write('marks', 'so <s> it is\n');
    enface.write('bad.arpa', 'hello\n');
    for (const [args, expected] of [
      [[], /"enface lm build" or "enface lm perplexity"/],
      [['build', '--text', 'text'], /--arpa is missing/],
      [['build', '--text', 'none', '--arpa', 'm'], /none: there is no such file/],
      [['build', '--text', 'empty', '--arpa', 'm'], /empty is empty/],
      [['build', '--text', 'marks', '--arpa', 'm'], /marks has the word <s> in line 1/],
      [['perplexity', '--arpa', 'none', '--text', 'text'], /none: there is no such file/],
      [['perplexity', '--arpa', 'bad.arpa', '--text', 'text'], /does not begin with \\data\\/],
    ] as [string[], RegExp][]) {
      const { status, stdout, stderr } = enface.run('lm', ...args);
      assert.equal(status, 2, args.join(' '));
      assert.equal(stdout, '');
      assert.match(stderr, expected);
      assert.equal(stderr.trimEnd().split('\n').length, 1);
    }
    assert.deepEqual(enface.files(), ['bad.arpa', 'empty', 'marks', 'text']);
  });
});
