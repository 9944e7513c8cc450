/**
 * Placeables: pieces that a translation carries over whole, unchanged or by a rule of their own: numbers, URLs,
 * e-mail addresses, inline code, tags, placeholders, file paths, key chords. Found by one left-to-right scan;
 * where several kinds start at the same place the longest wins. The scan is linear in the text: each kind either
 * starts only at a boundary it cannot re-enter, or stops at a fixed length.
 *
 * Signs stay outside: of `50 %`, `−3` and `€20` only the digits are a placeable.
 */
import { isPathUnit, matchEmail, matchPath, matchUrl } from './address-scanner.js';
import { CLASS_OF_UNIT, DIGIT, LETTER, MARK, UNSPACED } from './char-class.js';
import { type MarkupScan, matchCode, matchLinkTarget, matchPlaceholder, matchTag } from './markup-scanner.js';
import { matchNumber } from './number-scanner.js';
import { matchAt } from './scan-helpers.js';
import type { Span } from './span.js';

export type PlaceableKind = 'code' | 'url' | 'email' | 'tag' | 'placeholder' | 'number' | 'path' | 'key';

export interface Placeable {
  readonly span: Span;
  readonly kind: PlaceableKind;
}

/** All placeables of a text, in order, without overlap. */
export function findPlaceables(text: string): Placeable[] {
  const found: Placeable[] = [];
  const scan: Scan = { text, fruitlessTicks: [], fruitlessComment: false, numberFrom: 0 };
  let i = 0;
  while (i < text.length) {
    const role = ROLES[text.charCodeAt(i)];
    if (role === PLAIN) {
      i++;
      continue;
    }
    let runEnd = i + 1;
    if (role === WORD || role === NUMERAL) {
      while (isRunUnit(text.charCodeAt(runEnd))) runEnd++;
      if (role === WORD && !mayGoOn(text, runEnd)) {
        i = runEnd;
        continue;
      }
    }
    let end = i;
    let kind: PlaceableKind = 'code';
    for (const [matcher, matched] of MATCHERS[role]) {
      const to = matcher(scan, i);
      if (to > end) {
        end = to;
        kind = matched;
      }
    }
    if (end > i) {
      found.push({ span: { start: i, end }, kind });
      i = end;
    } else i = runEnd;
  }
  return found;
}

interface Scan extends MarkupScan {
  /** No number starts before this place. */
  numberFrom: number;
}

/** Each returns the end of its placeable starting at `start`, or a value ≤ `start` for none. */
type Matcher = (scan: Scan, start: number) => number;

const PLAIN = 0;
const WORD = 1;
const NUMERAL = 2;
const TICK = 3;
const ANGLE = 4;
const SIGIL = 5;
const SLASH = 6;
const KEY_SIGN = 7;
const BRACKET = 8;

const PATH: [Matcher, PlaceableKind] = [(scan, start) => matchPath(scan.text, start), 'path'];
const URL: [Matcher, PlaceableKind] = [(scan, start) => matchUrl(scan.text, start), 'url'];
const EMAIL: [Matcher, PlaceableKind] = [(scan, start) => matchEmail(scan.text, start), 'email'];
const NUMBER: [Matcher, PlaceableKind] = [matchNumeral, 'number'];
const KEY: [Matcher, PlaceableKind] = [(scan, start) => matchKeys(scan.text, start), 'key'];

/** By role; on equal length the earlier kind wins. */
const MATCHERS: readonly (readonly [Matcher, PlaceableKind][])[] = [
  [],
  [NUMBER, PATH, URL, EMAIL, KEY],
  [NUMBER, PATH, EMAIL],
  [[matchCode, 'code']],
  [[matchTag, 'tag']],
  [[matchPlaceholder, 'placeholder'], PATH],
  [PATH, EMAIL],
  [KEY],
  [[matchLinkTarget, 'tag']],
];

const ROLES = (() => {
  const table = new Uint8Array(65536);
  for (let unit = 0; unit < 65536; unit++) {
    const kind = CLASS_OF_UNIT[unit];
    if (kind === LETTER) table[unit] = WORD;
    else if (kind === DIGIT) table[unit] = NUMERAL;
  }
  const set = (characters: string, role: number) => {
    for (const c of characters) table[c.charCodeAt(0)] = role;
  };
  set('`', TICK);
  set('<&', ANGLE);
  set('%#${', SIGIL);
  set('/\\.~_', SLASH);
  set('⌘⌥⇧⌃', KEY_SIGN);
  set(']', BRACKET);
  return table;
})();

function isRunUnit(unit: number): boolean {
  const kind = CLASS_OF_UNIT[unit];
  return kind === LETTER || kind === DIGIT || kind === MARK;
}

/** Whether the character after a word can make the word the start of an address, a version or a key chord. */
function mayGoOn(text: string, at: number): boolean {
  switch (text.charCodeAt(at)) {
    case 0x2e: // .
    case 0x2d: // -
    case 0x5f: // _
      return isPathUnit(text.charCodeAt(at + 1));
    case 0x40: // @
    case 0x2f: // /
    case 0x5c: // \
    case 0x3a: // :
    case 0x2b: // +
    case 0x7e: // ~
    case 0x24: // $
      return true;
    case 0x20:
      return text.charCodeAt(at + 1) === 0x2b;
    default:
      return false;
  }
}

function matchNumeral(scan: Scan, start: number): number {
  if (start < scan.numberFrom) return 0;
  const end = matchNumber(scan.text, start);
  if (end < 0) scan.numberFrom = -end;
  return end;
}

const MODIFIER =
  '(?:Ctrl|Control|Alt|AltGr|Shift|Cmd|Command|Option|Opt|Meta|Super|Win|Windows|Fn|Strg|Umschalt|Umsch|Befehl|Wahl|Maj|Mayús|Mayúsculas|Maiusc|Comando|Opción|Commande|[⌘⌥⇧⌃])';
const KEYS = new RegExp(
  `${MODIFIER}(?: ?\\+ ?${MODIFIER}){0,3} ?\\+ ?(?:[\\p{L}\\p{N}]{1,14}|[^\\s\\p{L}\\p{N}])|Ctrl-[A-Z](?![\\p{L}\\p{N}])|[⌘⌥⇧⌃]{1,4}[A-Z0-9]`,
  'uy',
);

function matchKeys(text: string, start: number): number {
  const before = CLASS_OF_UNIT[text.charCodeAt(start - 1)];
  if (before === LETTER || before === DIGIT || before === MARK || before === UNSPACED) return 0;
  return matchAt(KEYS, text, start);
}
