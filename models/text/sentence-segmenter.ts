/**
 * Sentences of a paragraph, as spans of its text. Pure function of the text and the language; the rules are in
 * `sentence-rules.ts`, and users' own SRX rules work the same through {@link createSentenceSegmenter}.
 *
 *     splitSentences('Das gilt z. B. hier. Und dort.', 'de') // [0, 20), [21, 30)
 */
import { isBlank } from './char-class.js';
import { SENTENCE_RULES } from './sentence-rules.js';
import type { Span } from './span.js';
import { type BreakFinder, compileSrx, type SrxRules } from './srx.js';

export interface SentenceSegmenter {
  readonly language: string;
  /** Spans in order, without overlap, without blanks at their edges, none empty; every non-blank is in one. */
  split(text: string): Span[];
}

const finders = new Map<string, BreakFinder>();

/** Splits by our own rules. */
export function splitSentences(text: string, language: string): Span[] {
  let finder = finders.get(language);
  if (!finder) {
    finder = compileSrx(SENTENCE_RULES, language);
    finders.set(language, finder);
  }
  return trimmedSpans(text, finder(text));
}

/** Splits by other rules, such as a user's SRX file. Throws an EnfaceError when a pattern cannot be used. */
export function createSentenceSegmenter(rules: SrxRules, language: string): SentenceSegmenter {
  const finder = compileSrx(rules, language);
  return { language, split: (text) => trimmedSpans(text, finder(text)) };
}

function trimmedSpans(text: string, places: readonly number[]): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (let i = 0; i <= places.length; i++) {
    const to = i < places.length ? places[i] : text.length;
    let start = from;
    let end = to;
    while (start < end && isBlank(text.charCodeAt(start))) start++;
    while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
    if (start < end) spans.push({ start, end });
    from = to;
  }
  return spans;
}
