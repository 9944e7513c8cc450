/**
 * Whether a full stop after a word belongs to the word. Decided from the abbreviation lists of the language and
 * from what follows: a stop in the middle of a segment before a lower-case word ends an abbreviation, whichever.
 */
import { abbreviationsOf, primaryLanguage } from './abbreviations.js';
import { BLANK, CLASS_OF_UNIT, DIGIT, LETTER } from './char-class.js';

/** Languages that write ordinals with a full stop: `12. März`. */
const ORDINAL_DOT = new Set('de da no nb nn fi is cs sk pl hu hr sl sr bs et lv tr'.split(' '));
const LEADING = 1;
const NUMBERED = 2;
const CLOSING = 3;
const CLOSERS = new Set('"\'”’“‘»›«‹)]}*_'.split(''));
const MAX_LIKELY_ABBREVIATION = 6;

export class DottedWords {
  readonly #kinds = new Map<string, number>();
  readonly #ordinals: boolean;

  constructor(language: string) {
    const { leading, numbered, closing } = abbreviationsOf(language);
    this.#ordinals = ORDINAL_DOT.has(primaryLanguage(language));
    for (const entry of leading) this.#add(entry, LEADING);
    for (const entry of numbered) this.#add(entry, NUMBERED);
    for (const entry of closing) this.#add(entry, CLOSING);
  }

  /** Whether the stop at `stop` belongs to the word text[start, stop). */
  keepsStop(text: string, start: number, stop: number): boolean {
    const next = text.charCodeAt(stop + 1);
    if (next === 0x2e) return false;
    const single = stop - start === 1 && CLASS_OF_UNIT[text.charCodeAt(start)] === LETTER;
    const lastDot = text.lastIndexOf('.', stop - 1);
    const dotted = lastDot > start && stop - lastDot <= 4;
    const kind = single || dotted ? 0 : this.#kinds.get(text.slice(start, stop + 1));
    if (dotted || kind === CLOSING) return true;
    if (endsSegment(text, stop + 1)) return false;
    if (single || kind === LEADING) return true;
    const follows = CLASS_OF_UNIT[next] === BLANK ? skipBlanks(text, stop + 1) : stop + 1;
    if (kind === NUMBERED && beginsNumber(text, follows)) return true;
    return stop - start <= MAX_LIKELY_ABBREVIATION && follows > stop + 1 && isLowerCase(text, follows);
  }

  /** Whether the stop after the digits text[start, stop) makes them an ordinal or a list marker. */
  keepsOrdinalStop(text: string, start: number, stop: number): boolean {
    if (stop - start > 3 || CLASS_OF_UNIT[text.charCodeAt(stop + 1)] !== BLANK) return false;
    for (let i = start; i < stop; i++) if (CLASS_OF_UNIT[text.charCodeAt(i)] !== DIGIT) return false;
    const follows = skipBlanks(text, stop + 1);
    if (follows >= text.length || CLASS_OF_UNIT[text.charCodeAt(follows)] !== LETTER) return false;
    return this.#ordinals || start === 0;
  }

  #add(entry: string, kind: number): void {
    const pieces = entry.split(' ');
    pieces.forEach((piece, i) => {
      if (piece.endsWith('.')) this.#set(piece, i < pieces.length - 1 ? LEADING : kind);
    });
    if (pieces.length > 1) this.#set(pieces.join(''), kind);
  }

  #set(word: string, kind: number): void {
    for (const variant of [word, word[0].toUpperCase() + word.slice(1)]) {
      if (!this.#kinds.has(variant)) this.#kinds.set(variant, kind);
    }
  }
}

function endsSegment(text: string, from: number): boolean {
  let i = from;
  while (i < from + 12 && (CLOSERS.has(text[i]) || CLASS_OF_UNIT[text.charCodeAt(i)] === BLANK)) i++;
  return i >= text.length;
}

function skipBlanks(text: string, from: number): number {
  let i = from;
  while (i < from + 12 && CLASS_OF_UNIT[text.charCodeAt(i)] === BLANK) i++;
  return i;
}

function beginsNumber(text: string, at: number): boolean {
  const from = text[at] === '(' || text[at] === '[' ? at + 1 : at;
  return (
    CLASS_OF_UNIT[text.charCodeAt(from)] === DIGIT ||
    /^(?:[IVXLC]{1,6}|\p{L})(?!\p{L})/u.test(text.slice(from, from + 8))
  );
}

function isLowerCase(text: string, at: number): boolean {
  return CLASS_OF_UNIT[text.charCodeAt(at)] === LETTER && text[at] !== text[at].toUpperCase();
}
