/** A tokenizer small enough to be right at a glance, for tests that only need tokens of every kind. */
import type { Token, Tokenizer, TokenKind } from '../../models/text/token.js';

const KINDS: readonly [TokenKind, string][] = [
  ['placeable', '`[^`]+`|</?\\w+>|\\{\\w+\\}|https?://\\S+'],
  ['number', '\\p{N}+(?:[.,]\\p{N}+)*'],
  ['word', "\\p{L}[\\p{L}\\p{M}]*(?:['’-]\\p{L}+)*"],
  ['punctuation', '\\p{P}'],
  ['symbol', '\\S'],
];
const TOKEN = new RegExp(KINDS.map(([, pattern]) => `(${pattern})`).join('|'), 'gu');

export const simpleTokenizer: Tokenizer = {
  language: 'en',
  tokenize(text: string): Token[] {
    return [...text.matchAll(TOKEN)].map((match) => ({
      text: match[0],
      span: { start: match.index, end: match.index + match[0].length },
      kind: KINDS[match.slice(1).findIndex((group) => group !== undefined)][0],
    }));
  },
};
