import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { openBundle } from '../../../models/search/model-bundle.js';
import { readModelFile } from '../../../server/src/training/model-file.js';
import { ANIMAL_SENTENCES } from '../../support/animal-sentences.js';
import { EnfaceFolder } from '../../support/enface-command.js';

const LANGUAGES = ['--source-language', 'de', '--target-language', 'en'];

describe('enface translate and tune', function () {
  this.timeout(60_000);
  const enface = new EnfaceFolder();

  before(() => {
    enface.write('train.de', ANIMAL_SENTENCES.map(([source]) => `${source}\n`).join(''));
    enface.write('train.en', ANIMAL_SENTENCES.map(([, target]) => `${target}\n`).join(''));
    enface.write('input', 'Der Hund wartet.\n\nDer Fisch Xylo trinkt.\n');
    const text = ['--source', 'train.de', '--target', 'train.en'];
    const trained = enface.run('train', ...text, ...LANGUAGES, '--output', 'm.enface');
    assert.equal(trained.status, 0, trained.stderr);
  });
  after(() => enface.remove());

  const translate = (...args: string[]) => {
    const { status, stdout, stderr } = enface.run('translate', '--model', 'm.enface', ...args);
    assert.equal(status, 0, stderr);
    return stdout.split('\n').slice(0, -1);
  };

  it('writes one line for each line, in order', () => {
    assert.deepEqual(translate('--input', 'input'), ['The dog waits.', '', 'The fish Xylo drinks.']);
    for (const mode of ['off', 'ngram', 'iterate', 'mbr'])
      assert.equal(translate('--input', 'input', '--rescore', mode)[0], 'The dog waits.');
  });

  it('writes n-best lists, derivations and graphs', () => {
    const lines = translate('--input', 'input', '--nbest', '3', '--derivations', '--graph', 'graphs');
    const best = lines.filter((line) => /^1 \|\|\| .+ \|\|\| -?\d+\.\d+$/.test(line));
    assert.equal(best.length, 3);
    assert.match(best[0], /^1 \|\|\| The dog waits\. \|\|\|/);
    assert.ok(lines.some((line) => /^1\. {2}\[1[ \d]*\] {2}.+ {2}→ {2}/.test(line)));
    const graphs = readFileSync(enface.file('graphs'), 'utf8').trimEnd().split('\n');
    assert.equal(graphs.length, 3);
    const { source, nodes, edges, finals } = JSON.parse(graphs[0]);
    assert.equal(source.length, 4);
    assert.ok(finals.length > 0 && nodes > 4);
    for (const { from, to } of edges) assert.ok(from < to && to < nodes);
  });

  const STRANGE = [
    ['one word', 'Hund'],
    ['300 words', Array.from({ length: 75 }, () => 'Der Hund schläft nicht.').join(' ')],
    ['nothing', ''],
    ['blanks', ' \t\u00a0 '],
    ['unknown words', 'Xylo qwertz Zyzzyva'],
    ['punctuation', '… !! ? ; — () „“'],
    ['several scripts', 'Der Собака 犬が שלום مرحبا 🐕 schläft'],
    ['marks of models', '<s> </s> <unk> ||| \u0000'],
    ['a line break inside', 'Der Hund\u2028schläft'],
  ];

  it('answers any line with a line, the same in one thread and in three', () => {
    enface.write('strange', STRANGE.map(([, line]) => `${line}\n`).join(''));
    const here = translate('--input', 'strange');
    assert.equal(here.length, STRANGE.length);
    STRANGE.forEach(([what, line], n) => {
      assert.equal(here[n].trim() === '', line.trim() === '', what);
    });
    assert.equal(here[1].split('dog').length, 76);
    assert.deepEqual(translate('--input', 'strange', '--threads', '3'), here);
  });

  it('keeps the order with several threads, in lists, drawings and graphs too', () => {
    const lines = Array.from({ length: 60 }, (_, n) => ANIMAL_SENTENCES[n % ANIMAL_SENTENCES.length][0]);
    lines[0] = STRANGE[1][1].slice(0, 480);
    enface.write('many', lines.map((line) => `${line}\n`).join(''));
    const all = ['--input', 'many', '--nbest', '2', '--derivations', '--graph'];
    const here = translate(...all, 'graphs-1');
    assert.deepEqual(translate(...all, 'graphs-4', '--threads', '4'), here);
    assert.equal(
      readFileSync(enface.file('graphs-4'), 'utf8'),
      readFileSync(enface.file('graphs-1'), 'utf8'),
    );
  });

  for (const threads of ['1', '2']) {
    it(`stops at Ctrl+C with --threads ${threads}, after whole lines`, async () => {
      enface.write('endless', 'Der Hund schläft nicht mehr.\n'.repeat(200_000));
      const child = enface.start(
        'translate',
        '--model',
        'm.enface',
        '--input',
        'endless',
        '--threads',
        threads,
      );
      let said = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        if (said === '') child.kill('SIGINT');
        said += text;
      });
      const code = await new Promise((resolve) => child.on('close', resolve));
      assert.equal(code, 130);
      assert.match(said, /^(The dog no longer sleeps\.\n)+$/);
      assert.ok(said.length < 200_000 * 'The dog no longer sleeps.\n'.length);
    });
  }

  it('takes the options of the search', () => {
    const plain = ['--no-source-gaps', '--no-target-gaps', '--beam', '20', '--distortion-limit', '3'];
    assert.equal(translate('--input', 'input', ...plain)[0], 'The dog waits.');
    enface.write('tokens', 'Hund wartet .\n');
    assert.equal(translate('--input', 'tokens', '--pretokenized')[0], 'dog waits .');
  });

  it('complains about a model that is not there and options that make no sense', () => {
    assert.match(enface.run('translate', '--model', 'none', '--input', 'input').stderr, /Cannot read/);
    assert.match(enface.run('translate', '--input', 'input').stderr, /--model is missing/);
    assert.match(
      enface.run('translate', '--model', 'm.enface', '--beam', '0').stderr,
      /--beam needs a whole/,
    );
  });

  it('stores tuned weights in the model and goes on from a stored state', async () => {
    const text = ['--source', 'train.de', '--target', 'train.en', '--rounds', '2', '--nbest', '20'];
    const first = enface.run(
      'tune',
      '--model',
      'm.enface',
      '--output',
      't.enface',
      '--state',
      'state',
      ...text,
    );
    assert.equal(first.status, 0, first.stderr);
    assert.match(first.stdout, /^Round 1: BLEU \d+\.\d\d, best/m);
    const again = enface.run(
      'tune',
      '--model',
      'm.enface',
      '--output',
      'u.enface',
      '--state',
      'state',
      ...text,
    );
    assert.equal(again.status, 0, again.stderr);
    const weightsOf = async (name: string) =>
      openBundle(await readModelFile(enface.file(name))).metadata.weights;
    assert.deepEqual(await weightsOf('u.enface'), await weightsOf('t.enface'));
    enface.write('state', 'nonsense');
    const broken = enface.run('tune', '--model', 'm.enface', '--state', 'state', ...text);
    assert.match(broken.stderr, /not a state of "enface tune"/);
  });

  it('stops tuning at Ctrl+C inside a round, leaving the model, and goes on later to the same weights', async () => {
    const [source, target] = [0, 1].map((side) => ANIMAL_SENTENCES.map((pair) => `${pair[side]}\n`).join(''));
    enface.write('long.de', source.repeat(12));
    enface.write('long.en', target.replaceAll('The', 'A').repeat(12));
    const text = ['--source', 'long.de', '--target', 'long.en', '--rounds', '3', '--nbest', '30'];
    const args = ['tune', '--model', 'm.enface', ...text, '--state', 'resumed', '--output'];
    const before = readFileSync(enface.file('m.enface'));
    for (const sign of ['Tuning on', 'Round 1']) {
      enface.write('old.enface', before);
      const files = enface.files().filter((name) => name !== 'resumed');
      const child = enface.start(...args, 'old.enface');
      let said = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream?.setEncoding('utf8').on('data', (words: string) => {
          if (!said.includes(sign) && (said += words).includes(sign)) child.kill('SIGINT');
        });
      }
      const code = await new Promise((resolve) => child.on('close', resolve));
      assert.equal(code, 130, said);
      assert.deepEqual(
        enface.files().filter((name) => name !== 'resumed'),
        files,
      );
      assert.ok(readFileSync(enface.file('old.enface')).equals(before));
    }
    assert.ok(enface.files().includes('resumed'));
    const resumed = enface.run(...args, 'one.enface');
    assert.equal(resumed.status, 0, resumed.stderr);
    const whole = enface.run('tune', '--model', 'm.enface', ...text, '--output', 'two.enface');
    assert.equal(whole.status, 0, whole.stderr);
    const weightsOf = async (name: string) =>
      openBundle(await readModelFile(enface.file(name))).metadata.weights;
    assert.deepEqual(await weightsOf('one.enface'), await weightsOf('two.enface'));
  });

  it('tunes as the last step of training', async () => {
    const text = ['--source', 'train.de', '--target', 'train.en'];
    const heldOut = ['--tune-source', 'train.de', '--tune-target', 'train.en', '--tune-state', 'kept'];
    const run = enface.run('train', ...text, ...LANGUAGES, ...heldOut, '--output', 'v.enface');
    assert.equal(run.status, 0, run.stderr);
    assert.match(run.stderr, /^Round 1: BLEU/m);
    assert.ok(JSON.parse(readFileSync(enface.file('kept'), 'utf8')).rounds.length > 0);
    const lonely = enface.run(
      'train',
      ...text,
      ...LANGUAGES,
      '--tune-source',
      'train.de',
      '--output',
      'w.enface',
    );
    assert.match(lonely.stderr, /belong together/);
  });
});
