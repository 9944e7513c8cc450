/** The word around a place in a text. */
import { type Span, spanTouches } from '../../models/text/span.js';
import { createTokenizer } from '../../models/text/tokenizer.js';

/** The token with letters or digits that the offset lies in or touches; the one that begins there goes first. */
export function wordAt(text: string, offset: number, language: string): Span | null {
  const words = createTokenizer(language)
    .tokenize(text)
    .map(({ span }) => span)
    .filter((span) => spanTouches(span, offset) && /[\p{L}\p{N}]/u.test(text.slice(span.start, span.end)));
  return words.find(({ end }) => offset < end) ?? words[0] ?? null;
}
