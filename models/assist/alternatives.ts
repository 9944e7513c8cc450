/**
 * Other ways to say a part of a translation, or all of it: different words that fit what stands on both sides, ranked by
 * their share of the probability of all that were found, and unlike one another.
 */
import { logSumExp } from '../core/log-math.js';
import type { Span } from '../text/span.js';
import { spansOverlap } from '../text/span.js';
import type { Alternative, AlternativesRequest } from './assist-records.js';
import { type Filling, fillings } from './fillings.js';
import { foldForm } from './folding.js';
import { DEFAULT_EDIT_COSTS, likeness } from './prefix-matcher.js';
import type { SegmentSession } from './segment-session.js';
import type { SurfaceWriter } from './surface-writer.js';
import type { TextWord } from './typed-text.js';

/** Looked at for every alternative wanted. */
const CANDIDATES = 8;
/** Alternatives may be so many words longer than what they replace. */
const MORE_WORDS = 6;
/** Whole sentences more alike than this are offered only when there is nothing else. */
const TOO_ALIKE = 0.9;

/** `words`: those of the target with their places. */
export function findAlternatives(
  session: SegmentSession,
  words: readonly TextWord[],
  writer: SurfaceWriter,
  { target, start, end, count }: AlternativesRequest,
): Alternative[] {
  const { first, last } = touched(words, { start, end });
  const left = words.slice(0, first).map(({ form }) => form);
  const right = words.slice(last).map(({ form }) => form);
  const replaced = words.slice(first, last).map(({ form }) => form);
  const mostWords = first === 0 && last === words.length ? 400 : replaced.length + MORE_WORDS;
  const found = fillings(session.graph, left, right, DEFAULT_EDIT_COSTS, {
    count: CANDIDATES * count + 1,
    mostWords,
  });
  const total = logSumExp(found.map(({ score }) => session.graph.scale * score));
  const present = foldForm(replaced.join(' '));
  const range = rangeOf(target, words, first, last);
  const joinsLeft = isTight(target[range.start - 1]);
  const joinsRight = isTight(target[range.end]);
  const others = found.filter(({ forms }) => {
    if (forms.length === 0 || foldForm(forms.join(' ')) === present) return false;
    const before = left.at(-1);
    const after = right[0];
    const end = forms[forms.length - 1];
    if (forms[0] === before || end === after) return false;
    // The blanks around the range stay: words that want others do not fit.
    const fitsLeft = before === undefined || writer.joins(before, forms[0]) === joinsLeft;
    const fitsRight = after === undefined || writer.joins(end, after) === joinsRight;
    return fitsLeft && fitsRight;
  });
  const texts = new Set<string>([target.slice(range.start, range.end)]);
  const alternatives: Alternative[] = [];
  for (const { forms, score } of diverse(others, count)) {
    const text = writer.between(
      target.slice(0, range.start),
      forms,
      target.slice(range.end),
      session.segment.allUpper,
    );
    if (texts.has(text)) continue;
    texts.add(text);
    alternatives.push({ text, ...range, confidence: Math.exp(session.graph.scale * score - total) });
  }
  return alternatives.slice(0, count);
}

/** The words that a range touches; the word at the caret when it is empty; all words when there is none. */
function touched(words: readonly TextWord[], range: Span): { first: number; last: number } {
  const isIn = ({ span }: TextWord) =>
    range.start === range.end
      ? span.start <= range.start && range.end <= span.end
      : spansOverlap(span, range);
  const first = words.findIndex(isIn);
  return first === -1 ? { first: 0, last: words.length } : { first, last: words.findLastIndex(isIn) + 1 };
}

function rangeOf(target: string, words: readonly TextWord[], first: number, last: number): Span {
  if (first === 0 && last === words.length) return { start: 0, end: target.length };
  return { start: words[first].span.start, end: words[last - 1].span.end };
}

/** Whether there is a character and it is no blank. */
function isTight(character: string | undefined): boolean {
  return character !== undefined && /\S/u.test(character);
}

/** Best first, those too like a better one last. */
function diverse(found: readonly Filling[], count: number): Filling[] {
  const chosen: Filling[] = [];
  const alike: Filling[] = [];
  for (const filling of found) {
    const isNew = chosen.every(({ forms }) => wordLikeness(forms, filling.forms) < TOO_ALIKE);
    (isNew ? chosen : alike).push(filling);
    if (chosen.length >= 2 * count) break;
  }
  return [...chosen, ...alike];
}

/** Share of words that two texts have in common, in any order; words that look alike count in part. */
function wordLikeness(a: readonly string[], b: readonly string[]): number {
  const left = [...b];
  let shared = 0;
  for (const form of a) {
    const at = left.indexOf(form);
    if (at === -1) continue;
    left.splice(at, 1);
    shared++;
  }
  if (a.length === 1 && b.length === 1) return likeness(foldForm(a[0]), foldForm(b[0]));
  return shared / Math.max(a.length, b.length, 1);
}
