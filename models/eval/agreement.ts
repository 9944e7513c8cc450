/**
 * How far a suggestion agrees with the text that the translator has in mind: by whole words, because words are what
 * people take, and by letters.
 *
 *   agreement(reference, 4, 'dog sleeps', { loose: false }) // reference 'The dog barks.': 1 word, up to offset 8
 *
 * Loose comparison is for text that came split at blanks, perhaps in lower case, while suggestions are written as
 * people write: blanks that only one of the two has at the border of a word, and case, do not matter.
 */
import type { Span } from '../text/span.js';

/** The text to be written and its words. */
export interface ReferenceText {
  readonly text: string;
  readonly words: readonly Span[];
}

export interface Agreement {
  /** Whole words from the caret on, counting the rest of a word that the caret is in. */
  readonly words: number;
  /** End of those words in the reference, with the blank after them when the suggestion has more to say. */
  readonly end: number;
  /** Letters of the word after them that agree too. */
  readonly letters: number;
}

/** Compares a suggestion for the place `at` with the reference there. */
export function agreement(
  reference: ReferenceText,
  at: number,
  suggestion: string,
  loose: boolean,
): Agreement {
  const { text, words } = reference;
  let word = wordAt(words, at);
  let right = 0;
  let end = at;
  let [r, s] = [at, 0];
  while (word < words.length) {
    // To the first letter of the word, or to the caret inside of it.
    const start = Math.max(words[word].start, at);
    if (loose && start === words[word].start) [r, s] = [start, skipBlanks(suggestion, s)];
    else while (r < start && text[r] === suggestion[s]) [r, s] = [r + 1, s + 1];
    if (r < start) break;
    if (right > 0 && s < suggestion.length) end = start;
    const stop = words[word].end;
    while (r < stop && s < suggestion.length && isSame(text[r], suggestion[s], loose))
      [r, s] = [r + 1, s + 1];
    if (r < stop || (goesOn(suggestion, s) && !goesOn(text, r)))
      return { words: right, end, letters: r - start };
    right++;
    end = r;
    word++;
  }
  return { words: right, end, letters: 0 };
}

/** Index of the word that the place is in or before; the number of words at the end. */
export function wordAt(words: readonly Span[], at: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle].end <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether the word that ends before `at` would in fact go on there. */
function goesOn(text: string, at: number): boolean {
  return at > 0 && at < text.length && IN_WORD.test(text[at - 1]) && IN_WORD.test(text[at]);
}

const IN_WORD = /[\p{L}\p{M}\p{N}\uD800-\uDFFF]/u;

function isSame(a: string, b: string, loose: boolean): boolean {
  return a === b || (loose && a.toLowerCase() === b.toLowerCase());
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (/\s/u.test(text.charAt(at))) at++;
  return at;
}
