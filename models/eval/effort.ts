/**
 * What a translation cost its translator: the measures of interactive translation, from the log of each segment.
 *
 *   effortOf([{ characters: 11, words: […], events: [{ kind: 'key', word: 0 }, …] }]).ksmr
 *
 * Formulas, each with where it is from. C: characters of the final text, blanks included. W: its words.
 *
 * - KSR as the simulation script of Thot (Ortiz-Martínez & Casacuberta 2014) has it: keys typed / C. Taking a
 *   suggestion is no key.
 * - KSMR (Barrachina et al. 2009; Thot): (keys + pointer actions + one final approval a segment) / C. A pointer action
 *   is whatever is not typing: taking part of a suggestion (one action however many words), moving the caret,
 *   rejecting. So the last words taken and the approval after them are two actions here.
 * - MAR (Barrachina et al. 2009): pointer actions / C, without the approvals.
 * - WSR (Tomás & Casacuberta 2006): words in which at least one character had to be typed / W.
 * - KSR as Phrasal's evaluation (Green et al. 2014) has it: suggestions come at word starts only. Taking a run of right
 *   words is one key; the letters that the next suggested word shares with the right one come along; the rest of that
 *   word and the blank after it are typed. Divided by the letters of all words and one blank a word. Blanks inside the
 *   text count so whether the writing system has them or not.
 * - WPA@k (Phrasal; Koehn, Tsoukala & Saint-Amand 2014): share of the words that are among the k best next words after
 *   the true text before them.
 *
 * All are ratios; texts without characters or words give 0.
 */

export type EffortEvent =
  /** A character was typed; `word` is the word it belongs to, −1 for a blank between words. */
  | { readonly kind: 'key'; readonly word: number }
  /** One action took so many words of a suggestion (0: only the rest of a word). */
  | { readonly kind: 'accept'; readonly words: number; readonly characters: number }
  /** The caret was moved, a suggestion was put away for another one, the segment was confirmed. */
  | { readonly kind: 'move' | 'reject' | 'approve' }
  /** A suggestion that was not empty was on the screen. */
  | { readonly kind: 'shown' };

/** What was known of a word of the final text when the text before it, and nothing of it, was written. */
export interface WordForecast {
  /** UTF-16 units. */
  readonly length: number;
  /** Place of the word among the proposed next words, from 1; 0 when it was not among them. */
  readonly rank: number;
  /** How many whole words, from this one on, the best suggestion had right. */
  readonly rightWords: number;
  /** How many letters it had right of the word after those. */
  readonly rightLetters: number;
}

export interface SegmentLog {
  readonly characters: number;
  readonly words: readonly WordForecast[];
  readonly events: readonly EffortEvent[];
}

export interface Effort {
  readonly ksrThot: number;
  readonly ksrPhrasal: number;
  readonly ksmr: number;
  readonly wsr: number;
  readonly mar: number;
  /** By k. */
  readonly wpa: Readonly<Record<'1' | '3' | '5', number>>;
  readonly counts: EffortCounts;
}

export interface EffortCounts {
  readonly segments: number;
  readonly characters: number;
  readonly words: number;
  readonly keys: number;
  readonly typedWords: number;
  readonly acceptances: number;
  readonly acceptedWords: number;
  readonly moves: number;
  readonly rejections: number;
  readonly approvals: number;
  /** Suggestions that were not empty. */
  readonly shown: number;
}

export function effortOf(segments: readonly SegmentLog[]): Effort {
  const counts = countsOf(segments);
  const { characters, words, keys } = counts;
  const pointerActions = counts.acceptances + counts.moves + counts.rejections;
  const forecasts = segments.flatMap((segment) => segment.words);
  const phrasalKeys = sum(segments, (segment) => phrasalKeysOf(segment.words));
  const phrasalCharacters = sum(forecasts, ({ length }) => length + 1);
  const within = (k: number) => sum(forecasts, ({ rank }) => (rank > 0 && rank <= k ? 1 : 0));
  return {
    ksrThot: ratio(keys, characters),
    ksrPhrasal: ratio(phrasalKeys, phrasalCharacters),
    ksmr: ratio(keys + pointerActions + counts.approvals, characters),
    wsr: ratio(counts.typedWords, words),
    mar: ratio(pointerActions, characters),
    wpa: { '1': ratio(within(1), words), '3': ratio(within(3), words), '5': ratio(within(5), words) },
    counts,
  };
}

/** Keys of a translator who sees suggestions at word starts only (Phrasal's formula). */
export function phrasalKeysOf(words: readonly WordForecast[]): number {
  let keys = 0;
  for (let w = 0; w < words.length; w++) {
    const { rightWords, rightLetters } = words[w];
    w += Math.min(rightWords, words.length - w);
    const next = words[w];
    if (next === undefined) return keys + 1;
    const letters = Math.min(rightLetters, next.length);
    // A single right letter is typed as quickly as it is taken.
    if (rightWords > 0) keys += 1 + next.length - letters + 1;
    else keys += Math.min(next.length, 1 + next.length - letters) + 1;
  }
  return keys;
}

function countsOf(segments: readonly SegmentLog[]): EffortCounts {
  const events = segments.flatMap((segment) => segment.events);
  const accepted = events.filter((event) => event.kind === 'accept');
  const count = (kind: EffortEvent['kind']) => sum(events, (event) => (event.kind === kind ? 1 : 0));
  return {
    segments: segments.length,
    characters: sum(segments, (segment) => segment.characters),
    words: sum(segments, (segment) => segment.words.length),
    keys: count('key'),
    typedWords: sum(segments, (segment) => typedWordsOf(segment.events)),
    acceptances: accepted.length,
    acceptedWords: sum(accepted, ({ words }) => words),
    moves: count('move'),
    rejections: count('reject'),
    approvals: count('approve'),
    shown: count('shown'),
  };
}

function typedWordsOf(events: readonly EffortEvent[]): number {
  const typed = new Set<number>();
  for (const event of events) if (event.kind === 'key' && event.word >= 0) typed.add(event.word);
  return typed.size;
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
