/**
 * The words of a vocabulary as typed text is compared with them (folding.ts), and those that begin with some letters.
 * Made when first needed; words learnt since are looked at one by one.
 */
import { FIRST_WORD, type Vocabulary } from '../text/vocabulary.js';
import { foldForm } from './folding.js';

/** Words are grouped by so many first letters. */
const GROUPED_LETTERS = 2;

export class FoldedVocabulary {
  readonly #vocabulary: Vocabulary;
  readonly #folded: string[] = [];
  #groups: Map<string, number[]> | null = null;
  #grouped = FIRST_WORD;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  folded(id: number): string {
    let folded = this.#folded[id];
    if (folded === undefined) {
      folded = foldForm(this.#vocabulary.formOf(id));
      this.#folded[id] = folded;
    }
    return folded;
  }

  /** Ids of the words that begin with the folded text, frequent ones first (ids are given by frequency); at most `count`. */
  beginningWith(text: string, count: number): number[] {
    const groups = this.#updated();
    const found: number[] = [];
    for (const id of groups.get(text.slice(0, GROUPED_LETTERS)) ?? []) {
      if (this.folded(id).startsWith(text)) found.push(id);
      if (found.length === count) break;
    }
    return found;
  }

  #updated(): Map<string, number[]> {
    this.#groups ??= new Map();
    for (; this.#grouped < this.#vocabulary.size; this.#grouped++) {
      const folded = this.folded(this.#grouped);
      for (let letters = 1; letters <= Math.min(GROUPED_LETTERS, folded.length); letters++) {
        const key = folded.slice(0, letters);
        const group = this.#groups.get(key);
        if (group === undefined) this.#groups.set(key, [this.#grouped]);
        else group.push(this.#grouped);
      }
    }
    return this.#groups;
  }
}
