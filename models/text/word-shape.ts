/** What the characters around a place say about words: the small judgements of the token scanner. */
import { BLANK, CLASS_OF_UNIT, classAt, DIGIT, FORMAT, LETTER, MARK, PUNCTUATION } from './char-class.js';

/** Whether nothing that could belong to the same word or sum stands before `at`. */
export function startsPiece(text: string, at: number): boolean {
  if (at === 0) return true;
  const unit = text.charCodeAt(at - 1);
  return CLASS_OF_UNIT[unit] === BLANK || '([{"„“‚‘«‹=:;,/<>'.includes(text[at - 1]);
}

/** “end.Next”: a blank was forgotten, this is no dotted name. */
export function isMissingBlank(text: string, stop: number): boolean {
  return (
    isLowerCase(text, stop - 1) &&
    isLowerCase(text, stop - 2) &&
    isUpperCase(text, stop + 1) &&
    isLowerCase(text, stop + 2)
  );
}

function isLowerCase(text: string, at: number): boolean {
  return CLASS_OF_UNIT[text.charCodeAt(at)] === LETTER && text[at] !== text[at].toUpperCase();
}

function isUpperCase(text: string, at: number): boolean {
  return CLASS_OF_UNIT[text.charCodeAt(at)] === LETTER && text[at] !== text[at].toLowerCase();
}

export function isAstralWordPart(text: string, at: number): boolean {
  const kind = classAt(text, at);
  return kind === LETTER || kind === DIGIT || kind === MARK || kind === FORMAT;
}

/** After `Vor-`: nothing, a blank, or a mark that closes or goes on. */
export function isSuspended(next: number): boolean {
  return (
    Number.isNaN(next) || CLASS_OF_UNIT[next] === BLANK || next === 0x2c || next === 0x29 || next === 0x2f
  );
}

/** A symbol or a letter: whatever is no blank and no ordinary punctuation. */
export function isMark(unit: number): boolean {
  return !Number.isNaN(unit) && CLASS_OF_UNIT[unit] !== BLANK && CLASS_OF_UNIT[unit] !== PUNCTUATION;
}

/** Names of functions, and formulas: `ATAN2(`, `createUnoService(`, `ln(`. */
export function isCodeLike(text: string, start: number, end: number): boolean {
  return (
    end - start <= 3 ||
    /[\p{Lu}\p{Nd}_.:=].*[\p{Lu}\p{Nd}_.]|^=/u.test(text.slice(start, Math.min(end, start + 64)))
  );
}

export function allLetters(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (CLASS_OF_UNIT[text.charCodeAt(i)] !== LETTER) return false;
  return true;
}

export function isHyphen(unit: number): boolean {
  return unit === 0x2d || unit === 0x2010 || unit === 0x2011;
}

export function isRangeDash(unit: number): boolean {
  return isHyphen(unit) || unit === 0x2013;
}

/** Plus and the minus in both writings. */
export function isSign(unit: number): boolean {
  return unit === 0x2d || unit === 0x2b || unit === 0x2212;
}
