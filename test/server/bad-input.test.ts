/** Bad input: one clear message each, the server goes on answering, nothing is written. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { InlineCompletionItem } from 'vscode-languageserver';
import {
  APPROVE_METHOD,
  PAIRS_METHOD,
  SEGMENTS_METHOD,
  type SegmentsResult,
} from '../../server/protocol/messages.js';
import { LspHarness, type OpenDocument } from '../support/lsp-harness.js';
import { tmx } from '../support/tmx.js';
import { ghostTexts, memoryReady, startTranslating } from '../support/translating.js';

const FILE = [['Open the file.', 'Öffnen Sie die Datei.']] as const;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}

/** The one message the user sees; a second one fails the test as unread. */
async function message(server: LspHarness): Promise<string> {
  return (await server.next<{ message: string }>('window/showMessage')).message;
}

/** Types and asks: everything that could complain again gets its chance. */
async function work(server: LspHarness, document: OpenDocument): Promise<void> {
  for (const key of 'ab') {
    document.type(key);
    await ghostTexts(server, document);
    await server.request('textDocument/hover', document.here());
    await server.request('textDocument/completion', document.here());
    await server.request(SEGMENTS_METHOD, { targetUri: document.uri });
  }
}

const QUIET = ['enface/segmentsChanged', 'enface/memoryStatus'];

