/** Tokens: pieces of a segment with their exact place in its text. Blanks between tokens belong to no token. */
import type { Span } from './span.js';

export type TokenKind = 'word' | 'number' | 'punctuation' | 'symbol' | 'placeable';

export interface Token {
  /** The token as it stands in the text. */
  readonly text: string;
  readonly span: Span;
  readonly kind: TokenKind;
}

/** Splits a segment into tokens, in order, without overlap, covering every non-blank character. */
export interface Tokenizer {
  /** BCP 47 tag the rules were chosen for, e.g. `fr` or `de-AT`. */
  readonly language: string;
  tokenize(text: string): Token[];
}
