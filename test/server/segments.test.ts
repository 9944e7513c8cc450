/** The segment table and the way from segment to segment. */
import assert from 'node:assert/strict';
import {
  ADVANCE_METHOD,
  type AdvanceParams,
  type AdvanceResult,
  COMMAND_NEXT_SEGMENT,
  type Range,
  SEGMENTS_CHANGED_METHOD,
  SEGMENTS_METHOD,
  type SegmentsResult,
} from '../../server/protocol/messages.js';
import { LspHarness, type OpenDocument } from '../support/lsp-harness.js';
import { offsetAt } from '../support/marker-fixture.js';
import { startTranslating } from '../support/translating.js';

const SOURCE = '# Title\n\nFirst sentence. Second sentence.\n\n- A point\n';

function text(document: string, range: Range | null): string | null {
  return range === null
    ? null
    : document.slice(offsetAt(document, range.start), offsetAt(document, range.end));
}

function segments(server: LspHarness, targetUri: string): Promise<SegmentsResult | null> {
  return server.request<SegmentsResult | null>(SEGMENTS_METHOD, { targetUri });
}

describe('the segment table', () => {
  it('lists source and target of every segment, with states and versions', async () => {
    const { server, target } = await startTranslating({
      source: SOURCE,
      target: '# Titel\n\nErster Satz.$0\n',
      memory: [['Title', 'Titel']],
    });
    const table = await segments(server, target.uri);
    assert.deepEqual(
      table?.segments.map((row) => [text(SOURCE, row.source), text(target.text, row.target), row.state]),
      [
        ['Title', 'Titel', 'approved'],
        ['First sentence.', 'Erster Satz.', 'draft'],
        ['Second sentence.', null, 'untranslated'],
        ['A point', null, 'untranslated'],
      ],
    );
    assert.deepEqual([table?.done, table?.total], [2, 4]);
    assert.deepEqual([table?.sourceVersion, table?.targetVersion], [null, 1]);
    assert.equal(table?.pair.targetLanguage, 'de');
    await server.stop();
  });

  it('is announced anew after quick changes, once', async () => {
    const { server, target } = await startTranslating({ source: SOURCE, target: '# Ti$0' });
    const source = server.open('text.md', SOURCE);
    await segments(server, target.uri);
    for (const key of 'tel') target.type(key);
    assert.deepEqual(await server.next(SEGMENTS_CHANGED_METHOD), { targetUri: target.uri });
    const table = await segments(server, target.uri);
    assert.deepEqual([table?.sourceVersion, table?.targetVersion], [1, 4]);
    source.goTo('# Title');
    source.type('s');
    await server.next(SEGMENTS_CHANGED_METHOD);
    assert.equal((await segments(server, target.uri))?.sourceVersion, 2);
    await server.stop();
  });

  it('is there for a target that does not exist yet', async () => {
    const server = await LspHarness.start({
      files: { 'en/a.md': SOURCE },
      settings: { pairs: [{ source: 'en/**', target: 'de/**', sourceLanguage: 'en', targetLanguage: 'de' }] },
      ignore: ['enface/memoryStatus'],
    });
    const table = await segments(server, server.uri('de/a.md'));
    assert.deepEqual([table?.done, table?.total, table?.pair.targetExists], [0, 4, false]);
    await server.stop();
  });

  it('is null without a pair', async () => {
    const server = await LspHarness.start({ files: { 'a.md': SOURCE } });
    assert.equal(await segments(server, server.uri('a.md')), null);
    await server.stop();
  });
});

describe('going from segment to segment', () => {
  async function advance(
    server: LspHarness,
    document: OpenDocument,
    direction: AdvanceParams['direction'],
  ): Promise<AdvanceResult | null> {
    const params = { targetUri: document.uri, position: document.caret, direction };
    const result = await server.request<AdvanceResult | null>(ADVANCE_METHOD, params);
    if (result === null) return null;
    assert.equal(result.targetVersion, document.version);
    if (result.edit !== null) document.replace(result.edit.range, result.edit.newText);
    document.caret = result.position;
    return result;
  }

  it('fills an empty document from top to bottom', async () => {
    const { server, target } = await startTranslating({ source: SOURCE, target: '$0' });
    for (const words of ['Titel', 'Erster Satz.', 'Zweiter Satz.', 'Ein Punkt']) {
      await advance(server, target, 'next');
      target.type(words);
    }
    assert.equal(await advance(server, target, 'next'), null);
    assert.equal(target.text, '# Titel\n\nErster Satz. Zweiter Satz.\n\n- Ein Punkt\n');
    await server.stop();
  });

  it('goes back and forth, and to what is untranslated round the end', async () => {
    const { server, target } = await startTranslating({
      source: '# One\n\nTwo.\n\n- Three\n',
      target: '$0# Eins\n\n- Drei\n',
    });
    assert.equal((await advance(server, target, 'next'))?.segment, 1);
    assert.equal((await advance(server, target, 'next'))?.segment, 2);
    assert.equal(await advance(server, target, 'next'), null);
    assert.equal((await advance(server, target, 'previous'))?.segment, 1);
    assert.equal((await advance(server, target, 'previous'))?.segment, 0);
    assert.equal(await advance(server, target, 'previous'), null);
    target.goTo('Drei');
    assert.equal((await advance(server, target, 'nextUntranslated'))?.segment, 1);
    await server.stop();
  });

  it('is a command for other editors', async () => {
    const { server, target } = await startTranslating({ source: 'One.\n\nTwo.\n', target: 'Eins.$0\n' });
    const argument = { uri: target.uri, position: target.caret };
    await server.request('workspace/executeCommand', {
      command: COMMAND_NEXT_SEGMENT,
      arguments: [argument],
    });
    await server.next('workspace/applyEdit');
    const { selection } = await server.next<{ selection: Range }>('window/showDocument');
    assert.equal(target.text, 'Eins.\n\n\n');
    assert.deepEqual(selection.start, { line: 2, character: 0 });
    await server.stop();
  });
});
