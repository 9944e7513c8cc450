/** Building memories from other programs' texts: what is read, what is left out, and that one source's failure stays its own. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { importScript } from '../support/scripts.js';

interface Pair {
  source: string;
  target: string;
}
interface Source {
  name: string;
  title: string;
  version: string;
  licence: string;
  read(options: { language: string; signal?: AbortSignal }): Promise<Pair[]>;
}
interface Result {
  source: string;
  language: string;
  file?: string;
  pairs?: number;
  problem?: string;
}
interface Scripts {
  buildMemories(options: {
    cacheFolder: string;
    log?: (line: string) => void;
    signal?: AbortSignal;
    sources?: Source[];
    languages?: string[];
    fresh?: boolean;
  }): Promise<Result[]>;
  cleanPairs(found: Pair[]): { pairs: Pair[]; dropped: Record<string, number> };
  cleanText(text: string): string;
  joinMessages(program: string, translations: Record<string, string>): Pair[];
  joinStrings(programs: Iterable<string>, translations: (string | null)[]): Pair[];
  readList(text: string): (string | null)[];
  readLiteral(literal: string): string;
  readDescriptions(list: string): Iterable<[string, string[]]>;
  joinDescriptions(
    english: Iterable<[string, string[]]>,
    translated: Map<string, string[]>,
    language: string,
  ): Pair[];
  readParagraphs(page: string): Map<string, string>;
  splitAlike(source: string, target: string, language: string): Pair[];
  escapeXml(text: string): string;
  readArchive(file: string, wants: (name: string) => boolean): Map<string, string>;
}

const MODULES = [
  'build-memories',
  'clean-pairs',
  'typescript-messages',
  'vscode-strings',
  'apt-descriptions',
  'libreoffice-help',
  'split-alike',
  'write-tmx',
  'npm-archive',
];

describe('memories', () => {
  let scripts: Scripts;
  let folder: string;

  before(async () => {
    const modules = await Promise.all(MODULES.map((name) => importScript<object>(`memories/${name}.mjs`)));
    scripts = Object.assign({}, ...modules) as Scripts;
    folder = mkdtempSync(path.join(os.tmpdir(), 'enface-memories-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function sourceOf(name: string, pairs: Pair[] | Error): Source {
    const read = async () => {
      if (pairs instanceof Error) throw pairs;
      return pairs;
    };
    return { name, title: `texts of ${name}`, version: '1', licence: `Licence of ${name} & others`, read };
  }

  it('takes accelerators, odd blanks and nothing else from a text', () => {
    assert.equal(scripts.cleanText('&&File'), 'File');
    assert.equal(scripts.cleanText('Save &&As…'), 'Save As…');
    assert.equal(scripts.cleanText('Datei(&F)'), 'Datei');
    assert.equal(scripts.cleanText('~Edit and Undo~do'), 'Edit and Undodo');
    assert.equal(scripts.cleanText('_Open  the\n file '), 'Open the file');
    assert.equal(scripts.cleanText('R&D, a && b, ~/notes, snake_case'), 'R&D, a && b, ~/notes, snake_case');
  });

  it('leaves out what is no translation, with the reason', () => {
    const { pairs, dropped } = scripts.cleanPairs([
      { source: 'Save the file', target: 'Datei speichern' },
      { source: 'Save the  file', target: 'Datei speichern' },
      { source: 'Open file', target: 'Open File' },
      { source: 'This text is still in English', target: 'This text is still in english language' },
      { source: 'Save', target: '' },
      { source: '100 %', target: '100 %' },
      { source: 'Yes', target: 'Das ist eine viel zu lange Übersetzung für ein so kurzes Wort' },
      { source: 'Delete {0}?', target: 'Löschen?' },
      { source: 'Odd\u0001 text', target: 'Seltsamer Text' },
      { source: 'a long one '.repeat(60), target: 'ein langer '.repeat(60) },
    ]);
    assert.deepEqual(pairs, [{ source: 'Save the file', target: 'Datei speichern' }]);
    assert.deepEqual(dropped, {
      repeated: 1,
      'not translated': 2,
      empty: 1,
      'no words': 1,
      'lengths too different': 1,
      'other placeholders': 1,
      'broken characters': 1,
      'too long': 1,
    });
  });

  it('reads compiler messages by key', () => {
    const program = String.raw`x: diag(1, 1 /* Error */, "Say_0_1", "Say \"{0}\"."), y: diag(2, 3 /* Message */, "New_2", "New.")`;
    assert.deepEqual(scripts.joinMessages(program, { Say_0_1: 'Sag „{0}“.' }), [
      { source: 'Say "{0}".', target: 'Sag „{0}“.' },
    ]);
  });

  it('reads editor strings by number', () => {
    const list = scripts.readList(
      'var content = [\n\tundefined,\n\t"Ja",\n\t"Nein"\n];\nexport { content };',
    );
    assert.deepEqual(list, [null, 'Ja', 'Nein']);
    const programs = [
      'a(localize(1, "Yes"))',
      "localize2(\n  2,\n  'No')",
      'localize(0, "?")',
      'localize(9, "Gone")',
    ];
    assert.deepEqual(scripts.joinStrings(programs, list), [
      { source: 'Yes', target: 'Ja' },
      { source: 'No', target: 'Nein' },
    ]);
    assert.equal(
      scripts.readLiteral(String.raw`'It\'s "so" \u00e9\x41\u{1f600}\n\\'`),
      'It\'s "so" éA😀\n\\',
    );
    assert.equal(scripts.readLiteral('"one \\\ntwo"'), 'one two');
  });

  it('joins package descriptions by checksum, paragraph by paragraph', () => {
    const english = `Package: cat
