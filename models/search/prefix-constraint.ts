/**
 * Decoding under a prefix: translations must begin with words that the translator has typed. A hypothesis knows how many
 * of the bound positions it has said; an option may follow only if its words are allowed at the positions they fall on.
 * Everything a search needs is worked out once before it begins: where each target piece leads from each position, and
 * which options of which source sets fit at each position, best first. Beyond the bound positions all is free, unless
 * the constraint is closed: then the translation ends there.
 *
 * With nothing pruned the search finds the best of all translations that keep the constraint.
 */
import type { TranslationOptions } from '../phrases/translation-options.js';
import type { OptionScores } from './option-scores.js';

export interface TargetConstraint {
  /** Bound positions. */
  readonly length: number;
  /** Whether the translation has to end after them. */
  readonly closed: boolean;
  /** The bound positions at which the word may stand. */
  positions(word: number): readonly number[];
  /** Options that may be used at bound positions only; none unless given. */
  isBound?(option: number): boolean;
}

const MISFIT = -1;

export class PrefixTable {
  /** Bound positions; hypotheses that have said all of them are at this position. */
  length = 0;
  /** Options in lists, best first: `order[listStart(set, position)], …`. */
  order: Int32Array = new Int32Array(0);

  #width = 1;
  #steps = new Int16Array(0);
  #listStart = new Int32Array(0);
  #sets = new Int32Array(0);
  #setStart = new Int32Array(1);

  bind(options: TranslationOptions, scores: OptionScores, constraint: TargetConstraint): void {
    this.length = constraint.length;
    this.#width = constraint.length + 1;
    this.#bindPieces(options, constraint);
    this.#bindSets(options, scores, constraint);
  }

  /** The position after saying the piece at a position, or −1. */
  advance(piece: number, position: number): number {
    return this.#steps[piece * this.#width + position];
  }

  listStart(set: number, position: number): number {
    return this.#listStart[position * this.#setCount + set];
  }

  listEnd(set: number, position: number): number {
    return this.#listStart[position * this.#setCount + set + 1];
  }

  /** Sets that have an option at the position: `set(firstSet(position)) … set(firstSet(position + 1) − 1)`. */
  firstSet(position: number): number {
    return this.#setStart[position];
  }

  set(at: number): number {
    return this.#sets[at];
  }

  #setCount = 0;

  #bindPieces({ wordStart, words }: TranslationOptions, constraint: TargetConstraint): void {
    const { length, closed } = constraint;
    const pieces = wordStart.length - 1;
    const width = this.#width;
    if (this.#steps.length < pieces * width) this.#steps = new Int16Array(2 * pieces * width);
    const steps = this.#steps;
    steps.fill(MISFIT, 0, pieces * width);
    for (let piece = 0; piece < pieces; piece++) {
      const end = wordStart[piece + 1];
      if (!closed) steps[piece * width + length] = length;
      for (const position of constraint.positions(words[wordStart[piece]])) {
        let at = position + 1;
        let i = wordStart[piece] + 1;
        while (i < end && at < length && constraint.positions(words[i]).includes(at)) {
          at++;
          i++;
        }
        if (i === end || (at === length && !closed)) steps[piece * width + position] = at;
      }
    }
  }

  #bindSets(options: TranslationOptions, { order }: OptionScores, constraint: TargetConstraint): void {
    const { setCount, optionCount, optionStart, pieceStart } = options;
    const positions = this.#width;
    this.#setCount = setCount;
    const cells = setCount * positions + 1;
    if (this.#listStart.length < cells) {
      this.#listStart = new Int32Array(2 * cells);
      this.#sets = new Int32Array(2 * cells);
    }
    if (this.#setStart.length < positions + 1) this.#setStart = new Int32Array(2 * positions + 1);
    if (this.order.length < optionCount) this.order = new Int32Array(4 * optionCount);
    let filled = 0;
    let sets = 0;
    for (let position = 0; position < positions; position++) {
      this.#setStart[position] = sets;
      const isFree = position === constraint.length;
      for (let set = 0; set < setCount; set++) {
        this.#listStart[position * setCount + set] = filled;
        if (filled + optionStart[set + 1] - optionStart[set] > this.order.length) this.#growOrder();
        const before = filled;
        for (let at = optionStart[set]; at < optionStart[set + 1]; at++) {
          const option = order[at];
          if (this.advance(pieceStart[option], position) === MISFIT) continue;
          if (isFree && constraint.isBound?.(option)) continue;
          this.order[filled++] = option;
        }
        if (filled > before) this.#sets[sets++] = set;
      }
    }
    this.#setStart[positions] = sets;
    this.#listStart[positions * setCount] = filled;
  }

  #growOrder(): void {
    const grown = new Int32Array(2 * this.order.length);
    grown.set(this.order);
    this.order = grown;
  }
}
