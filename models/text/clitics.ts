/**
 * Where a written word falls into several tokens: clitics and elisions at apostrophes, and the inverted subject
 * pronouns of French. Words are only cut, never rewritten, so the text comes back from the spans.
 *
 * - English: before `'s 're 've 'll 'd 'm` and before `n't` (`do|n't`, `ca|n't`): the negation is one token.
 * - German: before `'s` (`geht|'s`). Dutch keeps `foto's` whole.
 * - French: after `l' d' j' m' t' s' n' c' ç' qu' jusqu' lorsqu' puisqu' quoiqu'`, not in `aujourd'hui`,
 *   `quelqu'un`; before `-je -tu -il … -t-il -ce` (`pouvez|-vous`).
 * - Italian and Catalan: after every apostrophe within a word (`dell'|arte`, `c'|è`).
 * - Spanish, Portuguese: after `d'`. Elsewhere words with apostrophes stay whole (`O'Brien`).
 */
import { primaryLanguage } from './abbreviations.js';

export interface CliticRules {
  /** Adds the places inside `word` (text[start, end), apostrophes or hyphens in it) where tokens part, in order. */
  cut(text: string, start: number, end: number, cuts: number[]): void;
  /** Lower-case words that start with an apostrophe, without it: `'em`, `'s`. */
  readonly leading: ReadonlySet<string>;
  /** Lower-case words that end in an apostrophe, without it: `po'`. */
  readonly trailing: ReadonlySet<string>;
  /** Whether words lose their end before a vowel, so that an apostrophe binds to what follows. */
  readonly elides: boolean;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const EMPTY: ReadonlySet<string> = new Set();

export const ENGLISH_ENCLITICS = set('s re ve ll d m');
export const FRENCH_ELISIONS = set('l d j m t s n c ç qu jusqu lorsqu puisqu quoiqu');
export const FRENCH_PRONOUNS = set('je tu il elle on nous vous ils elles ce t-il t-elle t-on t-ils t-elles');
const FRENCH_WHOLE = set("c'est-à-dire d'ores rendez-vous chez-nous chez-vous");

const ENGLISH: CliticRules = {
  leading: set('em til tis twas cause bout n s d ll re ve m'),
  trailing: EMPTY,
  elides: false,
  cut(text, start, end, cuts) {
    let right = end;
    for (let i = end - 1; i > start; i--) {
      if (!isApostrophe(text.charCodeAt(i))) continue;
      const suffix = right - i > 3 ? '' : text.slice(i + 1, right).toLowerCase();
      const negation = suffix === 't' && i - 1 > start && (text.charCodeAt(i - 1) | 0x20) === 0x6e;
      if (!negation && !ENGLISH_ENCLITICS.has(suffix)) break;
      right = negation ? i - 1 : i;
      cuts.push(right);
    }
    cuts.reverse();
  },
};

const GERMAN: CliticRules = {
  leading: set('s n ne nen nem ner rum ran rein raus'),
  trailing: EMPTY,
  elides: false,
  cut(text, start, end, cuts) {
    const i = end - 2;
    if (i > start && isApostrophe(text.charCodeAt(i)) && (text.charCodeAt(i + 1) | 0x20) === 0x73)
      cuts.push(i);
  },
};

const FRENCH: CliticRules = {
  leading: EMPTY,
  trailing: FRENCH_ELISIONS,
  elides: true,
  cut(text, start, end, cuts) {
    const word = text.slice(start, end).toLowerCase().replaceAll('’', "'");
    if (FRENCH_WHOLE.has(word)) return;
    let from = 0;
    for (let i = word.indexOf("'"); i !== -1; i = word.indexOf("'", i + 1)) {
      if (i - from > 7 || !FRENCH_ELISIONS.has(word.slice(from, i))) break;
      from = i + 1;
      cuts.push(start + from);
      if (word.length - from < 16 && FRENCH_WHOLE.has(word.slice(from))) return;
    }
    let hyphen = word.lastIndexOf('-');
    if (hyphen > from + 1 && word.startsWith('-t-', hyphen - 2)) hyphen -= 2;
    if (hyphen > from && FRENCH_PRONOUNS.has(word.slice(hyphen + 1))) cuts.push(start + hyphen);
  },
};

const ITALIAN: CliticRules = {
  leading: EMPTY,
  trailing: set('po fa va sta da di be mo to ca de ne co'),
  elides: true,
  cut(text, start, end, cuts) {
    for (let i = start + 1; i < end - 1; i++) if (isApostrophe(text.charCodeAt(i))) cuts.push(i + 1);
  },
};

const IBERIAN: CliticRules = {
  leading: EMPTY,
  trailing: EMPTY,
  elides: false,
  cut(text, start, end, cuts) {
    const elided = (text.charCodeAt(start) | 0x20) === 0x64 && isApostrophe(text.charCodeAt(start + 1));
    if (elided && end > start + 2) cuts.push(start + 2);
  },
};

const DUTCH: CliticRules = {
  leading: set('s t n k m r ns tis'),
  trailing: EMPTY,
  elides: false,
  cut() {},
};

const PLAIN: CliticRules = { leading: EMPTY, trailing: EMPTY, elides: false, cut() {} };

const RULES = new Map<string, CliticRules>([
  ['en', ENGLISH],
  ['de', GERMAN],
  ['fr', FRENCH],
  ['it', ITALIAN],
  ['ca', ITALIAN],
  ['es', IBERIAN],
  ['pt', IBERIAN],
  ['nl', DUTCH],
]);

export function cliticRulesOf(language: string): CliticRules {
  return RULES.get(primaryLanguage(language)) ?? PLAIN;
}

/** The straight and the typographic apostrophe. */
export function isApostrophe(unit: number): boolean {
  return unit === 0x27 || unit === 0x2019;
}
