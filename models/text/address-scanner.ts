/**
 * Addresses inside running text: URLs, e-mail addresses, paths and file names. Each matcher returns the end of
 * the piece that starts at `start`, or 0. None starts where the unit before could be part of it, so a text is
 * read at most once per matcher.
 */
import { CLASS_OF_UNIT, DIGIT, isWordUnit, LETTER, MARK, UNSPACED } from './char-class.js';
import { isAsciiDigit, isAsciiLetter, matchAt } from './scan-helpers.js';

const SCHEME =
  /(?:https?|ftps?|sftp|ssh|git|svn|file|ws|wss|irc|ldap|smb|vscode|chrome|about|data|jdbc|vnd\.[\w.]{1,40}|[a-z][a-z0-9+-]{1,15}):\/\/(?=[^\s<>"`])|(?:mailto|tel|urn):(?=[\w+])|www\.(?=[\p{L}\p{N}])/iuy;
const URL_STOP = /[\s<>"`{}|\\^«»“”„‹›\u200b\u3000-\u303f\uff00-\uffef]/u;

export function matchUrl(text: string, start: number): number {
  if (!isAsciiLetter(text.charCodeAt(start)) || isSpacedWordUnit(text.charCodeAt(start - 1))) return 0;
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

export function matchEmail(text: string, start: number): number {
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
/** One slash and a word is as often “or” as a path: `die Tabellen /Felder`. */
const ROOTS = new Set(
  '/bin /boot /dev /etc /home /lib /mnt /opt /proc /root /run /sbin /srv /sys /tmp /usr /var'.split(' '),
);

/** Paths and file names: pieces between blanks and quotes, judged by their slashes and dots. */
export function matchPath(text: string, start: number): number {
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
  if (!/[\p{L}\p{N}]/u.test(chunk)) return 0;
  if (/^(?:\.{1,2}[\\/]|~[\\/]|[A-Za-z]:[\\/]|\\\\\w)/.test(chunk)) return end;
  if (text[start] === '/') return slashes > 1 || ROOTS.has(chunk) ? end : 0;
  const last = Math.max(text.lastIndexOf('/', end - 1), text.lastIndexOf('\\', end - 1), start - 1);
  const dot = text.lastIndexOf('.', end - 1);
  if (dot <= last || !isWordUnit(text.charCodeAt(dot - 1))) return 0;
  const extension = text.slice(dot + 1, Math.min(end, dot + 12)).toLowerCase();
  return EXTENSIONS.has(extension) && end - dot - 1 === extension.length ? end : 0;
}

/** Letters, digits and `. _ + - %`. */
function isMailUnit(unit: number): boolean {
  return isWordUnit(unit) || unit === 0x2e || unit === 0x5f || unit === 0x2b || unit === 0x2d;
}

/** Letters, digits, marks and `/ \ . _ - ~ : + @ $`. */
export function isPathUnit(unit: number): boolean {
  if (unit < 0x80)
    return isAsciiLetter(unit) || isAsciiDigit(unit) || '/\\._-~:+@$'.includes(String.fromCharCode(unit));
  const kind = CLASS_OF_UNIT[unit];
  return kind === LETTER || kind === DIGIT || kind === MARK;
}

/** Part of a word in a script with spaces: in the others an address may follow without one. */
function isSpacedWordUnit(unit: number): boolean {
  return isWordUnit(unit) && CLASS_OF_UNIT[unit] !== UNSPACED;
}
