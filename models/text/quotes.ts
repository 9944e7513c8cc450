/**
 * Which way a quotation mark faces. Writers use the same glyph for either side (`"`, “ in English and German, «
 * and »), so the side is read from what the mark touches, then from the glyph, then from what is still open.
 * The forms of the engine know four marks only: “ ” and ‘ ’, opening and closing, whatever the language.
 */
import { BLANK, CLASS_OF_UNIT } from './char-class.js';

export const OPEN_DOUBLE = '“';
export const CLOSE_DOUBLE = '”';
export const OPEN_SINGLE = '‘';
export const CLOSE_SINGLE = '’';
export const APOSTROPHE = "'";

const DOUBLE = new Set(['"', '“', '”', '„', '‟', '«', '»', '＂', '``', "''"]);
const SINGLE = new Set(["'", '’', '‘', '‚', '‛', '‹', '›']);
const OPENING_GLYPHS = new Set(['„', '«', '‚', '‹', '``', '‘', '‛']);
const CLOSING_GLYPHS = new Set(['”', '»', '›', "''"]);
const BEFORE_OPENING = '([{¿¡-–—/=<>"“„«‘‚\'’';
const AFTER_CLOSING = '.,;:!?)]}…-–—/<>"”“»’‘\'%';

/** Follows the quotation marks of one text from left to right. */
export class QuoteTracker {
  #openDoubles = 0;
  #openSingles = 0;

  /** The form of the mark text[start, end), or undefined when it is none. */
  formOf(text: string, start: number, end: number): string | undefined {
    const glyph = end - start === 1 ? text[start] : text.slice(start, end);
    if (DOUBLE.has(glyph)) {
      const opens = this.#opens(text, start, end, glyph, this.#openDoubles);
      this.#openDoubles = opens ? this.#openDoubles + 1 : Math.max(0, this.#openDoubles - 1);
      return opens ? OPEN_DOUBLE : CLOSE_DOUBLE;
    }
    if (!SINGLE.has(glyph)) return undefined;
    const apostrophe = glyph === "'" || glyph === '’';
    if (apostrophe && this.#openSingles === 0 && !startsBetween(text, start, end)) return APOSTROPHE;
    const opens = this.#opens(text, start, end, glyph, this.#openSingles);
    this.#openSingles = opens ? this.#openSingles + 1 : Math.max(0, this.#openSingles - 1);
    return opens ? OPEN_SINGLE : CLOSE_SINGLE;
  }

  #opens(text: string, start: number, end: number, glyph: string, pending: number): boolean {
    const canOpen = leftIsFree(text, start);
    const canClose = rightIsFree(text, end);
    if (canOpen) {
      if (!canClose) return true;
    } else if (canClose && (pending > 0 || !OPENING_GLYPHS.has(glyph))) return false;
    if (OPENING_GLYPHS.has(glyph)) return true;
    return !CLOSING_GLYPHS.has(glyph) && pending === 0;
  }
}

/** Whether a mark can only open: free on its left, touching on its right. */
function startsBetween(text: string, start: number, end: number): boolean {
  return leftIsFree(text, start) && !rightIsFree(text, end);
}

function leftIsFree(text: string, start: number): boolean {
  return (
    start === 0 ||
    CLASS_OF_UNIT[text.charCodeAt(start - 1)] === BLANK ||
    BEFORE_OPENING.includes(text[start - 1])
  );
}

function rightIsFree(text: string, end: number): boolean {
  return (
    end >= text.length || CLASS_OF_UNIT[text.charCodeAt(end)] === BLANK || AFTER_CLOSING.includes(text[end])
  );
}
