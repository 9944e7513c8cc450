/**
 * A language model of one sentence for a second search: the model's own, plus what each word gains by the n-grams that
 * the first search was sure of. States are pairs (state of the model, n-gram context), numbered as they come up.
 */
import type { LanguageModel } from '../lm/language-model.js';
import { EMPTY_CONTEXT } from '../lm/ngram-trie.js';
import { SENTENCE_START } from '../text/vocabulary.js';
import { EMPTY, type NgramCounts } from './ngram-counts.js';

const INITIAL_CAPACITY = 1 << 12;

export class GainLanguageModel implements LanguageModel {
  nextState = EMPTY_CONTEXT;
  readonly startState: number;
  readonly #model: LanguageModel;
  readonly #counts: NgramCounts;
  readonly #gains: Float64Array;
  readonly #weight: number;
  #modelState = new Int32Array(INITIAL_CAPACITY);
  #context = new Int32Array(INITIAL_CAPACITY);
  #slots = new Int32Array(4 * INITIAL_CAPACITY).fill(-1);
  #size = 0;

  /** `gains` by n-gram, as for `bestPathByNgrams`; each is multiplied by `weight`. */
  constructor(model: LanguageModel, counts: NgramCounts, gains: Float64Array, weight: number) {
    this.#model = model;
    this.#counts = counts;
    this.#gains = gains;
    this.#weight = weight;
    const start = counts.longestKnown(EMPTY, SENTENCE_START);
    this.startState = this.#stateOf(model.startState, counts.context(start));
  }

  score(state: number, word: number): number {
    const isEmpty = state === EMPTY_CONTEXT;
    const ngram = this.#counts.longestKnown(isEmpty ? EMPTY : this.#context[state], word);
    const score = this.#model.score(isEmpty ? EMPTY_CONTEXT : this.#modelState[state], word);
    this.nextState = this.#stateOf(this.#model.nextState, this.#counts.context(ngram));
    return score + this.#weight * this.#gains[ngram];
  }

  #stateOf(modelState: number, context: number): number {
    if (modelState === EMPTY_CONTEXT && context === EMPTY) return EMPTY_CONTEXT;
    const mask = this.#slots.length - 1;
    let slot = hashOf(modelState, context) & mask;
    for (; this.#slots[slot] !== -1; slot = (slot + 1) & mask) {
      const state = this.#slots[slot];
      if (this.#modelState[state] === modelState && this.#context[state] === context) return state;
    }
    if (this.#size === this.#modelState.length) {
      this.#grow();
      return this.#stateOf(modelState, context);
    }
    this.#modelState[this.#size] = modelState;
    this.#context[this.#size] = context;
    this.#slots[slot] = this.#size;
    return this.#size++;
  }

  #grow(): void {
    const capacity = 2 * this.#size;
    const [modelStates, contexts] = [this.#modelState, this.#context];
    this.#modelState = new Int32Array(capacity);
    this.#modelState.set(modelStates);
    this.#context = new Int32Array(capacity);
    this.#context.set(contexts);
    this.#slots = new Int32Array(4 * capacity).fill(-1);
    const mask = this.#slots.length - 1;
    for (let state = 0; state < this.#size; state++) {
      let slot = hashOf(modelStates[state], contexts[state]) & mask;
      while (this.#slots[slot] !== -1) slot = (slot + 1) & mask;
      this.#slots[slot] = state;
    }
  }
}

function hashOf(modelState: number, context: number): number {
  const hash = Math.imul(modelState + 2, 0x9e3779b1) ^ Math.imul(context, 0x85ebca6b);
  return hash ^ (hash >>> 15);
}
