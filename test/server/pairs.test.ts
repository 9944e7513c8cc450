/** Which documents belong together: `enface/pairs`, `enface/setPair`. */
import assert from 'node:assert/strict';
import {
  PAIRS_METHOD,
  type PairInfo,
  type PairsResult,
  SET_PAIR_METHOD,
  type SetPairParams,
} from '../../server/protocol/messages.js';
import { LspHarness } from '../support/lsp-harness.js';
import { tmx } from '../support/tmx.js';
import { ghostTexts, memoryReady } from '../support/translating.js';

interface Case {
  readonly files: readonly string[];
  readonly settings?: Record<string, unknown>;
  readonly folders?: readonly string[];
  readonly ask: string;
  /** The side, then each pair as `source → target (languages)`, with `?` for a target that does not exist. */
  readonly expect: readonly string[];
}

async function check({ files, settings, folders, ask, expect }: Case): Promise<void> {
  const server = await LspHarness.start({
    files: Object.fromEntries(files.map((name) => [name, 'Text.\n'])),
    ...(settings === undefined ? {} : { settings }),
    ...(folders === undefined ? {} : { folders }),
  });
  const { side, pairs } = await server.request<PairsResult>(PAIRS_METHOD, { uri: server.uri(ask) });
  assert.deepEqual([String(side), ...pairs.map((pair) => describePair(server, pair))], expect);
  await server.stop();
}

function describePair(server: LspHarness, pair: PairInfo): string {
  const name = (uri: string): string => decodeURIComponent(uri.slice(server.uri('').length + 1));
  const missing = pair.targetExists ? '' : '?';
  const languages = `${pair.sourceLanguage}-${pair.targetLanguage}`;
  return `${name(pair.sourceUri)} → ${name(pair.targetUri)}${missing} (${languages})`;
}

const DOCS = [{ source: 'docs/en/**', target: 'docs/de/**', sourceLanguage: 'en', targetLanguage: 'de' }];

describe('pairs', () => {
  it('by setting, from the source', () =>
    check({
      files: ['docs/en/a/b.md'],
      settings: { pairs: DOCS },
      ask: 'docs/en/a/b.md',
      expect: ['source', 'docs/en/a/b.md → docs/de/a/b.md? (en-de)'],
    }));

  it('by setting, from the target', () =>
    check({
      files: ['docs/en/a.md', 'docs/de/a.md'],
      settings: { pairs: DOCS },
      ask: 'docs/de/a.md',
      expect: ['target', 'docs/en/a.md → docs/de/a.md (en-de)'],
    }));

  it('by setting, several targets', () =>
    check({
      files: ['a.md', 'a.fr.md'],
      settings: {
        sourceLanguage: 'en',
        pairs: ['de', 'fr'].map((targetLanguage) => ({
          source: '{name}.md',
          target: `{name}.${targetLanguage}.md`,
          targetLanguage,
        })),
      },
      ask: 'a.md',
      expect: ['source', 'a.md → a.de.md? (en-de)', 'a.md → a.fr.md (en-fr)'],
    }));

  it('by custom, from the target', () =>
    check({ files: ['a.md', 'a.de.md'], ask: 'a.de.md', expect: ['target', 'a.md → a.de.md (en-de)'] }));

  it('by custom, from the source, in all languages there are', () =>
    check({
      files: ['a.md', 'a.de.md', 'a.pt-BR.md', 'a.test.md', 'a.de.txt'],
      ask: 'a.md',
      expect: ['source', 'a.md → a.de.md (en-de)', 'a.md → a.pt-BR.md (en-pt-BR)'],
    }));

  it('by custom, in folders named after languages', () =>
    check({
      files: ['docs/en/a.md', 'docs/fr/a.md', 'docs/images/a.md'],
      ask: 'docs/en/a.md',
      expect: ['source', 'docs/en/a.md → docs/fr/a.md (en-fr)'],
    }));

  it('by custom, to be made when the target language is set', () =>
    check({
      files: ['a.md'],
      settings: { targetLanguage: 'de' },
      ask: 'a.md',
      expect: ['source', 'a.md → a.de.md? (en-de)'],
    }));

  it('by custom, outside every folder', () =>
    check({
      files: ['a.md', 'a.de.md'],
      folders: [],
      ask: 'a.de.md',
      expect: ['target', 'a.md → a.de.md (en-de)'],
    }));

  it('none', () => check({ files: ['a.md', 'b.de.md'], ask: 'a.md', expect: ['null'] }));

  it('none for a target by custom that never had a source', () =>
    check({ files: ['b.de.md'], ask: 'b.de.md', expect: ['null'] }));

  it('with names that URIs must escape', () =>
    check({
      files: ['ä ö/50 % #1.md', 'ä ö/50 % #1.de.md'],
      ask: 'ä ö/50 % #1.de.md',
      expect: ['target', 'ä ö/50 % #1.md → ä ö/50 % #1.de.md (en-de)'],
    }));

  it('complain about rules that cannot work, once', async () => {
    const settings = {
      pairs: [{ source: 'en/*.md', target: 'de/a.md', sourceLanguage: 'en', targetLanguage: 'de' }],
    };
    const server = await LspHarness.start({ files: { 'en/a.md': '' }, settings });
    for (let i = 0; i < 2; i++) {
      const { side } = await server.request<PairsResult>(PAIRS_METHOD, { uri: server.uri('en/a.md') });
      assert.equal(side, null);
    }
    const { message } = await server.next<{ message: string }>('window/showMessage');
    assert.match(message, /"en\/\*\.md" ↔ "de\/a\.md" has different wildcards/);
    await server.stop();
  });

  it('by hand: any two documents, at once', async () => {
    const server = await LspHarness.start({
      files: { 'original.txt': 'Good day.\n', 'm.tmx': tmx([['Good day.', 'Bonjour.']], 'en', 'fr') },
    });
    const document = server.open('copie.txt', '$0');
    assert.deepEqual(await ghostTexts(server, document), []);
    const params: SetPairParams = {
      sourceUri: server.uri('original.txt'),
      targetUri: document.uri,
      sourceLanguage: 'en',
      targetLanguage: 'fr',
    };
    assert.deepEqual(await server.request<PairInfo>(SET_PAIR_METHOD, params), {
      ...params,
      targetExists: true,
    });
    await memoryReady(server);
    assert.deepEqual(await ghostTexts(server, document), ['Bonjour.']);
    const { side } = await server.request<PairsResult>(PAIRS_METHOD, { uri: params.sourceUri });
    assert.equal(side, 'source');
    await assert.rejects(
      server.request(SET_PAIR_METHOD, { ...params, targetUri: params.sourceUri }),
      /cannot be its own translation/,
    );
    await server.stop();
  });
});
