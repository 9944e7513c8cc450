/**
 * Numbers from one language's writing to another's: 400,000 → 400.000 (de), 400 000 (fr, U+202F). Separators come
 * from the host's locale data. What is left untouched, because rewriting could be wrong:
 *
 * - integers without separators (years, codes, page numbers), numbers with leading zeros, digits of other scripts;
 * - dates, times, versions (`1.2.3`), IP addresses, hexadecimal, fractions, anything with other characters;
 * - separators that do not fit the source language and could mean two things (`0.5` in a Spanish text: a foreign
 *   decimal, a version or a chapter);
 * - in running text ({@link localizeNumbers}), numbers after words like *version*, *chapter*, *Windows*, which
 *   name things instead of counting them.
 *
 * A number that is grouped stays grouped, where the target language groups so few digits.
 */
import { findPlaceables } from './placeables.js';
import { spanText } from './span.js';

export interface NumberFormat {
  readonly decimal: string;
  readonly group: string;
  /** The least number of integer digits that is grouped: 4, or 5 in languages that write 1234. */
  readonly groupedFrom: number;
}

/** A number taken apart. Digits are ASCII, without separators. */
export interface ParsedNumber {
  readonly sign: string;
  readonly integer: string;
  /** Digits after the decimal mark; undefined when there is none. */
  readonly fraction: string | undefined;
  readonly grouped: boolean;
}

const formats = new Map<string, NumberFormat>();

/** How a language writes numbers; like English for tags the host does not know. */
export function numberFormatOf(language: string): NumberFormat {
  let format = formats.get(language);
  if (!format) {
    format = readFormat(language);
    formats.set(language, format);
  }
  return format;
}

/** Takes a number apart by the conventions of `language`; undefined when it is none or may mean two things. */
export function parseNumber(text: string, language: string): ParsedNumber | undefined {
  const match = SHAPE.exec(text);
  if (!match) return undefined;
  const [, sign, digits] = match;
  if (/^0\d/.test(digits)) return undefined;
  const { decimal, group } = numberFormatOf(language);
  const marks = [...digits.replace(/\d/g, '')].map((mark) => (isGroupBlank(mark) ? ' ' : mark));
  const last = marks.at(-1);
  if (last === undefined) return { sign, integer: digits, fraction: undefined, grouped: false };
  const parts = digits.split(/\D/);
  const sourceGroup = isGroupBlank(group) ? ' ' : group;
  // Two kinds of marks: the last is the decimal one, whatever the language.
  const differs =
    marks.length > 1 && last !== marks[0] && marks.slice(0, -1).every((mark) => mark === marks[0]);
  const repeats = marks.length > 1 && marks.every((mark) => mark === marks[0]);
  if (differs || (marks.length === 1 && last === decimal)) {
    const fraction = parts.pop() as string;
    const grouped = parts.length > 1;
    if (grouped && (last === ' ' || !isGrouped(parts))) return undefined;
    return { sign, integer: parts.join(''), fraction, grouped };
  }
  const groups = repeats || (marks.length === 1 && (last === sourceGroup || last === ' '));
  if (!groups || !isGrouped(parts) || looksLikeAddress(parts)) return undefined;
  return { sign, integer: parts.join(''), fraction: undefined, grouped: true };
}

/** Writes a number in a language. `blank` replaces the grouping blank where the language has one. */
export function formatNumber(number: ParsedNumber, language: string, blank?: string): string {
  const { decimal, group, groupedFrom } = numberFormatOf(language);
  const separator = isGroupBlank(group) ? (blank ?? group) : group;
  const grouped = number.grouped && number.integer.length >= groupedFrom;
  const integer = grouped ? number.integer.replace(/\B(?=(?:\d{3})+$)/g, separator) : number.integer;
  return number.sign + integer + (number.fraction === undefined ? '' : decimal + number.fraction);
}

/** One number in another language's writing; as it is when that is not certain. */
export function localizeNumber(text: string, from: string, to: string, blank?: string): string {
  const number = parseNumber(text, from);
  if (!number || (!number.grouped && number.fraction === undefined)) return text;
  return formatNumber(number, to, blank);
}

/** All numbers of a running text; see the head of this file for what is left alone. */
export function localizeNumbers(text: string, from: string, to: string, blank?: string): string {
  let out = '';
  let at = 0;
  for (const { kind, span } of findPlaceables(text)) {
    out += text.slice(at, span.start);
    const number = spanText(text, span);
    const names = kind !== 'number' || NAMING.test(text.slice(Math.max(0, span.start - 24), span.start));
    out += names ? number : localizeNumber(number, from, to, blank);
    at = span.end;
  }
  return out + text.slice(at);
}

/** Whether two numbers in two languages have the same value (`1,250.50` en, `1 250,50` fr). */
export function sameNumber(a: string, languageA: string, b: string, languageB: string): boolean {
  if (a === b) return true;
  const left = parseNumber(a, languageA);
  const right = parseNumber(b, languageB);
  return left !== undefined && right !== undefined && canonical(left) === canonical(right);
}

const SHAPE = /^([+\-\u2212]?)([0-9]+(?:[.,'’ \u00a0\u202f\u2009][0-9]+)*)$/;

/** Words before a number that make it a name: a following decimal mark is none. */
const NAMING =
  /(?:\b(?:versions?|versión|versione|versão|releases?|chapters?|sections?|kapitel|abschnitt|chapitre|capítulo|capitolo|sezione|sección|articles?|artikel|art\.|windows|office|python|java|node(?:\.js)?|html|usb|http|tls|ipv)|§|\bv)[\s\u00a0]*$/i;

function canonical({ sign, integer, fraction }: ParsedNumber): string {
  const digits = fraction === undefined ? '' : fraction.replace(/0+$/, '');
  return `${sign === '\u2212' ? '-' : sign.replace('+', '')}${integer}${digits && `.${digits}`}`;
}

function isGrouped(parts: readonly string[]): boolean {
  return parts[0] !== '0' && parts[0].length <= 3 && parts.slice(1).every((part) => part.length === 3);
}

function looksLikeAddress(parts: readonly string[]): boolean {
  return parts.length === 4 && parts.every((part) => Number(part) <= 255);
}

function isGroupBlank(mark: string): boolean {
  return mark === ' ' || mark === '\u00a0' || mark === '\u202f' || mark === '\u2009';
}

function readFormat(language: string): NumberFormat {
  let host: Intl.NumberFormat;
  try {
    host = new Intl.NumberFormat(language.replaceAll('_', '-') || 'en', { numberingSystem: 'latn' });
  } catch {
    host = new Intl.NumberFormat('en');
  }
  const parts = host.formatToParts(1234567.8);
  return {
    decimal: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
    group: parts.find(({ type }) => type === 'group')?.value ?? ',',
    groupedFrom: host.formatToParts(1234).some(({ type }) => type === 'group') ? 4 : 5,
  };
}
