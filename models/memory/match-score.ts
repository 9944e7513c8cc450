/**
 * What a match percentage means.
 *
 * A segment is a sequence of tokens; each token has a weight (a word counts 1, a punctuation mark a tenth). The
 * cost D of turning the query into a memory unit's source is the cheapest sequence of edits:
 *
 * | edit                                                                   | cost                       |
 * | ---------------------------------------------------------------------- | -------------------------- |
 * | keep a token as it stands                                              | 0                          |
 * | replace a word by itself in other case (`save`/`Save`, `don’t`/`don't`) | 0.1                        |
 * | replace a number by another number, a placeable by one of its sort     | 0.2                        |
 * | replace a token by anything else                                       | the greater weight of both |
 * | insert or delete a token                                               | its weight                 |
 *
 *     score   = 1 − D / max(weight of query, weight of source)
 *     percent = ⌊100 · score⌋, but 100 only for the same text, character by character: at most 99 otherwise
 *
 * and 101 when in addition both neighbouring segments are those of the query (a context match). With words only
 * this is the usual 1 − Levenshtein / max(n, m).
 *
 * Tokens have a normalised form: words folded in case, all numbers one form, all placeables of one sort one form.
 * Tokens with equal normalised forms have equal weight, and replacing a token by one of another normalised form
 * costs at least the weight of either. So, with `shared` the weight of the multiset of normalised forms that two
 * segments have in common, every edit sequence obeys
 *
 *     D ≥ max(weight of query, weight of source) − shared,   hence   score ≤ shared / max(weights).
 *
 * `match-index.ts` finds candidates by this bound and ranks them by the score itself.
 *
 * All costs are integers in units of 1/20 word, so that scores compare exactly.
 */
import type { Token } from '../text/token.js';

/** Cost units in one word. */
export const WORD_WEIGHT = 20;
/** A match scoring lower is rarely worth editing. */
export const DEFAULT_MINIMUM_PERCENT = 70;
export const IDENTICAL_PERCENT = 100;
export const CONTEXT_PERCENT = 101;

/** Token classes, in the order of the tables below. */
export const WORD_CLASS = 0;
export const NUMBER_CLASS = 1;
export const PLACEABLE_CLASS = 2;
export const PUNCTUATION_CLASS = 3;
export const SYMBOL_CLASS = 4;

/** Weight of a token by class: what it costs to insert or delete it. */
export const CLASS_WEIGHTS = Int32Array.of(WORD_WEIGHT, WORD_WEIGHT, WORD_WEIGHT, 2, 10);

/** Cost, by class, of replacing a token by a different one with the same normalised form. */
export const VARIANT_COSTS = Int32Array.of(2, 4, 4, 1, 2);

export function classOf(token: Token): number {
  switch (token.kind) {
    case 'word':
      return WORD_CLASS;
    case 'number':
      return NUMBER_CLASS;
    case 'placeable':
      return PLACEABLE_CLASS;
    case 'punctuation':
      return PUNCTUATION_CLASS;
    case 'symbol':
      return SYMBOL_CLASS;
  }
}

/**
 * The normalised form of a token, unique within its class. A form that was folded is the same for both, so that
 * normalising twice changes nothing.
 */
export function normalForm(text: string, tokenClass: number): string {
  if (tokenClass === NUMBER_CLASS) return '0';
  if (tokenClass === PLACEABLE_CLASS) return placeableSort(text);
  return text.normalize('NFC').replaceAll('’', "'").toLowerCase().normalize('NFC');
}

/** A stand-in for all placeables that may replace one another: tags, code, placeholders, everything else. */
export function placeableSort(text: string): string {
  const first = text[0];
  if (first === '<') return text.startsWith('</') ? '</>' : '<>';
  if (first === '`') return '``';
  if (first === '{' || first === '%' || first === '$') return '{}';
  return '@';
}

/** The percentage of a match whose edits cost `cost`; `heavier` is the greater of the two weights. */
export function percentOf(cost: number, heavier: number, identical: boolean): number {
  if (identical) return IDENTICAL_PERCENT;
  return Math.min(IDENTICAL_PERCENT - 1, Math.floor((100 * (heavier - cost)) / heavier));
}