describe('bad input', () => {
  const broken: [name: string, content: string | Uint8Array, expected: RegExp][] = [
    ['cut off', tmx([...FILE, ...FILE]).slice(0, -60), /bad\.tmx: .*left out.*line \d+/],
    [
      'not XML at all',
      'Dear translator,\nplease find attached…',
      /bad\.tmx is not in use: This is not a TMX file/,
    ],
    [
      'another kind of XML',
      '<?xml version="1.0"?><html><body/></html>',
      /bad\.tmx is not in use: This is not a TMX file/,
    ],
    ['empty', '', /bad\.tmx is not in use: The file is empty/],
    ['binary', Uint8Array.from({ length: 3000 }, (_, i) => (i * 7919) & 0xff), /bad\.tmx/],
    [
      'with a unit that is not well-formed',
      tmx(FILE).replace('</tu>', '<b></tu>'),
      /bad\.tmx: one unit was left out \(line 3/,
    ],
  ];
  for (const [name, content, expected] of broken) {
    it(`a memory that is ${name}`, async () => {
      const { server, target } = await startTranslating({
        source: 'Open the file.\n',
        target: '$0',
        memory: FILE,
        files: { 'bad.tmx': content },
        ignore: QUIET,
      });
      assert.match(await message(server), expected);
      assert.deepEqual(await ghostTexts(server, target), ['Öffnen Sie die Datei.']);
      const before = filesBelow(server.root);
      await work(server, target);
      assert.deepEqual(filesBelow(server.root), before);
      await server.stop();
    });
  }

  it('a memory that was broken and is repaired, then broken again', async () => {
    const { server, target } = await startTranslating({
      source: 'Open the file.\n',
      target: '$0',
      files: { 'bad.tmx': 'nonsense' },
    });
    await message(server);
    server.write('bad.tmx', tmx(FILE));
    assert.deepEqual((await memoryReady(server)).problems, []);
    assert.deepEqual(await ghostTexts(server, target), ['Öffnen Sie die Datei.']);
    server.write('bad.tmx', 'nonsense again');
    await memoryReady(server);
    await message(server);
    assert.deepEqual(await ghostTexts(server, target), []);
    await server.stop();
  });

  it('a memory of 50 MB with one corrupt unit', async () => {
    const server = await LspHarness.start({ files: { 'text.md': 'Sentence 1 of many.\n' }, ignore: QUIET });
    const units = await writeLargeTmx(server.path('big.tmx'), 50_000_000);
    const target = server.open('text.de.md', '$0');
    const lookUps = new LookUps(server, target);
    assert.match(
      await message(server),
      /big\.tmx: one unit was left out \(line \d+: .*\); the rest is in use\./,
    );
    // Loading took long; every look-up was answered meanwhile.
    assert.ok((await lookUps.stop()) > 0);
    assert.deepEqual(await ghostTexts(server, target), ['Satz 1 von vielen.']);
    target.set('Satz$0\n');
    server.write('text.md', `Sentence ${units} of many.\n`);
    const uri = server.uri('text.de.md');
    await server.request(SEGMENTS_METHOD, { targetUri: uri });
    assert.deepEqual(filesBelow(server.root), ['big.tmx', 'text.md']);
    await server.stop();
  }).timeout(120_000);

  it('a Markdown document of 5 MB', async () => {
    const paragraph = (i: number, text: string): string =>
      `## ${text} ${i}\n\n${text} ${i}, and so on. ${'Then there is more of it. '.repeat(6).trim()}\n\n`;
    const count = 30_000;
    const source = Array.from({ length: count }, (_, i) => paragraph(i, 'Part')).join('');
    const half = Array.from({ length: count / 2 }, (_, i) => paragraph(i, 'Teil')).join('');
    assert.ok(source.length > 5_000_000);
    const { server, target } = await startTranslating({
      source,
      target: `${half}## Teil ${count / 2}\n\n$0`,
      memory: [[`Part ${count / 2}, and so on.`, `Teil ${count / 2}, und so weiter.`]],
    });
    assert.deepEqual(await ghostTexts(server, target), [`Teil ${count / 2}, und so weiter.`]);
    for (const key of 'Teil') {
      target.type(key);
      assert.equal((await ghostTexts(server, target)).length, 1, target.text.slice(-20));
    }
    const table = await server.request<SegmentsResult>(SEGMENTS_METHOD, { targetUri: target.uri });
    assert.equal(table.total, 8 * count);
    await server.stop();
  }).timeout(120_000);

  it('a binary file opened as text', async () => {
    const { server, target } = await startTranslating({
      source: 'Open the file.\n',
      target: '\u0000\u0001GIF\u0000$0',
      memory: FILE,
      ignore: QUIET,
    });
    assert.match(
      await message(server),
      /^text\.de\.md holds binary data, not text, so Enface leaves it alone\.$/,
    );
    await work(server, target);
    assert.deepEqual(await ghostTexts(server, target), []);
    await assert.rejects(server.request(APPROVE_METHOD, { targetUri: target.uri, position: target.caret }));
    assert.deepEqual(filesBelow(server.root), ['text.md', 'tm', 'tm/memory.tmx']);
    target.set('$0');
    assert.deepEqual(await ghostTexts(server, target), ['Öffnen Sie die Datei.']);
    await server.stop();
  });

  it('a source that is binary, or too large', async () => {
    const contents = [Uint8Array.from([71, 73, 70, 0, 1, 2]), new Uint8Array(21 * 1024 * 1024).fill(65)];
    const messages = [/text\.md holds binary data/, /text\.md is larger than 20 MB/];
    for (const [i, content] of contents.entries()) {
      const { server, target } = await startTranslating({ files: { 'text.md': content }, ignore: QUIET });
      assert.match(await message(server), messages[i]);
      await work(server, target);
      await server.stop();
    }
  });

  it('a pair whose source vanished and comes back', async () => {
    const { server, target } = await startTranslating({
      source: 'Open the file.\n',
      target: '$0',
      memory: FILE,
      settings: {
        pairs: [{ source: '{name}.md', target: '{name}.de.md', sourceLanguage: 'en', targetLanguage: 'de' }],
      },
      ignore: QUIET,
    });
    await server.request(SEGMENTS_METHOD, { targetUri: target.uri });
    server.remove('text.md');
    assert.match(await message(server), /^text\.md, the source of text\.de\.md, is not there/);
    await work(server, target);
    assert.deepEqual(filesBelow(server.root), ['tm', 'tm/memory.tmx']);
    server.write('text.md', 'Open the file.\n');
    server.watched('text.md', 1);
    target.set('Öff$0');
    await server.request(PAIRS_METHOD, { uri: target.uri });
    await server.next('enface/segmentsChanged');
    assert.deepEqual(await ghostTexts(server, target), ['nen Sie die Datei.']);
    await server.stop();
  });

  it('requests that make no sense', async () => {
    const { server, target } = await startTranslating({
      source: 'Open the file.\n',
      target: '$0',
      memory: FILE,
    });
    const far = { textDocument: { uri: target.uri }, position: { line: 99, character: 99 } };
    const items = await server.request<InlineCompletionItem[]>('textDocument/inlineCompletion', {
      ...far,
      context: { triggerKind: 1 },
    });
    assert.deepEqual(
      items.map(({ insertText, range }) => ({ insertText, range })),
      [{ insertText: 'Öffnen Sie die Datei.', range: { start: target.caret, end: target.caret } }],
    );
    const nowhere = { textDocument: { uri: 'untitled:Untitled-1' }, position: { line: 0, character: 0 } };
    assert.equal(await server.request('textDocument/hover', nowhere), null);
    server.expectLoggedErrors();
    await assert.rejects(server.request('textDocument/hover', { position: far.position }), /see its log/);
    assert.deepEqual(await ghostTexts(server, target), ['Öffnen Sie die Datei.']);
    await server.stop();
  });
});

/** Asks again and again until told to stop; every question must be answered. */
class LookUps {
  #going = true;
  readonly #done: Promise<number>;

  constructor(server: LspHarness, document: OpenDocument) {
    this.#done = this.#run(server, document);
  }

  stop(): Promise<number> {
    this.#going = false;
    return this.#done;
  }

  async #run(server: LspHarness, document: OpenDocument): Promise<number> {
    let count = 0;
    while (this.#going) {
      await server.request('textDocument/hover', document.here());
      count++;
    }
    return count;
  }
}

/** A TMX of at least `bytes`, with a unit in the middle that is not well-formed; the number of good units. */
async function writeLargeTmx(file: string, bytes: number): Promise<number> {
  mkdirSync(path.dirname(file), { recursive: true });
  const out = createWriteStream(file);
  const [head, foot] = tmx([]).split('\n</body>');
  out.write(`${head}\n`);
  const filler = 'x'.repeat(400);
  let number = 0;
  let written = 0;
  let isCorrupt = false;
  while (written < bytes) {
    number++;
    if (!isCorrupt && written > bytes / 2) {
      isCorrupt = true;
      out.write('<tu><tuv xml:lang="en"><seg>No end tag</tuv></tu>\n');
    }
    const unit =
      `<tu><prop type="x">${filler}</prop><tuv xml:lang="en"><seg>Sentence ${number} of many.</seg></tuv>` +
      `<tuv xml:lang="de"><seg>Satz ${number} von vielen.</seg></tuv></tu>\n`;
    written += unit.length;
    if (!out.write(unit)) await once(out, 'drain');
  }
  out.end(`</body>${foot}`);
  await once(out, 'finish');
  return number;
}
