import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { writeFileAtomically } from '../../../server/src/formats/atomic-file.js';
import { TmxReader, type TmxUnit } from '../../../server/src/formats/tmx-reader.js';
import {
  appendTmxUnit,
  type NewTmxUnit,
  removeTmxUnit,
  tmxChunks,
} from '../../../server/src/formats/tmx-writer.js';
import { REPOSITORY } from '../../support/repository.js';

const LANGUAGES = { sourceLanguage: 'en', targetLanguage: 'de' };
const HEADER = { sourceLanguage: 'en', toolVersion: '0.1.0' };

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(content: string | Uint8Array, chunkSize = 1 << 16, languages = LANGUAGES) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const reader = new TmxReader(inChunks(bytes, chunkSize), languages);
  const units: TmxUnit[] = [];
  for await (const unit of reader.units()) units.push(unit);
  return { units, pairs: units.map(({ source, target }) => [source, target]), reader };
}

async function write(units: readonly NewTmxUnit[]): Promise<string> {
  let text = '';
  for await (const chunk of tmxChunks(HEADER, units)) text += chunk;
  return text;
}

const pair = (source: string, target: string): NewTmxUnit => ({ source, target, ...LANGUAGES });
const tmx = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n<header/>\n<body>\n${body}\n</body>\n</tmx>\n`;
const tu = (source: string, target: string) =>
  `<tu><tuv xml:lang="en"><seg>${source}</seg></tuv><tuv xml:lang="de"><seg>${target}</seg></tuv></tu>`;

describe('TMX', () => {
  it('is read as it was written, for any text and any chunks', async () => {
    // The reader folds line breaks and outer blanks, and XML cannot hold control characters.
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .map((value) => value.replace(/[\s\p{Cc}\uFFFD-\uFFFF]/gu, 'x').trim())
      .filter((value) => value !== '');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, text)),
        fc.integer({ min: 1, max: 50 }),
        async (pairs, size) => {
          const content = await write(pairs.map(([source, target]) => pair(source, target)));
          const result = await read(content, size);
          assert.deepEqual(result.pairs, pairs);
          assert.equal(result.reader.problemCount, 0);
          assert.equal(result.reader.bytesRead, Buffer.byteLength(content));
        },
      ),
    );
  });

  it('reads the sample memories without a problem', async () => {
    for (const [file, language, least] of [
      ['en-de.tmx', 'de', 700],
      ['en-fr.tmx', 'fr', 700],
    ] as const) {
      const bytes = readFileSync(path.join(REPOSITORY, 'samples/memory', file));
      const { units, reader } = await read(bytes, 1000, { sourceLanguage: 'en', targetLanguage: language });
      assert.ok(units.length >= least);
      assert.deepEqual(reader.problems, []);
      assert.equal(typeof units[0].properties['x-domain'], 'string');
    }
  });

  it('drops codes of formatting and sub-flows, keeps highlights and placeholders, folds layout', async () => {
    const body = `<tu tuid="7" changedate="20250312T101500Z"><tuv xml:lang="EN-us"><seg>Click
      <bpt i="1">&lt;b&gt;</bpt><hi>Save</hi><ept i="1">&lt;/b&gt;</ept><ph>{0}<sub>note</sub></ph> now</seg></tuv>
      <tuv xml:lang="de_DE"><seg><![CDATA[Klicken & speichern]]></seg></tuv></tu>`;
    const { units } = await read(tmx(body));
    assert.equal(units[0].source, 'Click Save{0} now');
    assert.equal(units[0].target, 'Klicken & speichern');
    assert.deepEqual([units[0].id, units[0].date, units[0].number], ['7', '20250312T101500Z', 1]);
  });

  it('prefers the exact language, takes every variant of the target, and counts other languages', async () => {
    const variant = (language: string, text: string) =>
      `<tuv xml:lang="${language}"><seg>${text}</seg></tuv>`;
    const body = [
      `<tu>${variant('en', 'a')}${variant('de', 'b')}${variant('de', 'c')}</tu>`,
      `<tu>${variant('en-GB', 'd')}${variant('de-CH', 'e')}${variant('de', 'f')}</tu>`,
      `<tu>${variant('en', 'g')}${variant('fr', 'h')}</tu>`,
    ].join('\n');
    const { pairs, reader } = await read(tmx(body));
    assert.deepEqual(pairs, [
      ['a', 'b'],
      ['a', 'c'],
      ['d', 'f'],
    ]);
    assert.equal(reader.otherLanguages, 1);
  });

  it('skips a broken unit, says where and why, and goes on', async () => {
    const content = tmx([tu('a', 'b'), tu('c & d', 'e'), tu('f', 'g</seg'), tu('h', 'i')].join('\n'));
    for (const size of [7, 1 << 16]) {
      const { pairs, reader } = await read(content, size);
      assert.deepEqual(pairs, [
        ['a', 'b'],
        ['h', 'i'],
      ]);
      assert.deepEqual(
        reader.problems.map(({ line }) => line),
        [6, 7],
      );
      assert.match(reader.problems[0].reason, /entity|unclosed/i);
    }
  });

  it('gives up on a unit without an end at the next one, and ignores comments', async () => {
    const content = tmx(`<!-- <tu>not this</tu> --><tu><tuv xml:lang="en"><seg>lost</seg>\n${tu('a', 'b')}`);
    const { pairs, reader } = await read(content);
    assert.deepEqual(pairs, [['a', 'b']]);
    assert.deepEqual(
      reader.problems.map(({ reason }) => reason),
      ['the unit has no end'],
    );
  });

  it('knows every way to end a unit', async () => {
    const odd = tu('<![CDATA[</tu> <tu> x]]>', 'b').replace(/<\/tu>$/, '</tu\n>');
    const { pairs, reader } = await read(tmx(`<tu/>${odd}${tu('c', 'd')}`));
    assert.deepEqual(pairs, [
      ['</tu> <tu> x', 'b'],
      ['c', 'd'],
    ]);
    assert.equal(reader.problemCount, 0);
    assert.equal(reader.otherLanguages, 1);
  });

  it('keeps the whole units of a file cut short anywhere', async () => {
    const content = Buffer.from(
      await write([pair('eins', 'one'), pair('zwei', 'twö'), pair('drei', 'three')]),
    );
    for (let length = 1; length < content.length - 1; length++) {
      const cut = content.subarray(0, length);
      const whole = cut.toString().split('</tu>').length - 1;
      try {
        const { units, reader } = await read(cut);
        assert.equal(units.length, whole);
        assert.equal(reader.problemCount > 0, !cut.toString().includes('</tmx>'));
      } catch (error) {
        assert.equal(whole, 0);
        assert.match(String(error), /not a TMX file/);
      }
    }
  });

  it('does not expand entities of the file', async () => {
    const bomb = `<?xml version="1.0"?>\n<!DOCTYPE tmx [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;&a;">]>\n<tmx version="1.4"><body>${tu('&b;', 'y')}${tu('c', 'd')}</body></tmx>`;
    const { pairs, reader } = await read(bomb);
    assert.deepEqual(pairs, [['c', 'd']]);
    assert.equal(reader.problemCount, 1);
  });

  for (const [what, content] of [
    ['another XML file', '<?xml version="1.0"?><xliff version="1.2"></xliff>'],
    ['plain text', 'Dear reader,\nthis is a letter.'],
    ['an empty file', ''],
    ['a binary file', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0, 0, 0, 0])],
  ] as const) {
    it(`refuses ${what}`, async () => {
      await assert.rejects(read(content), /not a TMX file/);
    });
  }

  it('reads UTF-16 and Latin-1', async () => {
    const text = tmx(tu('Straße', 'größer')).replace('UTF-8', 'UTF-16');
    const little = Buffer.from(`\uFEFF${text}`, 'utf16le');
    assert.deepEqual((await read(little, 1)).pairs, [['Straße', 'größer']]);
    assert.deepEqual((await read(Buffer.from(little).swap16(), 9)).pairs, [['Straße', 'größer']]);
    const latin = Buffer.from(text.replace('UTF-16', 'ISO-8859-1'), 'latin1');
    assert.deepEqual((await read(latin)).pairs, [['Straße', 'größer']]);
    await assert.rejects(read(text.replace('UTF-16', 'EBCDIC')), /encoding EBCDIC is not known/);
  });
});

