/**
 * Ghost text from memory matches: given what the translator has typed of a segment, how does each match's target
 * go on? First choice is a target that begins with what is typed (`typed-prefix.ts`), also in the middle of a word.
 * A target from which the typed text deviates a little (another article, a word more) may still be continued,
 * but only where it is clear at which word: the last words typed stand in the target, there and nowhere else.
 */
import type { Token, Tokenizer } from '../text/token.js';
import { normalForm, WORD_CLASS } from './match-score.js';
import { prefixEnd } from './typed-prefix.js';

export interface Continuation {
  /** What to append to the typed text, exactly; never empty. */
  readonly text: string;
  /** Which of the targets it comes from. */
  readonly index: number;
  /** Tokens in which the typed text differs from the target up to here; 0 for a true prefix. */
  readonly edits: number;
}

export interface ContinuationOptions {
  /** Whether targets from which the typed text deviates may be continued; yes unless told. */
  readonly tolerant?: boolean;
  /** Most continuations wanted; 5 unless told. */
  readonly limit?: number;
}

/** So many tokens before the caret must stand in the target as typed. */
const ANCHOR_TOKENS = 2;
/** At most one deviating token in so many typed. */
const TOKENS_PER_EDIT = 4;

/**
 * Different continuations, those of true prefixes first, else in the order of `targets`. `tokenizer` is that of the
 * target language.
 */
export function continueTargets(
  typed: string,
  targets: readonly string[],
  tokenizer: Tokenizer,
  options: ContinuationOptions = {},
): Continuation[] {
  const found: Continuation[] = [];
  const seen = new Set<string>();
  const offer = (text: string, index: number, edits: number) => {
    if (text.trim() === '' || seen.has(text)) return;
    seen.add(text);
    found.push({ text, index, edits });
  };
  const deviating: number[] = [];
  for (const [index, target] of targets.entries()) {
    const end = prefixEnd(typed, target);
    if (end >= 0) offer(target.slice(end).trimEnd(), index, 0);
    else deviating.push(index);
  }
  if (options.tolerant ?? true) {
    const tokens = tokenizer.tokenize(typed);
    for (const index of deviating) {
      const near = continueNear(typed, tokens, targets[index], tokenizer.tokenize(targets[index]));
      if (near !== undefined) offer(near.text, index, near.edits);
    }
  }
  return found.slice(0, options.limit ?? 5);
}

/** The continuation of a target from which the typed text deviates; `undefined` when it is not clear where. */
function continueNear(
  typed: string,
  tokens: readonly Token[],
  target: string,
  targetTokens: readonly Token[],
): { text: string; edits: number } | undefined {
  const endsInBlank = typed !== typed.trimEnd();
  // A last token that touches the caret may still grow.
  const partial = endsInBlank ? undefined : tokens.at(-1);
  const whole = partial === undefined ? tokens : tokens.slice(0, -1);
  const allowed = Math.floor(tokens.length / TOKENS_PER_EDIT);
  if (whole.length < ANCHOR_TOKENS || allowed === 0) return undefined;
  const edits = prefixDistances(whole, targetTokens);
  let best = -1;
  for (let end = ANCHOR_TOKENS; end <= targetTokens.length; end++) {
    if (edits[end] > allowed || !endsAlike(whole, targetTokens, end)) continue;
    if (partial !== undefined && !targetTokens[end]?.text.startsWith(partial.text)) continue;
    if (best >= 0) return undefined;
    best = end;
  }
  if (best < 0) return undefined;
  const tail = target.slice(targetTokens[best - 1].span.end).trimEnd();
  if (partial !== undefined) {
    const next = targetTokens[best];
    return { text: target.slice(next.span.start + partial.text.length).trimEnd(), edits: edits[best] };
  }
  // The blank was typed already; a target that goes on without one does not fit here.
  const goesOn = tail.trimStart();
  return goesOn === tail ? undefined : { text: goesOn, edits: edits[best] };
}

/** Whether the last typed tokens are those before position `end` of the target. */
function endsAlike(typed: readonly Token[], target: readonly Token[], end: number): boolean {
  for (let back = 1; back <= ANCHOR_TOKENS; back++) {
    if (typed[typed.length - back].text !== target[end - back].text) return false;
  }
  return true;
}

/** Edit distance, in tokens, between the typed tokens and each beginning of the target. */
function prefixDistances(typed: readonly Token[], target: readonly Token[]): number[] {
  const targetForms = target.map((token) => normalForm(token.text, WORD_CLASS));
  let row = Array.from({ length: target.length + 1 }, (_, j) => j);
  for (const token of typed) {
    const form = normalForm(token.text, WORD_CLASS);
    const next = [row[0] + 1];
    for (let j = 1; j <= target.length; j++) {
      const replaced = row[j - 1] + (form === targetForms[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row;
}
