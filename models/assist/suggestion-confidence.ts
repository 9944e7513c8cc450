/**
 * How likely the words of a suggestion are right, calibrated on held-out text (posterior/word-confidence.ts). The next
 * word is judged by the model of next words, which knows the letters typed of it; those after it, by the word confidence
 * given what is typed. Shares of the graph alone would promise far too much: most of what the search left out is missing
 * from their sum.
 */
import { chooseLength, prefixProbabilities } from '../posterior/expected-benefit.js';
import type { SegmentConfidence, WordConfidence } from '../posterior/word-confidence.js';
import type { SegmentSession } from './segment-session.js';

export class SuggestionConfidence {
  readonly #words: WordConfidence;
  readonly #segments = new WeakMap<SegmentSession, SegmentConfidence>();

  constructor(words: WordConfidence) {
    this.#words = words;
  }

  /** For every suggested word, `next` for the first of them. */
  of(
    session: SegmentSession,
    typed: readonly string[],
    suggested: readonly string[],
    next: number,
  ): readonly number[] {
    if (suggested.length < 2) return suggested.map(() => next);
    const text = { given: typed.length };
    const all = this.#open(session).ofForms([...typed, ...suggested], text);
    return suggested.map((_, i) => (i === 0 ? next : all[typed.length + i]));
  }

  /** The probability that words of these confidences, one after the other, are all right. */
  ofAll(confidences: readonly number[]): number {
    return prefixProbabilities(confidences, this.#persistence).at(-1) ?? 1;
  }

  /** How many words are worth being shown; `ends` are where they end in the text of the suggestion. */
  worthShowing(confidences: readonly number[], ends: readonly number[]): number {
    const words = confidences.map((confidence, i) => ({
      characters: ends[i] - (ends[i - 1] ?? 0),
      confidence,
    }));
    return chooseLength(words, { persistence: this.#persistence }).count;
  }

  get #persistence(): number {
    return this.#words.metadata.persistence;
  }

  #open(session: SegmentSession): SegmentConfidence {
    const known = this.#segments.get(session);
    if (known !== undefined) return known;
    const opened = this.#words.open(session.segment, session.graph.lattice);
    this.#segments.set(session, opened);
    return opened;
  }
}
