/** Settings, folders and files change while the server runs. */
import assert from 'node:assert/strict';
import {
  MEMORY_STATUS_METHOD,
  type MemoryStatusParams,
  PAIRS_METHOD,
  type PairsResult,
  SEGMENTS_CHANGED_METHOD,
  SEGMENTS_METHOD,
  type SegmentsResult,
} from '../../server/protocol/messages.js';
import { editorCapabilities, LspHarness, writeWorkspaceFile } from '../support/lsp-harness.js';
import { tmx } from '../support/tmx.js';
import { ghostTexts, memoryReady, startTranslating } from '../support/translating.js';

const FILE = [['Open the file.', 'Öffnen Sie die Datei.']] as const;

describe('settings that change', () => {
  it('take effect at once', async () => {
    const { server, target } = await startTranslating({
      source: 'Open the file.\n',
      target: '$0',
      memory: FILE,
    });
    server.configure({ suggestions: { enabled: false } });
    assert.deepEqual(await ghostTexts(server, target), []);
    server.configure({});
    assert.deepEqual(await ghostTexts(server, target), ['Öffnen Sie die Datei.']);
    await server.stop();
  });

  it('change which memories are in use, reading only what is new', async () => {
    const { server, target } = await startTranslating({
      source: 'Open the file.\n',
      target: '$0',
      memory: FILE,
      files: { 'other/memory.tmx': tmx([['Open the file.', 'Datei öffnen.']]) },
      settings: { memories: ['tm/*.tmx'] },
    });
    assert.deepEqual(await ghostTexts(server, target), ['Öffnen Sie die Datei.']);
    server.configure({ memories: ['other/**'] });
    const status = await memoryReady(server);
    assert.deepEqual([status.units, status.files], [1, 1]);
    assert.deepEqual(await ghostTexts(server, target), ['Datei öffnen.']);
    await server.stop();
  });

  it('come with the message from editors that cannot be asked', async () => {
    const { server, target } = await startTranslating({
      source: 'Open the file.\n',
      target: '$0',
      memory: FILE,
      settings: null,
      initializationOptions: { suggestions: { enabled: false } },
    });
    assert.deepEqual(await ghostTexts(server, target), []);
    const settings = { enface: { suggestions: { enabled: true } } };
    await server.notify('workspace/didChangeConfiguration', { settings });
    assert.deepEqual(await ghostTexts(server, target), ['Öffnen Sie die Datei.']);
    await server.stop();
  });

  it('are complained about again when they are wrong again', async () => {
    const { server, target } = await startTranslating({ settings: { log: { level: 'loud' } } });
    await server.next('window/showMessage');
    server.configure({ log: { level: 'loud' } });
    await ghostTexts(server, target);
    server.configure({ log: { level: 'debug' } });
    await ghostTexts(server, target);
    server.configure({ log: { level: 'loud' } });
    await server.next('window/showMessage');
    await server.stop();
  });

  it('say how much is logged', async () => {
    const { server, target } = await startTranslating({ settings: { log: { level: 'debug' } } });
    await ghostTexts(server, target);
    assert.ok(server.logs.some(({ message }) => /textDocument\/inlineCompletion [\d.]+ ms/.test(message)));
    server.configure({ log: { level: 'off' } });
    await ghostTexts(server, target);
    const count = server.logs.length;
    await ghostTexts(server, target);
    assert.equal(server.logs.length, count);
    await server.stop();
  });
});

describe('several folders', () => {
  const files = {
    'first/text.md': 'Open the file.\n',
    'first/memory.tmx': tmx([['Open the file.', 'Öffnen Sie die Datei.']]),
    'second/text.md': 'Open the file.\n',
    'second/memory.tmx': tmx([['Open the file.', 'Mach die Datei auf.']]),
  };

  it('have settings and memories of their own', async () => {
    const server = await LspHarness.start({ files, folders: ['first', 'second'] });
    server.configure({ suggestions: { enabled: false } }, 'first');
    const first = server.open('first/text.de.md', '$0');
    await memoryReady(server);
    const second = server.open('second/text.de.md', '$0');
    await memoryReady(server);
    assert.deepEqual(await ghostTexts(server, first), []);
    assert.deepEqual(await ghostTexts(server, second), ['Mach die Datei auf.']);
    server.configure({}, 'first');
    assert.deepEqual(await ghostTexts(server, first), ['Öffnen Sie die Datei.']);
    await server.stop();
  });

  it('can be added and removed', async () => {
    const server = await LspHarness.start({ files, folders: ['first'] });
    const second = { uri: server.uri('second'), name: 'second' };
    const document = server.open('second/text.de.md', '$0');
    assert.deepEqual(await ghostTexts(server, document), []);
    assert.equal((await memoryReady(server)).files, 0);
    const changed = (added: object[], removed: object[]) =>
      server.notify('workspace/didChangeWorkspaceFolders', { event: { added, removed } });
    await changed([second], []);
    assert.equal((await memoryReady(server)).files, 1);
    assert.deepEqual(await ghostTexts(server, document), ['Mach die Datei auf.']);
    await changed([], [second]);
    assert.deepEqual(await ghostTexts(server, document), []);
    await server.stop();
  });
});

