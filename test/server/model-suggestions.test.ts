/** Ghost text from a model, and what happens to the model's file while it is in use. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import type { HarnessOptions } from '../support/lsp-harness.js';
import { TRAINING_PAIRS, trainedModel } from '../support/model-file.js';
import { tmx } from '../support/tmx.js';
import {
  fault,
  ghostTexts,
  modelSettled,
  startTranslating,
  type Translating,
} from '../support/translating.js';

const MODEL = '.enface/en-de.enface';
/** No memory holds this sentence; its words are known to the model. */
const SOURCE = 'The old man sees the key.\n';

async function world(
  model: Uint8Array | null,
  options: HarnessOptions & { readonly source?: string; readonly target?: string } = {},
): Promise<Translating> {
  return startTranslating({
    source: SOURCE,
    target: 'Der alte$0\n',
    memory: TRAINING_PAIRS,
    models: true,
    ...options,
    settings: { 'memory.minimumMatch': 95, ...options.settings },
    files: { ...(model === null ? {} : { [MODEL]: model }), ...options.files },
  });
}

/** The next message the user sees. */
async function told({ server }: Translating): Promise<string> {
  return (await server.next<{ message: string }>('window/showMessage')).message;
}

describe('suggestions of a model', function () {
  this.timeout(60_000);
  let model: Uint8Array;

  before(async () => {
    model = await trainedModel();
  });

  it('complete what is typed of a sentence that no memory holds', async () => {
    const { server, target } = await world(model);
    const status = await modelSettled(server);
    assert.equal(status.state, 'ready');
    assert.equal(status.pairs, TRAINING_PAIRS.length);
    assert.equal((await ghostTexts(server, target))[0], ' Mann sieht den Schlüssel.');
    target.type(' Mann s');
    assert.equal((await ghostTexts(server, target))[0], 'ieht den Schlüssel.');
    await server.stop();
  });

  it('come after a good match of the memory and before a weak one', async () => {
    const memory = [
      ['The old man sees the key.', 'Der alte Herr erblickt den Schlüssel.'],
      ['The big cat finds the key.', 'Der alte Kater findet den Schlüssel.'],
    ] as const;
    const { server, target } = await world(model, {
      files: { [MODEL]: model, 'tm/memory.tmx': tmx(memory) },
      settings: { 'memory.minimumMatch': 30 },
    });
    await modelSettled(server);
    const texts = await ghostTexts(server, target);
    assert.equal(texts[0], ' Herr erblickt den Schlüssel.');
    assert.equal(texts[1], ' Mann sieht den Schlüssel.');
    await server.stop();
  });

  it('are found under the tags without regions too', async () => {
    const { server } = await world(model, {
      settings: {
        pairs: [
          { source: 'text.md', target: 'text.de.md', sourceLanguage: 'en-GB', targetLanguage: 'de-AT' },
        ],
      },
    });
    assert.equal((await modelSettled(server)).state, 'ready');
    await server.stop();
  });

  it('begin when the model appears and end when it is deleted', async () => {
    const translating = await world(null);
    const { server, target } = translating;
    assert.equal((await modelSettled(server)).state, 'absent');
    assert.deepEqual(await ghostTexts(server, target), []);
    server.write(MODEL, model);
    assert.equal((await modelSettled(server)).state, 'ready');
    assert.equal((await ghostTexts(server, target))[0], ' Mann sieht den Schlüssel.');
    server.remove(MODEL);
    assert.equal((await modelSettled(server)).state, 'absent');
    assert.match(await told(translating), /en-de\.enface is gone: suggestions come from the memory alone/);
    assert.deepEqual(await ghostTexts(server, target), []);
    server.write(MODEL, model);
    assert.equal((await modelSettled(server)).state, 'ready');
    await server.stop();
  });

  it('go on from the old model when the file is overwritten by something broken, and come from the new one when it is whole again', async () => {
    const translating = await world(model);
    const { server, target } = translating;
    await modelSettled(server);
    server.write(MODEL, model.subarray(0, model.length >> 1));
    const status = await modelSettled(server);
    assert.equal(status.state, 'ready');
    assert.match(status.problem ?? '', /cannot be used: .* The model opened before stays in use\.$/);
    assert.equal(await told(translating), status.problem);
    assert.equal((await ghostTexts(server, target))[0], ' Mann sieht den Schlüssel.');
    server.write(MODEL, model);
    assert.equal((await modelSettled(server)).problem, null);
    await server.stop();
  });

  for (const [what, content, expected] of [
    ['truncated', () => model.subarray(0, 1000), /cannot be used/],
    ['no model at all', () => 'not a model', /cannot be used/],
    ['empty', () => '', /cannot be used/],
    ['of other languages', () => trainedModel('fr', 'it'), /It translates fr → it, not en → de\./],
  ] as const) {
    it(`are told off when the file is ${what}, while the memory goes on`, async () => {
      const translating = await startTranslating({
        source: 'The small dog sees the key.\n',
        target: 'Der$0\n',
        memory: TRAINING_PAIRS,
        models: true,
        settings: { 'memory.minimumMatch': 95 },
        files: { [MODEL]: await content() },
      });
      const { server, target } = translating;
      assert.equal((await modelSettled(server)).state, 'failed');
      const message = await told(translating);
      assert.match(message, expected);
      assert.match(message, /Suggestions come from the memory alone\.$/);
      assert.deepEqual(await ghostTexts(server, target), [' kleine Hund sieht den Schlüssel.']);
      server.write(MODEL, model);
      assert.equal((await modelSettled(server)).state, 'ready');
      await server.stop();
    });
  }

  for (const kind of ['crash', 'throw', 'hang'] as const) {
    it(`are back after a ${kind} of the decoder's thread`, async () => {
      const translating = await world(model, { testHooks: true });
      const { server, target } = translating;
      await modelSettled(server);
      await fault(server, { fault: kind, where: 'decoder' });
      assert.match(
        await told(translating),
        /translation engine stopped and was started again\. Your documents/,
      );
      assert.equal((await modelSettled(server)).state, 'ready');
      assert.equal((await ghostTexts(server, target))[0], ' Mann sieht den Schlüssel.');
      await server.stop();
    });
  }

  it('leave the memory at work when the decoder dies in the middle of a request', async () => {
    const translating = await world(model, {
      testHooks: true,
      source: 'The small dog sees the key.\n',
      target: 'Der$0\n',
    });
    const { server, target } = translating;
    await modelSettled(server);
    await fault(server, { fault: 'slow', where: 'decoder', milliseconds: 60_000 });
    const asked = ghostTexts(server, target);
    await fault(server, { fault: 'crash', where: 'decoder' });
    assert.deepEqual(await asked, [' kleine Hund sieht den Schlüssel.']);
    await told(translating);
    assert.equal((await modelSettled(server)).state, 'ready');
    await server.stop();
  });

  it('end with their folder, and the server lives on', async () => {
    const translating = await world(model);
    const { server } = translating;
    await modelSettled(server);
    rmSync(server.path('.enface'), { recursive: true });
    server.watched(MODEL, 3);
    assert.equal((await modelSettled(server)).state, 'absent');
    await told(translating);
    await server.stop();
  });
});
