/**
 * Text that somebody types, as the model sees it: the tokens that are surely finished, as word forms, and the *tail*,
 * the text that touches the caret and may still grow (`hou` → `house`, `don` → `don't`, `12.` → `12.5`). What is finished
 * is compared word by word, the tail letter by letter.
 */
import type { Span } from '../text/span.js';
import { createTokenizer, type TextTokenizer } from '../text/tokenizer.js';
import type { Truecaser } from '../text/truecaser.js';

export interface TypedText {
  readonly text: string;
  /** Finished words, in the case that the model uses. */
  readonly forms: readonly string[];
  /** What touches the caret; empty after a blank. */
  readonly tail: string;
  readonly tailStart: number;
}

export interface TextWord {
  readonly form: string;
  readonly span: Span;
}

export interface TypedSide {
  readonly language: string;
  readonly lowercased: boolean;
  readonly pretokenized: boolean;
  readonly truecaser?: Truecaser | undefined;
}

/** Text without blanks (Chinese, Japanese) has so many tokens in its tail at most. */
const TAIL_TOKENS = 3;
const BLANK_AT_END = /[\s\u00a0\u202f]$/u;

export class TypedTextReader {
  readonly #side: TypedSide;
  readonly #tokenizer: TextTokenizer;

  constructor(side: TypedSide) {
    this.#side = side;
    this.#tokenizer = createTokenizer(side.language);
  }

  /** `tailTokens`: most tokens that touch one another and the caret and are taken for unfinished. */
  read(text: string, tailTokens = TAIL_TOKENS): TypedText {
    const words = this.#tokens(text);
    const tailStart = BLANK_AT_END.test(text) ? text.length : tailOf(text, words, tailTokens);
    const finished = words.filter(({ span }) => span.end <= tailStart).map(({ form }) => form);
    return { text, forms: this.#modelCase(finished), tail: text.slice(tailStart), tailStart };
  }

  /** All words of a text, finished or not, in the model's case. */
  words(text: string): TextWord[] {
    const words = this.#tokens(text);
    const forms = this.#modelCase(words.map(({ form }) => form));
    return words.map(({ span }, i) => ({ form: forms[i], span }));
  }

  #tokens(text: string): TextWord[] {
    if (this.#side.pretokenized) {
      return [...text.matchAll(/\S+/gu)].map(({ 0: form, index }) => ({
        form,
        span: { start: index, end: index + form.length },
      }));
    }
    const tokens = this.#tokenizer.tokenize(text);
    const forms = this.#tokenizer.forms(text);
    return tokens.map(({ span }, i) => ({ form: forms[i], span }));
  }

  #modelCase(forms: readonly string[]): readonly string[] {
    const { lowercased, pretokenized, truecaser } = this.#side;
    if (lowercased) return forms.map((form) => form.toLowerCase());
    return pretokenized ? forms : (truecaser?.truecase(forms) ?? forms);
  }
}

/** Start of the tokens after the last blank, or of the last few. */
function tailOf(text: string, words: readonly TextWord[], tailTokens: number): number {
  let start = text.length;
  for (let i = words.length - 1; i >= Math.max(0, words.length - tailTokens); i--) {
    if (words[i].span.end < start) break;
    start = words[i].span.start;
  }
  return start;
}
