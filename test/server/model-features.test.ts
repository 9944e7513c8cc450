/** What a model adds to the editor beside ghost text, over real messages. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type {
  CodeAction,
  CompletionItem,
  CompletionList,
  Hover,
  InlayHint,
  MarkupContent,
  Range,
  SemanticTokens,
} from 'vscode-languageserver';
import {
  ALIGNMENT_METHOD,
  type AlignmentResult,
  COMMAND_ACCEPTED,
  COMMAND_REJECT,
  CONFIDENCE_METHOD,
  type ConfidenceResult,
  EVENT_METHOD,
} from '../../server/protocol/messages.js';
import type { HarnessOptions, LspHarness, OpenDocument } from '../support/lsp-harness.js';
import { offsetAt } from '../support/marker-fixture.js';
import { TRAINING_PAIRS, trainedModel } from '../support/model-file.js';
import {
  ghostTexts,
  inlineItems,
  modelSettled,
  startTranslating,
  type Translating,
} from '../support/translating.js';

const SOURCE = 'The old man sees the key.\n';

async function world(target: string, options: HarnessOptions = {}): Promise<Translating> {
  const translating = await startTranslating({
    source: SOURCE,
    target,
    memory: TRAINING_PAIRS,
    models: true,
    ...options,
    settings: { 'memory.minimumMatch': 95, ...options.settings },
    files: { '.enface/en-de.enface': await trainedModel(), ...options.files },
  });
  await modelSettled(translating.server);
  return translating;
}

function textOf({ text }: OpenDocument, range: Range | undefined): string {
  assert.ok(range !== undefined);
  return text.slice(offsetAt(text, range.start), offsetAt(text, range.end));
}

async function actions(server: LspHarness, document: OpenDocument, only?: string): Promise<CodeAction[]> {
  return server.request<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri: document.uri },
    range: { start: document.caret, end: document.caret },
    context: { diagnostics: [], ...(only === undefined ? {} : { only: [only] }) },
  });
}

function contents(hover: Hover | null): string {
  return (hover?.contents as MarkupContent | undefined)?.value ?? '';
}

describe('a model in the editor', function () {
  this.timeout(60_000);

  it('completes in the list, from the beginning of the word at the caret, and explains an item', async () => {
    const { server, target } = await world('Der alte Ma$0\n');
    const { items } = await server.request<CompletionList>('textDocument/completion', target.here());
    const [first] = items;
    assert.ok(first !== undefined);
    assert.equal(first.label, 'Mann sieht den Schlüssel.');
    assert.match(first.labelDetails?.description ?? '', /^\d+ % model$/);
    assert.ok(first.textEdit !== undefined && 'range' in first.textEdit);
    assert.equal(textOf(target, first.textEdit.range), 'Ma');
    assert.equal(first.textEdit.newText, 'Mann sieht den Schlüssel.');
    const resolved = await server.request<CompletionItem>('completionItem/resolve', first);
    assert.equal(resolved.label, first.label);
    await server.stop();
  });

  it('tells what a source word may become here', async () => {
    const { server } = await world('Der alte Mann$0\n');
    const source = server.open('text.md', 'The old man $0sees the key.\n');
    const hover = await server.request<Hover | null>('textDocument/hover', source.here());
    assert.match(contents(hover), /^\*\*sees\*\* here\n\n- \d+ % sieht/);
    assert.equal(textOf(source, hover?.range), 'sees');
    await server.stop();
  });

  it('explains a target word: phrase pair, confidence, and the memory units it comes from, with links', async () => {
    const { server, target } = await world('Der alte Mann si$0eht den Schlüssel.\n');
    const hover = await server.request<Hover | null>('textDocument/hover', target.here());
    const [head, ...rest] = contents(hover).split('\n\n');
    assert.match(head ?? '', /^\*\*.*sees.* → .*sieht.*\*\* · confidence \d+ % · used in \d+ %/);
    const link = /\[memory\\\.tmx, unit (\d+)\]\((file:[^)#]*)#L(\d+)\)/.exec(rest.join('\n'));
    assert.ok(link !== null, contents(hover));
    assert.equal(link[2], server.uri('tm/memory.tmx'));
    const line = readFileSync(server.path('tm/memory.tmx'), 'utf8').split('\n')[Number(link[3]) - 1];
    assert.match(line ?? '', /sieht/);
    await server.stop();
  });

  it('offers other wordings and other sentences as edits', async () => {
    const { server, target } = await world('Der alte Mann si$0eht den Schlüssel.\n');
    const wordings = await actions(server, target, 'refactor.rewrite.enface.wording');
    assert.ok(wordings.length >= 1, 'some wordings');
    for (const { title, edit } of wordings) {
      assert.match(title, /^“.+” instead of “.+” \(<?\d+ %\)$/);
      const [change] = edit?.documentChanges ?? [];
      assert.ok(change !== undefined && 'edits' in change && change.edits.length === 1);
    }
    const sentences = await actions(server, target, 'refactor.rewrite.enface.sentence');
    assert.ok(sentences.every(({ title }) => /^Translate: .+ \(<?\d+ %\)$/.test(title)));
    await server.stop();
  });

  it('takes a rejected suggestion away for good, one after the other', async () => {
    const { server, target } = await world('Der alte$0\n', { settings: { 'suggestions.maximum': 1 } });
    const seen = new Set<string>();
    for (let i = 0; i < 5; i++) {
      const [text] = await ghostTexts(server, target);
      if (text === undefined) break;
      const word = /^\s*\S+/.exec(text)?.[0] ?? '';
      assert.ok(!seen.has(word), `${word} was rejected before`);
      seen.add(word);
      await server.notify(EVENT_METHOD, {
        event: 'rejected',
        targetUri: target.uri,
        position: target.caret,
        text,
      });
    }
    assert.ok(seen.has(' Mann'));
    target.type(' ');
    target.replace({ start: { line: 0, character: 8 }, end: { line: 0, character: 9 } }, '');
    const again = await ghostTexts(server, target);
    assert.ok(
      again.every((text) => !text.startsWith(' Mann')),
      'still not offered',
    );
    await server.stop();
  });

  it('rejects by a command too, and offers that among the actions', async () => {
    const { server, target } = await world('Der alte$0\n');
    const [first] = await ghostTexts(server, target);
    const [action] = await actions(server, target, 'refactor.rewrite.enface.reject');
    assert.equal(action?.title, 'Do not suggest “Mann sieht den Schlüssel.” here');
    assert.equal(action?.command?.command, COMMAND_REJECT);
    await server.request('workspace/executeCommand', action?.command);
    assert.ok(!(await ghostTexts(server, target)).includes(first ?? ''));
    await server.stop();
  });

  it('rejects matches of the memory as well', async () => {
    const { server, target } = await world('Der$0\n', {
      files: { 'text.md': 'The small dog sees the key.\n' },
    });
    const [first] = await ghostTexts(server, target);
    assert.equal(first, ' kleine Hund sieht den Schlüssel.');
    await server.notify(EVENT_METHOD, { event: 'rejected', targetUri: target.uri, position: target.caret });
    assert.ok((await ghostTexts(server, target)).every((text) => !text.startsWith(' kleine')));
    await server.stop();
  });

  it('hears of acceptance through the command of each item', async () => {
    const { server, target } = await world('Der alte$0\n');
    const [item] = await inlineItems(server, target);
    assert.equal(item?.command?.command, COMMAND_ACCEPTED);
    assert.equal(await server.request('workspace/executeCommand', item?.command), null);
    for (const event of ['acceptedWord', 'dismissed'] as const) {
      await server.notify(EVENT_METHOD, { event, targetUri: target.uri, position: target.caret });
    }
    await server.stop();
  });

  it('lights up the words that belong together, from either side', async () => {
    const { server, target } = await world('Der alte Mann si$0eht den Schlüssel.\n');
    const source = server.open('text.md', 'The old man sees the k$0ey.\n');
    const facing = async (document: OpenDocument) => {
      const params = { uri: document.uri, position: document.caret };
      const result = await server.request<AlignmentResult | null>(ALIGNMENT_METHOD, params);
      assert.ok(result !== null);
      return [
        result.source.map((range) => textOf(source, range)),
        result.target.map((range) => textOf(target, range)),
      ];
    };
    assert.deepEqual(await facing(target), [['sees'], ['sieht']]);
    const [words, translation] = await facing(source);
    assert.ok(words?.includes('key') && translation?.includes('Schlüssel'));
    await server.stop();
  });

  it('has nothing to light up without a translation', async () => {
    const { server } = await world('$0');
    const source = server.open('text.md', 'The old m$0an sees the key.\n');
    assert.equal(await server.request(ALIGNMENT_METHOD, { uri: source.uri, position: source.caret }), null);
    await server.stop();
  });

  it('marks no words unless the setting or the model wants it', async () => {
    const { server, target } = await world('Der alte Mann sieht den Schlüssel.$0\n', {
      settings: { 'confidence.show': 'off' },
    });
    const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
    const { words } = await server.request<ConfidenceResult>(CONFIDENCE_METHOD, {
      targetUri: target.uri,
      range,
    });
    assert.deepEqual(words, []);
    const { data } = await server.request<SemanticTokens>('textDocument/semanticTokens/full', {
      textDocument: { uri: target.uri },
    });
    assert.deepEqual(data, []);
    await server.stop();
  });

  it('marks words by how sure it is of them, when it has found out', async () => {
    const { server, target } = await world('Der alte Mann sieht das weiße Schlüssel.$0\n', {
      settings: { 'confidence.show': 'on' },
      marks: true,
    });
    const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
    const params = { targetUri: target.uri, range };
    let { words } = await server.request<ConfidenceResult>(CONFIDENCE_METHOD, params);
    while (words.length === 0) {
      await server.next('enface/confidenceChanged');
      ({ words } = await server.request<ConfidenceResult>(CONFIDENCE_METHOD, params));
    }
    assert.deepEqual(
      words.map((word) => textOf(target, word.range)),
      ['Der', 'alte', 'Mann', 'sieht', 'das', 'weiße', 'Schlüssel', '.'],
    );
    const of = (text: string) => words.find((word) => textOf(target, word.range) === text)?.confidence ?? 0;
    assert.ok(of('weiße') < of('Mann'), 'a word that translates nothing is less sure');
    const tokens = await server.request<SemanticTokens>('textDocument/semanticTokens/full', {
      textDocument: { uri: target.uri },
    });
    assert.equal(tokens.data.length, 5 * words.length);
    while (server.unread('enface/confidenceChanged').length > 0)
      await server.next('enface/confidenceChanged');
    await server.stop();
  });

  it('shows the state of segments when asked to', async () => {
    const [approved] = TRAINING_PAIRS;
    const { server, target } = await world(`${approved?.[1]}\n\nDer alte Mann$0\n`, {
      files: { 'text.md': `${approved?.[0]}\n\n${SOURCE}` },
      settings: { 'segments.showState': true },
    });
    const range = { start: { line: 0, character: 0 }, end: { line: 3, character: 0 } };
    const hints = await server.request<InlayHint[]>('textDocument/inlayHint', {
      textDocument: { uri: target.uri },
      range,
    });
    assert.deepEqual(
      hints.map(({ label, position }) => [label, position.line]),
      [
        ['✓', 0],
        ['○', 2],
      ],
    );
    await server.stop();
  });
});
