import assert from 'node:assert/strict';
import { repairTarget } from '../../../models/memory/repair.js';
import { localizeNumber } from '../../../models/text/numbers.js';
import { createTokenizer } from '../../../models/text/tokenizer.js';
import { simpleTokenizer } from '../../support/simple-tokenizer.js';

const swapSeparators = (text: string) => text.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','));

function repair(query: string, source: string, target: string) {
  return repairTarget({
    query: simpleTokenizer.tokenize(query),
    source: simpleTokenizer.tokenize(source),
    target,
    targetTokens: simpleTokenizer.tokenize(target),
    localizeNumber: swapSeparators,
  });
}

describe('repair', () => {
  it('carries a number over in the target language', () => {
    const repaired = repair('It costs 1,500.50 euros.', 'It costs 2,300 euros.', 'Es kostet 2.300 Euro.');
    assert.equal(repaired.target, 'Es kostet 1.500,50 Euro.');
    assert.deepEqual(repaired.repairs, [
      { span: { start: 10, end: 18 }, before: '2.300', after: '1.500,50' },
    ]);
    assert.equal(repaired.left, 0);
  });

  it('works with the tokens and numbers of real languages', () => {
    const english = createTokenizer('en');
    const target = 'Öffnen Sie `a.json` und setzen Sie {0} auf 1.500,5.';
    const repaired = repairTarget({
      query: english.tokenize('Open `b.json` and set {1} to 20,000.'),
      source: english.tokenize('Open `a.json` and set {0} to 1,500.5.'),
      target,
      targetTokens: createTokenizer('de').tokenize(target),
      localizeNumber: (text) => localizeNumber(text, 'en', 'de'),
    });
    assert.equal(repaired.target, 'Öffnen Sie `b.json` und setzen Sie {1} auf 20.000.');
    assert.equal(repaired.left, 0);
  });

  it('keeps the style of a number that the target did not localise', () => {
    assert.equal(repair('Version 3.1', 'Version 3.0', 'Version 3.0').target, 'Version 3.1');
    assert.equal(repair('Version 3.1', 'Version 3.0', 'Version 3,0').target, 'Version 3,1');
  });

  it('carries code, tags, placeholders and addresses over', () => {
    assert.equal(repair('Run `b` now', 'Run `a` now', 'Jetzt `a` ausführen').target, 'Jetzt `b` ausführen');
    assert.equal(repair('See {x}.', 'See {y}.', 'Siehe {y}.').target, 'Siehe {x}.');
    assert.equal(
      repair('See https://a.example now', 'See https://b.example now', 'Siehe jetzt https://b.example')
        .target,
      'Siehe jetzt https://a.example',
    );
  });

  it('replaces several at once, also when they change places', () => {
    assert.equal(repair('From 2 to 3', 'From 1 to 2', 'Von 1 bis 2').target, 'Von 2 bis 3');
    assert.equal(repair('From 2 to 1', 'From 1 to 2', 'Bis 2 von 1').target, 'Bis 1 von 2');
    assert.equal(repair('5 of 5', '4 of 4', '4 von 4').target, '5 von 5');
  });

  it('leaves alone what is not certain, and says how much', () => {
    const twoValues = repair('5 of 6', '4 of 4', '4 von 4');
    assert.deepEqual([twoValues.target, twoValues.left], ['4 von 4', 2]);
    const absent = repair('5 cats', '2 cats', 'zwei Katzen');
    assert.deepEqual([absent.target, absent.left, absent.repairs.length], ['zwei Katzen', 1, 0]);
    const once = repair('5 cats', '2 cats', '2 Katzen, wirklich 2');
    assert.deepEqual([once.target, once.left], ['2 Katzen, wirklich 2', 1]);
    const added = repair('All 5 cats', 'All cats', 'Alle Katzen');
    assert.deepEqual([added.target, added.left], ['Alle Katzen', 1]);
    const kept = repair('4 or 5', '4 or 4', '4 oder 4');
    assert.deepEqual([kept.target, kept.left], ['4 oder 4', 1], 'one of two equal numbers changed');
  });

  it('does not touch words', () => {
    const words = repair('Red cats', 'Blue cats', 'Blaue Katzen');
    assert.deepEqual(words, { target: 'Blaue Katzen', repairs: [], left: 0 });
    const both = repair('Red 3 cats', 'Blue 2 cats', 'Blaue 2 Katzen');
    assert.equal(both.target, 'Blaue 3 Katzen');
  });
});
