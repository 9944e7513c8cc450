/**
 * Word forms back to text. Two levels:
 *
 * - For tokens of a real text nothing is guessed: {@link gapsOf} keeps the blanks between them and
 *   {@link joinWithGaps} gives the text back to the last character.
 * - For bare forms, as the decoder puts them out, {@link createDetokenizer} writes by the spacing rules of the
 *   language (`spacing.ts`) in the style of the document (`text-style.ts`). The text of a line comes back up to
 *   the declared normalisation of `normalize.ts` and regular spacing.
 */
import { BLANK, CLASS_OF_UNIT } from './char-class.js';
import { NUMBER_BLANK, PLACEABLE_BLANK } from './normalize.js';
import { APOSTROPHE, CLOSE_DOUBLE, CLOSE_SINGLE, OPEN_DOUBLE, OPEN_SINGLE } from './quotes.js';
import { Spacing } from './spacing.js';
import type { Span } from './span.js';
import { defaultStyle, type TextStyle } from './text-style.js';
import type { Token } from './token.js';
import { createTokenizer } from './tokenizer.js';

export interface DetokenizedText {
  readonly text: string;
  /** Where each form stands in the text. */
  readonly spans: readonly Span[];
}

export interface Detokenizer {
  readonly language: string;
  readonly style: TextStyle;
  detokenize(forms: readonly string[]): string;
  /** As {@link detokenize}, and where each form came to stand. */
  detokenizeWithSpans(forms: readonly string[]): DetokenizedText;
  /**
   * What to insert after `prefix`, text that somebody typed, so that `forms` follow it: with the blank that
   * belongs between the two unless it was typed already. For a word the user is in the middle of, pass the text
   * before that word and cut what is typed from the front of the answer.
   */
  joinAfter(prefix: string, forms: readonly string[]): string;
  /** As {@link joinAfter}, and where each form came to stand in what is to be inserted. */
  joinAfterWithSpans(prefix: string, forms: readonly string[]): DetokenizedText;
  /** The blank that the rules set between two neighbouring forms; '' for none. */
  blankBetween(left: string, right: string): string;
}

export function createDetokenizer(language: string, style: TextStyle = defaultStyle(language)): Detokenizer {
  const tokenizer = createTokenizer(language);
  const write = (
    forms: readonly string[],
    spacing: Spacing,
    before: (blank: string, i: number) => string,
  ) => {
    let text = '';
    const spans: Span[] = [];
    forms.forEach((form, i) => {
      text += before(spacing.before(form, EMPHATIC.test(form) ? forms.slice(i + 1) : NOTHING), i);
      const start = text.length;
      text += glyphsOf(form, style);
      spans.push({ start, end: text.length });
    });
    return { text, spans };
  };
  const detokenizeWithSpans = (forms: readonly string[]) =>
    write(forms, new Spacing(language, style), (blank) => blank);
  const joinAfterWithSpans = (prefix: string, forms: readonly string[]) => {
    const typed = tokenizer.forms(prefix);
    const spacing = new Spacing(language, style);
    typed.forEach((form, i) => {
      spacing.before(form, EMPHATIC.test(form) ? [...typed.slice(i + 1), ...forms] : NOTHING);
    });
    const blankTyped = prefix === '' || CLASS_OF_UNIT[prefix.charCodeAt(prefix.length - 1)] === BLANK;
    return write(forms, spacing, (blank, i) => (i === 0 && blankTyped ? '' : blank));
  };
  return {
    language,
    style,
    detokenizeWithSpans,
    detokenize: (forms) => detokenizeWithSpans(forms).text,
    joinAfterWithSpans,
    joinAfter: (prefix, forms) => joinAfterWithSpans(prefix, forms).text,
    blankBetween(left, right) {
      const spacing = new Spacing(language, style);
      spacing.before(left, NOTHING);
      return spacing.before(right, NOTHING);
    },
  };
}

/** The blanks around tokens: before the first, between neighbours, after the last. */
export function gapsOf(text: string, tokens: readonly Token[]): string[] {
  const gaps: string[] = [];
  let at = 0;
  for (const { span } of tokens) {
    gaps.push(text.slice(at, span.start));
    at = span.end;
  }
  gaps.push(text.slice(at));
  return gaps;
}

/** Inverse of tokenizing: `joinWithGaps(tokens, gapsOf(text, tokens)) === text`, for any text. */
export function joinWithGaps(tokens: readonly Token[], gaps: readonly string[]): string {
  return tokens.reduce((text, token, i) => text + token.text + gaps[i + 1], gaps[0]);
}

/** Forms whose side depends on what comes later. */
const EMPHATIC = /^[*_~]+$/;
const NOTHING: readonly string[] = [];
const WORD = /^[\p{L}\p{M}\p{N}'.·_&()-]+$/u;

/** The form as it is written in a style. */
function glyphsOf(form: string, style: TextStyle): string {
  switch (form) {
    case OPEN_DOUBLE:
      return style.openDouble;
    case CLOSE_DOUBLE:
      return style.closeDouble;
    case OPEN_SINGLE:
      return style.openSingle;
    case CLOSE_SINGLE:
      return style.closeSingle;
    case APOSTROPHE:
      return style.apostrophe;
  }
  if (form.includes(PLACEABLE_BLANK)) return form.replaceAll(PLACEABLE_BLANK, ' ');
  if (form.includes(NUMBER_BLANK)) return form.replaceAll(NUMBER_BLANK, style.numberBlank);
  const rewrites = style.apostrophe !== APOSTROPHE && form.includes(APOSTROPHE) && WORD.test(form);
  return rewrites ? form.replaceAll(APOSTROPHE, style.apostrophe) : form;
}
