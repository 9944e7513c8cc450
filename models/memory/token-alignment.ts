/**
 * The cheapest way to turn one token sequence into another, token by token, by the costs of `match-score.ts`.
 * Deterministic: among equally cheap ways a token is kept or replaced rather than deleted, deleted rather than
 * inserted, and as early as possible.
 */
import type { Token } from '../text/token.js';
import { CLASS_WEIGHTS, classOf, normalForm, VARIANT_COSTS } from './match-score.js';

/** Positions of two tokens that stand for each other; −1 on the side where there is none. */
export interface TokenPair {
  readonly from: number;
  readonly to: number;
}

/** Above this many cells the middle of two long texts is taken as replaced as a whole. */
const CELL_LIMIT = 4_000_000;

export function alignTokens(from: readonly Token[], to: readonly Token[]): TokenPair[] {
  // Costs form a metric, so equal tokens at either end are always part of a cheapest way.
  let head = 0;
  while (head < from.length && head < to.length && sameToken(from[head], to[head])) head++;
  let tail = 0;
  const shorter = Math.min(from.length, to.length);
  while (tail < shorter - head && sameToken(from.at(-1 - tail)!, to.at(-1 - tail)!)) tail++;
  const pairs: TokenPair[] = [];
  for (let i = 0; i < head; i++) pairs.push({ from: i, to: i });
  const fromMiddle = from.slice(head, from.length - tail);
  const toMiddle = to.slice(head, to.length - tail);
  for (const pair of alignMiddle(fromMiddle, toMiddle)) {
    pairs.push({
      from: pair.from < 0 ? -1 : head + pair.from,
      to: pair.to < 0 ? -1 : head + pair.to,
    });
  }
  for (let i = tail; i > 0; i--) pairs.push({ from: from.length - i, to: to.length - i });
  return pairs;
}

export function sameToken(a: Token, b: Token): boolean {
  return a.text === b.text && a.kind === b.kind;
}

/** Whether two tokens differ only in a way that is penalised lightly: case, the value of a number, a placeable. */
export function isVariant(a: Token, b: Token): boolean {
  return a.kind === b.kind && normalForm(a.text, classOf(a)) === normalForm(b.text, classOf(b));
}

function alignMiddle(from: readonly Token[], to: readonly Token[]): TokenPair[] {
  const columns = to.length + 1;
  if (from.length * to.length > CELL_LIMIT) {
    return [...from.map((_, i) => ({ from: i, to: -1 })), ...to.map((_, j) => ({ from: -1, to: j }))];
  }
  const fromWeights = from.map((token) => CLASS_WEIGHTS[classOf(token)]);
  const toWeights = to.map((token) => CLASS_WEIGHTS[classOf(token)]);
  const costs = replacementCosts(from, to);
  // rest[i · columns + j]: cheapest way from the tokens of `from` after i to those of `to` after j.
  const rest = new Int32Array((from.length + 1) * columns);
  for (let j = to.length - 1; j >= 0; j--) {
    rest[from.length * columns + j] = rest[from.length * columns + j + 1] + toWeights[j];
  }
  for (let i = from.length - 1; i >= 0; i--) {
    const row = i * columns;
    const below = row + columns;
    rest[row + to.length] = rest[below + to.length] + fromWeights[i];
    for (let j = to.length - 1; j >= 0; j--) {
      const replaced = rest[below + j + 1] + costs[i * to.length + j];
      rest[row + j] = Math.min(replaced, rest[below + j] + fromWeights[i], rest[row + j + 1] + toWeights[j]);
    }
  }
  const pairs: TokenPair[] = [];
  for (let i = 0, j = 0; i < from.length || j < to.length; ) {
    const here = rest[i * columns + j];
    const isBoth = i < from.length && j < to.length;
    if (isBoth && here === rest[(i + 1) * columns + j + 1] + costs[i * to.length + j]) {
      pairs.push({ from: i++, to: j++ });
    } else if (i < from.length && here === rest[(i + 1) * columns + j] + fromWeights[i]) {
      pairs.push({ from: i++, to: -1 });
    } else {
      pairs.push({ from: -1, to: j++ });
    }
  }
  return pairs;
}

/** Cost of replacing each token of `from` by each of `to`. */
function replacementCosts(from: readonly Token[], to: readonly Token[]): Int32Array {
  const forms = new Map<string, number>();
  const normalIds = (tokens: readonly Token[]) =>
    tokens.map((token) => {
      const key = `${classOf(token)}${normalForm(token.text, classOf(token))}`;
      const id = forms.get(key) ?? forms.size;
      forms.set(key, id);
      return id;
    });
  const fromNormals = normalIds(from);
  const toNormals = normalIds(to);
  const costs = new Int32Array(from.length * to.length);
  from.forEach((a, i) => {
    const tokenClass = classOf(a);
    to.forEach((b, j) => {
      let cost = 0;
      if (!sameToken(a, b)) {
        if (fromNormals[i] === toNormals[j]) cost = VARIANT_COSTS[tokenClass];
        else cost = Math.max(CLASS_WEIGHTS[tokenClass], CLASS_WEIGHTS[classOf(b)]);
      }
      costs[i * to.length + j] = cost;
    });
  });
  return costs;
}
