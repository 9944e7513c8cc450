import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { EnfaceFolder } from '../../support/enface-command.js';

const PAIRS = [
  ['das haus', 'the house'],
  ['das buch', 'the book'],
  ['ein buch', 'a book'],
  ['ein haus', 'a house'],
  ['das haus', 'the house'],
  ['ein buch', 'a book'],
];

describe('enface align', function () {
  this.timeout(30_000);
  let enface: EnfaceFolder;

  beforeEach(() => {
    enface = new EnfaceFolder();
    enface.write('de', `${PAIRS.map(([source]) => source).join('\n')}\n`);
    enface.write('en.gz', gzipSync(`${PAIRS.map(([, target]) => target).join('\n')}\n`));
  });
  afterEach(() => enface.remove());

  const align = (...more: string[]) =>
    enface.run('align', '--source', 'de', '--target', 'en.gz', '--output', 'links', ...more);

  it('links words that translate each other, and the error rate against that is zero', () => {
    const { status, stdout, stderr } = align();
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^6 pairs, 12 links/);
    assert.equal(readFileSync(enface.file('links'), 'utf8'), '0-0 1-1\n'.repeat(6));
    enface.write('gold', '1-1 2-2\n1-1 2p2\n');
    const judged = enface.run('aer', '--links', 'links', '--gold', 'gold');
    assert.equal(judged.status, 0, judged.stderr);
    assert.match(judged.stdout, /^Alignment error rate +0\.00$/m);
  });

  it('gives the same links in one thread and in two', () => {
    const [one, two] = ['1', '2'].map((threads) => {
      const { status, stderr } = align('--threads', threads);
      assert.equal(status, 0, stderr);
      return readFileSync(enface.file('links'), 'utf8');
    });
    assert.equal(two, one);
  });

  it('links more words the less the empty word weighs', () => {
    enface.write('de', `${PAIRS.map(([source], n) => `${source} ja${n}`).join('\n')}\n`);
    const [all, few] = ['0', '10'].map((weight) => {
      const { status, stdout, stderr } = align('--empty-weight', weight);
      assert.equal(status, 0, stderr);
      return Number(/(\d+) links/.exec(stdout)?.[1]);
    });
    assert.ok(all > few, `${all} > ${few}`);
    assert.match(align('--empty-weight', '11').stderr, /--empty-weight needs a number from 0 to 10/);
  });

  it('keeps a line for every pair, also for an empty one', () => {
    enface.write('de', `${PAIRS.map(([source], i) => (i === 2 ? '' : source)).join('\n')}\n`);
    assert.equal(align().status, 0);
    const lines = readFileSync(enface.file('links'), 'utf8').split('\n');
    assert.equal(lines.length, 7);
    assert.equal(lines[2], '');
  });

  it('counts lines that are no text and gives them, and lines too long for links, an empty line', () => {
    const bad = ['das \0 haus', 'x '.repeat(1 << 19)].map((line) => Buffer.from(`${line}\n`));
    const lines = PAIRS.slice(3).map(([source]) => Buffer.from(`${source}\n`));
    enface.write('de', Buffer.concat([...bad, Buffer.from([0x64, 0xff, 0x0a]), ...lines]));
    const { status, stderr } = align();
    assert.equal(status, 0, stderr);
    assert.match(stderr, /^Warning: pairs of lines that are no text and get no links: 2\.$/m);
    const [first, second, third, ...others] = readFileSync(enface.file('links'), 'utf8').split('\n');
    assert.deepEqual([first, second, third], ['', '', '']);
    assert.deepEqual(others, ['0-0 1-1', '0-0 1-1', '0-0 1-1', '']);
  });

  for (const [what, spoil, message] of [
    [
      'unequal line counts',
      () => enface.write('de', 'eins\nzwei\n'),
      /not parallel: de has 2 lines, en.gz has 6/,
    ],
    ['an empty file', () => enface.write('de', ''), /de/],
  ] as const) {
    it(`refuses ${what} in one sentence and writes nothing`, () => {
      spoil();
      const { status, stderr } = align();
      assert.equal(status, 2);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /at .*\.js/);
      assert.ok(!enface.files().includes('links'));
    });
  }

  for (const threads of ['1', '2']) {
    it(`stops at Ctrl+C with --threads ${threads}, leaving the old links and nothing else`, async () => {
      enface.write('de', `${PAIRS.map(([source]) => source).join('\n')}\n`.repeat(30_000));
      enface.write('en', `${PAIRS.map(([, target]) => target).join('\n')}\n`.repeat(30_000));
      enface.write('links', 'the old links');
      const before = enface.files();
      const files = ['--source', 'de', '--target', 'en', '--output', 'links'];
      const child = enface.start('align', ...files, '--threads', threads);
      let said = '';
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        if (!said.includes('Align words') && (said += text).includes('Align words')) child.kill('SIGINT');
      });
      const code = await new Promise((resolve) => child.on('close', resolve));
      assert.equal(code, 130, said);
      assert.deepEqual(enface.files(), before);
      assert.equal(readFileSync(enface.file('links'), 'utf8'), 'the old links');
    });
  }

  it('names a heuristic that it does not know', () => {
    const { status, stderr } = align('--heuristic', 'magic');
    assert.equal(status, 2);
    assert.match(stderr, /--heuristic is one of intersection/);
  });

  it('says what is wrong with links and gold', () => {
    enface.write('links', '0-0\n');
    enface.write('gold', '1-1\n1-1\n');
    assert.match(enface.run('aer', '--links', 'links', '--gold', 'gold').stderr, /links for 1 only/);
    enface.write('links', 'x\ny\n');
    assert.match(enface.run('aer', '--links', 'links', '--gold', 'gold').stderr, /“x” is not a link/);
    assert.match(enface.run('aer', '--links', 'links', '--gold', 'none').stderr, /none does not exist/);
  });
});
