/**
 * Numbers as they are written: `1,250.50`, `1.250,50`, `1 250,50` (with any of the
 * blanks U+0020, U+00A0, U+202F, U+2009), `1'250`,
 * dates `2025-03-12`, `12.03.2025`, `12/03/2025`, times `12:30`, versions `1.2.3` and `v1.2.3`, `0xFF`. Signs,
 * percent, currency and units are not part of the number. Digits that touch letters (`3D`, `10km`) are words.
 */
import { CLASS_OF_UNIT, DIGIT, LETTER, MARK, SURROGATE } from './char-class.js';

/**
 * End of the number that starts at `start`; 0 for none; −end for what reads like a number up to `end` but runs
 * into a word there (no number starts inside it either: a caller that knows stays linear).
 */
export function matchNumber(text: string, start: number): number {
  const before = start > 0 ? text.charCodeAt(start - 1) : 0x20;
  if (touchesWord(before)) return 0;
  let i = start;
  if ((text[i] === 'v' || text[i] === 'V') && isDigit(text.charCodeAt(i + 1))) i++;
  else if (!isDigit(text.charCodeAt(i))) return 0;
  const prefixed = i > start;
  const first = i;
  if (text[i] === '0' && (text[i + 1] === 'x' || text[i + 1] === 'X')) {
    let hex = i + 2;
    while (isHex(text.charCodeAt(hex))) hex++;
    if (hex > i + 2 && !touchesWord(text.charCodeAt(hex))) return hex;
  }
  let group = digitsEnd(text, i);
  let joints = 0;
  let spaced = group - first <= 3 && text[first] !== '0';
  i = group;
  while (isJoint(text.charCodeAt(i)) && isDigit(text.charCodeAt(i + 1))) {
    const joint = text.charCodeAt(i);
    group = digitsEnd(text, i + 1);
    if (isSpaceJoint(joint)) {
      if (!spaced || group - i !== 4 || touchesWord(text.charCodeAt(group))) break;
    } else spaced = false;
    if (joint === 0x2d && !isDateHyphen(text, first, i, group)) break;
    joints++;
    i = group;
  }
  if (prefixed && joints === 0) return 0;
  if (text[i] === 'T' && joints === 2 && isDigit(text.charCodeAt(i + 1))) i = timeEnd(text, i);
  return touchesWord(text.charCodeAt(i)) ? -i : i;
}

/** `12:30`, `12:30:45.250Z`, `+02:00` after the `T` of a timestamp. */
function timeEnd(text: string, at: number): number {
  let i = at + 1;
  while (
    isDigit(text.charCodeAt(i)) ||
    ((text[i] === ':' || text[i] === '.') && isDigit(text.charCodeAt(i + 1)))
  )
    i++;
  if (text[i] === 'Z') return i + 1;
  if (
    (text[i] === '+' || text[i] === '-') &&
    /^[0-9]{2}:?[0-9]{2}$/.test(text.slice(i + 1, i + 6).trimEnd())
  ) {
    i++;
    while (isDigit(text.charCodeAt(i)) || text[i] === ':') i++;
  }
  return i;
}

/** A hyphen belongs to the number only in `2025-03-12`: elsewhere it is a range or a code. */
function isDateHyphen(text: string, first: number, hyphen: number, end: number): boolean {
  if (hyphen - first === 4)
    return end - hyphen === 3 && text[end] === '-' && isDigit(text.charCodeAt(end + 1));
  return hyphen - first === 7 && end - hyphen === 3 && text[first + 4] === '-';
}

function digitsEnd(text: string, start: number): number {
  let i = start;
  while (isDigit(text.charCodeAt(i))) i++;
  return i;
}

function isDigit(unit: number): boolean {
  return CLASS_OF_UNIT[unit] === DIGIT;
}

function isHex(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x46) || (unit >= 0x61 && unit <= 0x66);
}

/** `. , ' ’ : / -` and the blanks that group digits. */
function isJoint(unit: number): boolean {
  return (
    unit === 0x2e ||
    unit === 0x2c ||
    unit === 0x27 ||
    unit === 0x2019 ||
    unit === 0x3a ||
    unit === 0x2f ||
    unit === 0x2d ||
    isSpaceJoint(unit)
  );
}

function isSpaceJoint(unit: number): boolean {
  return unit === 0x20 || unit === 0xa0 || unit === 0x202f || unit === 0x2009;
}

/** Scripts without spaces set numbers right beside their words. */
function touchesWord(unit: number): boolean {
  const kind = CLASS_OF_UNIT[unit];
  return kind === LETTER || kind === DIGIT || kind === MARK || kind === SURROGATE || unit === 0x5f;
}
