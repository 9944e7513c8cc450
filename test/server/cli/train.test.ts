import assert from 'node:assert/strict';
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { OnlineAligner } from '../../../models/align/online-aligner.js';
import { perplexity } from '../../../models/lm/perplexity.js';
import { type ModelBundle, openBundle } from '../../../models/search/model-bundle.js';
import { createTokenizer } from '../../../models/text/tokenizer.js';
import { UNKNOWN } from '../../../models/text/vocabulary.js';
import { readModelFile } from '../../../server/src/training/model-file.js';
import { EnfaceFolder } from '../../support/enface-command.js';
import { REPOSITORY } from '../../support/repository.js';

const MEMORY = path.join(REPOSITORY, 'samples/memory/en-de.tmx');
const LANGUAGES = ['--source-language', 'en', '--target-language', 'de'];
const GERMAN_TO_ENGLISH = ['--source-language', 'de', '--target-language', 'en'];

describe('enface train on a translation memory', function () {
  this.timeout(60_000);
  const enface = new EnfaceFolder();
  let bundle: ModelBundle;
  let report: ReturnType<EnfaceFolder['run']>;

  before(async () => {
    enface.env.SOURCE_DATE_EPOCH = '1700000000';
    report = enface.run('train', '--tmx', MEMORY, ...LANGUAGES, '--output', 'm.enface');
    assert.equal(report.status, 0, report.stderr);
    bundle = openBundle(await readModelFile(enface.file('m.enface')));
  });
  after(() => enface.remove());

  it('reports pairs, sizes and steps, and leaves one file', () => {
    assert.match(report.stdout, /^Pairs read +\d+$/m);
    assert.match(report.stdout, /^Distinct words +[\d,]+ +[\d,]+$/m);
    assert.match(report.stdout, /^Align words +[\d.]+ s +[\d.]+ s +[\d.]+ MiB$/m);
    assert.match(report.stderr, /^Language model …$/m);
    assert.deepEqual(enface.files(), ['m.enface']);
  });

  it('describes the model', () => {
    const { metadata, phrases } = bundle;
    assert.equal(metadata.source.language, 'en');
    assert.equal(metadata.target.lowercased, false);
    assert.equal(metadata.pairs, phrases.bitext.pairCount);
    assert.equal(metadata.links, phrases.bitext.links.linkCount);
    assert.equal(metadata.created, '2023-11-14T22:13:20.000Z');
    assert.ok(metadata.links > metadata.pairs);
  });

  it('finds a phrase of the memory, truecased, through the index of each side', () => {
    const range = { low: 0, high: 0 };
    const source = ['your', 'documents'].map((form) => bundle.source.vocabulary.idOf(form));
    assert.ok(!source.includes(UNKNOWN));
    assert.ok(bundle.phrases.sourceIndex.find(source, range));
    const { bitext, sourceIndex } = bundle.phrases;
    const pair = bitext.source.sentenceOf(sourceIndex.positions[range.low]);
    const forms = [...bitext.source.sentence(pair)].map((id) => bundle.source.vocabulary.formOf(id));
    assert.ok(forms.join(' ').includes('your documents'));
    assert.equal(bundle.source.truecaser?.usualCase('The'), 'the');
    const dokumente = [bundle.target.vocabulary.idOf('Dokumente')];
    assert.ok(bundle.phrases.targetIndex.find(dokumente, range));
  });

  it('has a language model that knows its own text', () => {
    const own = perplexity(bundle.languageModel, bundle.phrases.bitext.target);
    assert.equal(own.unknownWords, 0);
    assert.ok(own.includingUnknown < 20, `perplexity ${own.includingUnknown}`);
  });

  it('can align a new pair', () => {
    const side = (language: string, text: string, { vocabulary }: ModelBundle['source']) => {
      const forms = createTokenizer(language).forms(text);
      return { forms, ids: Int32Array.from(forms, (form) => vocabulary.idOf(form)) };
    };
    const { links } = new OnlineAligner(bundle.alignment).align(
      side('en', 'documents and folders', bundle.source),
      side('de', 'Dokumente und Ordner', bundle.target),
    );
    assert.deepEqual(
      links.map(({ source, target }) => `${source}-${target}`),
      ['0-0', '1-1', '2-2'],
    );
  });

  it('comes out the same byte by byte', () => {
    const again = enface.run('train', '--tmx', MEMORY, ...LANGUAGES, '--output', 'again.enface');
    assert.equal(again.status, 0);
    assert.ok(readFileSync(enface.file('m.enface')).equals(readFileSync(enface.file('again.enface'))));
  });

  it('is shown by enface inspect', () => {
    const { status, stdout } = enface.run('inspect', 'm.enface');
    assert.equal(status, 0);
    assert.match(stdout, /^m\.enface: format version 1, .* all checksums match$/m);
    assert.match(stdout, /^bitext\/links\/positions +uint8 /m);
    const { metadata } = JSON.parse(enface.run('inspect', 'm.enface', '--json').stdout);
    assert.deepEqual(metadata, bundle.metadata);
  });

  it('inspect says what is wrong with a file', () => {
    const bytes = readFileSync(enface.file('m.enface'));
    const altered = (change: (copy: Buffer) => void) => {
      const copy = Buffer.from(bytes);
      change(copy);
      writeFileSync(enface.file('bad.enface'), copy);
      const { status, stdout, stderr } = enface.run('inspect', 'bad.enface');
      assert.equal(status, 2);
      assert.equal(stdout, '');
      assert.match(stderr, /^[^\n]+\.\n$/);
      return stderr;
    };
    assert.match(
      altered((copy) => copy.write('PK')),
      /not an Enface model/,
    );
    assert.match(
      altered((copy) => copy.writeUInt32LE(99, 12)),
      /format version 99.*update Enface/,
    );
    assert.match(
      altered((copy) => (copy[copy.length - 100] ^= 1)),
      /damaged/,
    );
    writeFileSync(enface.file('short.enface'), bytes);
    truncateSync(enface.file('short.enface'), bytes.length - 1);
    assert.match(enface.run('inspect', 'short.enface').stderr, /cut short/);
    assert.match(enface.run('inspect', 'none.enface').stderr, /no such file/);
  });
});

