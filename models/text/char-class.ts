/**
 * What kind of character a UTF-16 code unit is, by one table look-up. Built once from the Unicode properties the
 * language itself knows, so scanners over char codes need no regular expressions. Astral characters are looked
 * up by code point through {@link classAt}.
 */
export const BLANK = 0;
export const LETTER = 1;
export const DIGIT = 2;
/** Combining marks and joiners: they belong to the character before them. */
export const MARK = 3;
export const PUNCTUATION = 4;
export const SYMBOL = 5;
/** Invisible characters that carry no text of their own: soft hyphen, zero width space, bidi marks, controls. */
export const FORMAT = 6;
/** Letters of scripts that write no spaces between words. */
export const UNSPACED = 7;
export const SURROGATE = 8;

export type CharClass = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const UNSPACED_SCRIPTS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';

/** Later entries win where two patterns overlap. */
const PATTERNS: readonly [RegExp, CharClass][] = [
  [/[\p{S}\p{Cn}\p{Co}]+/gu, SYMBOL],
  [/\p{P}+/gu, PUNCTUATION],
  [/[\p{L}\p{Nl}\p{No}]+/gu, LETTER],
  // A character lost in transcoding was most likely a letter.
  [/\ufffd+/gu, LETTER],
  [/\p{Nd}+/gu, DIGIT],
  [new RegExp(`[${UNSPACED_SCRIPTS}]+`, 'gu'), UNSPACED],
  [/\p{M}+/gu, MARK],
  [new RegExp(`(?:(?=[${UNSPACED_SCRIPTS}])\\p{M})+`, 'gu'), UNSPACED],
  // The iteration marks, prolonged sound marks and small signs that only occur inside unspaced scripts.
  [/[々〆〇ー゛゜]+/gu, UNSPACED],
  [/[\p{Cf}\p{Cc}]+/gu, FORMAT],
  [/(?:\u200c|\u200d|[\ufe00-\ufe0f])+/gu, MARK],
  [/[\s\u0085]+/gu, BLANK],
  [/[\ufeff]+/gu, FORMAT],
];

/** Class of every UTF-16 code unit. */
export const CLASS_OF_UNIT: Uint8Array = buildTable();

/** Class of the character starting at `index`; a lone surrogate is a SYMBOL. */
export function classAt(text: string, index: number): CharClass {
  const unit = CLASS_OF_UNIT[text.charCodeAt(index)] as CharClass;
  if (unit !== SURROGATE) return unit;
  const codePoint = text.codePointAt(index) as number;
  return codePoint > 0xffff ? classOfAstral(codePoint) : SYMBOL;
}

export function isBlank(unit: number): boolean {
  return CLASS_OF_UNIT[unit] === BLANK;
}

/** Letter, digit, mark or letter of an unspaced script: what a word is made of. */
export function isWordUnit(unit: number): boolean {
  const kind = CLASS_OF_UNIT[unit];
  return kind === LETTER || kind === DIGIT || kind === MARK || kind === UNSPACED;
}

const astralCache = new Map<number, CharClass>();

function classOfAstral(codePoint: number): CharClass {
  let kind = astralCache.get(codePoint);
  if (kind === undefined) {
    const character = String.fromCodePoint(codePoint);
    kind = SYMBOL;
    for (const [pattern, value] of PATTERNS) {
      pattern.lastIndex = 0;
      if (pattern.test(character)) kind = value;
    }
    if (astralCache.size > 4096) astralCache.clear();
    astralCache.set(codePoint, kind);
  }
  return kind;
}

function buildTable(): Uint8Array {
  const table = new Uint8Array(65536).fill(SYMBOL);
  const units = new Uint16Array(65536);
  for (let unit = 0; unit < 65536; unit++) units[unit] = unit >= 0xd800 && unit <= 0xdfff ? 0 : unit;
  let all = '';
  for (let from = 0; from < 65536; from += 4096) {
    all += String.fromCharCode(...units.subarray(from, from + 4096));
  }
  for (const [pattern, kind] of PATTERNS) {
    for (const match of all.matchAll(pattern)) table.fill(kind, match.index, match.index + match[0].length);
  }
  table.fill(SURROGATE, 0xd800, 0xe000);
  return table;
}
