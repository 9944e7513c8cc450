import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type CleaningOptions, type CleaningReason, CorpusCleaner } from '../../../models/corpus/cleaning.js';

const LANGUAGES = { sourceLanguage: 'de', targetLanguage: 'en' };

function verdict(source: string, target: string, options: Partial<CleaningOptions> = {}): string {
  const cleaner = new CorpusCleaner({ ...LANGUAGES, ...options });
  const words = (text: string) => text.split(' ').filter((word) => word !== '').length;
  return cleaner.checkText(source, target) ?? cleaner.checkTokens(words(source), words(target)) ?? 'kept';
}

/** A cleaner that has read the same pair of texts many times. */
function afterReading(source: string, target: string, options: CleaningOptions = LANGUAGES): CorpusCleaner {
  const cleaner = new CorpusCleaner(options);
  for (let k = 0; k < 60; k++) cleaner.checkText(`${source} ${k}`, `${target} ${k}`);
  return cleaner;
}

describe('CorpusCleaner', () => {
  it('keeps an ordinary pair', () => {
    assert.equal(verdict('Das Haus ist alt.', 'The house is old.'), 'kept');
    assert.equal(verdict('Tür\tauf', 'door\topen'), 'kept');
  });

  const cases: [CleaningReason, string, string, Partial<CleaningOptions>?][] = [
    ['empty', '', 'text'],
    ['empty', 'Text', ' \u00a0\t'],
    ['line-too-long', 'a'.repeat(20_001), 'a'],
    ['line-too-long', 'ein Satz', 'x'.repeat(1 << 20)],
    ['invalid-characters', 'ein\0 langer deutscher Satz, nur mit NUL', 'a sentence'],
    ['invalid-characters', 'gr\ufffd\ufffdn', 'green'],
    ['invalid-characters', 'grün', '\u0001\u0002'],
    ['identical', 'This was never translated', 'This was never translated'],
    ['wrong-script', 'Это по-русски', 'This is Russian'],
    ['wrong-script', 'Das ist Griechisch', 'Ελληνικά'],
    ['too-many-tokens', 'a '.repeat(101), 'b '.repeat(90)],
    ['too-many-tokens', 'a '.repeat(256), 'b '.repeat(200), { maxTokens: 1000 }],
    ['length-ratio', 'ja', 'one two three four five six seven eight nine ten'],
  ];
  for (const [reason, source, target, options] of cases) {
    it(`drops ${JSON.stringify(source.slice(0, 20))} – ${JSON.stringify(target.slice(0, 20))} as ${reason}`, () => {
      assert.equal(verdict(source, target, options), reason);
    });
  }

  it('keeps names and numbers that stay the same, and a little dirt in a long text', () => {
    assert.equal(verdict('LibreOffice Writer', 'LibreOffice Writer'), 'kept');
    assert.equal(verdict('12.345,00 €', '12.345,00 €'), 'kept');
    assert.equal(verdict(`${'ein Satz '.repeat(20)}\ufffd`, 'sentence '.repeat(20)), 'kept');
  });

  it('knows scripts of more than one alphabet and languages without a known one', () => {
    assert.equal(verdict('これはカタカナと漢字です', 'This is Japanese', { sourceLanguage: 'ja' }), 'kept');
    assert.equal(verdict('全部是汉字', 'all Chinese', { sourceLanguage: 'zh-Hans' }), 'kept');
    assert.equal(verdict('Это по-русски', 'This is Russian', { sourceLanguage: 'ru' }), 'kept');
    assert.equal(verdict('Это по-русски', 'This is Russian', { sourceLanguage: 'not a tag' }), 'kept');
  });

  it('counts repeated pairs and drops them on request', () => {
    for (const dropDuplicates of [false, true]) {
      const cleaner = new CorpusCleaner({ ...LANGUAGES, dropDuplicates });
      const verdicts = ['eins', 'zwei', 'eins', 'eins'].map((text) => cleaner.checkText(text, 'x'));
      const repeated = dropDuplicates ? 'duplicate' : undefined;
      assert.deepEqual(verdicts, [undefined, undefined, repeated, repeated]);
      assert.equal(cleaner.report().repeated, 2);
      assert.equal(cleaner.report().kept, dropDuplicates ? 2 : 4);
    }
  });

  it('reports counts and the first pair for each reason', () => {
    const cleaner = new CorpusCleaner(LANGUAGES);
    cleaner.checkText('gut', 'good');
    cleaner.checkTokens(1, 1);
    cleaner.checkText('', 'empty');
    cleaner.skip('invalid-encoding');
    cleaner.checkText('kurz', 'long');
    cleaner.checkTokens(1, 50);
    cleaner.checkText('', 'empty');
    assert.deepEqual(cleaner.report(), {
      pairs: 5,
      kept: 1,
      dropped: { empty: 2, 'invalid-encoding': 1, 'length-ratio': 1 },
      firstDropped: { empty: 2, 'invalid-encoding': 3, 'length-ratio': 4 },
      repeated: 0,
      warnings: [],
    });
  });

  it('refuses swapped languages, warns of wrong ones, not of the right ones', () => {
    const german = 'Der Bericht ist nicht auf dem Tisch, und das wird auch so bleiben';
    const english = 'The report is not on the table, and that is how it will be for the time';
    const french = 'Le rapport est sur la table et nous ne sommes pas dans les temps pour le vote';
    assert.deepEqual(afterReading(german, english).report().warnings, []);
    assert.throws(() => afterReading(english, german).refuseSwapped(), { code: 'corpus-swapped' });
    for (const source of [german, french]) afterReading(source, english).refuseSwapped();
    assert.deepEqual(afterReading(french, english).report().warnings, [
      'The source text is given as de but seems to be fr.',
    ]);
    const austrian = { sourceLanguage: 'de-AT', targetLanguage: 'en-GB' };
    assert.deepEqual(afterReading(german, english, austrian).report().warnings, []);
  });

  it('takes any two strings', () => {
    const any = fc.string({ unit: 'binary', maxLength: 60 });
    const cleaner = new CorpusCleaner(LANGUAGES);
    let pairs = 0;
    fc.assert(
      fc.property(any, any, (source, target) => {
        if (cleaner.checkText(source, target) === undefined) cleaner.checkTokens(1, 1);
        assert.equal(cleaner.report().pairs, ++pairs);
      }),
    );
  });
});
