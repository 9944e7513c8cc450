/**
 * What changed between the source of a memory unit (`from`) and the segment to translate (`to`), in runs of
 * tokens, for marking on screen. The runs cover both texts in order; together they cost as little as the match
 * score says, and the same two texts always give the same runs.
 */
import type { Span } from '../text/span.js';
import type { Token } from '../text/token.js';
import { alignTokens, sameToken } from './token-alignment.js';

export type DifferenceKind = 'kept' | 'inserted' | 'deleted' | 'replaced';

export interface Difference {
  readonly kind: DifferenceKind;
  /** Where the run stands in the first text; empty for `inserted`, at the place where it would stand. */
  readonly from: Span;
  /** Where the run stands in the second text; empty for `deleted`, at the place where it would stand. */
  readonly to: Span;
}

/** The runs, never two of the same kind in a row, never `deleted` beside `inserted`. */
export function findDifferences(from: readonly Token[], to: readonly Token[]): Difference[] {
  const differences: Difference[] = [];
  let fromNext = 0;
  let toNext = 0;
  let fromStart = 0;
  let toStart = 0;
  let keeps = true;
  const close = () => {
    const fromCount = fromNext - fromStart;
    const toCount = toNext - toStart;
    if (fromCount + toCount === 0) return;
    let kind: DifferenceKind = 'replaced';
    if (keeps) kind = 'kept';
    else if (fromCount === 0) kind = 'inserted';
    else if (toCount === 0) kind = 'deleted';
    differences.push({ kind, from: runSpan(from, fromStart, fromNext), to: runSpan(to, toStart, toNext) });
    fromStart = fromNext;
    toStart = toNext;
  };
  for (const pair of alignTokens(from, to)) {
    const isKept = pair.from >= 0 && pair.to >= 0 && sameToken(from[pair.from], to[pair.to]);
    if (isKept !== keeps) {
      close();
      keeps = isKept;
    }
    if (pair.from >= 0) fromNext++;
    if (pair.to >= 0) toNext++;
  }
  close();
  return differences;
}

/** The text from the first to the last token of a run; for an empty run the end of the token before it. */
function runSpan(tokens: readonly Token[], start: number, end: number): Span {
  if (start < end) return { start: tokens[start].span.start, end: tokens[end - 1].span.end };
  const at = start === 0 ? 0 : tokens[start - 1].span.end;
  return { start: at, end: at };
}
