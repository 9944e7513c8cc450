/**
 * Markup inside running text: inline code, HTML and XML tags, entities, link targets of Markdown, placeholders
 * of the common message formats. Each matcher returns the end of the piece that starts at `start`, or 0.
 */
import { isAsciiDigit, isAsciiLetter, matchAt } from './scan-helpers.js';

/** What a scan of one text remembers, so that hopeless searches are not repeated. */
export interface MarkupScan {
  readonly text: string;
  /** Per length of a run of backticks: no closing run is left in the text. */
  readonly fruitlessTicks: boolean[];
  fruitlessComment: boolean;
}

const MAX_PLACEHOLDER = 80;
const MAX_ENTITY = 12;
const MAX_LINK_TARGET = 1000;

/** `` `code` ``, with up to three backticks. */
export function matchCode(scan: MarkupScan, start: number): number {
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

/** `<b class="x">`, `</b>`, `<!-- … -->`, `&nbsp;`. */
export function matchTag(scan: MarkupScan, start: number): number {
  const { text } = scan;
  if (text[start] === '&') return matchEntity(text, start);
  if (text[start] !== '<') return 0;
  if (text.startsWith('<!--', start)) {
    if (scan.fruitlessComment) return 0;
    const close = text.indexOf('-->', start + 4);
    scan.fruitlessComment = close === -1;
    return close === -1 ? 0 : close + 3;
  }
  if (text.startsWith('<?>', start)) return start + 3;
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

/** `](target)`, the second half of a link in Markdown: the words of the link stand before it. */
export function matchLinkTarget({ text }: MarkupScan, start: number): number {
  if (text[start + 1] !== '(') return 0;
  let depth = 0;
  const limit = Math.min(text.length, start + MAX_LINK_TARGET);
  for (let i = start + 1; i < limit; i++) {
    const c = text[i];
    if (c === '(') depth++;
    else if (c === ')' && --depth === 0) return i > start + 2 ? i + 1 : 0;
    else if (c === ' ' || c === '\n' || c === ']' || c === '[') return 0;
  }
  return 0;
}

const PRINTF =
  /%(?:[0-9]{1,2}\$)?[-+0#]{0,3}(?:[0-9]{1,3}|\*)?(?:\.(?:[0-9]{1,2}|\*))?(?:hh|h|ll|l|z|j|t)?[diouxXeEfgGsScCpaA@](?![\p{L}\p{N}])/uy;
const PYTHON_NAMED = /%\([A-Za-z_]\w{0,60}\)[-+0#]?[0-9.]{0,5}[diouxXeEfgGsrc]/y;
const PERCENT_NAME = /%(?:[A-Z][A-Z0-9_]{1,60}%?|[0-9]{1,2}(?![0-9.,])|%)/y;
const BRACED_NAME = /\{[ ]?[#@\w$][\w.$@:/-]{0,60}(?:, ?[\w-]{1,30}){0,2}(?::[^{}\s]{1,20})?[ ]?\}/y;
const SHELL_NAME = /\$[A-Z_][A-Z0-9_]{1,60}(?![a-z])/y;

/** `{name}`, `%1$s`, `$HOME` and their like. */
export function matchPlaceholder({ text }: MarkupScan, start: number): number {
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

function matchEntity(text: string, start: number): number {
  for (let i = start + 1; i < start + MAX_ENTITY; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x3b) return i > start + 2 ? i + 1 : 0;
    if (!isAsciiLetter(unit) && !isAsciiDigit(unit) && !(unit === 0x23 && i === start + 1)) return 0;
  }
  return 0;
}

function runOf(text: string, start: number, character: string): number {
  let end = start;
  while (text[end] === character) end++;
  return end - start;
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
