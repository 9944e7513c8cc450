/**
 * Placeables: pieces that a translation carries over whole, unchanged or by a rule of their own: numbers, URLs,
 * e-mail addresses, inline code, tags, placeholders, file paths, key chords. Found by one left-to-right scan;
 * where several kinds start at the same place the longest wins. The scan is linear in the text: each kind either
 * starts only at a boundary it cannot re-enter, or stops at a fixed length.
 *
 * Signs stay outside: of `50 %`, `−3` and `€20` only the digits are a placeable.
 */
import { BLANK, CLASS_OF_UNIT, DIGIT, isWordUnit, LETTER, MARK } from './char-class.js';
import { matchNumber } from './number-scanner.js';
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
    if (STARTERS[text.charCodeAt(i)] === 0) {
      i++;
      continue;
    }
    let end = i;
    let kind: PlaceableKind = 'code';
    for (const [matcher, matched] of MATCHERS) {
      const to = matcher(scan, i);
      if (to > end) {
        end = to;
        kind = matched;
      }
    }
    if (end > i) {
      found.push({ span: { start: i, end }, kind });
      i = end;
    } else i++;
  }
  return found;
}

interface Scan {
  readonly text: string;
  /** Per length of a run of backticks: no closing run is left in the text. */
  readonly fruitlessTicks: boolean[];
  fruitlessComment: boolean;
  /** No number starts before this place. */
  numberFrom: number;
}

/** Each returns the end of its placeable starting at `start`, or a value ≤ `start` for none. */
type Matcher = (scan: Scan, start: number) => number;

const MATCHERS: readonly [Matcher, PlaceableKind][] = [
  [matchCode, 'code'],
  [matchTag, 'tag'],
  [matchPlaceholder, 'placeholder'],
  [matchNumeral, 'number'],
  [matchPath, 'path'],
  [matchUrl, 'url'],
  [matchEmail, 'email'],
  [matchKeys, 'key'],
];

const MAX_PLACEHOLDER = 80;
const MAX_ENTITY = 12;

function matchCode(scan: Scan, start: number): number {
  const { text } = scan;
  if (text[start] !== '`' || text[start - 1] === '`') return 0;
  const ticks = runOf(text, start, '`');
  if (ticks > 3 || scan.fruitlessTicks[ticks]) return 0;
  for (let i = text.indexOf('`', start + ticks); i !== -1; i = text.indexOf('`', i)) {
    const run = runOf(text, i, '`');
    i += run;
    if (run === ticks) return i;
  }
  scan.fruitlessTicks[ticks] = true;
  return 0;
}

function matchTag(scan: Scan, start: number): number {
  const { text } = scan;
  if (text[start] === '&') return matchEntity(text, start);
  if (text[start] !== '<') return 0;
  if (text.startsWith('<!--', start)) {
    if (scan.fruitlessComment) return 0;
    const close = text.indexOf('-->', start + 4);
    scan.fruitlessComment = close === -1;
    return close === -1 ? 0 : close + 3;
  }
  let i = start + (text[start + 1] === '/' ? 2 : 1);
  if (!isAsciiLetter(text.charCodeAt(i))) return 0;
  while (isNameUnit(text.charCodeAt(i))) i++;
  if (i < text.length && (!/[\s/>]/.test(text[i]) || text[i - 1] === ':')) return 0;
  // A tag holds no second “<”, so a failed attempt never reads past the next one.
  for (let quote = ''; i < text.length; i++) {
    const c = text[i];
    if (c === '<') return 0;
    if (quote) {
      if (c === quote) quote = '';
    } else if (c === '>') return i + 1;
    else if ((c === '"' || c === "'") && text[i - 1] === '=') quote = c;
  }
  return 0;
}

function matchEntity(text: string, start: number): number {
  for (let i = start + 1; i < start + MAX_ENTITY; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x3b) return i > start + 2 ? i + 1 : 0;
    if (!isAsciiLetter(unit) && !isAsciiDigit(unit) && !(unit === 0x23 && i === start + 1)) return 0;
  }
  return 0;
}