Description-md5: aa
Description-en: small tool
 It shows files. It is
 quite small.
 .
 Features:
  * fast
  * kind
    to mice
 .
   exactly as typed

Package: dog
Description-md5: bb
Description-en: other tool
`;
    const german = english
      .replaceAll('Description-en', 'Description-de')
      .replace('small tool', 'kleines Werkzeug')
      .replace('It shows files. It is\n quite small.', 'Es zeigt Dateien. Es ist recht klein.')
      .replace('* fast', '* schnell')
      .replace('bb', 'cc');
    const read = (list: string) => [...scripts.readDescriptions(list)];
    assert.deepEqual(read(english)[0][1], [
      'small tool',
      'It shows files. It is quite small.',
      'Features:',
      'fast',
      'kind to mice',
      'exactly as typed',
    ]);
    assert.deepEqual(scripts.joinDescriptions(read(english), new Map(read(german)), 'de').slice(0, 3), [
      { source: 'small tool', target: 'kleines Werkzeug' },
      { source: 'It shows files.', target: 'Es zeigt Dateien.' },
      { source: 'It is quite small.', target: 'Es ist recht klein.' },
    ]);
  });

  it('reads help paragraphs as plain text, of variants the usual one', () => {
    const page = `<h1 id="hd_1" dir="auto">Find &amp; <b>Replace</b></h1>
      <p id="par_2" class="paragraph">Press <span class="switchinline"><span hidden="true" id="MACx" class="MAC"><span class="keycode">Command</span></span><span hidden="true" id="defaultx"><span class="keycode">Ctrl</span></span></span>+F,<br>then&nbsp;go&#33;</p>
      <p id="par_3"><img src="x.svg"></p><p id="bm_module">no</p>`;
    assert.deepEqual(
      [...scripts.readParagraphs(page)],
      [
        ['hhd_1', 'Find & Replace'],
        ['ppar_2', 'Press Ctrl+F, then go!'],
      ],
    );
  });

  it('splits paragraphs into sentences only where both sides agree', () => {
    assert.equal(
      scripts.splitAlike('One is here. Two is there.', 'Eins ist hier. Zwei ist dort.', 'de').length,
      2,
    );
    assert.equal(
      scripts.splitAlike('One is here. Two is there.', 'Eins ist hier, zwei dort.', 'de').length,
      1,
    );
    const crossed = scripts.splitAlike(
      'Short. This sentence here is a good deal longer than the first one was.',
      'Dieser Satz hier ist ein gutes Stück länger, als es der erste gewesen ist. Kurz.',
      'de',
    );
    assert.equal(crossed.length, 1);
  });

  it('reads files out of an npm archive', () => {
    const file = path.join(folder, 'a.tgz');
    const entry = (name: string, text: string) => {
      const block = Buffer.alloc(512 + Math.ceil(Buffer.byteLength(text) / 512) * 512);
      block.write(name, 0);
      block.write(`${Buffer.byteLength(text).toString(8).padStart(11, '0')} `, 124);
      block.write('0', 156);
      block.write(text, 512);
      return block;
    };
    const entries = [
      entry('package/a.js', 'ä'.repeat(600)),
      entry('package/b/c.json', '{}'),
      entry('package/d', 'x'),
    ];
    writeFileSync(file, gzipSync(Buffer.concat([...entries, Buffer.alloc(1024)])));
    const texts = scripts.readArchive(file, (name) => name !== 'd');
    assert.deepEqual(
      [...texts],
      [
        ['a.js', 'ä'.repeat(600)],
        ['b/c.json', '{}'],
      ],
    );
  });

  it('writes a TMX with its licence beside it, and does not make it twice', async () => {
    const cacheFolder = path.join(folder, 'once');
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    const pairs = [{ source: 'Less < more & so on', target: 'Weniger < mehr & so weiter' }];
    const options = { cacheFolder, log, sources: [sourceOf('one', pairs)], languages: ['de'] };
    const [result] = await scripts.buildMemories(options);
    assert.deepEqual([result.source, result.language, result.pairs], ['one', 'de', 1]);
    const tmx = readFileSync(result.file!, 'utf8');
    assert.match(tmx, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<tmx version="1.4">/);
    assert.ok(tmx.includes('<tuv xml:lang="de"><seg>Weniger &lt; mehr &amp; so weiter</seg></tuv>'));
    assert.ok(tmx.endsWith('  </body>\n</tmx>\n'));
    const licence = readFileSync(result.file!.replace('.tmx', '.LICENCE.txt'), 'utf8');
    assert.match(licence, /^Licence of one & others\n/);
    const [again] = await scripts.buildMemories({
      ...options,
      sources: [sourceOf('one', new Error('not asked'))],
    });
    assert.equal(again.pairs, 1);
    assert.match(lines.at(-1)!, /there already/);
    const [fresh] = await scripts.buildMemories({
      ...options,
      sources: [sourceOf('one', new Error('asked'))],
      fresh: true,
    });
    assert.equal(fresh.problem, 'asked');
  });

  it('goes on with the other sources when one fails', async () => {
    const lines: string[] = [];
    const results = await scripts.buildMemories({
      cacheFolder: path.join(folder, 'some'),
      log: (line) => lines.push(line),
      sources: [
        sourceOf('broken', new Error('No network.\nlong story')),
        sourceOf('empty', [{ source: 'x', target: 'x' }]),
        sourceOf('fine', [{ source: 'Good morning', target: 'Bonjour' }]),
      ],
      languages: ['fr'],
    });
    assert.deepEqual(
      results.map(({ source, pairs, problem }) => [source, pairs ?? problem]),
      [
        ['broken', 'No network.'],
        ['empty', 'No usable text was found.'],
        ['fine', 1],
      ],
    );
    assert.ok(lines.includes('en–fr texts of broken: left out. No network.'));
    assert.equal(existsSync(path.join(folder, 'some', 'memories', 'en-fr', 'empty.tmx')), false);
  });

  it('stops when asked to', async () => {
    const stop = new AbortController();
    const source = sourceOf('slow', []);
    source.read = async ({ signal }) => {
      stop.abort(new Error('stopped'));
      signal?.throwIfAborted();
      return [];
    };
    const cacheFolder = path.join(folder, 'stopped');
    await assert.rejects(
      scripts.buildMemories({ cacheFolder, sources: [source], signal: stop.signal }),
      /stopped/,
    );
  });

  it('writes only what XML can hold', () => {
    assert.equal(scripts.escapeXml('a\u0000<b>\u000b & "c"\ud83d\ude00'), 'a&lt;b&gt; &amp; "c"😀');
  });
});
