/**
 * Text as a translator might type it, with known errors: some words of a right translation are replaced, added or
 * exchanged. There is no collection of real slips to learn from, so these stand in for them: a mistranslation the
 * machine would make too, a word from elsewhere, a word too many, two words in the wrong order.
 */
import type { Random } from '../core/random.js';

export interface ErrorSources {
  /** Words that the machine considers for this segment. */
  readonly considered: readonly number[];
  /** Words of other segments. */
  readonly elsewhere: readonly number[];
}

/** Share of words that an error is made at. */
const ERROR_RATE = 0.1;

export function withErrors(words: readonly number[], sources: ErrorSources, random: Random): number[] {
  const typed: number[] = [];
  const pick = (from: readonly number[], other: number) =>
    from.length === 0 ? other : from[random.below(from.length)];
  for (let i = 0; i < words.length; i++) {
    const kind = random.next() / ERROR_RATE;
    if (kind >= 1) typed.push(words[i]);
    else if (kind < 0.4) typed.push(pick(sources.considered, words[i]));
    else if (kind < 0.7) typed.push(pick(sources.elsewhere, words[i]));
    else if (kind < 0.85)
      typed.push(words[i], pick(random.next() < 0.5 ? words : sources.elsewhere, words[i]));
    else if (i + 1 < words.length) typed.push(words[i + 1], words[i++]);
    else typed.push(words[i]);
  }
  return typed;
}