const PRINTF =
  /%(?:[0-9]{1,2}\$)?[-+0#]{0,3}(?:[0-9]{1,3}|\*)?(?:\.(?:[0-9]{1,2}|\*))?(?:hh|h|ll|l|z|j|t)?[diouxXeEfgGsScCpaA@](?![\p{L}\p{N}])/uy;
const PYTHON_NAMED = /%\([A-Za-z_]\w{0,60}\)[-+0#]?[0-9.]{0,5}[diouxXeEfgGsrc]/y;
const PERCENT_NAME = /%(?:[A-Z][A-Z0-9_]{1,60}%?|[0-9]{1,2}(?![0-9.,])|%)/y;
const BRACED_NAME = /\{[ ]?[#@\w$][\w.$@:/-]{0,60}(?:, ?[\w-]{1,30}){0,2}(?::[^{}\s]{1,20})?[ ]?\}/y;
const SHELL_NAME = /\$[A-Z_][A-Z0-9_]{1,60}(?![a-z])/y;

function matchPlaceholder({ text }: Scan, start: number): number {
  switch (text.charCodeAt(start)) {
    case 0x25: // %
      if (text[start + 1] === '{') return matchAt(BRACED_NAME, text, start + 1);
      if (isAsciiDigit(text.charCodeAt(start - 1))) return 0;
      return (
        matchAt(PRINTF, text, start) ||
        matchAt(PYTHON_NAMED, text, start) ||
        matchAt(PERCENT_NAME, text, start)
      );
    case 0x23: // #
      return text[start + 1] === '{' ? matchAt(BRACED_NAME, text, start + 1) : 0;
    case 0x24: // $
      if (text[start + 1] === '{') return matchDelimited(text, start + 1, '{', '}');
      if (text[start + 1] === '(') return matchDelimited(text, start + 1, '(', ')');
      if (text[start + 1] === '[') return matchDelimited(text, start + 1, '[', ']');
      return matchAt(SHELL_NAME, text, start);
    case 0x7b: // {
      if (text[start + 1] !== '{') return matchAt(BRACED_NAME, text, start);
      return matchDoubleBraces(text, start);
    default:
      return 0;
  }
}

/** `{name}`, `(name)`: no blank line, no second opening mark, and not too long. */
function matchDelimited(text: string, open: number, opening: string, closing: string): number {
  const limit = Math.min(text.length, open + MAX_PLACEHOLDER);
  for (let i = open + 1; i < limit; i++) {
    if (text[i] === closing) return i > open + 1 ? i + 1 : 0;
    if (text[i] === opening || text[i] === '\n') return 0;
  }
  return 0;
}

function matchDoubleBraces(text: string, start: number): number {
  const end = matchDelimited(text, start + 1, '{', '}');
  return end && text[end] === '}' ? end + 1 : 0;
}

function matchNumeral(scan: Scan, start: number): number {
  if (start < scan.numberFrom) return 0;
  const end = matchNumber(scan.text, start);
  if (end < 0) scan.numberFrom = -end;
  return end;
}

const SCHEME =
  /(?:https?|ftps?|sftp|ssh|git|svn|file|ws|wss|irc|ldap|smb|vscode|chrome|about|data|jdbc|vnd\.[\w.]{1,40}|[a-z][a-z0-9+-]{1,15}):\/\/(?=[^\s<>"`])|(?:mailto|tel|urn):(?=[\w+])|www\.(?=[\p{L}\p{N}])/iuy;
const URL_STOP = /[\s<>"`{}|\\^«»“”„‹›\u200b\u3000-\u303f\uff00-\uffef]/u;

function matchUrl({ text }: Scan, start: number): number {
  if (!isAsciiLetter(text.charCodeAt(start)) || isWordUnit(text.charCodeAt(start - 1))) return 0;
  const body = matchAt(SCHEME, text, start) || matchDomain(text, start);
  if (!body) return 0;
  let end = body;
  let depth = 0;
  while (end < text.length && !URL_STOP.test(text[end])) {
    if (text[end] === '(') depth++;
    else if (text[end] === ')' && --depth < 0) break;
    end++;
  }
  while (end > body && /[.,;:!?'’*_)\]…]/.test(text[end - 1]) && !(text[end - 1] === ')' && depth >= 0))
    end--;
  return end;
}

/** Endings that make a name with dots a domain even without a scheme. */
const TOP_LEVEL = new Set('com org net edu gov eu int info io dev app'.split(' '));

function matchDomain(text: string, start: number): number {
  if (isPathUnit(text.charCodeAt(start - 1))) return 0;
  let end = start;
  let dot = -1;
  for (; ; end++) {
    const unit = text.charCodeAt(end);
    if (unit === 0x2e) {
      if (!isAsciiLetter(text.charCodeAt(end + 1))) break;
      dot = end;
    } else if (!isAsciiLetter(unit) && !isAsciiDigit(unit) && unit !== 0x2d) break;
  }
  if (dot === -1 || end - dot > 5 || !TOP_LEVEL.has(text.slice(dot + 1, end))) return 0;
  return isWordUnit(text.charCodeAt(end)) ? 0 : end;
}

function matchEmail({ text }: Scan, start: number): number {
  if (!isMailUnit(text.charCodeAt(start)) || isMailUnit(text.charCodeAt(start - 1))) return 0;
  let i = start;
  while (isMailUnit(text.charCodeAt(i))) i++;
  if (text[i] !== '@' || !isWordUnit(text.charCodeAt(i + 1))) return 0;
  let dot = -1;
  let end = i + 1;
  while (isWordUnit(text.charCodeAt(end)) || text[end] === '-' || text[end] === '.') {
    if (text[end] === '.') {
      if (text[end - 1] === '.') break;
      dot = end;
    }
    end++;
  }
  while (text[end - 1] === '.' || text[end - 1] === '-') {
    end--;
    if (dot === end) dot = text.lastIndexOf('.', end - 1) > i ? text.lastIndexOf('.', end - 1) : -1;
  }
  return dot !== -1 && end - dot > 2 ? end : 0;
}

const EXTENSIONS = new Set(
  'txt md mdx rst adoc tex html htm xhtml css scss less js mjs cjs ts tsx jsx json jsonc yaml yml toml ini cfg conf xml xsl svg png jpg jpeg gif webp ico bmp tif tiff pdf doc docx odt ods odp odg odf ott xls xlsx ppt pptx csv tsv zip gz tgz tar xz bz2 rar 7z exe dll so dylib deb rpm dmg iso jar war class java kt py rb go rs c h cc cpp hpp cs php pl sh bash zsh bat ps1 sql db sqlite log lock po pot mo xlf xliff tmx tbx srx wav mp3 mp4 avi mkv ogg flac ttf otf woff woff2 vsix env bak tmp'.split(
    ' ',
  ),
);
/** Paths and file names: pieces between blanks and quotes, judged by their slashes and dots. */
function matchPath({ text }: Scan, start: number): number {
  const before = start === 0 ? 0x20 : text.charCodeAt(start - 1);
  if (isPathUnit(before)) return 0;
  let end = start;
  let slashes = 0;
  let dots = 0;
  while (end < text.length && isPathUnit(text.charCodeAt(end))) {
    const unit = text.charCodeAt(end);
    if (unit === 0x2f || unit === 0x5c) slashes++;
    else if (unit === 0x2e) dots++;
    else if (unit === 0x3a && !(end === start + 1 && /[\\/]/.test(text[end + 1] ?? ''))) break;
    end++;
  }
  while (end > start && /[.:~-]/.test(text[end - 1])) {
    end--;
    if (text[end] === '.') dots--;
  }
  if (end - start < 3 || (slashes === 0 && dots === 0)) return 0;
  const chunk = text.slice(start, Math.min(end, start + 4096));
  if (
    /^(?:\.{1,2}[\\/]|~[\\/]|[A-Za-z]:[\\/]|\\\\\w|\/[\p{L}_.])/u.test(chunk) &&
    /[\p{L}\p{N}]/u.test(chunk)
  )
    return end;
  const last = Math.max(text.lastIndexOf('/', end - 1), text.lastIndexOf('\\', end - 1), start - 1);
  const dot = text.lastIndexOf('.', end - 1);
  if (dot <= last || !isWordUnit(text.charCodeAt(dot - 1))) return 0;
  const extension = text.slice(dot + 1, Math.min(end, dot + 12)).toLowerCase();
  return EXTENSIONS.has(extension) && end - dot - 1 === extension.length ? end : 0;
}

const MODIFIER =
  '(?:Ctrl|Control|Alt|AltGr|Shift|Cmd|Command|Option|Opt|Meta|Super|Win|Windows|Fn|Strg|Umschalt|Umsch|Befehl|Wahl|Maj|Mayús|Mayúsculas|Maiusc|Comando|Opción|Commande|[⌘⌥⇧⌃])';
const KEYS = new RegExp(
  `${MODIFIER}(?: ?\\+ ?${MODIFIER}){0,3} ?\\+ ?(?:[\\p{L}\\p{N}]{1,14}|[^\\s\\p{L}\\p{N}])|Ctrl-[A-Z](?![\\p{L}\\p{N}])|[⌘⌥⇧⌃]{1,4}[A-Z0-9]`,
  'uy',
);

function matchKeys({ text }: Scan, start: number): number {
  const unit = text.charCodeAt(start);
  if (unit < 0x80 ? !isAsciiLetter(unit) : unit < 0x2000) return 0;
  if (isWordUnit(text.charCodeAt(start - 1))) return 0;
  return matchAt(KEYS, text, start);
}

/** 1 for code units at which some placeable may start. */
const STARTERS = (() => {
  const table = new Uint8Array(65536);
  for (let unit = 0; unit < 65536; unit++) {
    const kind = CLASS_OF_UNIT[unit];
    if (kind === LETTER || kind === DIGIT) table[unit] = 1;
  }
  for (const c of '`<&%#${/\\.~_⌘⌥⇧⌃') table[c.charCodeAt(0)] = 1;
  return table;
})();

function matchAt(sticky: RegExp, text: string, start: number): number {
  sticky.lastIndex = start;
  return sticky.test(text) ? sticky.lastIndex : 0;
}

function runOf(text: string, start: number, character: string): number {
  let end = start;
  while (text[end] === character) end++;
  return end - start;
}

function isAsciiLetter(unit: number): boolean {
  return (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
}

function isAsciiDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function isNameUnit(unit: number): boolean {
  return (
    isAsciiLetter(unit) ||
    isAsciiDigit(unit) ||
    unit === 0x2d ||
    unit === 0x3a ||
    unit === 0x5f ||
    unit === 0x2e
  );
}

/** Letters, digits and `. _ + - %`. */
function isMailUnit(unit: number): boolean {
  return isWordUnit(unit) || unit === 0x2e || unit === 0x5f || unit === 0x2b || unit === 0x2d;
}

/** Letters, digits, marks and `/ \ . _ - ~ : + @ $`. */
function isPathUnit(unit: number): boolean {
  if (unit < 0x80)
    return isAsciiLetter(unit) || isAsciiDigit(unit) || '/\\._-~:+@$'.includes(String.fromCharCode(unit));
  const kind = CLASS_OF_UNIT[unit];
  return kind !== BLANK && (kind === LETTER || kind === DIGIT || kind === MARK);
}
