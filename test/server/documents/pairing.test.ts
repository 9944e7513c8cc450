import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  defaultSourcesOf,
  defaultTargetsOf,
  isLanguageTag,
} from '../../../server/src/documents/default-pairing.js';
import { Pairing, type PairRule, relativePath } from '../../../server/src/documents/pairing.js';

function rule(source: string, target: string): PairRule {
  return { source, target, sourceLanguage: 'en', targetLanguage: 'de' };
}

function check(rules: [string, string][], source: string, target: string | null, ignoreCase = false): void {
  const pairing = new Pairing(
    rules.map(([from, to]) => rule(from, to)),
    { ignoreCase },
  );
  assert.deepEqual(pairing.problems, []);
  assert.equal(pairing.targetsOf(source)[0]?.target ?? null, target);
  if (target !== null)
    assert.equal(
      pairing.sourcesOf(target)[0]?.source.toLowerCase(),
      source.toLowerCase().replaceAll('\\', '/'),
    );
}

describe('Pairing', () => {
  it('maps folders', () => {
    check([['docs/en/**', 'docs/de/**']], 'docs/en/a/b.md', 'docs/de/a/b.md');
    check([['docs/en/**', 'docs/de/**']], 'docs/fr/a.md', null);
    check([['en/**/*.md', 'de/**/*.md']], 'en/a.md', 'de/a.md');
    check([['en/**/*.{md,txt}', 'de/**/*.{md,txt}']], 'en/x/a.txt', 'de/x/a.txt');
    check([['en/**/*.{md,txt}', 'de/**/*.{md,txt}']], 'en/x/a.png', null);
  });

  it('maps names, in every folder when the patterns have no slash', () => {
    check([['{name}.md', '{name}.de.md']], 'guide/a.b.md', 'guide/a.b.de.md');
    check([['**/*.en.md', '**/*.fr.md']], 'a.en.md', 'a.fr.md');
    check([['{name}.md', 'de/{name}.md']], 'guide/a.md', null);
    check([['{name}.md', 'de/{name}.md']], 'a.md', 'de/a.md');
    check([['chapter-?.txt', 'kapitel-?.txt']], 'chapter-3.txt', 'kapitel-3.txt');
  });

  it('takes a path that fits both sides for the more specific one', () => {
    const pairing = new Pairing([rule('{name}.md', '{name}.de.md')]);
    assert.deepEqual(pairing.targetsOf('a.de.md'), []);
    assert.equal(pairing.sourcesOf('a.de.md')[0]?.source, 'a.md');
    check([['en/**', '**']], 'en/a.md', 'a.md');
  });

  it('gives a source all its targets', () => {
    const pairing = new Pairing([
      { ...rule('en/**', 'de/**'), targetLanguage: 'de' },
      { ...rule('en/**', 'fr/**'), targetLanguage: 'fr' },
    ]);
    assert.deepEqual(
      pairing.targetsOf('en/a.md').map((pair) => [pair.target, pair.targetLanguage]),
      [
        ['de/a.md', 'de'],
        ['fr/a.md', 'fr'],
      ],
    );
  });

  it('reads Windows paths and ignores case on request', () => {
    check([['docs\\en\\**', 'docs\\de\\**']], 'docs\\en\\a.md', 'docs/de/a.md');
    check([['docs/en/**', 'docs/de/**']], 'Docs/EN/A.md', 'docs/de/A.md', true);
    check([['docs/en/**', 'docs/de/**']], 'Docs/EN/A.md', null);
    assert.equal(relativePath('c:\\work', 'C:\\work\\a\\b.md'), 'a/b.md');
    assert.equal(relativePath('/work/', '/work/a.md'), 'a.md');
    assert.equal(relativePath('/work', '/workshop/a.md'), null);
    assert.equal(relativePath('/Work', '/work/A.md', { ignoreCase: true }), 'A.md');
  });

  it('reports rules that cannot work and goes on with the others', () => {
    const pairing = new Pairing([
      rule('a/**', 'a/**'),
      rule('a/**', 'b/*'),
      rule('', 'b'),
      { ...rule('a', 'b'), targetLanguage: '' },
      rule('en/**', 'de/**'),
    ]);
    assert.equal(pairing.problems.length, 4);
    assert.equal(pairing.targetsOf('en/x')[0]?.target, 'de/x');
  });

  it('returns from every target to the same source, and back', () => {
    const piece = fc.constantFrom('*', '**/', '**', '?', '{name}', '{a,b}', 'a', 'b', '.', '-', 'en', '/');
    const pattern = fc.array(piece, { minLength: 1, maxLength: 6 });
    const path = fc.string({ unit: fc.constantFrom('a', 'b', '.', '-', '/', 'en'), maxLength: 10 });
    fc.assert(
      fc.property(
        pattern,
        fc.constantFrom('a', 'b', 'x', '/x', '.x'),
        path,
        (pieces, replacement, anyPath) => {
          const source = pieces.join('');
          const target = pieces.map((text) => (/[*?{]/.test(text) ? text : replacement)).join('');
          const pairing = new Pairing([rule(source, target)]);
          for (const pair of pairing.targetsOf(anyPath))
            assert.deepEqual(pairing.sourcesOf(pair.target), [pair]);
          for (const pair of pairing.sourcesOf(anyPath))
            assert.deepEqual(pairing.targetsOf(pair.source), [pair]);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('maps every path of a folder rule', () => {
    const name = fc.stringMatching(/^[a-z.\-_é😀]{1,6}$/u);
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
        check([['docs/en/**', 'docs/de/**']], `docs/en/${names.join('/')}`, `docs/de/${names.join('/')}`);
      }),
    );
  });
});

describe('default pairing', () => {
  it('knows language tags', () => {
    for (const tag of ['de', 'pt-BR', 'zh_Hant', 'fil']) assert.ok(isLanguageTag(tag), tag);
    for (const text of ['src', 'min', 'd', 'test', '', 'xx']) assert.ok(!isLanguageTag(text), text);
  });

  it('proposes targets, the most specific custom first', () => {
    const targets = (path: string) => defaultTargetsOf(path, 'en', ['de']).map((pair) => pair.target);
    assert.deepEqual(targets('docs/en/intro.md'), ['docs/de/intro.md', 'docs/en/intro.de.md']);
    assert.deepEqual(targets('intro.en.md'), ['intro.de.md', 'intro.en.de.md']);
    assert.deepEqual(targets('README.md'), ['README.de.md']);
    assert.deepEqual(targets('README'), []);
  });

  it('proposes sources of a path that names a language', () => {
    const sources = (path: string) => defaultSourcesOf(path, 'en').map((pair) => pair.source);
    assert.deepEqual(sources('README.de.md'), ['README.en.md', 'README.md']);
    assert.deepEqual(sources('docs/pt-BR/a.md'), ['docs/en/a.md']);
    assert.deepEqual(sources('docs/guide/a.md'), []);
    assert.deepEqual(sources('docs/en/a.md'), []);
    assert.equal(defaultSourcesOf('a.zh_Hant.txt', 'en')[0]?.targetLanguage, 'zh-Hant');
  });
});
