/** One answer to every request, and none that is out of date. */
import assert from 'node:assert/strict';
import { CancellationTokenSource, LSPErrorCodes, type ResponseError } from 'vscode-languageserver';
import { COMMAND_TEST_FAULT, type TestFault } from '../../server/protocol/messages.js';
import type { LspHarness } from '../support/lsp-harness.js';
import { ghostTexts, inlineItems, startTranslating, type Translating } from '../support/translating.js';

const WORLD = {
  source: 'Open the file.\n',
  target: 'Öffnen$0\n',
  memory: [['Open the file.', 'Öffnen Sie die Datei.']] as const,
  testHooks: true,
};

async function fault(server: LspHarness, argument: TestFault): Promise<void> {
  await server.request('workspace/executeCommand', { command: COMMAND_TEST_FAULT, arguments: [argument] });
}

/** A world whose engine takes its time, so that things can happen in between. */
async function startSlow(): Promise<Translating> {
  const world = await startTranslating(WORLD);
  await fault(world.server, { fault: 'slow', where: 'worker', milliseconds: 400 });
  return world;
}

function withCode(code: number): (error: ResponseError<void>) => boolean {
  return (error) => {
    assert.equal(error.code, code, error.message);
    return true;
  };
}

describe('requests under way', () => {
  it('end at once when the client cancels them', async () => {
    const { server, target } = await startSlow();
    const source = new CancellationTokenSource();
    const params = target.here({ context: { triggerKind: 2 } });
    const answer = server.request('textDocument/inlineCompletion', params, source.token);
    source.cancel();
    await assert.rejects(answer, withCode(LSPErrorCodes.RequestCancelled));
    assert.deepEqual(await ghostTexts(server, target), [' Sie die Datei.']);
    await server.stop();
  });

  it('give way to a newer one of the same kind', async () => {
    const { server, target } = await startSlow();
    const order: string[] = [];
    const older = inlineItems(server, target).catch((error: ResponseError<void>) => {
      order.push('older');
      assert.equal(error.code, LSPErrorCodes.RequestCancelled);
    });
    const hover = server.request('textDocument/hover', target.here());
    const newest = ghostTexts(server, target).then((texts) => {
      order.push('newest');
      return texts;
    });
    assert.deepEqual(await newest, [' Sie die Datei.']);
    await older;
    assert.deepEqual(order, ['older', 'newest']);
    assert.notEqual(await hover, null, 'another kind is not disturbed');
    await server.stop();
  });

  it('are dropped when the document has changed meanwhile', async () => {
    const { server, target } = await startSlow();
    const stale = inlineItems(server, target);
    const staleHover = server.request('textDocument/hover', target.here());
    target.type(' Sie');
    await assert.rejects(stale, withCode(LSPErrorCodes.ContentModified));
    await assert.rejects(staleHover, withCode(LSPErrorCodes.ContentModified));
    assert.deepEqual(await ghostTexts(server, target), [' die Datei.']);
    await server.stop();
  });

  it('are each answered once in a storm of keys, and the last is right', async () => {
    const { server, target } = await startTranslating(WORLD);
    const answers: Promise<string[] | null>[] = [];
    for (const key of ' Sie die Dat') {
      target.type(key);
      answers.push(ghostTexts(server, target).catch(() => null));
    }
    const outcomes = await Promise.all(answers);
    assert.deepEqual(outcomes.at(-1), ['ei.']);
    await server.stop();
  });

  it('get a clear error for what the server does not know', async () => {
    const { server, target } = await startTranslating(WORLD);
    const command = (name: string, ...args: unknown[]) =>
      server.request('workspace/executeCommand', { command: name, arguments: args });
    const here = { uri: target.uri, position: target.caret };
    await assert.rejects(command('enface.server.fly', here), /no command "enface\.server\.fly"/);
    await assert.rejects(command('enface.server.approve'), /needs \{ uri, position \}/);
    await assert.rejects(server.request('enface/nonsense', {}), /Unhandled method/);
    await server.stop();
  });

  it('have no test hooks unless the server was started with them', async () => {
    const { server } = await startTranslating({ ...WORLD, testHooks: false });
    const { executeCommandProvider } = server.initialized.capabilities;
    assert.ok(!executeCommandProvider?.commands.includes(COMMAND_TEST_FAULT));
    await assert.rejects(fault(server, { fault: 'crash', where: 'server' }));
    await server.stop();
  });
});
