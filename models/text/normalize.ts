/**
 * From a token of the text to the word form the engine counts. Declared normalisation, complete:
 *
 * 1. Unicode NFC; the ligatures ﬀ–ﬆ are spelt out.
 * 2. Invisible characters (soft hyphen, zero width space, bidi marks, controls) are dropped; ZWJ and ZWNJ, which
 *    change what is seen, stay.
 * 3. In words: ’ → ' and the hyphens U+2010, U+2011 → -.
 * 4. Quotation marks of every kind become “ ” ‘ ’ by the side they stand on (`quotes.ts`); a word-final
 *    apostrophe that closes no quotation becomes '.
 * 5. In numbers: blanks → U+202F, the minus U+2212 → -. In other placeables: blanks → U+00A0, so that no form
 *    holds an ASCII blank and forms can stand in space-separated files.
 *
 * 6. Blanks between tokens are not kept: the detokenizer sets them by rule, where a style (`text-style.ts`) says how.
 *
 * A form is never empty. Upper and lower case stay: that is the truecaser's business.
 */
import { BLANK, CLASS_OF_UNIT, FORMAT } from './char-class.js';
import { QuoteTracker } from './quotes.js';
import {
  NUMBER_TOKEN,
  PLACEABLE_TOKEN,
  PUNCTUATION_TOKEN,
  type TokenSpans,
  WORD_TOKEN,
} from './token-spans.js';

export const NUMBER_BLANK = '\u202f';
export const PLACEABLE_BLANK = '\u00a0';

/** Forms of all tokens of a text, in order. */
export function formsOf(text: string, spans: TokenSpans): string[] {
  const forms = new Array<string>(spans.count);
  let quotes: QuoteTracker | undefined;
  for (let i = 0; i < spans.count; i++) {
    const start = spans.starts[i];
    const end = spans.ends[i];
    const kind = spans.kinds[i];
    if (kind === PUNCTUATION_TOKEN && mayBeQuote(text.charCodeAt(start))) {
      quotes ??= new QuoteTracker();
      forms[i] = quotes.formOf(text, start, end) ?? normalizeForm(text.slice(start, end), kind);
    } else {
      const token = text.slice(start, end);
      forms[i] = isPlain(text, start, end) ? token : normalizeForm(token, kind);
    }
  }
  return forms;
}

/** The form of one token that is no quotation mark. `kind` is an index into TOKEN_KINDS. */
export function normalizeForm(token: string, kind: number = WORD_TOKEN): string {
  if (kind === PLACEABLE_TOKEN) return token.replace(/\s/g, PLACEABLE_BLANK);
  let form = token.replace(LIGATURES, (ligature) => ligature.normalize('NFKC')).normalize('NFC');
  if (kind === NUMBER_TOKEN) form = form.replace(/\s/g, NUMBER_BLANK).replaceAll('\u2212', '-');
  else if (kind === WORD_TOKEN) {
    // A blank in a word is that of a number it holds: `A-12 000`.
    form = form
      .replaceAll('’', "'")
      .replace(/[\u2010\u2011]/g, '-')
      .replace(/\s/g, NUMBER_BLANK);
  }
  const visible = form.replace(INVISIBLE, '');
  return visible || token;
}

/**
 * A text with the declared normalisation applied to it as a whole, for comparison: two texts that differ only in
 * glyphs for quotes, apostrophes, hyphens and blanks, in invisible characters or in runs of blanks become equal.
 */
export function foldText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, '')
    .replace(LIGATURES, (ligature) => ligature.normalize('NFKC'))
    .normalize('NFC')
    .replace(/[’‘‚‛‹›]/g, "'")
    .replace(/``|''|[“”„‟«»＂]/g, '"')
    .replace(/[\u2010\u2011\u2212]/g, '-')
    .replace(/ +/g, ' ')
    .trim();
}

const LIGATURES = /[\ufb00-\ufb06]/g;
const INVISIBLE = /(?!\u200c|\u200d)[\p{Cf}\p{Cc}]/gu;

/** 1 for code units that normalisation may change or that may compose with their neighbour. */
const SUSPECT = (() => {
  const table = new Uint8Array(65536);
  for (let unit = 0x300; unit < 65536; unit++) if (!isSteady(unit)) table[unit] = 1;
  for (let unit = 0; unit < 0x300; unit++)
    if (CLASS_OF_UNIT[unit] === FORMAT || CLASS_OF_UNIT[unit] === BLANK) table[unit] = 1;
  return table;
})();

/** Blocks whose characters are the same in NFC and compose with nothing before them. */
function isSteady(unit: number): boolean {
  return (
    (unit >= 0x388 && unit <= 0x481) ||
    (unit >= 0x48a && unit <= 0x52f) ||
    (unit >= 0x3041 && unit <= 0x3096) ||
    (unit >= 0x30a1 && unit <= 0x30fa) ||
    (unit >= 0x4e00 && unit <= 0x9fff) ||
    (unit >= 0xac00 && unit <= 0xd7a3)
  );
}

function isPlain(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (SUSPECT[text.charCodeAt(i)]) return false;
  return true;
}

/** Quotation marks begin with one of few units: the others need no look. */
function mayBeQuote(unit: number): boolean {
  return (
    unit === 0x22 ||
    unit === 0x27 ||
    unit === 0x60 ||
    unit === 0xab ||
    unit === 0xbb ||
    (unit >= 0x2018 && unit <= 0x201f) ||
    unit === 0x2039 ||
    unit === 0x203a ||
    unit === 0xff02
  );
}
