import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createDetokenizer } from '../../../models/text/detokenizer.js';
import { foldText } from '../../../models/text/normalize.js';
import { defaultStyle, detectStyle, withoutStyleBlanks } from '../../../models/text/text-style.js';
import { createTokenizer } from '../../../models/text/tokenizer.js';
import { trickyText } from '../../support/tricky-text.js';

const SENTENCES: readonly [string, string][] = [
  ['en', "Don't say it's the workers' fault; they'll've gone, can't they?"],
  ['en', 'He paid $5.50 (about 20%) for the "well-known" book, e.g. at 3 p.m.'],
  ['en', 'Press Ctrl+S, open https://example.com/a and/or type `npm test` in C:\\temp.'],
  ['en', '**Note:** see [the manual](https://example.com) – it is *short*.'],
  ['en', 'Click <b>Save</b> and wait for {0} seconds... Really?!'],
  ['en', 'See COM(2001) and file(s) in SUM(A1:A10), or #tag and @name.'],
  ['de', 'Am 12. März geht’s z. B. um Vor- und Nachteile, d. h. 50-jährige „Ja“-Sager.'],
  ['de', 'Die Gesundheitsvorsorge und -pflege kostet 20 % mehr, ca. 1.250,50 €.'],
  ['fr', 'L’été n’est pas là : pouvez-vous venir ? « Oui », dit-il ; jusqu’à 20 %.'],
  ['fr', 'A-t-il vu aujourd’hui l’« ami » de M. Dupont, c’est-à-dire moi ?'],
  ['es', '¿Qué tal? ¡Bien! El Sr. García tiene el 1.º y el 20 %.'],
  ['it', "Dell'arte c'è un po' d'acqua, l'uomo dice: è vero."],
  ['zh', '我是学生，有3个苹果。'],
  ['ja', '東京タワーは「赤い」です。'],
];

describe('detokenizer', () => {
  it('gives real sentences back exactly in their own style', () => {
    for (const [language, text] of SENTENCES) {
      const detokenizer = createDetokenizer(language, detectStyle(text, language));
      assert.equal(detokenizer.detokenize(createTokenizer(language).forms(text)), text);
    }
  });

  it('writes the default style of the language', () => {
    const write = (language: string, forms: string) =>
      createDetokenizer(language).detokenize(forms.split(' '));
    assert.equal(
      write('fr', "C' est “ bien ” , non ? Oui : 20 % ; si !"),
      'C’est «\u00a0bien\u00a0», non\u202f? Oui\u00a0: 20\u00a0%\u202f; si\u202f!',
    );
    assert.equal(write('de', "Er sagt “ ja ” , geht 's ?"), "Er sagt „ja“, geht's?");
    assert.equal(write('en', 'He said “ yes ” ( 20 % ) .'), 'He said "yes" (20%).');
  });

  it('reports where each form came to stand', () => {
    const forms = ['L', "'", '(', 'a', ')', '“', 'b', '”', '1\u202f250'];
    for (const language of ['en', 'fr']) {
      const { text, spans } = createDetokenizer(language).detokenizeWithSpans(forms);
      assert.equal(spans.length, forms.length);
      assert.equal(spans.at(-1)?.end, text.length);
      spans.forEach((span, i) => {
        assert.ok(span.end > span.start && (i === 0 || span.start >= spans[i - 1].end));
      });
    }
  });

  it('joins a completion to typed text', () => {
    const join = (language: string, prefix: string, forms: string) =>
      createDetokenizer(language, detectStyle(prefix, language)).joinAfter(prefix, forms.split(' '));
    assert.equal(join('en', 'The house', 'is big .'), ' is big.');
    assert.equal(join('en', 'The house ', 'is big .'), 'is big.');
    assert.equal(join('en', '', 'The house'), 'The house');
    assert.equal(join('en', 'They do', "n't know"), "n't know");
    assert.equal(join('en', 'He said “', 'yes ” .'), 'yes”.');
    assert.equal(join('en', 'a **big', '** house'), '** house');
    assert.equal(join('fr', "Il n'", 'est pas là ?'), 'est pas là\u202f?');
    assert.equal(join('fr', 'Vraiment ', '? Oui .'), '? Oui.');
    assert.equal(join('fr', 'Qu’est', "-ce que c' est ?"), '-ce que c’est\u202f?');
    assert.equal(join('de', 'Er sagte: „', 'Ja “ .'.replace('“', '”')), 'Ja“.');
  });

  it('never sets two blanks, nor one at an edge; forms come back from what it wrote', () => {
    const languages = ['en', 'de', 'fr', 'it'];
    const words = fc.constantFrom(..."Haus été house , . ( ) “ ” : ; ? ! 12 % [ ] und l' and …".split(' '));
    fc.assert(
      fc.property(fc.array(words, { minLength: 1 }), fc.constantFrom(...languages), (forms, language) => {
        const text = createDetokenizer(language).detokenize(forms);
        assert.equal(text, text.trim());
        assert.doesNotMatch(text, /\s\s/);
        assert.equal(foldText(text).replaceAll(' ', ''), foldText(forms.join('')).replaceAll(' ', ''));
      }),
    );
  });

  it('takes any typed text and any forms', () => {
    fc.assert(
      fc.property(trickyText(), trickyText(), fc.constantFrom('en', 'fr', 'th'), (prefix, rest, language) => {
        const forms = createTokenizer(language).forms(rest);
        const joined = createDetokenizer(language).joinAfter(prefix, forms);
        if (/\s$/u.test(prefix) || prefix === '') assert.doesNotMatch(joined, /^[ \u00a0\u202f]/);
      }),
    );
  });
});

describe('text style', () => {
  it('is read from a text', () => {
    const french = detectStyle('« Oui » : l’ami\u00a0; 20% de 1 000 000. “non”', 'fr');
    assert.deepEqual(
      [french.openDouble, french.insideQuotes, french.apostrophe, french.beforeColon, french.beforePercent],
      ['«', ' ', '’', ' ', ''],
    );
    assert.equal(french.numberBlank, ' ');
    const german = detectStyle('»Ja«, sagt er, „nein“, „so“.', 'de');
    assert.deepEqual([german.openDouble, german.closeDouble], ['„', '“']);
    assert.equal(detectStyle('»Ja«, »so«', 'de').openDouble, '»');
    assert.deepEqual(detectStyle('', 'de'), defaultStyle('de'));
  });

  it('decides blanks that can be left out of a comparison', () => {
    assert.equal(withoutStyleBlanks('« Oui » : 20 % …'), '«Oui»: 20%…');
  });
});
