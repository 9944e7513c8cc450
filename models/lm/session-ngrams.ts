/**
 * N-gram counts of what was approved in this session, with Witten–Bell probabilities computed from the counts when they
 * are asked for, so that a sentence counts from the moment it is added:
 *
 *   p(w | h) = (c(h w) + d(h) · p(w | h′)) / (c(h) + d(h))        p(w) = c(w) / (c + d)
 *
 * d(h) is the number of different words seen after h. A word that was never added has probability 0: the rest is left
 * to the model that this one is mixed with (adapted-model.ts). A state is the node of the longest context that was seen
 * with something after it; −1 is the empty context.
 */
import { EMPTY_CONTEXT, SENTENCE_END, SENTENCE_START } from './ngram-trie.js';

const INITIAL_CAPACITY = 1 << 10;
const NO_NODE = -1;

export class SessionNgrams {
  readonly order: number;
  /** The state after the last word given to `probability`. */
  nextState = EMPTY_CONTEXT;
  /** Tokens and different words added, sentence ends included. */
  #tokens = 0;
  #types = 0;
  #nodeCount = 0;
  /** Of each node: its n-gram without the last and without the first word, its last word, its length, its count … */
  #parent = new Int32Array(INITIAL_CAPACITY);
  #suffix = new Int32Array(INITIAL_CAPACITY);
  #word = new Int32Array(INITIAL_CAPACITY);
  #level = new Uint8Array(INITIAL_CAPACITY);
  #count = new Float64Array(INITIAL_CAPACITY);
  /** … and how many words, and how many different ones, came after it. */
  #followers = new Float64Array(INITIAL_CAPACITY);
  #different = new Float64Array(INITIAL_CAPACITY);
  #slots = new Int32Array(2 * INITIAL_CAPACITY).fill(NO_NODE);
  readonly #contexts: Int32Array;

  constructor(order: number) {
    this.order = order;
    this.#contexts = new Int32Array(order);
  }

  get startState(): number {
    const node = this.#find(EMPTY_CONTEXT, SENTENCE_START);
    return node === NO_NODE ? EMPTY_CONTEXT : node;
  }

  get nodeCount(): number {
    return this.#nodeCount;
  }

  clear(): void {
    this.#tokens = this.#types = this.#nodeCount = 0;
    this.#slots.fill(NO_NODE);
  }

  /** Counts a sentence, with its start as context and its end as a word. */
  add(words: ArrayLike<number>): void {
    let context = this.#findOrAdd(EMPTY_CONTEXT, SENTENCE_START);
    for (let i = 0; i <= words.length; i++) {
      context = this.#countWord(context, i < words.length ? words[i] : SENTENCE_END);
    }
  }

  probability(state: number, word: number): number {
    const single = this.#find(EMPTY_CONTEXT, word);
    if (single === NO_NODE || this.#count[single] === 0) {
      this.nextState = EMPTY_CONTEXT;
      return 0;
    }
    let depth = 0;
    for (let h = state; h !== EMPTY_CONTEXT; h = this.#suffix[h]) this.#contexts[depth++] = h;
    let probability = this.#count[single] / (this.#tokens + this.#types);
    let longest = single;
    while (depth > 0) {
      const h = this.#contexts[--depth];
      const node = this.#find(h, word);
      const count = node === NO_NODE ? 0 : this.#count[node];
      probability = (count + this.#different[h] * probability) / (this.#followers[h] + this.#different[h]);
      if (node !== NO_NODE) longest = node;
    }
    this.nextState = this.#stateOf(longest);
    return probability;
  }

  /** Counts the word after the context and after all its suffixes; returns the context of the next word. */
  #countWord(context: number, word: number): number {
    let next = EMPTY_CONTEXT;
    for (let h = context; ; h = this.#suffix[h]) {
      const node = this.#findOrAdd(h, word);
      if (this.#count[node]++ === 0) {
        if (h === EMPTY_CONTEXT) this.#types++;
        else this.#different[h]++;
      }
      if (h === EMPTY_CONTEXT) this.#tokens++;
      else this.#followers[h]++;
      if (next === EMPTY_CONTEXT && this.#level[node] < this.order) next = node;
      if (h === EMPTY_CONTEXT) return next;
    }
  }

  #stateOf(node: number): number {
    while (node !== EMPTY_CONTEXT && (this.#level[node] === this.order || this.#followers[node] === 0)) {
      node = this.#suffix[node];
    }
    return node;
  }

  #find(parent: number, word: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash(parent, word) & mask;
    for (; this.#slots[slot] !== NO_NODE; slot = (slot + 1) & mask) {
      const node = this.#slots[slot];
      if (this.#parent[node] === parent && this.#word[node] === word) return node;
    }
    return NO_NODE;
  }

  #findOrAdd(parent: number, word: number): number {
    const found = this.#find(parent, word);
    if (found !== NO_NODE) return found;
    // The suffix first: it may add nodes of its own.
    const suffix = parent === EMPTY_CONTEXT ? EMPTY_CONTEXT : this.#findOrAdd(this.#suffix[parent], word);
    if (this.#nodeCount === this.#parent.length) this.#grow();
    const node = this.#nodeCount++;
    this.#parent[node] = parent;
    this.#word[node] = word;
    this.#suffix[node] = suffix;
    this.#level[node] = parent === EMPTY_CONTEXT ? 1 : this.#level[parent] + 1;
    this.#count[node] = this.#followers[node] = this.#different[node] = 0;
    this.#enter(node);
    return node;
  }

  #enter(node: number): void {
    const mask = this.#slots.length - 1;
    let slot = hash(this.#parent[node], this.#word[node]) & mask;
    while (this.#slots[slot] !== NO_NODE) slot = (slot + 1) & mask;
    this.#slots[slot] = node;
  }

  #grow(): void {
    const capacity = 2 * this.#parent.length;
    this.#parent = grown(this.#parent, new Int32Array(capacity));
    this.#suffix = grown(this.#suffix, new Int32Array(capacity));
    this.#word = grown(this.#word, new Int32Array(capacity));
    this.#level = grown(this.#level, new Uint8Array(capacity));
    this.#count = grown(this.#count, new Float64Array(capacity));
    this.#followers = grown(this.#followers, new Float64Array(capacity));
    this.#different = grown(this.#different, new Float64Array(capacity));
    this.#slots = new Int32Array(2 * capacity).fill(NO_NODE);
    for (let node = 0; node < this.#nodeCount; node++) this.#enter(node);
  }
}

function hash(parent: number, word: number): number {
  const mixed = Math.imul(Math.imul(parent + 1, 0x9e3779b1) ^ word, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

function grown<T extends Int32Array | Uint8Array | Float64Array>(from: T, into: T): T {
  into.set(from);
  return into;
}
