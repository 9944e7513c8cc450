/**
 * The tail of what is typed (the text that touches the caret) in a word graph, letter by letter: a path may go on if its
 * next words, written as they would stand in text, begin with the tail. Usually one word does (`hou` → `house`); where a
 * written word is several tokens, the tail may reach into a later one (`don` → `do` + `n't`, `pouvez-v` → `pouvez` +
 * `-vous`).
 */
import { foldForm, foldGlyphs } from './folding.js';
import type { Frontier, FrontierWalker } from './frontier.js';

export interface TailMatch {
  /** Words of the graph that the tail is the beginning of. */
  readonly words: readonly number[];
  /** Letters of the last word that are typed. */
  readonly typedLetters: number;
  /** Whether that is all of it: then it may be finished, or not. */
  readonly wholeWord: boolean;
  /** After the words. */
  readonly frontier: Frontier;
}

export interface TailRules {
  /** Whether nothing stands between the two forms in text. */
  joins(left: string, right: string): boolean;
  /** Whether a word that stands here starts a sentence, so that it may be capitalised. */
  readonly startsSentence: boolean;
  /** What another case of letters costs. */
  readonly otherCase: number;
}

/** Words that one tail may reach over. */
const MOST_WORDS = 4;

export function matchTail(
  walker: FrontierWalker,
  from: Frontier,
  tail: string,
  rules: TailRules,
): TailMatch[] {
  if (tail === '') return [{ words: [], typedLetters: 0, wholeWord: true, frontier: from }];
  const { folded, forms } = walker.graph;
  const matches: TailMatch[] = [];
  const glyphs = foldGlyphs(tail);
  const wanted = foldForm(tail);
  const follow = (frontier: Frontier, at: number, before: readonly number[]) => {
    const rest = wanted.slice(at);
    for (const word of walker.nextWords(frontier).words) {
      const form = folded[word];
      const ends = form.startsWith(rest);
      if (!ends && !(rest.startsWith(form) && before.length + 1 < MOST_WORDS)) continue;
      const previous = before.at(-1);
      if (previous !== undefined && !rules.joins(forms[previous], forms[word])) continue;
      const typed = glyphs.slice(at, ends ? glyphs.length : at + form.length);
      const isFirst = before.length === 0 && rules.startsSentence;
      const cost = sameCase(typed, foldGlyphs(forms[word]), isFirst) ? 0 : rules.otherCase;
      const next = walker.step(frontier, [word], [cost]);
      const words = [...before, word];
      if (ends) {
        const wholeWord = form.length === rest.length;
        matches.push({ words, typedLetters: rest.length, wholeWord, frontier: next });
      } else follow(next, at + form.length, words);
    }
  };
  follow(from, 0, []);
  return matches;
}

/** Whether typed letters have the case of the form they begin; at the start of a sentence the first one may differ. */
export function sameCase(typed: string, form: string, mayBeCapitalised: boolean): boolean {
  if (form.startsWith(typed)) return true;
  return mayBeCapitalised && form.slice(1).startsWith(typed.slice(1));
}
