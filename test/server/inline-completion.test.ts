/** Ghost text: what is offered at the caret, over real messages. */
import assert from 'node:assert/strict';
import { LspHarness } from '../support/lsp-harness.js';
import type { Units } from '../support/tmx.js';
import { ghostTexts, inlineItems, startTranslating } from '../support/translating.js';

interface Case {
  readonly source: string;
  readonly target: string;
  readonly memory: Units;
  readonly settings?: Record<string, unknown>;
  readonly extension?: string;
}

/** The ghost texts at the caret of one small world. */
async function check(world: Case, expected: readonly string[]): Promise<void> {
  const { server, target } = await startTranslating(world);
  assert.deepEqual(await ghostTexts(server, target), expected);
  await server.stop();
}

const FILE: Units = [['Open the file.', 'Öffnen Sie die Datei.']];

describe('inline completion', () => {
  it('offers the rest of an exact match', () =>
    check({ source: 'Open the file.\n', target: 'Öffnen$0\n', memory: FILE }, [' Sie die Datei.']));

  it('goes on in the middle of a word', () =>
    check({ source: 'Open the file.\n', target: 'Öffnen Sie die Da$0\n', memory: FILE }, ['tei.']));

  it('goes on after a typed blank', () =>
    check({ source: 'Open the file.\n', target: 'Öffnen Sie $0\n', memory: FILE }, ['die Datei.']));

  it('offers the whole match where nothing is typed', () =>
    check({ source: 'Open the file.\n', target: '$0', memory: FILE }, ['Öffnen Sie die Datei.']));

  it('says nothing when something else is typed', () =>
    check({ source: 'Open the file.\n', target: 'Schließen$0\n', memory: FILE }, []));

  it('says nothing when all is typed', () =>
    check({ source: 'Open the file.\n', target: 'Öffnen Sie die Datei.$0\n', memory: FILE }, []));

  it('keeps what stands behind the caret', () =>
    check({ source: 'Open the file.\n', target: 'Öffnen$0 Datei.\n', memory: FILE }, [' Sie die']));

  it('says nothing when what stands behind the caret does not fit', () =>
    check({ source: 'Open the file.\n', target: 'Öffnen$0 Akte!\n', memory: FILE }, []));

  it('offers several matches, best first, none twice', () =>
    check(
      {
        source: 'Open the new file now.\n',
        target: 'Öffnen Sie $0\n',
        memory: [
          ['Open the new file now please.', 'Öffnen Sie bitte jetzt die neue Datei.'],
          ['Open the new file now.', 'Öffnen Sie jetzt die neue Datei.'],
          ['Open the new file.', 'Öffnen Sie jetzt die neue Datei.'],
        ],
      },
      ['jetzt die neue Datei.', 'bitte jetzt die neue Datei.'],
    ));

  it('adapts numbers', () =>
    check(
      {
        source: 'Save 400 files in the folder.\n',
        target: '$0',
        memory: [['Save 300 files in the folder.', 'Speichern Sie 300 Dateien im Ordner.']],
      },
      ['Speichern Sie 400 Dateien im Ordner.'],
    ));

  it('leaves out matches below the setting', () =>
    check(
      {
        source: 'Open the old brown file.\n',
        target: '$0',
        memory: [['Open the new file.', 'Öffnen Sie die neue Datei.']],
        settings: { memory: { minimumMatch: 95 } },
      },
      [],
    ));

  it('is silent when switched off', () =>
    check(
      {
        source: 'Open the file.\n',
        target: '$0',
        memory: FILE,
        settings: { suggestions: { enabled: false } },
      },
      [],
    ));

  it('offers no more than the setting says', () =>
    check(
      {
        source: 'Open the file.\n',
        target: '$0',
        memory: [...FILE, ['Open the file.', 'Datei öffnen.'], ['Open the file.', 'Mach die Datei auf.']],
        settings: { suggestions: { maximum: 2 } },
      },
      ['Mach die Datei auf.', 'Datei öffnen.'],
    ));

  it('writes the marker of the block on an empty line', () =>
    check({ source: '## Open the file.\n', target: '$0', memory: FILE }, ['## Öffnen Sie die Datei.']));

  it('leaves out the marker that is there', () =>
    check({ source: '## Open the file.\n', target: '## $0', memory: FILE }, ['Öffnen Sie die Datei.']));

  it('works in plain text', () =>
    check({ source: 'Open the file.\n', target: 'Öf$0', memory: FILE, extension: '.txt' }, [
      'fnen Sie die Datei.',
    ]));

  it('knows the second sentence of a paragraph', () =>
    check(
      {
        source: 'Open the file. Save the file.\n',
        target: 'Öffnen Sie die Datei. $0\n',
        memory: [...FILE, ['Save the file.', 'Speichern Sie die Datei.']],
      },
      ['Speichern Sie die Datei.'],
    ));

  it('points at the caret, in UTF-16 units and across line endings of any kind', async () => {
    const { server, target } = await startTranslating({
      source: '😀 first.\r\n\r\nOpen the file 😀 now.\r\n',
      target: '😀 erstens.\r\n\r\nÖffnen Sie 😀$0\r\n',
      memory: [['Open the file 😀 now.', 'Öffnen Sie 😀 die Datei jetzt.']],
    });
    const [item] = await inlineItems(server, target);
    assert.equal(item.insertText, ' die Datei jetzt.');
    assert.deepEqual(item.range, {
      start: { line: 2, character: 'Öffnen Sie 😀'.length },
      end: { line: 2, character: 'Öffnen Sie 😀'.length },
    });
    await server.stop();
  });

  it('follows typing', async () => {
    const { server, target } = await startTranslating({
      source: '# Open the file.\n\nSave it.\n',
      target: '# Öffnen Sie die Datei.\n\n$0',
      memory: [['Save it.', 'Speichern Sie sie.']],
    });
    assert.deepEqual(await ghostTexts(server, target), ['Speichern Sie sie.']);
    let rest = 'Speichern Sie sie.';
    while (rest.length > 1) {
      target.type(rest[0]);
      rest = rest.slice(1);
      assert.deepEqual(await ghostTexts(server, target), [rest], target.text);
    }
    await server.stop();
  });

  it('is silent in a document without a pair, and loads nothing for it', async () => {
    const server = await LspHarness.start({
      files: { 'alone.md': 'Open the file.\n', 'memory.tmx': '<broken' },
    });
    const document = server.open('alone.md', 'Open the file.$0\n');
    assert.deepEqual(await ghostTexts(server, document), []);
    assert.equal(await server.request('textDocument/hover', document.here()), null);
    assert.equal(await server.request('textDocument/completion', document.here()), null);
    await server.stop();
  });
});
