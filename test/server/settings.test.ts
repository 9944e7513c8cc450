/** Settings: whatever an editor sends becomes a complete record, and what was wrong is said in words. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkSettings, DEFAULT_SETTINGS } from '../../server/src/settings.js';

describe('settings', () => {
  it('are the defaults when nothing is set', () => {
    for (const section of [undefined, null, {}]) {
      assert.deepEqual(checkSettings(section), { settings: DEFAULT_SETTINGS, problems: [] });
    }
  });

  it('may be nested or dotted', () => {
    const nested = checkSettings({ memory: { minimumMatch: 85 }, suggestions: { enabled: false } });
    const dotted = checkSettings({ 'memory.minimumMatch': 85, 'suggestions.enabled': false });
    assert.deepEqual(nested, dotted);
    assert.equal(nested.settings.minimumMatch, 85);
    assert.equal(nested.settings.suggestionsEnabled, false);
    assert.deepEqual(nested.problems, []);
  });

  it('write language tags in one way', () => {
    assert.equal(checkSettings({ targetLanguage: 'PT-br' }).settings.targetLanguage, 'pt-BR');
    assert.equal(checkSettings({ targetLanguage: '' }).settings.targetLanguage, '');
  });

  it('fill in what a pair leaves out', () => {
    const { settings, problems } = checkSettings({ pairs: [{ source: 'en/**', target: 'de/**' }] });
    assert.deepEqual(problems, []);
    assert.deepEqual(settings.pairs, [
      { source: 'en/**', target: 'de/**', sourceLanguage: '', targetLanguage: '' },
    ]);
  });

  const wrong: [string, unknown, RegExp][] = [
    ['a section that is no object', 'all of it', /"enface" must be an object/],
    [
      'a language that is none',
      { targetLanguage: 'Deutsch bitte' },
      /"enface\.targetLanguage" must be a language tag/,
    ],
    [
      'a language that is a number',
      { sourceLanguage: 49 },
      /"enface\.sourceLanguage" must be a language tag/,
    ],
    ['a percentage that is too high', { memory: { minimumMatch: 101 } }, /between 30 and 100/],
    ['a percentage that is no number', { memory: { minimumMatch: Number.NaN } }, /between 30 and 100/],
    ['a memory file that is no TMX', { memory: { file: 'memory.docx' } }, /"enface\.memory\.file".*TMX/],
    ['memories that are no list', { memories: '**/*.tmx' }, /"enface\.memories" must be a list/],
    ['an empty glob', { memories: ['a.tmx', ' '] }, /list whose entry 2 is a path or glob/],
    [
      'a pair without a target',
      { pairs: [{ source: 'a' }] },
      /entry 1 is an object with "source" and "target"/,
    ],
    [
      'a pair with a bad language',
      { pairs: [{ source: 'a', target: 'b', sourceLanguage: '!' }] },
      /"sourceLanguage" is a language tag/,
    ],
    ['an unknown level', { log: { level: 'loud' } }, /"enface\.log\.level" must be one of "off"/],
    ['a switch that is no switch', { suggestions: { enabled: 'yes' } }, /must be true or false/],
  ];
  for (const [name, section, message] of wrong) {
    it(`replace ${name} by the default and say so once`, () => {
      const { settings, problems } = checkSettings(section);
      assert.deepEqual(settings, DEFAULT_SETTINGS);
      assert.equal(problems.length, 1);
      assert.match(problems[0], message);
    });
  }

  it('never throw, whatever is sent', () => {
    fc.assert(
      fc.property(fc.anything(), (section) => {
        const { settings } = checkSettings(section);
        assert.deepEqual(Object.keys(settings), Object.keys(DEFAULT_SETTINGS));
      }),
    );
  });
});
