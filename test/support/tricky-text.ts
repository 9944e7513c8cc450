/** Random text that goes where text processing breaks: any Unicode, and the pieces our rules look for. */
import fc from 'fast-check';

const PIECES = [
  ...'. , ; : ! ? … ... - – — / % ( ) [ ] { } " \' “ ” „ « » ‘ ’ ‚ ` `` ** _ < > & # @ = + * ~ $ € ° º'.split(
    ' ',
  ),
  ...[
    ' ',
    '  ',
    '\n',
    '\t',
    '\u00a0',
    '\u202f',
    '\u00ad',
    '\u200b',
    '\u200d',
    '\u200e',
    '\ufe0f',
    '\u0301',
    '\u0000',
  ],
  ..."don't l'été qu’il dell'arte '90 's n't po' Hans' a-t-il z.B. Dr. etc. U.S. 12. foo.bar x(s) COM(2001)".split(
    ' ',
  ),
  ...'1 12 1,250.50 1\u202f250 -5 2000-2006 2025-03-12 v1.2.3 50-jährig -pflege Vor- A5-0012/2000 n+2'.split(
    ' ',
  ),
  ...'http://a.b/c a@b.org {x} {{y}} %s %1$s <b> </b> &nbsp; `c d` ](u) /usr/bin C:\\x Ctrl+Shift+P *.md'.split(
    ' ',
  ),
  ...'Haus été Ελλάδα мир 東京 です สวัสดี ครับ ש لا 👨‍👩‍👧 🇩🇪 👍🏽 1️⃣ 𝐀 𠀀 \ud800 \udc00 ﬁ e\u0301'.split(' '),
];

export function trickyText(maxPieces = 20): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...PIECES) },
    { weight: 2, arbitrary: fc.constant(' ') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
    { weight: 1, arbitrary: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) },
  );
  return fc.array(piece, { maxLength: maxPieces }).map((pieces) => pieces.join(''));
}
