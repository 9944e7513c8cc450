/**
 * Tokens of a segment with their exact spans. `token-scanner.ts` says how text is cut; nothing is rewritten here,
 * so the text between and inside tokens is always at hand. The forms the engine counts come from `normalize.ts`.
 *
 *     const tokenizer = createTokenizer('fr');
 *     tokenizer.tokenize('L’été n’est pas là.') // L’ été n’ est pas là .
 */
import { formsOf } from './normalize.js';
import type { Token, Tokenizer } from './token.js';
import { TokenScanner } from './token-scanner.js';
import { TOKEN_KINDS, TokenSpans } from './token-spans.js';

export interface TextTokenizer extends Tokenizer {
  /** Tokens as flat arrays; `into` is emptied first. Saves the objects when a whole corpus goes through. */
  scan(text: string, into: TokenSpans): void;
  /** Word forms of all tokens, in order: what the vocabulary holds. */
  forms(text: string): string[];
}

/** A tokenizer is cheap to keep and not meant to be shared between threads. */
export function createTokenizer(language: string): TextTokenizer {
  const scanner = new TokenScanner(language);
  const spans = new TokenSpans();
  return {
    language,
    scan: (text, into) => scanner.scan(text, into),
    tokenize(text) {
      scanner.scan(text, spans);
      const tokens: Token[] = [];
      for (let i = 0; i < spans.count; i++) {
        const start = spans.starts[i];
        const end = spans.ends[i];
        tokens.push({
          text: text.slice(start, end),
          span: { start, end },
          kind: TOKEN_KINDS[spans.kinds[i]],
        });
      }
      return tokens;
    },
    forms(text) {
      scanner.scan(text, spans);
      return formsOf(text, spans);
    },
  };
}
