/** Approving: the memory file, the next suggestion, the state of the segment. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import {
  APPROVE_METHOD,
  type ApproveResult,
  SEGMENTS_CHANGED_METHOD,
  SEGMENTS_METHOD,
  type SegmentsResult,
} from '../../server/protocol/messages.js';
import type { LspHarness, OpenDocument } from '../support/lsp-harness.js';
import { ghostTexts, memoryReady, startTranslating } from '../support/translating.js';

function approve(server: LspHarness, document: OpenDocument): Promise<ApproveResult> {
  return server.request<ApproveResult>(APPROVE_METHOD, { targetUri: document.uri, position: document.caret });
}

describe('approving a segment', () => {
  it('writes it to the memory file, and the next suggestion knows it', async () => {
    const { server, target } = await startTranslating({
      source: 'Press & hold <b>Esc</b>.\n\nPress & hold <b>Esc</b>.\n',
      target: '<b>Esc</b> & "halten".$0\n\n',
    });
    const result = await approve(server, target);
    assert.deepEqual(result, {
      segment: 0,
      source: 'Press & hold <b>Esc</b>.',
      target: '<b>Esc</b> & "halten".',
      memoryUri: server.uri('.enface/memory.tmx'),
    });
    assert.equal((await memoryReady(server)).units, 1);
    target.goTo('\n\n');
    assert.deepEqual(await ghostTexts(server, target), ['<b>Esc</b> & "halten".']);
    assert.match(readFileSync(server.path('.enface/memory.tmx'), 'utf8'), /Press &amp; hold &lt;b/);
    assert.deepEqual(readdirSync(server.path('.enface')), ['memory.tmx'], 'no temporary files stay behind');
    await server.stop();
  });

  it('is remembered by the next server', async () => {
    const first = await startTranslating({ source: 'Good day.\n', target: 'Guten Tag.$0\n' });
    await approve(first.server, first.target);
    await memoryReady(first.server);
    const memory = readFileSync(first.server.path('.enface/memory.tmx'), 'utf8');
    await first.server.stop();
    const second = await startTranslating({
      source: 'Good day.\n',
      target: '$0',
      files: { '.enface/memory.tmx': memory },
    });
    assert.deepEqual(await ghostTexts(second.server, second.target), ['Guten Tag.']);
    await second.server.stop();
  });

  it('makes the segment approved until it is changed', async () => {
    const { server, target } = await startTranslating({
      source: 'One.\n\nTwo.\n\nThree.\n',
      target: 'Eins.$0\n\nZwei.\n',
    });
    const states = async (): Promise<string[]> => {
      const table = await server.request<SegmentsResult>(SEGMENTS_METHOD, { targetUri: target.uri });
      return table.segments.map(({ state }) => state);
    };
    assert.deepEqual(await states(), ['draft', 'draft', 'untranslated']);
    await approve(server, target);
    await memoryReady(server);
    await server.next(SEGMENTS_CHANGED_METHOD);
    assert.deepEqual(await states(), ['approved', 'draft', 'untranslated']);
    target.type('!');
    await server.next(SEGMENTS_CHANGED_METHOD);
    assert.deepEqual(await states(), ['draft', 'draft', 'untranslated']);
    await server.stop();
  });

  it('prefers what was approved last', async () => {
    const { server, target } = await startTranslating({
      source: 'Good day.\n\nGood day.\n',
      target: 'Guten Tag.$0\n\n',
      memory: [['Good day.', 'Schönen Tag.']],
    });
    await approve(server, target);
    await memoryReady(server);
    target.goTo('\n\n');
    assert.deepEqual(await ghostTexts(server, target), ['Guten Tag.', 'Schönen Tag.']);
    await server.stop();
  });

  it('goes where the setting says', async () => {
    const { server, target } = await startTranslating({
      source: 'Good day.\n',
      target: 'Guten Tag.$0\n',
      settings: { memory: { file: 'work/mine.tmx' } },
    });
    assert.equal((await approve(server, target)).memoryUri, server.uri('work/mine.tmx'));
    await memoryReady(server);
    assert.ok(existsSync(server.path('work/mine.tmx')));
    await server.stop();
  });

  it('keeps many approvals in the order they were made', async () => {
    const numbers = Array.from({ length: 30 }, (_, i) => `Nummer ${i + 1}.`);
    const { server, target } = await startTranslating({
      source: numbers.map((_, i) => `Number ${i + 1}.\n`).join('\n'),
      target: `${numbers.join('\n\n')}\n$0`,
      ignore: ['enface/memoryStatus'],
    });
    const results = await Promise.all(
      numbers.map((number) => {
        target.goTo(number);
        return approve(server, target);
      }),
    );
    assert.deepEqual(
      results.map((result) => result.target),
      numbers,
    );
    const written = readFileSync(server.path('.enface/memory.tmx'), 'utf8');
    const targets = [...written.matchAll(/<seg>(Nummer.*?)<\/seg>/g)].map(([, text]) => text);
    assert.deepEqual(targets, numbers);
    await server.stop();
  });

  const refused: [name: string, source: string, target: string, message: RegExp][] = [
    ['nothing', 'One.\n', '$0', /no translation to approve/],
    ['a place outside every segment', 'One.\n', 'Eins.\n\n```\nx$0\n```\n', /no segment to approve here/],
  ];
  for (const [name, source, text, message] of refused) {
    it(`refuses ${name}, in words, and writes nothing`, async () => {
      const { server, target } = await startTranslating({ source, target: text });
      await assert.rejects(approve(server, target), message);
      assert.ok(!existsSync(server.path('.enface')));
      await server.stop();
    });
  }

  it('says so when there is no folder to keep the memory in', async () => {
    const { server, target } = await startTranslating({ source: 'One.\n', target: 'Eins.$0\n', folders: [] });
    await assert.rejects(approve(server, target), /Open a folder/);
    await server.stop();
  });

  it('says so when the memory file cannot be written, and changes nothing', async () => {
    const { server, target } = await startTranslating({
      source: 'One.\n\nOne.\n',
      target: 'Eins.$0\n\n',
      settings: { memory: { file: 'text.md/memory.tmx' } },
    });
    await assert.rejects(approve(server, target), /memory\.tmx/);
    target.goTo('\n\n');
    assert.deepEqual(await ghostTexts(server, target), []);
    await server.stop();
  });
});
