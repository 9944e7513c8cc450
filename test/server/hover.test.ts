/** Hover in both documents of a pair. */
import assert from 'node:assert/strict';
import type { Hover, MarkupContent } from 'vscode-languageserver';
import { editorCapabilities, type LspHarness, type OpenDocument } from '../support/lsp-harness.js';
import type { Units } from '../support/tmx.js';
import { startTranslating } from '../support/translating.js';

const MEMORY: Units = [
  ['Open the old file.', 'Öffnen Sie die alte Datei.'],
  ['Open the file.', 'Öffnen Sie die Datei.'],
];

const NOTHING: MarkupContent = { kind: 'plaintext', value: '' };

function hover(server: LspHarness, document: OpenDocument): Promise<Hover | null> {
  return server.request<Hover | null>('textDocument/hover', document.here());
}

describe('hover', () => {
  it('shows matches with their differences over source and target', async () => {
    const { server, target } = await startTranslating({
      source: '# Title\n\nOpen the file.\n',
      target: '# Titel\n\nÖff$0nen\n',
      memory: MEMORY,
    });
    const source = server.open('text.md', '# Title\n\nOpen$0 the file.\n');
    const overTarget = await hover(server, target);
    const overSource = await hover(server, source);
    const { kind, value } = (overTarget?.contents as MarkupContent | undefined) ?? NOTHING;
    assert.equal(kind, 'markdown');
    assert.equal(
      value,
      [
        '**100 %** · memory\\.tmx, unit 2',
        'Open the file\\.',
        '→ Öffnen Sie die Datei\\.',
        '---',
        '**75 %** · memory\\.tmx, unit 1',
        'Open the ~~old~~ file\\.',
        '→ Öffnen Sie die alte Datei\\.',
      ].join('\n\n'),
    );
    assert.deepEqual(overSource?.contents, overTarget?.contents);
    assert.deepEqual(overTarget?.range, { start: { line: 2, character: 0 }, end: { line: 2, character: 6 } });
    assert.deepEqual(overSource?.range, {
      start: { line: 2, character: 0 },
      end: { line: 2, character: 14 },
    });
    await server.stop();
  });

  it('says nothing where there is no match', async () => {
    const { server, target } = await startTranslating({
      source: '# Completely different\n',
      target: '# Völ$0lig anders\n',
      memory: MEMORY,
    });
    assert.equal(await hover(server, target), null);
    await server.stop();
  });

  it('speaks plain text to an editor without Markdown', async () => {
    const capabilities = {
      ...editorCapabilities(),
      textDocument: { hover: { contentFormat: ['plaintext' as const] } },
    };
    const { server, target } = await startTranslating({
      source: 'Open the file.\n',
      target: 'Öff$0nen\n',
      memory: MEMORY,
      capabilities,
    });
    const { kind, value } = ((await hover(server, target))?.contents as MarkupContent | undefined) ?? NOTHING;
    assert.equal(kind, 'plaintext');
    assert.match(value, /^100 % \(memory\.tmx, unit 2\)\nOpen the file\.\n→ Öffnen Sie die Datei\.\n\n75 %/);
    await server.stop();
  });
});
