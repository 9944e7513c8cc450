import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  formatNumber,
  localizeNumber,
  localizeNumbers,
  parseNumber,
  sameNumber,
} from '../../../models/text/numbers.js';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'de-CH', 'sv', 'ja'];

describe('numbers', () => {
  it('are written as the target language does', () => {
    assert.equal(localizeNumber('400,000', 'en', 'de'), '400.000');
    assert.equal(localizeNumber('400,000', 'en', 'fr'), '400\u202f000');
    assert.equal(localizeNumber('400,000', 'en', 'fr', '\u00a0'), '400\u00a0000');
    assert.equal(localizeNumber('1,250.50', 'en', 'de'), '1.250,50');
    assert.equal(localizeNumber('1.250,50', 'de', 'en'), '1,250.50');
    assert.equal(localizeNumber('1 250,50', 'fr', 'en'), '1,250.50');
    assert.equal(localizeNumber('-3.5', 'en', 'es'), '-3,5');
    assert.equal(localizeNumber('1,250', 'en', 'es'), '1250');
    assert.equal(localizeNumber('0,75', 'de', 'en'), '0.75');
  });

  it('keep separators of another language when they can mean one thing only', () => {
    assert.equal(localizeNumber('1.250,50', 'en', 'fr'), '1\u202f250,50');
    assert.equal(localizeNumber('2.500.000', 'en', 'de'), '2.500.000');
    assert.equal(localizeNumber('12 000', 'en', 'de'), '12.000');
  });

  it('stay untouched when they may be something else', () => {
    for (const text of [
      '2025',
      '12345',
      '007',
      '0.012.345',
      '1.2.3',
      '192.168.100.200',
      '2025-03-12',
      '12:30',
      '1/2',
      '0xFF',
      '٣٫٥',
      '1,23,456',
      '',
    ]) {
      for (const to of LANGUAGES) assert.equal(localizeNumber(text, 'en', to), text);
    }
    assert.equal(localizeNumber('0.5', 'de', 'en'), '0.5');
    assert.equal(localizeNumber('12.30', 'de', 'fr'), '12.30');
  });

  it('are found in running text, but not where they name things', () => {
    assert.equal(
      localizeNumbers('In 2005, 1,250.5 of 400,000 used version 2.5, see section 3.1 (`1.5`).', 'en', 'de'),
      'In 2005, 1.250,5 of 400.000 used version 2.5, see section 3.1 (`1.5`).',
    );
  });

  it('compare by value', () => {
    assert.ok(sameNumber('1,250.50', 'en', '1 250,5', 'fr'));
    assert.ok(sameNumber('1,250', 'en', '1250', 'es'));
    assert.ok(!sameNumber('1.5', 'en', '15', 'de'));
  });

  it('come back from every language', () => {
    const languages = fc.constantFrom(...LANGUAGES);
    const digits = fc.bigInt({ min: 0n, max: 10n ** 15n }).map(String);
    const fraction = fc.option(fc.stringMatching(/^[0-9]{1,6}$/), { nil: undefined });
    fc.assert(
      fc.property(digits, fraction, languages, languages, (integer, fractionDigits, from, to) => {
        const number = { sign: '', integer, fraction: fractionDigits, grouped: integer.length > 4 };
        const there = formatNumber(number, from);
        assert.deepEqual(parseNumber(there, from), number);
        assert.equal(localizeNumber(localizeNumber(there, from, to), to, from), there);
        assert.ok(sameNumber(there, from, localizeNumber(there, from, to), to));
      }),
    );
  });
});
