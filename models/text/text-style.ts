/**
 * How a text is typeset where the word forms leave it open: which glyphs quote, which apostrophe, which blanks
 * stand before `;` or `%`. The engine's forms are the same for all styles; the detokenizer writes in one. Take
 * the style of the document in hand with {@link detectStyle}, so that suggestions look like what is there.
 */
import { primaryLanguage } from './abbreviations.js';

export interface TextStyle {
  readonly openDouble: string;
  readonly closeDouble: string;
  readonly openSingle: string;
  readonly closeSingle: string;
  readonly apostrophe: string;
  /** Blank inside the double quotes, as French sets inside « ». */
  readonly insideQuotes: string;
  readonly beforeColon: string;
  /** Before `;`, `!` and `?`. */
  readonly beforeHigh: string;
  readonly beforePercent: string;
  readonly beforeEllipsis: string;
  /** Before `°C`. */
  readonly beforeUnit: string;
  /** Between the digit groups of a number, where the form has a blank there. */
  readonly numberBlank: string;
  /** Around an em dash. */
  readonly aroundDash: string;
  /** Around a slash. */
  readonly aroundSlash: string;
}

const STRAIGHT: TextStyle = {
  openDouble: '"',
  closeDouble: '"',
  openSingle: "'",
  closeSingle: "'",
  apostrophe: "'",
  insideQuotes: '',
  beforeColon: '',
  beforeHigh: '',
  beforePercent: '',
  beforeEllipsis: '',
  beforeUnit: '\u00a0',
  numberBlank: '\u202f',
  aroundDash: ' ',
  aroundSlash: '',
};

const DEFAULTS = new Map<string, Partial<TextStyle>>([
  ['en', { aroundDash: '' }],
  ['de', { openDouble: '„', closeDouble: '“', openSingle: '‚', closeSingle: '‘', beforePercent: '\u00a0' }],
  [
    'fr',
    {
      openDouble: '«',
      closeDouble: '»',
      openSingle: '‘',
      closeSingle: '’',
      apostrophe: '’',
      insideQuotes: '\u00a0',
      beforeColon: '\u00a0',
      beforeHigh: '\u202f',
      beforePercent: '\u00a0',
    },
  ],
  ['es', { beforePercent: '\u00a0' }],
]);

/** What we write in a language when no text tells otherwise. */
export function defaultStyle(language: string): TextStyle {
  return { ...STRAIGHT, ...DEFAULTS.get(primaryLanguage(language)) };
}

/** The habits of a text (some lines of it are enough); what it does not show is as by default. */
export function detectStyle(text: string, language: string): TextStyle {
  const style = { ...defaultStyle(language) };
  const quotes = mostFrequent(text, /["“”„«»]/g);
  if (quotes) Object.assign(style, doubleQuotes(quotes, text));
  if (/[“”«»]/.test(style.openDouble) || style.openDouble === '„')
    style.insideQuotes = innerBlank(text, style);
  const apostrophe = mostFrequent(text, /(?<=\p{L})['’](?=\p{L})/gu);
  if (apostrophe) {
    style.apostrophe = apostrophe;
    if (!/[‘‚‹]/.test(text)) style.openSingle = style.closeSingle = "'";
  }
  if (/‚\p{L}/u.test(text)) Object.assign(style, { openSingle: '‚', closeSingle: '‘' });
  else if (/‘\p{L}/u.test(text)) Object.assign(style, { openSingle: '‘', closeSingle: '’' });
  style.beforeColon =
    mostFrequent(text, /(?<=[\p{L}\p{N}»”"’)])(?:[ \u00a0\u202f]?)(?=:(?:\s|$))/gmu) ?? style.beforeColon;
  style.beforeHigh =
    mostFrequent(text, /(?<=[\p{L}\p{N}»”"’)])(?:[ \u00a0\u202f]?)(?=[;!?](?:\s|$))/gmu) ?? style.beforeHigh;
  style.beforePercent = mostFrequent(text, /(?<=\p{Nd})(?:[ \u00a0\u202f]?)(?=%)/gu) ?? style.beforePercent;
  style.beforeEllipsis = mostFrequent(text, /(?<=[\p{L}\p{N}])(?: ?)(?=…|\.{3})/gu) ?? style.beforeEllipsis;
  style.beforeUnit = mostFrequent(text, /(?<=\p{Nd})(?:[ \u00a0\u202f]?)(?=°[CFK])/gu) ?? style.beforeUnit;
  style.numberBlank =
    mostFrequent(text, /(?<=\p{Nd})[ \u00a0\u202f\u2009](?=\p{Nd}{3}(?!\p{Nd}))/gu) ?? style.numberBlank;
  style.aroundDash = mostFrequent(text, /(?<=[\p{L}\p{N},])(?: ?)(?=—)/gu) ?? style.aroundDash;
  style.aroundSlash = mostFrequent(text, /(?<=\p{L})(?: ?)(?=\/ ?\p{L})/gu) ?? style.aroundSlash;
  return style;
}

function doubleQuotes(glyph: string, text: string): Partial<TextStyle> {
  if (glyph === '"') return { openDouble: '"', closeDouble: '"', insideQuotes: '' };
  if (glyph === '«' || glyph === '»') {
    const reversed = count(text, /»\p{L}/gu) > count(text, /«[ \u00a0\u202f]?\p{L}/gu);
    return reversed ? { openDouble: '»', closeDouble: '«' } : { openDouble: '«', closeDouble: '»' };
  }
  if (text.includes('„'))
    return { openDouble: '„', closeDouble: count(text, /“/g) >= count(text, /”/g) ? '“' : '”' };
  return { openDouble: '“', closeDouble: '”' };
}

function innerBlank(text: string, style: TextStyle): string {
  const after = new RegExp(`(?<=${style.openDouble})(?:[ \\u00a0\\u202f]?)(?=\\p{L})`, 'gu');
  return mostFrequent(text, after) ?? style.insideQuotes;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** The most frequent match; undefined when there is none. An empty match counts like any other. */
function mostFrequent(text: string, pattern: RegExp): string | undefined {
  const counts = new Map<string, number>();
  for (const [match] of text.matchAll(pattern)) counts.set(match, (counts.get(match) ?? 0) + 1);
  let best: string | undefined;
  for (const [match, times] of counts)
    if (best === undefined || times > (counts.get(best) ?? 0)) best = match;
  return best;
}

/** Blanks that a style decides: before `: ; ! ? % …` and `°C`, inside guillemets. Without them styles compare equal. */
export function withoutStyleBlanks(text: string): string {
  return text
    .replace(/[ \u00a0\u202f](?=[:;!?%…]|\.\.\.|°[CFK])/g, '')
    .replace(/(?<=«)[ \u00a0\u202f]|[ \u00a0\u202f](?=»)/g, '');
}
