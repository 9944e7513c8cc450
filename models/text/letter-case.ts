/** Upper and lower case of word forms: their shapes, and where sentences start in a row of forms. */
import { CLOSE_DOUBLE, CLOSE_SINGLE, OPEN_DOUBLE, OPEN_SINGLE } from './quotes.js';

/** `haus`, also what has no case at all. */
export const LOWER = 0;
/** `Haus`, and a single capital. */
export const CAPITALIZED = 1;
/** `HAUS`. */
export const UPPER = 2;
/** `iPhone`. */
export const MIXED = 3;

export type CaseShape = 0 | 1 | 2 | 3;

export function shapeOf(form: string): CaseShape {
  const lower = form.toLowerCase();
  if (form === lower) return LOWER;
  if (form === capitalize(lower)) return CAPITALIZED;
  return form === lower.toUpperCase() ? UPPER : MIXED;
}

/** A lower-case form in a shape; MIXED leaves it. */
export function inShape(lower: string, shape: CaseShape): string {
  if (shape === CAPITALIZED) return capitalize(lower);
  return shape === UPPER ? lower.toUpperCase() : lower;
}

/** First letter upper case; an apostrophe before it does not count (`'tis` → `'Tis`). */
export function capitalize(form: string): string {
  const at = form[0] === "'" ? 1 : 0;
  const first = String.fromCodePoint(form.codePointAt(at) ?? 0x20);
  return form.length > at ? form.slice(0, at) + upperFirst(first) + form.slice(at + first.length) : form;
}

const WORD = /^'?\p{L}[\p{L}\p{M}\p{N}'&()+·-]*(?:\.[\p{L}.'-]*)?$/u;

/** Whether a form is an ordinary word: no number, mark, address, file name or code. */
export function isWordForm(form: string): boolean {
  return WORD.test(form) && (!form.includes('.') || form.endsWith('.'));
}

/** What a form is with regard to sentences; see {@link casePositions}. */
export const NO_WORD = 0;
/** First word of a sentence: it is capitalised whatever its usual case. */
export const SENTENCE_INITIAL = 1;
export const INSIDE = 2;
/** After a colon or an opening quote within a sentence: capitalised or not, as the writer liked. */
export const UNCERTAIN = 3;

const STOPS = new Set(['.', '!', '?', '!!', '!!!', '??', '?!', '。', '！', '？']);
const OPENERS = new Set([OPEN_DOUBLE, OPEN_SINGLE, '(', '[', '¿', '¡', '*', '**', '***', '_', '__', '![']);
const CLOSERS = new Set([CLOSE_DOUBLE, CLOSE_SINGLE, ')', ']', '*', '**', '***', '_', '__']);
const BULLETS = new Set(['-', '–', '—', '•', '#']);
const LIST_MARKER = /^\d{1,3}[.)]?$|^\p{L}[.)]$/u;

/** For each form one of NO_WORD, SENTENCE_INITIAL, INSIDE, UNCERTAIN. */
export function casePositions(forms: readonly string[]): Uint8Array {
  const positions = new Uint8Array(forms.length);
  let next = SENTENCE_INITIAL;
  for (let i = 0; i < forms.length; i++) {
    const form = forms[i];
    if (isWordForm(form) && !(i === 0 && forms.length > 1 && LIST_MARKER.test(form))) {
      positions[i] = next;
      next = INSIDE;
    } else if (STOPS.has(form)) next = i === 0 ? INSIDE : SENTENCE_INITIAL;
    else if (form === ':') next = UNCERTAIN;
    else if (OPENERS.has(form)) next = next === SENTENCE_INITIAL ? SENTENCE_INITIAL : UNCERTAIN;
    else if (form[0] === '<' || CLOSERS.has(form) || (i === 0 && (BULLETS.has(form) || isMarker(form))))
      continue;
    else next = INSIDE;
  }
  return positions;
}

/** `12.` opens a list item; a bare number at the start is part of its sentence. */
function isMarker(form: string): boolean {
  return form.endsWith('.') && LIST_MARKER.test(form);
}

/** Whether the words of a segment are all capitals, as in headings. One word alone needs five letters. */
export function isAllUpper(forms: readonly string[]): boolean {
  let words = 0;
  let letters = 0;
  for (const form of forms) {
    if (!isWordForm(form)) continue;
    if (form !== form.toUpperCase()) return false;
    if (form !== form.toLowerCase()) words++;
    letters += form.length;
  }
  return words > 1 ? letters > 5 : words === 1 && letters > 4;
}

/** Only where the way back leads to the same letter: ß, ŉ and their like stay. */
function upperFirst(character: string): string {
  const upper = character.toUpperCase();
  return upper.toLowerCase() === character ? upper : character;
}
