import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  capitalize,
  inShape,
  isAllUpper,
  isWordForm,
  MIXED,
  shapeOf,
} from '../../../models/text/letter-case.js';
import { createTokenizer } from '../../../models/text/tokenizer.js';
import { recase, Truecaser, TruecaserBuilder } from '../../../models/text/truecaser.js';
import { trickyText } from '../../support/tricky-text.js';

const german = createTokenizer('de');
const CORPUS = [
  'Gestern kam die Frau mit dem Hund in das Haus.',
  'Dort schläft der Hund, und die Katze auch.',
  'Heute haben sie das Haus verkauft.',
  'Ich weiß, dass Sie haben wollen, was sie haben.',
  'Wir glauben, dass Sie haben, was wir suchen, und dass Sie haben müssen.',
  'Morgen sehen sie ein iPhone und das iPhone der Frau.',
  'Er sagt: Das ist gut.',
  'ÜBERSCHRIFT OHNE SINN',
];

function trained(): Truecaser {
  const builder = new TruecaserBuilder();
  for (const text of CORPUS) builder.add(german.forms(text));
  return builder.build();
}

function truecased(truecaser: Truecaser, text: string): string {
  return truecaser.truecase(german.forms(text)).join(' ');
}

describe('truecaser', () => {
  it('gives sentence-initial words the case they have inside sentences', () => {
    const truecaser = trained();
    assert.equal(truecased(truecaser, 'Die Katze schläft.'), 'die Katze schläft .');
    assert.equal(truecased(truecaser, 'Katze und Hund.'), 'Katze und Hund .');
    assert.equal(
      truecased(truecaser, '„Das Haus“, sagt er. Die Frau kam!'),
      '“ das Haus ” , sagt er . die Frau kam !',
    );
    assert.equal(truecased(truecaser, '1. Das Haus: Die Frau'), '1. das Haus : Die Frau');
    assert.equal(truecased(truecaser, 'Iphone kaputt'), 'iPhone kaputt');
  });

  it('leaves words alone that it never saw inside a sentence', () => {
    assert.equal(truecased(trained(), 'Gestern Abend. Sinn?'), 'Gestern Abend . Sinn ?');
  });

  it('lets the next word decide where the case varies', () => {
    const truecaser = trained();
    assert.equal(truecaser.usualCase('Sie', 'haben'), 'Sie');
    assert.equal(truecaser.usualCase('Sie', 'ein'), 'sie');
  });

  it('calms headings in capitals', () => {
    assert.equal(truecased(trained(), 'DIE FRAU MIT XYLOPHON'), 'die Frau mit xylophon');
  });

  it('cases for display: sentence starts, but no placeables, no mixed case, no continuation', () => {
    const shown = (forms: string, options = {}) => recase(forms.split(' '), options).join(' ');
    assert.equal(shown('the house . it is ? yes : no'), 'The house . It is ? Yes : no');
    assert.equal(shown("“ l' été ” . d' accord"), "“ L' été ” . D' accord");
    assert.equal(shown('iPhone news'), 'iPhone news');
    assert.equal(shown('`x` is set'), '`x` is set');
    assert.equal(shown('config.json is read . npm.cmd runs'), 'config.json is read . npm.cmd runs');
    assert.equal(shown('12 houses'), '12 houses');
    assert.equal(shown('1. open it'), '1. Open it');
    assert.equal(shown('<b> open </b> it'), '<b> Open </b> it');
    assert.equal(shown('and so on . then', { continues: true }), 'and so on . Then');
    assert.equal(shown('the {name} house', { allUpper: true }), 'THE {name} HOUSE');
  });

  it('is the same after a trip through its sections', () => {
    const truecaser = trained();
    const opened = Truecaser.fromSections(truecaser.toSections());
    for (const text of CORPUS) assert.equal(truecased(opened, text), truecased(truecaser, text));
    const sections = truecaser.toSections();
    assert.throws(() => Truecaser.fromSections({ ...sections, shapes: new Uint8Array(1) }), {
      code: 'truecaser',
    });
  });

  it('changes nothing but case, and showing undoes truecasing of sentences that start with a capital', () => {
    const truecaser = trained();
    fc.assert(
      fc.property(trickyText(), (text) => {
        const forms = german.forms(text);
        const done = truecaser.truecase(forms);
        assert.deepEqual(
          recase(done).map((form) => form.toLowerCase()),
          forms.map((form) => form.toLowerCase()),
        );
        const capitals = recase(forms);
        if (!isAllUpper(capitals)) {
          assert.deepEqual(recase(truecaser.truecase(capitals)), capitals);
        }
      }),
    );
  });
});

describe('letter case', () => {
  it('knows the shape of a word and puts it back', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.constantFrom('ß', 'Haus', 'HAUS', 'iPhone', "'Tis", 'ŉ'),
        ),
        (form) => {
          const shape = shapeOf(form);
          if (shape !== MIXED) assert.equal(inShape(form.toLowerCase(), shape), form);
        },
      ),
    );
    assert.equal(capitalize('straße'), 'Straße');
    assert.equal(capitalize("'tis"), "'Tis");
    assert.equal(capitalize(''), '');
    assert.deepEqual(['Haus', 'z.B.', "don't", 'x.y', 'a/b', '12', '`c`', 'a_b.c'].map(isWordForm), [
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