describe('enface train on text files', function () {
  this.timeout(60_000);
  let enface: EnfaceFolder;

  beforeEach(() => {
    enface = new EnfaceFolder();
  });
  afterEach(() => enface.remove());

  const [source, target] = toyCorpus();

  it('takes pretokenised text as it is, packed or not, and columns beside it', async () => {
    enface.write('s.gz', gzipSync(source));
    enface.write('t', target);
    enface.write('more.tsv', 'a\xa0b Über\tthe same thing\n');
    const files = ['--source', 's.gz', '--target', 't', '--tsv', 'more.tsv'];
    const { status, stderr } = enface.run(
      ...['train', ...files, ...GERMAN_TO_ENGLISH],
      ...[
        '--pretokenized',
        '--order',
        '3',
        '--bits',
        '4',
        '--threads',
        '1',
        '--empty-weight',
        '0.5',
        '--output',
        'm.enface',
      ],
    );
    assert.equal(status, 0, stderr);
    const {
      metadata,
      source: side,
      languageModel,
    } = openBundle(await readModelFile(enface.file('m.enface')));
    assert.equal(metadata.pairs, source.split('\n').length + 1);
    assert.equal(metadata.pretokenized, true);
    assert.equal(metadata.emptyWeight, 0.5);
    assert.equal(metadata.source.lowercased, false);
    assert.equal(metadata.target.lowercased, true);
    assert.equal(side.truecaser, undefined);
    assert.notEqual(side.vocabulary.idOf('a\xa0b'), UNKNOWN);
    assert.equal(languageModel.order, 3);
    assert.deepEqual(metadata.languageModel, { order: 3, probabilityBits: 4, backoffBits: 4 });
  });

  it('refuses what cannot be a corpus, in one sentence, and keeps the old model', () => {
    enface.write('s', source);
    enface.write('t', target);
    enface.write('short', target.slice(0, target.indexOf('\n', 200)));
    enface.write('empty', '');
    enface.write('latin1', Buffer.from(source.replaceAll('a', 'ä'), 'latin1'));
    enface.write('zeros', Buffer.alloc(5000));
    enface.write('long', `${'x'.repeat(2 << 20)}\n`);
    enface.write('bad.tmx', '<html></html>');
    enface.write('broken.gz', gzipSync(target).subarray(0, 100));
    enface.write('old.enface', 'the old model');
    const cases: [string[], RegExp][] = [
      [['--source', 's', '--target', 'short'], /not parallel: s has \d+ lines, short has \d+/],
      [['--source', 's', '--target', 'empty'], /empty is empty/],
      [['--source', 'latin1', '--target', 't'], /latin1 is not a UTF-8 text file/],
      [['--source', 'zeros', '--target', 'zeros'], /zeros is not a UTF-8 text file/],
      [['--source', 'long', '--target', 'long'], /None of the 1 pairs .*line too long/],
      [['--source', 's', '--target', 'missing'], /missing: there is no such file/],
      [['--source', 's', '--target', 'broken.gz'], /broken\.gz is cut short/],
      [['--tsv', 's'], /no line with a tab/],
      [['--tmx', 'bad.tmx'], /^bad\.tmx: /],
    ];
    const before = enface.files();
    for (const [files, expected] of cases) {
      const { status, stdout, stderr } = enface.run(
        'train',
        ...files,
        ...LANGUAGES,
        '--output',
        'old.enface',
      );
      const last = stderr.trimEnd().split('\n').at(-1) ?? '';
      assert.equal(status, 2, `${files.join(' ')}: ${stderr}`);
      assert.equal(stdout, '');
      assert.match(last, expected);
      assert.doesNotMatch(stderr, /^\s+at /m);
      assert.deepEqual(enface.files(), before);
      assert.equal(readFileSync(enface.file('old.enface'), 'utf8'), 'the old model');
    }
  });

  it('counts bad lines among good ones and goes on', () => {
    const lines = source.split('\n');
    lines[3] = 'nul\0nul';
    lines[7] = '';
    lines[9] = 'y'.repeat(1 << 21);
    const bytes = Buffer.from(lines.join('\n'));
    enface.write('s', bytes);
    enface.write('t', target);
    const { status, stdout } = enface.run(
      ...['train', '--source', 's', '--target', 't', ...LANGUAGES, '--output', 'm.enface'],
    );
    assert.equal(status, 0);
    assert.match(stdout, /left out: control or replacement characters \(first: pair 4\) +1$/m);
    assert.match(stdout, /left out: one side is empty \(first: pair 8\) +1$/m);
    assert.match(stdout, /left out: line too long to be a segment \(first: pair 10\) +1$/m);
  });

  it('warns about languages that are not what they are said to be', () => {
    const { status, stderr } = enface.run(
      ...[
        'train',
        '--tmx',
        MEMORY,
        '--source-language',
        'en',
        '--target-language',
        'de',
        '--output',
        'm.enface',
      ],
    );
    assert.equal(status, 0);
    assert.doesNotMatch(stderr, /Warning/);
    const tmx = readFileSync(MEMORY, 'utf8').replaceAll('xml:lang="de"', 'xml:lang="fr"');
    enface.write('wrong.tmx', tmx);
    const wrong = enface.run(
      ...[
        'train',
        '--tmx',
        'wrong.tmx',
        '--source-language',
        'en',
        '--target-language',
        'fr',
        '--output',
        'm.enface',
      ],
    );
    assert.equal(wrong.status, 0);
    assert.match(wrong.stderr, /^Warning: The target text is given as fr but seems to be de\.$/m);
  });

  it('says what is wrong with the options before it reads anything', () => {
    const output = ['--output', 'm.enface'];
    const files = ['--source', 's', '--target', 't'];
    for (const [args, expected] of [
      [[...LANGUAGES, ...output], /Say what to learn from/],
      [['--source', 's', ...LANGUAGES, ...output], /belong together/],
      [[...files, ...LANGUAGES], /--output is missing/],
      [[...files, '--source-language', 'en', ...output], /--target-language is missing/],
      [[...files, ...LANGUAGES, ...output, '--bits', '9'], /--bits needs a whole number from 2 to 8/],
      [[...files, ...LANGUAGES, ...output, '--order', 'x'], /--order/],
      [[...files, ...LANGUAGES, ...output, '--heuristic', 'guess'], /--heuristic is one of/],
      [[...files, ...LANGUAGES, ...output, '--empty-weight', 'no'], /--empty-weight needs a number from 0/],
      [[...files, ...LANGUAGES, ...output, '--prune', '1,0'], /--prune/],
      [[...files, ...LANGUAGES, ...output, '--fast'], /--fast/],
      [[...files, ...LANGUAGES, '--output', 'no/m.enface'], /There is no folder .*no to write/],
    ] as [string[], RegExp][]) {
      const { status, stdout, stderr } = enface.run('train', ...args);
      assert.equal(status, 2, args.join(' '));
      assert.equal(stdout, '');
      assert.match(stderr, expected);
      assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
    }
  });

  it('refuses swapped languages and leaves the old model alone', () => {
    enface.write('s', `${source}\n`.repeat(20));
    enface.write('t', `${target}\n`.repeat(20));
    enface.write('m.enface', 'the old model');
    const { status, stderr } = enface.run(
      ...['train', '--source', 's', '--target', 't', ...LANGUAGES, '--output', 'm.enface'],
    );
    assert.equal(status, 2);
    assert.match(stderr, /seems to be de and the target text en/);
    assert.equal(readFileSync(enface.file('m.enface'), 'utf8'), 'the old model');
  });

  for (const step of ['Read and tokenise', 'Align words', 'Language model']) {
    it(`stops at Ctrl+C while it says “${step}”, leaving the old model and nothing else`, async () => {
      enface.write('s', `${source}\n`.repeat(150));
      enface.write('t', `${target}\n`.repeat(150));
      enface.write('m.enface', 'the old model');
      const before = enface.files();
      const child = enface.start(
        ...['train', '--source', 's', '--target', 't', ...GERMAN_TO_ENGLISH, '--output', 'm.enface'],
      );
      let said = '';
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        if (!said.includes(step) && (said += text).includes(step)) child.kill('SIGINT');
      });
      const code = await new Promise((resolve) => child.on('close', resolve));
      assert.equal(code, 130, said);
      assert.deepEqual(enface.files(), before);
      assert.equal(statSync(enface.file('m.enface')).size, 'the old model'.length);
    });
  }
});

/** Parallel sentences of a little grammar: the same ones at every call. */
function toyCorpus(): [string, string] {
  const subjects = [
    ['der hund', 'the dog'],
    ['die katze', 'the cat'],
    ['das kind', 'the child'],
    ['ein mann', 'a man'],
  ];
  const verbs = [
    ['sieht', 'sees'],
    ['findet', 'finds'],
    ['sucht', 'seeks'],
  ];
  const objects = [
    ['das haus', 'the house'],
    ['den ball', 'the ball'],
    ['ein buch', 'a book'],
  ];
  const sentences: string[][] = [];
  for (const [s, s2] of subjects)
    for (const [v, v2] of verbs)
      for (const [o, o2] of objects) sentences.push([`${s} ${v} ${o} .`, `${s2} ${v2} ${o2} .`]);
  return [sentences.map(([de]) => de).join('\n'), sentences.map(([, en]) => en).join('\n')];
}