describe('TMX changes', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'enface-tmx-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('appends to a new file and to an old one, leaving every other byte', async () => {
    const file = path.join(folder, 'deep/er/memory.tmx');
    await appendTmxUnit(file, HEADER, pair('a', 'b'));
    const before = readFileSync(file, 'utf8');
    await appendTmxUnit(file, HEADER, { ...pair('c <&> "d"', 'e'), date: new Date(0), id: 'x' });
    const after = readFileSync(file, 'utf8');
    const added = after.split('\n').filter((line) => !before.split('\n').includes(line));
    assert.equal(added.length, 1);
    assert.match(added[0], /tuid="x" changedate="19700101T000000Z"/);
    assert.equal(after.replace(`${added[0]}\n`, ''), before);
    assert.deepEqual((await read(after)).pairs, [
      ['a', 'b'],
      ['c <&> "d"', 'e'],
    ]);
  });

  it('keeps odd bytes, layout and encodings of other tools', async () => {
    for (const encode of [
      (text: string) => Buffer.concat([Buffer.from(text), Buffer.from('<!-- \xff\xfe -->', 'latin1')]),
      (text: string) => Buffer.from(`\uFEFF${text.replace('UTF-8', 'UTF-16')}`, 'utf16le'),
      (text: string) => Buffer.from(`\uFEFF${text.replace('UTF-8', 'UTF-16')}`, 'utf16le').swap16(),
    ]) {
      const file = path.join(folder, 'other.tmx');
      const before = encode(tmx(`  ${tu('a', 'b')}\r\n  ${tu('c', 'd')}`));
      writeFileSync(file, before);
      await appendTmxUnit(file, HEADER, pair('neu', 'größer'));
      assert.deepEqual((await read(readFileSync(file))).pairs.at(-1), ['neu', 'größer']);
      assert.equal(await removeTmxUnit(file, pair('neu', 'größer')), 1);
      assert.deepEqual(readFileSync(file), before);
      assert.equal(await removeTmxUnit(file, pair('a', 'zzz')), 0);
      assert.equal(await removeTmxUnit(file, pair('a', 'b')), 1);
      assert.deepEqual((await read(readFileSync(file))).pairs, [['c', 'd']]);
    }
  });

  it('refuses to append to a file that is no TMX', async () => {
    const file = path.join(folder, 'notes.txt');
    writeFileSync(file, 'hello');
    await assert.rejects(appendTmxUnit(file, HEADER, pair('a', 'b')), /no <body>/);
    assert.equal(readFileSync(file, 'utf8'), 'hello');
  });

  it('leaves the old file and no temporary one when writing fails', async () => {
    const file = path.join(folder, 'memory.tmx');
    writeFileSync(file, 'old');
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    async function* failing(): AsyncGenerator<string> {
      yield 'half';
      throw full;
    }
    await assert.rejects(
      writeFileAtomically(file, failing()),
      /no space left on the disk: memory.tmx was left as it was/,
    );
    assert.equal(readFileSync(file, 'utf8'), 'old');
    assert.deepEqual(readdirSync(folder), ['memory.tmx']);
  });

  it('keeps the permissions of the file and writes through links', async () => {
    const file = path.join(folder, 'memory.tmx');
    writeFileSync(file, 'old');
    await chmod(file, 0o640);
    await mkdir(path.join(folder, 'sub'));
    const { symlinkSync, statSync, lstatSync } = await import('node:fs');
    const link = path.join(folder, 'sub/link.tmx');
    symlinkSync(file, link);
    await writeFileAtomically(link, ['new']);
    assert.equal(readFileSync(file, 'utf8'), 'new');
    assert.ok(lstatSync(link).isSymbolicLink());
    if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o640);
    assert.ok(existsSync(link));
  });
});
