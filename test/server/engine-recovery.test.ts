/** The engine's thread dies or hangs: the server says so once, starts another and helps on. */
import assert from 'node:assert/strict';
import {
  APPROVE_METHOD,
  MEMORY_STATUS_METHOD,
  type MemoryStatusParams,
} from '../../server/protocol/messages.js';
import { fault, ghostTexts, memoryReady, startTranslating } from '../support/translating.js';

const WORLD = {
  source: 'Open the file.\n',
  target: 'Öffnen$0\n',
  memory: [['Open the file.', 'Öffnen Sie die Datei.']] as const,
  testHooks: true,
};

describe('recovery of the engine', () => {
  for (const kind of ['crash', 'throw', 'hang'] as const) {
    it(`starts anew after a ${kind}, tells once, and knows the memory again`, async () => {
      const { server, target } = await startTranslating(WORLD);
      await fault(server, { fault: kind, where: 'worker' });
      const { message } = await server.next<{ message: string }>('window/showMessage');
      assert.match(message, /stopped and was started again\. Your documents are unharmed\./);
      assert.equal((await memoryReady(server)).units, 1);
      assert.deepEqual(await ghostTexts(server, target), [' Sie die Datei.']);
      await server.stop();
    });
  }

  it('answers what was under way: look-ups as cancelled, the rest with words', async () => {
    const { server, target } = await startTranslating(WORLD);
    await fault(server, { fault: 'slow', where: 'worker', milliseconds: 60_000 });
    const lookUp = ghostTexts(server, target);
    const approval = server.request(APPROVE_METHOD, { targetUri: target.uri, position: target.caret });
    const outcomes = Promise.allSettled([lookUp, approval]);
    await fault(server, { fault: 'crash', where: 'worker' });
    const [first, second] = await outcomes;
    assert.ok(first.status === 'rejected' && /cancelled/.test(first.reason.message));
    assert.ok(second.status === 'rejected' && /stopped before it was done/.test(second.reason.message));
    await server.next('window/showMessage');
    await memoryReady(server);
    await server.stop();
  });

  it('stays off after it died too often, and says that', async () => {
    const { server, target } = await startTranslating({ ...WORLD, ignore: ['enface/memoryStatus'] });
    const failed = server.next<MemoryStatusParams>(MEMORY_STATUS_METHOD, ({ state }) => state === 'failed');
    for (let death = 1; death <= 4; death++) {
      await fault(server, { fault: 'crash', where: 'worker' });
      const { message } = await server.next<{ message: string }>('window/showMessage');
      assert.match(message, death <= 3 ? /was started again/ : /stays off/);
    }
    assert.equal((await failed).units, 0);
    await assert.rejects(ghostTexts(server, target));
    const approval = server.request(APPROVE_METHOD, { targetUri: target.uri, position: target.caret });
    await assert.rejects(approval, /engine is off; restart the server/);
    await server.stop();
  });

  it('survives an error in the server that nobody caught', async () => {
    const { server, target } = await startTranslating(WORLD);
    server.expectLoggedErrors();
    await fault(server, { fault: 'throw', where: 'server' });
    assert.deepEqual(await ghostTexts(server, target), [' Sie die Datei.']);
    assert.ok(
      server.logs.some(({ message }) => /the server goes on\.\nError: thrown on purpose/.test(message)),
    );
    await server.stop();
  });

  it('gives up when errors pour in', async () => {
    const { server } = await startTranslating(WORLD);
    const faults = Array.from({ length: 20 }, () => fault(server, { fault: 'throw', where: 'server' }));
    Promise.allSettled(faults).catch(() => {});
    assert.equal(await server.died(), 1);
  });

  it('ends with exit code 1 when the server itself crashes', async () => {
    const { server } = await startTranslating(WORLD);
    fault(server, { fault: 'crash', where: 'server' }).catch(() => {});
    assert.equal(await server.died(), 1);
  });
});
