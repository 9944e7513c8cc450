/** Training from the editor: a model from the memories of the workspace, swapped in without a restart. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { COMMAND_TRAIN } from '../../server/protocol/messages.js';
import { TRAINING_PAIRS } from '../support/model-file.js';
import { tmx } from '../support/tmx.js';
import {
  fault,
  ghostTexts,
  modelSettled,
  startTranslating,
  type Translating,
} from '../support/translating.js';

interface Progress {
  readonly token: string;
  readonly value: {
    readonly kind: string;
    readonly title?: string;
    readonly message?: string;
    readonly percentage?: number;
  };
}

const MODEL = '.enface/en-de.enface';
const WORLD = {
  source: 'The old man sees the key.\n',
  target: 'Der alte$0\n',
  memory: TRAINING_PAIRS,
  models: true,
  settings: { 'memory.minimumMatch': 95 },
};

function train({ server, target }: Translating, uri = target.uri): Promise<unknown> {
  return server.request('workspace/executeCommand', { command: COMMAND_TRAIN, arguments: [{ uri }] });
}

async function told({ server }: Translating): Promise<string> {
  return (await server.next<{ message: string }>('window/showMessage')).message;
}

describe('training from the editor', function () {
  this.timeout(60_000);

  it('shows its steps, writes the model and uses it at once', async () => {
    const translating = await startTranslating({ ...WORLD, progress: true });
    const { server, target } = translating;
    assert.equal((await modelSettled(server)).state, 'absent');
    await train(translating);
    const steps: string[] = [];
    let percentage = 0;
    for (;;) {
      const { value } = await server.next<Progress>('$/progress');
      if (value.kind === 'end') break;
      if (value.kind === 'begin') assert.equal(value.title, 'Enface: training the model en → de');
      if (value.message) steps.push(value.message.replace(/ \(.*/, ''));
      assert.ok((value.percentage ?? 0) >= percentage, 'the share never shrinks');
      percentage = value.percentage ?? 0;
    }
    assert.deepEqual([...new Set(steps)].slice(0, 3), ['Read and tokenise', 'Truecase', 'Align words']);
    assert.match(
      await told(translating),
      /^The model en → de was trained on 76 pairs in \d+ s; suggestions use it now/,
    );
    const status = await modelSettled(server);
    assert.equal(status.state, 'ready');
    assert.equal(status.uri, server.uri(MODEL));
    assert.equal((await ghostTexts(server, target))[0], ' Mann sieht den Schlüssel.');
    assert.deepEqual(readdirSync(server.path('.enface')), ['en-de.enface'], 'nothing else is left behind');
    await server.stop();
  });

  it('learns what was approved, too', async () => {
    const approved = tmx([['The ogre sleeps.', 'Der Oger schläft.']]);
    const translating = await startTranslating({
      ...WORLD,
      source: 'The ogre sees the key.\n',
      target: 'Der$0\n',
      files: { '.enface/memory.tmx': approved },
    });
    await modelSettled(translating.server);
    await train(translating);
    await told(translating);
    await modelSettled(translating.server);
    assert.match((await ghostTexts(translating.server, translating.target))[0], /^ Oger/);
    await translating.server.stop();
  });

  it('goes on without memories that cannot be read', async () => {
    const translating = await startTranslating({ ...WORLD, files: { 'tm/broken.tmx': 'no memory' } });
    await told(translating); // about the broken file
    await modelSettled(translating.server);
    await train(translating);
    assert.match(await told(translating), /was trained on 76 pairs/);
    await modelSettled(translating.server);
    await translating.server.stop();
  });

  it('can be cancelled, and then leaves nothing behind', async () => {
    const translating = await startTranslating({ ...WORLD, progress: true });
    const { server } = translating;
    await modelSettled(server);
    await train(translating);
    const { token } = await server.next<Progress>('$/progress', ({ value }) => value.kind === 'begin');
    await server.notify('window/workDoneProgress/cancel', { token });
    for (;;) if ((await server.next<Progress>('$/progress')).value.kind === 'end') break;
    assert.equal(existsSync(server.path(MODEL)), false);
    assert.deepEqual(readdirSync(server.path('.enface')), []);
    await train(translating); // and can be begun again
    await told(translating);
    await modelSettled(server);
    while (server.unread('$/progress').length > 0) await server.next('$/progress');
    await server.stop();
  });

  it('refuses a second run of the same model, and stops with the server', async () => {
    const translating = await startTranslating(WORLD);
    await modelSettled(translating.server);
    await train(translating);
    await assert.rejects(train(translating), /en → de is being trained already/);
    await translating.server.stop();
  });

  it('says what is missing', async () => {
    const translating = await startTranslating({ ...WORLD, settings: { memories: ['nowhere/*.tmx'] } });
    const { server } = translating;
    await modelSettled(server);
    await assert.rejects(train(translating), /There is no translation memory to learn from/);
    await assert.rejects(train(translating, server.uri('else.md')), /belongs to no translation/);
    await server.stop();
  });

  it('says why it failed: a memory of other languages only', async () => {
    const translating = await startTranslating({
      ...WORLD,
      memory: [],
      files: { 'tm/other.tmx': tmx([['Bonjour', 'Ciao']], 'fr', 'it') },
    });
    await modelSettled(translating.server);
    await train(translating);
    assert.match(await told(translating), /^The model en → de was not trained: /);
    await translating.server.stop();
  });

  it('does not keep anybody waiting: suggestions are answered meanwhile', async () => {
    const translating = await startTranslating({ ...WORLD, testHooks: true });
    const { server, target } = translating;
    await modelSettled(server);
    await train(translating);
    assert.deepEqual(await ghostTexts(server, target), []);
    await fault(server, { fault: 'slow', where: 'decoder', milliseconds: 0 });
    await told(translating);
    await modelSettled(server);
    await server.stop();
  });
});
