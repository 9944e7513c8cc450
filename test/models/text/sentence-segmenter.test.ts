import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EnfaceError } from '../../../models/core/errors.js';
import { isBlank } from '../../../models/text/char-class.js';
import { createSentenceSegmenter, splitSentences } from '../../../models/text/sentence-segmenter.js';
import { spanText } from '../../../models/text/span.js';
import type { SrxRules } from '../../../models/text/srx.js';

/** Sentences are written with a bar between them; the bar stands for a blank unless it follows a CJK stop. */
function check(language: string, marked: string): void {
  const expected = marked.split('|');
  const text = expected.reduce((all, next) => all + (/[。！？」]$/.test(all) ? '' : ' ') + next);
  assert.deepEqual(
    splitSentences(text, language).map((span) => spanText(text, span)),
    expected,
  );
}

describe('sentence segmenter', () => {
  it('breaks English after stops, not after abbreviations', () => {
    check(
      'en',
      'Mr. Smith met Dr. Jones in St. Louis.|They spoke, e.g. about the U.S. Government, i.e. the state.',
    );
    check(
      'en',
      'It ended at 3 p.m.|The others, etc. and so on, left.|See Fig. 3 and No. 5.|No.|We will not.',
    );
    check('en', 'He wrote 3.14 and 1.2.3 on example.com.|J. R. R. Tolkien read it.|Really?!|Yes!');
    check('en', 'Pages 3, 4, etc.|Users may print them.|World War I.|The end.');
    check('en', '1. Open the file.|2. Close it again.|Done.');
    check(
      'en',
      'First: this; then that. and more.|“Stop!” she cried.|“I will.”|(He did.)|So it was…|Or was it… not?',
    );
    check('en', 'It works.</b>|It does.[1]|**Note.**|Careful.');
  });

  it('breaks German, keeping ordinals and abbreviations', () => {
    check('de', 'Das gilt z. B. für Nr. 5, d. h. ab dem 12. März usw. für alle.|Dr. Müller kam am 3. Mai.');
    check('de', 'Er lebte im 20. Jahrhundert.|Das war 1998.|Äpfel, Birnen usw.|Die anderen gingen.');
    check('de', '„Komm!“, rief er.|„Ja.“|Siehe Abb. 3.|Ludwig XIV. von Frankreich kam.|»Gut.«|»Nein!«|Ende.');
    check('de', 'Wählen Sie Extras – Optionen… – Sprachen.|Gut.');
    check('de', 'Wir sind 12.|Sie auch.|Vgl. Kap. 3, S. 12, ca. 5 Mio. Euro bzw. mehr.');
  });

  it('breaks French, with its spaced marks', () => {
    check('fr', 'M. Dupont est là.|« Bonjour. »|Il a dit : « Ça va ? » puis il est parti.|Vraiment ?|Oui !');
    check('fr', 'C’est p. ex. ici, c.-à-d. là ; voilà.|Voir art. 5, p. 12.|Et alors… rien.|Fin.');
  });

  it('breaks Spanish, Italian, Dutch and Portuguese', () => {
    check('es', 'El Sr. García llegó de EE. UU. ayer.|¿Qué tal?|¡Bien!|Vea p. ej. la pág. 3, núm. 5.');
    check('it', 'Il Sig. Rossi è arrivato.|Vedi l’art. 5, ad es. questo.|È vero?|Sì!|Va bene…|Ciao.');
    check('nl', 'Dhr. Jansen koopt bijv. appels, d.w.z. fruit.|Zie blz. 5.|Klaar!');
    check('pt', 'O Sr. Silva chegou.|Veja p. ex. a pág. 3.|Não é?|Sim!');
  });

  it('breaks scripts with other stops or none', () => {
    check('ja', 'これはペンです。|「そうです。」と言った。|３．５です！|本当？|はい。');
    check('zh', '你好。|我是学生！|是吗？|是。');
    check('th', 'ฉันไปตลาด|แล้วกลับบ้าน|ต่างๆ ที่นี่ Google ดี');
    check('hi', 'यह घर है।|वह जाता है॥|ठीक');
    check('ar', 'هذا بيت.|هل أنت بخير؟|نعم!');
    check('el', 'Τι κάνεις;|Καλά.');
  });

  it('takes a line feed for a blank and a blank line for an end', () => {
    const text = 'One line\nand more. Next.\n\nHeading\r\n\r\n  Text\n';
    assert.deepEqual(
      splitSentences(text, 'en').map((span) => spanText(text, span)),
      ['One line\nand more.', 'Next.', 'Heading', 'Text'],
    );
  });

  it('covers every non-blank with trimmed spans in order, for any text and language', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom(
        '. ',
        '?',
        '! ',
        '\n\n',
        ' ',
        '。',
        'z. B. ',
        '12. ',
        'Dr. ',
        'A. ',
        '» ',
        '…',
        'ก ',
        '「',
        '」',
      ),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.constantFrom('en', 'de', 'fr-CA', 'es', 'it', 'ja', 'th', 'xx', ''),
        (pieces, language) => {
          const text = pieces.join('');
          let at = 0;
          for (const { start, end } of splitSentences(text, language)) {
            assert.ok(start >= at && end > start);
            assert.equal(text.slice(at, start).trim().replaceAll('\u0085', ''), '');
            assert.ok(!isBlank(text.charCodeAt(start)) && !isBlank(text.charCodeAt(end - 1)));
            at = end;
          }
          assert.equal(text.slice(at).trim().replaceAll('\u0085', ''), '');
        },
      ),
    );
  });

  it('finishes on a hostile megabyte', () => {
    for (const unit of ['. ', ' ', '.', 'a. ', '\n', '."', 'A.', '。', '[1]', '</b']) {
      const text = unit.repeat(Math.floor(1e6 / unit.length));
      splitSentences(text, 'de');
    }
  });
});

describe('SRX rules of a user', () => {
  const rules: SrxRules = {
    cascade: true,
    ruleSets: {
      english: [{ break: false, before: '(?i)\\bappr\\.', after: '\\h' }],
      common: [
        { break: true, before: '[\\.\\!]++', after: '\\s+' },
        { break: true, before: '\\x{3002}', after: '' },
      ],
    },
    languageMaps: [
      { languagePattern: 'EN.*', ruleSet: 'english' },
      { languagePattern: '.*', ruleSet: 'common' },
    ],
  };
  const texts = (language: string, text: string, used = rules) =>
    createSentenceSegmenter(used, language)
      .split(text)
      .map((span) => spanText(text, span));

  it('apply in order, cascading by language', () => {
    assert.deepEqual(texts('en-GB', 'It took Appr. 5. Good! 好。是'), [
      'It took Appr. 5.',
      'Good!',
      '好。',
      '是',
    ]);
    assert.deepEqual(texts('de', 'It took appr. 5.'), ['It took appr.', '5.']);
    assert.deepEqual(texts('en', 'A. B', { ...rules, cascade: false }), ['A. B']);
  });

  it('give one clear error for a pattern or a rule set that cannot be used', () => {
    const broken = {
      ...rules,
      ruleSets: { ...rules.ruleSets, english: [{ break: true, before: '(', after: '' }] },
    };
    assert.throws(() => createSentenceSegmenter(broken, 'en'), { name: 'EnfaceError', code: 'srx-pattern' });
    const missing = { ...rules, ruleSets: {} };
    assert.throws(
      () => createSentenceSegmenter(missing, 'en'),
      (error) => error instanceof EnfaceError && error.code === 'srx-rule-set',
    );
  });
});