describe('files that change', () => {
  it('are watched: memories, models and documents', async () => {
    const { server } = await startTranslating({ settings: { memories: ['tm/*.tmx', '/elsewhere/big.tmx'] } });
    const watchers = server.registrations
      .filter(({ method }) => method === 'workspace/didChangeWatchedFiles')
      .flatMap(({ registerOptions }) => registerOptions.watchers);
    const patterns = watchers.map(({ globPattern: { baseUri, pattern } }) => `${baseUri} ${pattern}`);
    assert.deepEqual(patterns, [
      `${server.uri('.').replace(/\/$/, '')} **/*.{md,markdown,mdown,mkd,txt,text}`,
      `${server.uri('tm')} *.tmx`,
      'file:///elsewhere big.tmx',
      `${server.uri('.enface')} memory.tmx`,
      `${server.uri('.enface')} *-*.enface`,
    ]);
    await server.stop();
  });

  it('are read again when they are memories, one by one', async () => {
    const { server, target } = await startTranslating({
      source: 'Open the file.\n',
      target: '$0',
      memory: FILE,
      files: { 'tm/other.tmx': tmx([['Close the file.', 'Schließen Sie die Datei.']]) },
    });
    server.write('tm/memory.tmx', tmx([['Open the file.', 'Datei öffnen.']]));
    assert.equal((await memoryReady(server)).units, 2);
    assert.deepEqual(await ghostTexts(server, target), ['Datei öffnen.']);
    server.write('tm/new.tmx', tmx([['Open the file.', 'Neu.']]));
    assert.equal((await memoryReady(server)).units, 3);
    server.remove('tm/memory.tmx');
    assert.equal((await memoryReady(server)).units, 2);
    assert.deepEqual(await ghostTexts(server, target), ['Neu.']);
    await server.stop();
  });

  it('are read again when they are sources that are not open', async () => {
    const { server, target } = await startTranslating({ source: 'Open it.\n', target: '$0', memory: FILE });
    assert.deepEqual(await ghostTexts(server, target), []);
    await server.request<SegmentsResult>(SEGMENTS_METHOD, { targetUri: target.uri });
    server.write('text.md', 'Open the file.\n');
    await server.next(SEGMENTS_CHANGED_METHOD);
    assert.deepEqual(await ghostTexts(server, target), ['Öffnen Sie die Datei.']);
    await server.stop();
  });

  it('make and break pairs', async () => {
    const server = await LspHarness.start({ files: { 'new.de.md': '' }, ignore: [MEMORY_STATUS_METHOD] });
    const uri = server.uri('new.de.md');
    const side = async () => (await server.request<PairsResult>(PAIRS_METHOD, { uri })).side;
    assert.equal(await side(), null);
    server.write('new.md', 'Text.\n');
    server.watched('new.md', 1);
    assert.equal(await side(), 'target');
    server.remove('new.md');
    assert.equal(await side(), null);
    await server.stop();
  });

  it('are noticed on opening by editors that cannot watch', async () => {
    const capabilities = editorCapabilities();
    const { server, target } = await startTranslating({
      source: 'Open it.\n',
      target: '$0',
      memory: FILE,
      capabilities: { ...capabilities, workspace: { configuration: true } },
    });
    assert.deepEqual(server.registrations, []);
    assert.deepEqual(await ghostTexts(server, target), []);
    writeWorkspaceFile(server.root, 'text.md', 'Open the file.\n');
    await target.close();
    const again = server.open('text.de.md', '$0');
    assert.deepEqual(await ghostTexts(server, again), ['Öffnen Sie die Datei.']);
    await server.stop();
  });
});

describe('loading', () => {
  const units = Array.from(
    { length: 20_000 },
    (_, i) => [`Sentence number ${i}.`, `Satz Nummer ${i}.`] as const,
  );

  it('shows a progress that can be cancelled; what was read stays in use', async () => {
    const server = await LspHarness.start({
      files: { 'text.md': 'Sentence number 0.\n', 'big.tmx': tmx(units) },
      ignore: [MEMORY_STATUS_METHOD],
      progress: true,
    });
    const target = server.open('text.de.md', '$0');
    const { token } = await server.next<{ token: string; value: { kind: string } }>(
      '$/progress',
      ({ value }) => value.kind === 'begin',
    );
    await server.notify('window/workDoneProgress/cancel', { token });
    const { message } = await server.next<{ message: string }>('window/showMessage');
    assert.match(message, /Loading big\.tmx was cancelled/);
    let kind = 'begin';
    while (kind !== 'end') {
      const { value } = await server.next<{ value: { kind: string } }>('$/progress');
      kind = value.kind;
    }
    assert.deepEqual(await ghostTexts(server, target), ['Satz Nummer 0.']);
    await server.stop();
  });

  it('does not hold up look-ups', async () => {
    const server = await LspHarness.start({
      files: { 'text.md': 'Sentence number 0.\n', 'big.tmx': tmx(units) },
    });
    const target = server.open('text.de.md', '$0');
    await server.next<MemoryStatusParams>(MEMORY_STATUS_METHOD, (status) => status.units > 0);
    assert.deepEqual(await ghostTexts(server, target), ['Satz Nummer 0.']);
    const soFar = server
      .unread(MEMORY_STATUS_METHOD)
      .map(({ params }) => (params as MemoryStatusParams).state);
    assert.ok(!soFar.includes('ready'), 'the answer came before everything was read');
    assert.equal((await memoryReady(server)).units, units.length);
    await server.stop();
  });
});
