import assert from 'node:assert/strict';
import { canonicalTag, languageName } from '../../client/src/languages.js';
import { languageInPath, proposeTargetPath } from '../../client/src/target-path.js';

describe('proposeTargetPath', () => {
  const cases: readonly [source: string, target: string][] = [
    ['docs/en/guide.md', 'docs/de/guide.md'],
    ['docs/EN/en/guide.md', 'docs/EN/de/guide.md'],
    ['docs/guide.en.md', 'docs/guide.de.md'],
    ['guide.md', 'guide.de.md'],
    ['release-1.2.md', 'release-1.2.de.md'],
    ['en.md', 'en.de.md'],
    ['README', 'README.de'],
  ];
  for (const [source, target] of cases) {
    it(`${source} → ${target}`, () => {
      assert.equal(proposeTargetPath(source, 'en', 'de'), target);
    });
  }

  it('never proposes the source itself', () => {
    for (const [source] of cases) assert.notEqual(proposeTargetPath(source, 'en', 'de'), source);
  });
});

describe('languageInPath', () => {
  it('finds the language nearest to the end of the path', () => {
    assert.equal(languageInPath('docs/fr/guide.md', ['de', 'fr']), 'fr');
    assert.equal(languageInPath('docs/fr/guide.de.md', ['de', 'fr']), 'de');
  });

  it('takes neither an extension nor a bare name for a language', () => {
    assert.equal(languageInPath('docs/notes.de', ['de']), undefined);
    assert.equal(languageInPath('de.md', ['de']), undefined);
  });
});

describe('canonicalTag', () => {
  it('spells tags the usual way', () => {
    assert.equal(canonicalTag('pt-br'), 'pt-BR');
    assert.equal(canonicalTag('zh_hant'), 'zh-Hant');
  });

  it('refuses what is not a tag', () => {
    for (const text of ['', 'e', 'German', 'en-', 'de AT', '12']) assert.equal(canonicalTag(text), undefined);
  });
});

describe('languageName', () => {
  it('names a language in the language of the reader', () => {
    assert.equal(languageName('de', 'en'), 'German');
    assert.equal(languageName('de', 'fr'), 'allemand');
  });

  it('falls back to the tag', () => {
    assert.equal(languageName('not a tag', 'en'), 'not a tag');
  });
});
