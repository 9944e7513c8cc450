/** The match score by its definition, over every pair, with no index: the oracle for the translation memory. */
import type { Token } from '../../models/text/token.js';

const WEIGHTS = { word: 20, number: 20, placeable: 20, punctuation: 2, symbol: 10 };
const VARIANTS = { word: 2, number: 4, placeable: 4, punctuation: 1, symbol: 2 };

export function naiveWeight(tokens: readonly Token[]): number {
  return tokens.reduce((sum, token) => sum + WEIGHTS[token.kind], 0);
}

/** Cheapest edits from one token sequence to another, in twentieths of a word: the full table. */
export function naiveCost(a: readonly Token[], b: readonly Token[]): number {
  const table = [[0]];
  for (const [j, token] of b.entries()) table[0].push(table[0][j] + WEIGHTS[token.kind]);
  for (let i = 1; i <= a.length; i++) {
    const row = [table[i - 1][0] + WEIGHTS[a[i - 1].kind]];
    for (let j = 1; j <= b.length; j++) {
      row.push(
        Math.min(
          table[i - 1][j] + WEIGHTS[a[i - 1].kind],
          row[j - 1] + WEIGHTS[b[j - 1].kind],
          table[i - 1][j - 1] + replacement(a[i - 1], b[j - 1]),
        ),
      );
    }
    table.push(row);
  }
  return table[a.length][b.length];
}

export interface NaiveMatch {
  readonly index: number;
  readonly percent: number;
}

/** All texts reaching `minimumPercent`, best first, the later one first among equals. */
export function naiveMatches(
  query: string,
  texts: readonly string[],
  minimumPercent: number,
  tokenize: (text: string) => Token[],
): NaiveMatch[] {
  const tokens = tokenize(query);
  if (tokens.length === 0) return [];
  const scored = texts.map((text, index) => {
    const other = tokenize(text);
    const heavier = Math.max(naiveWeight(tokens), naiveWeight(other));
    const kept = heavier - naiveCost(tokens, other);
    const percent = text === query ? 100 : Math.min(99, Math.floor((100 * kept) / heavier));
    return { index, percent, kept, heavier, same: text === query ? 1 : 0 };
  });
  return scored
    .filter(({ percent }) => percent >= minimumPercent)
    .sort((a, b) => b.same - a.same || b.kept * a.heavier - a.kept * b.heavier || b.index - a.index)
    .map(({ index, percent }) => ({ index, percent }));
}

function replacement(a: Token, b: Token): number {
  if (a.kind !== b.kind) return Math.max(WEIGHTS[a.kind], WEIGHTS[b.kind]);
  if (a.text === b.text) return 0;
  return isVariant(a, b) ? VARIANTS[a.kind] : WEIGHTS[a.kind];
}

function isVariant(a: Token, b: Token): boolean {
  if (a.kind === 'number') return true;
  if (a.kind === 'placeable') return sort(a.text) === sort(b.text);
  return fold(a.text) === fold(b.text);
}

function sort(placeable: string): string {
  return /^<\//.test(placeable)
    ? 'close'
    : /^[<`]/.test(placeable)
      ? placeable[0]
      : /^[{%$]/.test(placeable)
        ? '{'
        : '@';
}

function fold(text: string): string {
  return text.normalize('NFC').replaceAll('’', "'").toLowerCase();
}
