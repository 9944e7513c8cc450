import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isBlank } from '../../../models/text/char-class.js';
import { gapsOf, joinWithGaps } from '../../../models/text/detokenizer.js';
import { findPlaceables } from '../../../models/text/placeables.js';
import { TokenSpans } from '../../../models/text/token-spans.js';
import { createTokenizer } from '../../../models/text/tokenizer.js';
import { trickyText } from '../../support/tricky-text.js';

/** Tokens are written with a bar between them; a blank in the expectation is a blank of the text. */
function check(language: string, marked: string): void {
  const expected = marked
    .split(/[| ]/)
    .filter((token) => token !== '')
    .map((token) => token.replaceAll('␣', ' '));
  const text = marked.replaceAll('|', '').replaceAll('␣', ' ');
  assert.deepEqual(
    createTokenizer(language)
      .tokenize(text)
      .map((token) => token.text),
    expected,
  );
}

const LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pt',
  'ca',
  'th',
  'ja',
  'zh',
  'ar',
  'xx',
  '',
  'not a tag',
];

const TOKENIZERS = LANGUAGES.map(createTokenizer);

describe('tokenizer', () => {
  it('parts English clitics, keeping negation whole', () => {
    check('en', "Do|n't say it|'s O'Brien|'s or the workers|' fault|; they|'ll|'ve gone|, ca|n’t they|?");
    check('en', "In the '90s|, rock and 'em|. I|’m sure|, 1990|'s EU|'s “|best|”|'s|.");
  });

  it('parts French elisions and inverted pronouns with either apostrophe', () => {
    check('fr', "L’|homme qu'|il a vu aujourd'hui n’|est pas là|, jusqu’|à quelqu’un|.");
    check('fr', 'Pouvez|-vous|, a|-t-il dit|, au rendez-vous|, c’est-à-dire là-bas|.');
    check('fr', "Est|-ce l'|«|ami|» de l'|\"|état|\" |? Presqu'île|, D'|accord|.");
  });

  it('parts Italian, German, Spanish and Dutch apostrophes', () => {
    check('it', "Dell'|arte|, c’|è un po' d'|acqua negli anni '90|.");
    check('de', "So geht|'s mit Hans|' Auto|, wie geht|’s|?");
    check('es', "O'Donnell y d'|Or|.");
    check('nl', "'s Avonds foto's en zo'n auto|.");
  });

  it('keeps the stop of abbreviations, initials and ordinals, and no other', () => {
    check('en', 'Mr. J. Smith of the U.S. paid No. 5|, e.g. at 3 p.m.');
    check('en', 'See no|. Plan B|.');
    check('de', 'Am 12. März kam z.B. Dr. Müller|, d. h. vom 6.-16. Mai usw.');
    check('de', 'Er ist 12|.');
    check('fr', 'M. Dupont|, p. ex. l’|art. 5 etc.');
    check('en', '1. Open it|.');
  });

  it('keeps compounds, suspended compounds, codes and optional endings whole', () => {
    check('de', 'Vor- und Nachteile|, Vorsorge und -pflege|, 50-jährige|, 25- bis 30-mal|, “|Ja|”|-Sager|.');
    check(
      'en',
      'well-known|, A5-0012/2000|, 2000/15/EC|, COM(2001)|, file(s)|, main()|, R&D|, C++|, n+2|, foo.bar_baz|.',
    );
    check('en', '*.odt|, .odt|, #tag|, @name|, --help|, =SUM(A1:A10)|, ATAN2(|x|; y|)|.');
    check('de', '50 %ige|, 3 %-Grenze|, LIFE+-Programm|, MwSt.-Satz|.');
    check('en', 'and|/|or|. (|In brackets|.|)');
  });

  it('keeps numbers with sign and range, leaving signs of other things outside', () => {
    check('en', '-5 or 5-10|, 2000–2006|, $|5.50|, 20|%|, 12:30|, 20 °C|, €|20|.');
    check('fr', '1␣250,50 € |: n° 5|, 20 %|.');
    check('es', '¿|Es el 1.º|? ¡|Sí|!');
  });

  it('keeps placeables whole', () => {
    check(
      'en',
      'Press Ctrl+Shift+P |, see https://a.b/c?d=1 |, {name}|, %1$s |, `a␣b` |, <b>|x|</b>|.'.replaceAll(
        ' |',
        '|',
      ),
    );
    check('en', '[|the link|](https://a.b)|. ![|alt|](x.png)');
  });

  it('takes runs of marks and emoji sequences for one token', () => {
    check('en', '**|Wait|**|... what|?!'.replace('?!', '?|!'));
    check('en', '👨‍👩‍👧‍👦|🇩🇪|👍🏽 1️⃣ ok');
  });

  it('cuts scripts without spaces by dictionary', () => {
    check('zh', '我是|学生|，|有|3|个|苹果|。');
    check('ja', '東京|は|333m|です|。');
    check('th', 'สวัสดี|ครับ 5 คน');
  });

  it('names the kinds', () => {
    const kinds = createTokenizer('en')
      .tokenize('Pay 5 $, {x}')
      .map(({ kind }) => kind);
    assert.deepEqual(kinds, ['word', 'number', 'symbol', 'punctuation', 'placeable']);
  });

  it('covers every non-blank character exactly once and gives any text back', () => {
    fc.assert(
      fc.property(trickyText(), fc.constantFrom(...TOKENIZERS), (text, tokenizer) => {
        const tokens = tokenizer.tokenize(text);
        let at = 0;
        for (const token of tokens) {
          for (; at < token.span.start; at++) assert.ok(isBlank(text.charCodeAt(at)));
          assert.ok(token.span.end > token.span.start);
          assert.equal(token.text, text.slice(token.span.start, token.span.end));
          assert.ok(
            !isBlank(text.charCodeAt(token.span.start)) && !isBlank(text.charCodeAt(token.span.end - 1)),
          );
          at = token.span.end;
        }
        for (; at < text.length; at++) assert.ok(isBlank(text.charCodeAt(at)));
        assert.equal(joinWithGaps(tokens, gapsOf(text, tokens)), text);
      }),
      { numRuns: 500 },
    );
  });

  it('never cuts a placeable or a surrogate pair', () => {
    fc.assert(
      fc.property(trickyText(), fc.constantFrom(...TOKENIZERS), (text, tokenizer) => {
        const spans = new TokenSpans();
        tokenizer.scan(text, spans);
        const cuts = new Set([
          ...spans.starts.subarray(0, spans.count),
          ...spans.ends.subarray(0, spans.count),
        ]);
        for (const { span } of findPlaceables(text)) {
          for (let i = span.start + 1; i < span.end; i++) assert.ok(!cuts.has(i));
        }
        for (let i = 1; i < text.length; i++)
          if ((text.codePointAt(i - 1) ?? 0) > 0xffff) assert.ok(!cuts.has(i));
      }),
      { numRuns: 500 },
    );
  });

  it('is linear on hostile text', () => {
    const spans = new TokenSpans();
    for (const language of ['en', 'fr', 'it']) {
      for (const unit of [
        "'s",
        "l'",
        'a.',
        '-',
        'a-',
        '(',
        'a(',
        '((1',
        '1-',
        '.',
        '#',
        '%',
        "'",
        'é\u0301',
        '\u00ad',
        '中',
        'ก',
        '😀',
        '=',
        'a+',
        '1.-',
        "a-1'1",
      ]) {
        createTokenizer(language).scan(unit.repeat(Math.floor(5e4 / unit.length)), spans);
      }
    }
  });
});
