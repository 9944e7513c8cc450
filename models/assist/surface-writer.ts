/**
 * Word forms of a continuation as the text to insert at the caret. It begins where the typed text ends, in the middle of
 * a word too; blanks follow the rules of the language and are not doubled; a sentence that starts gets its capital; what
 * is typed in capitals goes on in capitals.
 */
import { createDetokenizer, type Detokenizer } from '../text/detokenizer.js';
import type { Span } from '../text/span.js';
import { createTokenizer, type TextTokenizer } from '../text/tokenizer.js';
import { recase } from '../text/truecaser.js';
import type { TypedText } from './typed-text.js';

export interface Completion {
  readonly text: string;
  /** Where each new word stands in `text`. */
  readonly spans: readonly Span[];
}

/** Forms from the start of the tail on, as in `continuations.ts`. */
export interface WrittenForms {
  readonly forms: readonly string[];
  readonly typedForms: number;
  readonly typedLetters: number;
  readonly firstNew: number;
}

/** So many capitals in a row are a heading and no abbreviation. */
const HEADING_LETTERS = 5;

export class SurfaceWriter {
  readonly #detokenizer: Detokenizer;
  readonly #tokenizer: TextTokenizer;
  readonly #pretokenized: boolean;

  constructor(language: string, pretokenized: boolean) {
    this.#detokenizer = createDetokenizer(language);
    this.#tokenizer = createTokenizer(language);
    this.#pretokenized = pretokenized;
  }

  /**
   * `suffix`: the text right of the caret. `headings`: the source is a heading in capitals, so the target is one if
   * nothing typed says otherwise.
   */
  complete(typed: TypedText, written: WrittenForms, suffix = '', headings = false): Completion {
    const { forms, typedForms, typedLetters, firstNew } = written;
    const head = typed.text.slice(0, typed.tailStart);
    const allUpper = isHeading(typed.text) ?? headings;
    const shown = this.#pretokenized
      ? forms
      : recase([...typed.forms, ...forms], { allUpper }).slice(typed.forms.length);
    const { text, spans } = this.#pretokenized
      ? joinedByBlanks(head, shown)
      : this.#detokenizer.joinAfterWithSpans(head, shown);
    const last = spans[typedForms - 1];
    const from = last === undefined ? 0 : Math.min(last.start + typedLetters, last.end);
    return {
      text: text.slice(from) + this.#blankBefore(suffix, forms.at(-1)),
      spans: spans
        .slice(firstNew)
        .map(({ start, end }) => ({ start: Math.max(0, start - from), end: end - from })),
    };
  }

  /** The blank that keeps the last form and the text after it apart. */
  #blankBefore(suffix: string, last: string | undefined): string {
    if (suffix === '' || last === undefined || /^\s/u.test(suffix)) return '';
    if (this.#pretokenized) return ' ';
    const [next] = this.#tokenizer.forms(suffix);
    return next === undefined ? '' : this.#detokenizer.blankBetween(last, next);
  }

  /** Whether nothing stands between the two forms. */
  joins(left: string, right: string): boolean {
    return !this.#pretokenized && this.#detokenizer.blankBetween(left, right) === '';
  }

  /** Forms as they stand inside a sentence. */
  inside(forms: readonly string[]): string {
    return this.#pretokenized ? forms.join(' ') : this.#detokenizer.detokenize(forms);
  }

  /** Forms as they stand between two texts that keep their blanks on either side. */
  between(left: string, forms: readonly string[], right: string, headings = false): string {
    if (this.#pretokenized) return forms.join(' ');
    const allUpper = isHeading(left + right) ?? headings;
    const before = this.#tokenizer.forms(left);
    const shown = recase([...before, ...forms], { allUpper }).slice(before.length);
    return this.#detokenizer.joinAfterWithSpans(left, shown).text.trim();
  }
}

function joinedByBlanks(head: string, forms: readonly string[]): { text: string; spans: Span[] } {
  let text = '';
  const spans: Span[] = [];
  for (const form of forms) {
    if (text !== '' || (head !== '' && !/\s$/u.test(head))) text += ' ';
    spans.push({ start: text.length, end: text.length + form.length });
    text += form;
  }
  return { text, spans };
}

/** Undefined when there is too little to tell. */
function isHeading(text: string): boolean | undefined {
  if (text !== text.toUpperCase()) return false;
  const letters = text.match(/\p{Lu}/gu)?.length ?? 0;
  return letters >= HEADING_LETTERS ? true : undefined;
}
