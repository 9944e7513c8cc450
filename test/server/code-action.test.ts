/** The light bulb: insert a match, approve. */
import assert from 'node:assert/strict';
import type { CodeAction } from 'vscode-languageserver';
import { COMMAND_APPROVE } from '../../server/protocol/messages.js';
import type { LspHarness, OpenDocument } from '../support/lsp-harness.js';
import type { Units } from '../support/tmx.js';
import { memoryReady, startTranslating } from '../support/translating.js';

const MEMORY: Units = [
  ['Open the old file.', 'Öffnen Sie die alte Datei.'],
  ['Open the file.', 'Öffnen Sie die Datei.'],
];

function actions(server: LspHarness, document: OpenDocument, only?: string[]): Promise<CodeAction[]> {
  return server.request<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri: document.uri },
    range: { start: document.caret, end: document.caret },
    context: { diagnostics: [], ...(only === undefined ? {} : { only }) },
  });
}

describe('code actions', () => {
  it('insert a match in place of the segment', async () => {
    const { server, target } = await startTranslating({
      source: 'Open the file.\n',
      target: 'Mach\ndie$0 auf\n',
      memory: MEMORY,
    });
    const [, insert] = await actions(server, target);
    assert.equal(insert.title, 'Insert match (100 %): Öffnen Sie die Datei.');
    const [change] = insert.edit?.documentChanges ?? [];
    assert.ok(change !== undefined && 'edits' in change);
    assert.deepEqual(change.textDocument, { uri: target.uri, version: 1 });
    assert.deepEqual(change.edits, [
      {
        range: { start: { line: 0, character: 0 }, end: { line: 1, character: 7 } },
        newText: 'Öffnen Sie die Datei.',
      },
    ]);
    await server.stop();
  });

  it('do not offer what stands there already', async () => {
    const { server, target } = await startTranslating({
      source: 'Open the file.\n',
      target: 'Öffnen Sie die Datei.$0\n',
      memory: MEMORY,
    });
    const titles = (await actions(server, target)).map(({ title }) => title);
    assert.deepEqual(titles, ['Approve this segment', 'Insert match (75 %): Öffnen Sie die alte Datei.']);
    await server.stop();
  });

  it('do not approve nothing', async () => {
    const { server, target } = await startTranslating({ source: 'Open it.\n', target: '$0', memory: [] });
    assert.deepEqual(await actions(server, target), []);
    await server.stop();
  });

  it('come in the kinds asked for', async () => {
    const { server, target } = await startTranslating({
      source: 'Open the file.\n',
      target: 'Auf$0\n',
      memory: MEMORY,
    });
    assert.equal((await actions(server, target, ['refactor'])).length, 3);
    assert.equal((await actions(server, target, ['refactor.rewrite.enface.approve'])).length, 1);
    assert.equal((await actions(server, target, ['quickfix'])).length, 0);
    await server.stop();
  });

  it('approve through the command they carry', async () => {
    const { server, target } = await startTranslating({
      source: 'Close the door.\n',
      target: 'Machen Sie die Tür zu.$0\n',
      memory: MEMORY,
    });
    const [{ command }] = await actions(server, target);
    assert.equal(command?.command, COMMAND_APPROVE);
    await server.request('workspace/executeCommand', command);
    assert.equal((await memoryReady(server)).units, 3);
    await server.stop();
  });
});
