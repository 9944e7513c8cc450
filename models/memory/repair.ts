/**
 * Carries changed numbers and placeables (URLs, inline code, tags, placeholders) over into the target of a fuzzy
 * match. Where the segment has `400` and the memory unit's source had `300`, the `300` in the unit's target
 * becomes `400`, written as the target language writes it. Only what is certain is replaced: a token found as
 * often in the unit's target as in its source, and always replaced by the same thing.
 */
import type { Span } from '../text/span.js';
import type { Token } from '../text/token.js';
import { alignTokens, isVariant } from './token-alignment.js';

export interface RepairInput {
  /** Tokens of the segment to translate. */
  readonly query: readonly Token[];
  /** Tokens of the memory unit's source. */
  readonly source: readonly Token[];
  /** The memory unit's target and its tokens. */
  readonly target: string;
  readonly targetTokens: readonly Token[];
  /** Writes a number of the source text as the target language does, e.g. 1,000.5 as 1.000,5. */
  readonly localizeNumber: (text: string) => string;
}

export interface Repair {
  /** Place of the new text in the repaired target. */
  readonly span: Span;
  readonly before: string;
  readonly after: string;
}

export interface RepairedTarget {
  readonly target: string;
  /** What was replaced, in order; empty when the target is as it was. */
  readonly repairs: readonly Repair[];
  /** Numbers and placeables that differ, are new or are gone, and were left for the translator. */
  readonly left: number;
}

/** Applies what can be carried over; the target itself when nothing can. */
export function repairTarget(input: RepairInput): RepairedTarget {
  const { source, query, targetTokens } = input;
  const wishes = new Map<string, Wish>();
  let left = 0;
  for (const pair of alignTokens(source, query)) {
    const before: Token | undefined = source[pair.from];
    const after: Token | undefined = query[pair.to];
    if (before !== undefined && after !== undefined && isCarried(before) && isVariant(before, after)) {
      const key = before.kind + before.text;
      const wish = wishes.get(key) ?? { before, after: new Set<string>(), count: 0, changes: 0 };
      wish.after.add(after.text);
      wish.count++;
      if (after.text !== before.text) wish.changes++;
      wishes.set(key, wish);
    } else if (before?.text !== after?.text) {
      left += Number(isCarried(before)) + Number(isCarried(after));
    }
  }
  const replacements = new Map<Token, string>();
  for (const wish of wishes.values()) {
    if (wish.changes === 0) continue;
    const places = targetTokens.filter((token) => isWritten(token, wish.before, input.localizeNumber));
    if (wish.after.size !== 1 || places.length !== wish.count) {
      left += wish.changes;
      continue;
    }
    const [after] = wish.after;
    for (const place of places) replacements.set(place, rewrite(place, wish.before, after, input));
  }
  return { ...replaceTokens(input, replacements), left };
}

interface Wish {
  readonly before: Token;
  /** The different texts that stand for it in the segment. */
  readonly after: Set<string>;
  count: number;
  changes: number;
}

function isCarried(token: Token | undefined): boolean {
  return token?.kind === 'number' || token?.kind === 'placeable';
}

/** Whether a target token is the source token, as it stands or written the target language's way. */
function isWritten(token: Token, source: Token, localize: (text: string) => string): boolean {
  if (token.kind !== source.kind) return false;
  return token.text === source.text || (source.kind === 'number' && token.text === localize(source.text));
}

/** A number that the unit's target kept as in the source stays in that style: a version, a year, an address. */
function rewrite(place: Token, before: Token, after: string, { localizeNumber }: RepairInput): string {
  if (before.kind !== 'number') return after;
  const wasKept = place.text === before.text && place.text !== localizeNumber(before.text);
  return wasKept ? after : localizeNumber(after);
}

function replaceTokens(
  { target, targetTokens }: RepairInput,
  replacements: ReadonlyMap<Token, string>,
): { target: string; repairs: Repair[] } {
  const repairs: Repair[] = [];
  let text = '';
  let copied = 0;
  for (const token of targetTokens) {
    const after = replacements.get(token);
    if (after === undefined) continue;
    text += target.slice(copied, token.span.start);
    repairs.push({
      span: { start: text.length, end: text.length + after.length },
      before: token.text,
      after,
    });
    text += after;
    copied = token.span.end;
  }
  return { target: text + target.slice(copied), repairs };
}
