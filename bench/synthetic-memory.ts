/**
 * A made-up memory of any size for benches without data: invented words with the frequencies of real ones (Zipf),
 * segments of the lengths of real ones, a third of them from templates, so that near repeats occur as they do in
 * manuals. The same seed gives the same memory everywhere.
 */
import { Random } from '../models/core/random.js';

export interface SyntheticPair {
  readonly source: string;
  readonly target: string;
}

const WORDS = 60_000;
const TEMPLATES = 3000;
const SOURCE_SYLLABLES = 'ba con di er for ing ka lo men na or pre qui ra ser ti un ver wa yo'.split(' ');
const TARGET_SYLLABLES =
  'ab bei der en fach ge haus in kel lich mit nung ober pro rich sch tung un voll zer'.split(' ');

export class SyntheticMemory {
  readonly #random: Random;
  readonly #templates: (number | 'number' | 'word')[][] = [];

  constructor(seed: number) {
    this.#random = new Random(seed);
    for (let i = 0; i < TEMPLATES; i++) {
      const length = this.#length();
      this.#templates.push(
        Array.from({ length }, (_, at) => (at % 5 === 3 ? this.#pick(['number', 'word']) : this.#word())),
      );
    }
  }

  pair(): SyntheticPair {
    const random = this.#random;
    const pattern = random.below(3) === 0 ? this.#templates[random.below(TEMPLATES)] : this.#sentence();
    const words = pattern.map((part) => {
      if (part === 'number') return -1 - random.below(1000);
      return part === 'word' ? this.#word() : part;
    });
    const end = this.#pick(['.', '.', '.', '', ':', '?']);
    // The target keeps the words and moves the second to the end, as a verb would.
    const moved = words.length > 2 ? [words[0], ...words.slice(2), words[1]] : words;
    return {
      source: sentenceOf(words, SOURCE_SYLLABLES) + end,
      target: sentenceOf(moved, TARGET_SYLLABLES) + end,
    };
  }

  #sentence(): number[] {
    return Array.from({ length: this.#length() }, () => this.#word());
  }

  /** Between 1 and 60 words, most often about 15. */
  #length(): number {
    const draw = this.#random.next() + this.#random.next() + this.#random.next();
    return 1 + Math.floor((draw / 3) ** 2 * 60);
  }

  /** A word by rank: the n-th is n times rarer than the first. */
  #word(): number {
    return Math.floor(WORDS ** this.#random.next()) - 1;
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#random.below(from.length)];
  }
}

function sentenceOf(words: readonly number[], syllables: readonly string[]): string {
  const text = words.map((word) => (word < 0 ? String(-word) : spell(word, syllables))).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A pronounceable form for each rank, short for frequent words. */
function spell(rank: number, syllables: readonly string[]): string {
  let form = '';
  for (let rest = rank + 1; rest > 0; rest = Math.floor((rest - 1) / syllables.length)) {
    form += syllables[(rest - 1) % syllables.length];
  }
  return form;
}
