/**
 * The language model of a session: the trained model mixed with what the translator approved,
 *
 *   p(w | h) = (1 − share) · p_model(w | h) + share · p_session(w | h)
 *
 * A state stands for a pair of states, one of each model, so recombination by states stays exact. Where the session
 * knows no context, which is nearly always, the state is the trained model's own; other pairs are numbered beyond.
 */
import type { LanguageModel } from './language-model.js';
import type { NgramModel } from './ngram-model.js';
import { EMPTY_CONTEXT } from './ngram-trie.js';
import type { SessionNgrams } from './session-ngrams.js';

const INITIAL_CAPACITY = 1 << 12;
/** Pairs of states that are remembered from one segment to the next. */
const MOST_PAIRS = 1 << 18;

export class AdaptedModel implements LanguageModel {
  nextState = EMPTY_CONTEXT;
  readonly #model: NgramModel;
  readonly #session: SessionNgrams;
  readonly #share: number;
  readonly #logRest: number;
  /** The number of the first pair. */
  readonly #firstPair: number;
  #pairCount = 0;
  #modelState = new Int32Array(INITIAL_CAPACITY);
  #sessionState = new Int32Array(INITIAL_CAPACITY);
  #slots = new Int32Array(2 * INITIAL_CAPACITY).fill(-1);

  /** `share` of the session is above 0 and below 1. */
  constructor(model: NgramModel, session: SessionNgrams, share: number) {
    this.#model = model;
    this.#session = session;
    this.#share = share;
    this.#logRest = Math.log(1 - share);
    this.#firstPair = model.parts.words.length;
  }

  get startState(): number {
    return this.#stateOf(this.#model.startState, this.#session.startState);
  }

  score(state: number, word: number): number {
    let modelState = state;
    let sessionState = EMPTY_CONTEXT;
    if (state >= this.#firstPair) {
      modelState = this.#modelState[state - this.#firstPair];
      sessionState = this.#sessionState[state - this.#firstPair];
    }
    const score = this.#model.score(modelState, word);
    const probability = this.#session.probability(sessionState, word);
    this.nextState = this.#stateOf(this.#model.nextState, this.#session.nextState);
    if (probability === 0) return score + this.#logRest;
    return Math.log((1 - this.#share) * Math.exp(score) + this.#share * probability);
  }

  /** To be called between two segments: states from before are no longer valid. */
  beginSegment(): void {
    if (this.#pairCount < MOST_PAIRS) return;
    this.forgetStates();
  }

  /** To be called when the session's counts have changed. */
  forgetStates(): void {
    this.#pairCount = 0;
    this.#slots.fill(-1);
  }

  #stateOf(modelState: number, sessionState: number): number {
    if (sessionState === EMPTY_CONTEXT) return modelState;
    const mask = this.#slots.length - 1;
    let slot = hash(modelState, sessionState) & mask;
    for (; this.#slots[slot] !== -1; slot = (slot + 1) & mask) {
      const pair = this.#slots[slot];
      if (this.#modelState[pair] === modelState && this.#sessionState[pair] === sessionState) {
        return this.#firstPair + pair;
      }
    }
    if (this.#pairCount === this.#modelState.length) {
      this.#grow();
      return this.#stateOf(modelState, sessionState);
    }
    this.#modelState[this.#pairCount] = modelState;
    this.#sessionState[this.#pairCount] = sessionState;
    this.#slots[slot] = this.#pairCount;
    return this.#firstPair + this.#pairCount++;
  }

  #grow(): void {
    const capacity = 2 * this.#modelState.length;
    const [modelStates, sessionStates] = [this.#modelState, this.#sessionState];
    this.#modelState = new Int32Array(capacity);
    this.#modelState.set(modelStates);
    this.#sessionState = new Int32Array(capacity);
    this.#sessionState.set(sessionStates);
    this.#slots = new Int32Array(2 * capacity).fill(-1);
    const mask = this.#slots.length - 1;
    for (let pair = 0; pair < this.#pairCount; pair++) {
      let slot = hash(this.#modelState[pair], this.#sessionState[pair]) & mask;
      while (this.#slots[slot] !== -1) slot = (slot + 1) & mask;
      this.#slots[slot] = pair;
    }
  }
}

function hash(modelState: number, sessionState: number): number {
  const mixed = Math.imul(Math.imul(modelState + 2, 0x9e3779b1) ^ sessionState, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
