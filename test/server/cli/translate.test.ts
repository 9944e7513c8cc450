import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { openBundle } from '../../../models/search/model-bundle.js';
import { readModelFile } from '../../../server/src/training/model-file.js';
import { EnfaceFolder } from '../../support/enface-command.js';

const ANIMALS = [
  ['Hund', 'dog'],
  ['Vogel', 'bird'],
  ['Fisch', 'fish'],
];
const ACTIONS = [
  ['schläft', 'sleeps'],
  ['wartet', 'waits'],
  ['trinkt', 'drinks'],
];
const PAIRS = ANIMALS.flatMap(([animal, its]) =>
  ACTIONS.flatMap(([action, does]) => [
    [`Der ${animal} ${action}.`, `The ${its} ${does}.`],
    [`Der ${animal} ${action} nicht mehr.`, `The ${its} no longer ${does}.`],
  ]),
);
const LANGUAGES = ['--source-language', 'de', '--target-language', 'en'];

describe('enface translate and tune', function () {
  this.timeout(60_000);
  const enface = new EnfaceFolder();

  before(() => {
    enface.write('train.de', PAIRS.map(([source]) => `${source}\n`).join(''));
    enface.write('train.en', PAIRS.map(([, target]) => `${target}\n`).join(''));
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

  it('tunes as the last step of training', async () => {
    const text = ['--source', 'train.de', '--target', 'train.en'];
    const heldOut = ['--tune-source', 'train.de', '--tune-target', 'train.en'];
    const run = enface.run('train', ...text, ...LANGUAGES, ...heldOut, '--output', 'v.enface');
    assert.equal(run.status, 0, run.stderr);
    assert.match(run.stderr, /^Round 1: BLEU/m);
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
