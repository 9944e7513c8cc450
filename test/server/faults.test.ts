/** Trouble from outside while people work: the server says what happened, recovers, and nothing is lost. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { APPROVE_METHOD, type ApproveResult } from '../../server/protocol/messages.js';
import { type HarnessOptions, writeWorkspaceFile } from '../support/lsp-harness.js';
import { TRAINING_PAIRS, trainedModel } from '../support/model-file.js';
import { tmx } from '../support/tmx.js';
import {
  fault,
  ghostTexts,
  memoryReady,
  modelSettled,
  startTranslating,
  type Translating,
} from '../support/translating.js';

const MODEL = '.enface/en-de.enface';
const APPROVED = '.enface/memory.tmx';
const SUGGESTION = ' Mann sieht den Schlüssel.';

async function world(
  options: HarnessOptions & { readonly source?: string; readonly target?: string } = {},
): Promise<Translating> {
  const translating = await startTranslating({
    source: 'The old man sees the key.\n',
    target: 'Der alte$0\n',
    memory: TRAINING_PAIRS,
    models: true,
    ...options,
    settings: { 'memory.minimumMatch': 95, ...options.settings },
    files: { [MODEL]: await trainedModel(), ...options.files },
  });
  await modelSettled(translating.server);
  return translating;
}

async function told({ server }: Translating): Promise<string> {
  return (await server.next<{ message: string }>('window/showMessage')).message;
}

function approve({ server, target }: Translating): Promise<ApproveResult> {
  return server.request<ApproveResult>(APPROVE_METHOD, { targetUri: target.uri, position: target.caret });
}

describe('trouble from outside', function () {
  this.timeout(60_000);

  it('the whole folder is deleted and comes back', async () => {
    const translating = await world();
    const { server, target } = translating;
    const files = [MODEL, 'tm/memory.tmx', 'text.md'];
    const contents = new Map(files.map((file) => [file, new Uint8Array(readFileSync(server.path(file)))]));
    for (const folder of ['.enface', 'tm', 'text.md']) rmSync(server.path(folder), { recursive: true });
    for (const file of files) server.watched(file, 3);
    assert.match(await told(translating), /The model en-de\.enface is gone/);
    assert.equal((await modelSettled(server)).state, 'absent');
    assert.equal((await memoryReady(server)).units, 0);
    assert.deepEqual(await ghostTexts(server, target), []);
    for (const [file, content] of contents) {
      writeWorkspaceFile(server.root, file, content);
      server.watched(file, 1);
    }
    assert.equal((await modelSettled(server)).state, 'ready');
    assert.equal((await memoryReady(server)).units, TRAINING_PAIRS.length);
    assert.equal((await ghostTexts(server, target))[0], SUGGESTION);
    // Whoever looked for the source while it was gone was told so.
    for (const { params } of server.unread('window/showMessage')) {
      assert.match(
        (params as { message: string }).message,
        /text\.md, the source of text\.de\.md, is not there/,
      );
      await server.next('window/showMessage');
    }
    await server.stop();
  });

  it('the folder is taken out of the editor and put back', async () => {
    const translating = await world();
    const { server, target } = translating;
    const folder = { uri: server.uri('.').replace(/\/\.?$/, ''), name: 'world' };
    const change = (added: object[], removed: object[]) =>
      server.notify('workspace/didChangeWorkspaceFolders', { event: { added, removed } });
    await change([], [folder]);
    assert.deepEqual(await ghostTexts(server, target), []);
    await change([folder], []);
    while ((await modelSettled(server)).state !== 'ready');
    while ((await memoryReady(server)).units !== TRAINING_PAIRS.length);
    assert.equal((await ghostTexts(server, target))[0], SUGGESTION);
    while (server.unread('enface/memoryStatus').length > 0) await server.next('enface/memoryStatus');
    while (server.unread('enface/modelStatus').length > 0) await server.next('enface/modelStatus');
    await server.stop();
  });

  it('the memory file cannot be written: nothing is lost, and later it can', async () => {
    const translating = await world({ target: 'Der alte Mann sieht den Schlüssel.$0\n' });
    const { server } = translating;
    mkdirSync(server.path(APPROVED));
    await assert.rejects(approve(translating), /memory\.tmx cannot be (written|read)/);
    rmdirSync(server.path(APPROVED));
    await approve(translating);
    assert.equal((await memoryReady(server)).units, TRAINING_PAIRS.length + 1);
    assert.equal((await modelSettled(server)).learnt, 1);
    assert.match(
      readFileSync(server.path(APPROVED), 'utf8'),
      /<seg>Der alte Mann sieht den Schlüssel\.<\/seg>/,
    );
    await server.stop();
  });

  it('the decoder keeps dying: it stays off, says so, and the memory goes on', async () => {
    const translating = await world({
      source: 'The small dog sees the key.\n',
      target: 'Der$0\n',
      testHooks: true,
    });
    const { server, target } = translating;
    for (let death = 1; death <= 4; death++) {
      await fault(server, { fault: 'crash', where: 'decoder' });
      assert.match(
        await told(translating),
        death <= 3 ? /was started again/ : /stays off; suggestions come from/,
      );
    }
    assert.deepEqual(await ghostTexts(server, target), [' kleine Hund sieht den Schlüssel.']);
    while (server.unread('enface/modelStatus').length > 0) await server.next('enface/modelStatus');
    await server.stop();
  });
});

describe('learning while people work', function () {
  this.timeout(60_000);
  const SOURCE = 'The ogre sleeps.\n\nThe ogre sees the key.\n';

  it('uses an approved term in the very next segment, and no more when its unit is gone', async () => {
    const translating = await world({ source: SOURCE, target: 'Der Unhold schläft.$0\n\n' });
    const { server, target } = translating;
    await approve(translating);
    await memoryReady(server);
    assert.equal((await modelSettled(server)).learnt, 1);
    target.goTo('schläft.\n\n');
    target.type('Der');
    assert.match((await ghostTexts(server, target))[0] ?? '', /^ Unhold sieht den Schlüssel\./);
    server.write(APPROVED, tmx([]));
    await memoryReady(server);
    assert.equal((await modelSettled(server)).learnt, 0);
    target.type(' ');
    const texts = await ghostTexts(server, target);
    assert.ok(!texts.some((text) => text.includes('Unhold')), `still offered: ${texts}`);
    await server.stop();
  });

  it('knows what was approved before the server started, after the model was trained', async () => {
    const unit = '<tu changedate="20260301T120000Z"><tuv xml:lang="en"><seg>The ogre sleeps.</seg></tuv>';
    const memory = tmx([]).replace(
      '</body>',
      `${unit}<tuv xml:lang="de"><seg>Der Unhold schläft.</seg></tuv></tu></body>`,
    );
    const { server, target } = await world({
      source: 'The ogre sees the key.\n',
      target: 'Der$0\n',
      files: { [APPROVED]: memory },
    });
    assert.match((await ghostTexts(server, target))[0] ?? '', /^ Unhold/);
    await server.stop();
  });
});
