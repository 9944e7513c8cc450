/** The list of matches: what it says, and that an editor keeps, sorts and inserts its items rightly. */
import assert from 'node:assert/strict';
import type { CompletionItem, CompletionList, MarkupContent, TextEdit } from 'vscode-languageserver';
import { editorCapabilities, type LspHarness, type OpenDocument } from '../support/lsp-harness.js';
import { offsetAt } from '../support/marker-fixture.js';
import type { Units } from '../support/tmx.js';
import { startTranslating } from '../support/translating.js';

const MEMORY: Units = [
  ['Open the old file.', 'Öffnen Sie die alte Datei.'],
  ['Open the file.', 'Öffnen Sie die Datei.'],
];

async function completions(server: LspHarness, document: OpenDocument): Promise<CompletionItem[]> {
  const list = await server.request<CompletionList>('textDocument/completion', document.here());
  assert.equal(list.isIncomplete, true);
  return list.items;
}

/** The document after taking an item, as an editor does it: all edits at once, none overlapping. */
function taken(document: OpenDocument, item: CompletionItem): string {
  const edits = [item.textEdit as TextEdit, ...(item.additionalTextEdits ?? [])]
    .map(({ range, newText }) => ({
      start: offsetAt(document.text, range.start),
      end: offsetAt(document.text, range.end),
      newText,
    }))
    .sort((a, b) => b.start - a.start);
  return edits.reduce((text, { start, end, newText }, i) => {
    assert.ok(i === 0 || end <= edits[i - 1].start, 'edits overlap');
    return text.slice(0, start) + newText + text.slice(end);
  }, document.text);
}

/** What LSP and editors ask of an item: one line, the caret inside, the filter text beginning with what is typed. */
function checkItem(document: OpenDocument, item: CompletionItem): void {
  const { range } = item.textEdit as TextEdit;
  const { caret } = document;
  assert.equal(range.start.line, caret.line);
  assert.equal(range.end.line, caret.line);
  assert.ok(range.start.character <= caret.character && caret.character <= range.end.character);
  const typed = document.text.slice(offsetAt(document.text, range.start), offsetAt(document.text, caret));
  assert.ok(item.filterText?.startsWith(typed), `${item.filterText} begins with ${typed}`);
}

describe('completion', () => {
  it('lists matches, best first, with percentage and origin', async () => {
    const { server, target } = await startTranslating({
      source: 'Open the file.\n',
      target: '$0',
      memory: MEMORY,
    });
    const items = await completions(server, target);
    assert.deepEqual(
      items.map(({ label, labelDetails, sortText, preselect }) => [
        label,
        labelDetails?.description,
        sortText,
        preselect,
      ]),
      [
        ['Öffnen Sie die Datei.', '100 % memory.tmx, unit 2', '000', true],
        ['Öffnen Sie die alte Datei.', '75 % memory.tmx, unit 1', '001', false],
      ],
    );
    for (const item of items) checkItem(target, item);
    assert.equal(taken(target, items[0]), 'Öffnen Sie die Datei.');
    await server.stop();
  });

  const places: [name: string, target: string, after: string][] = [
    ['at the end of what is typed', 'Öffnen Sie$0\n', 'Öffnen Sie die Datei.\n'],
    ['in the middle', 'Öffnen $0bitte\n', 'Öffnen Sie die Datei.\n'],
    ['after a blank', 'Öffnen $0\n', 'Öffnen Sie die Datei.\n'],
    ['where something else stands', 'Irgend$0was.\n', 'Öffnen Sie die Datei.\n'],
    ['on the second line of a wrapped sentence', 'Irgend\nwas$0\nanderes.\n', 'Öffnen Sie die Datei.\n'],
    ['on the first line of a wrapped sentence', 'Ir$0gend\nwas.\n', 'Öffnen Sie die Datei.\n'],
  ];
  for (const [name, text, after] of places) {
    it(`replaces the segment ${name}`, async () => {
      const { server, target } = await startTranslating({
        source: 'Open the file.\n',
        target: text,
        memory: MEMORY,
      });
      const items = await completions(server, target);
      for (const item of items) checkItem(target, item);
      assert.equal(taken(target, items[0]), after);
      await server.stop();
    });
  }

  it('tells the differences when an item is looked at', async () => {
    const { server, target } = await startTranslating({
      source: 'Open the file.\n',
      target: '$0',
      memory: MEMORY,
    });
    const items = await completions(server, target);
    assert.equal(items[1].documentation, undefined);
    const resolved = await server.request<CompletionItem>('completionItem/resolve', items[1]);
    const { kind, value } = resolved.documentation as MarkupContent;
    assert.equal(kind, 'markdown');
    assert.match(value, /Open the ~~old~~ file/);
    await server.stop();
  });

  it('puts everything into the item for an editor that knows less', async () => {
    const capabilities = editorCapabilities();
    const { server, target } = await startTranslating({
      source: 'Open the file.\n',
      target: '$0',
      memory: MEMORY,
      capabilities: { ...capabilities, textDocument: {} },
    });
    const [, item] = await completions(server, target);
    assert.equal(item.detail, '75 % memory.tmx, unit 1');
    assert.equal((item.documentation as MarkupContent).kind, 'plaintext');
    assert.match((item.documentation as MarkupContent).value, /Open the \[-old-\] file\./);
    await server.stop();
  });
});
