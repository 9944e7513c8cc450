/**
 * Expected counts of n-grams, as a trie in open addressing: an n-gram is a number, found from the number of its first
 * n − 1 words and its last word. Every n-gram also knows its longest proper suffix.
 *
 * Counting touches one entry a word: an occurrence is added to the longest n-gram that ends there, and `close` hands
 * the counts down to all suffixes. Number 0 is the empty n-gram.
 *
 *   let context = counts.extend(EMPTY, SENTENCE_START);
 *   for (const word of words) context = counts.context(counts.addWord(context, word, mass));
 *   counts.close();
 */
import { SENTENCE_END, SENTENCE_START } from '../text/vocabulary.js';

export const EMPTY = 0;
export const MISSING = -1;

const INITIAL_CAPACITY = 1 << 10;

export class NgramCounts {
  readonly order: number;
  /** Number of n-grams, the empty one included. */
  size = 1;
  count = new Float64Array(INITIAL_CAPACITY);

  #parent = new Int32Array(INITIAL_CAPACITY);
  #word = new Int32Array(INITIAL_CAPACITY);
  #suffix = new Int32Array(INITIAL_CAPACITY);
  #length = new Uint8Array(INITIAL_CAPACITY);
  #bounded = new Uint8Array(INITIAL_CAPACITY);
  #slots = new Int32Array(4 * INITIAL_CAPACITY);

  constructor(order: number) {
    this.order = order;
  }

  /** The n-gram of `context` followed by `word`, or MISSING. The context has fewer words than the order. */
  find(context: number, word: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(context, word) & mask; ; slot = (slot + 1) & mask) {
      const ngram = this.#slots[slot];
      if (ngram === 0) return MISSING;
      if (this.#parent[ngram] === context && this.#word[ngram] === word) return ngram;
    }
  }

  /** The same, entered if it was missing, with all its suffixes. */
  extend(context: number, word: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(context, word) & mask;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const ngram = this.#slots[slot];
      if (this.#parent[ngram] === context && this.#word[ngram] === word) return ngram;
    }
    // Suffixes get lower numbers than what they are suffixes of; `close` relies on it.
    const suffix = context === EMPTY ? EMPTY : this.extend(this.#suffix[context], word);
    return this.#enter(context, word, suffix);
  }

  /** The longest n-gram that ends with `word` after `context`; EMPTY for a word never met. */
  longestKnown(context: number, word: number): number {
    for (let at = context; ; at = this.#suffix[at]) {
      const ngram = this.find(at, word);
      if (ngram !== MISSING) return ngram;
      if (at === EMPTY) return EMPTY;
    }
  }

  /** Adds an occurrence of `word` after `context`; returns the n-gram that it ends. */
  addWord(context: number, word: number, mass: number): number {
    const ngram = this.extend(context, word);
    this.count[ngram] += mass;
    return ngram;
  }

  /** What of an n-gram can be the context of the next word. */
  context(ngram: number): number {
    return this.#length[ngram] === this.order ? this.#suffix[ngram] : ngram;
  }

  /** The n-gram without its first word. */
  suffix(ngram: number): number {
    return this.#suffix[ngram];
  }

  /** The n-gram without its last word. */
  parent(ngram: number): number {
    return this.#parent[ngram];
  }

  lastWord(ngram: number): number {
    return this.#word[ngram];
  }

  /** Number of words. */
  length(ngram: number): number {
    return this.#length[ngram];
  }

  /** Whether it begins or ends a sentence. */
  isBounded(ngram: number): boolean {
    return this.#bounded[ngram] === 1;
  }

  /** The number of an n-gram given by its words (at most `order`), or MISSING. */
  lookUp(words: ArrayLike<number>): number {
    if (words.length > this.order) return MISSING;
    let ngram = EMPTY;
    for (let i = 0; i < words.length && ngram !== MISSING; i++) ngram = this.find(ngram, words[i]);
    return ngram;
  }

  /** Hands the counts of longer n-grams down to their suffixes. Call once, when all is counted. */
  close(): void {
    for (let ngram = this.size - 1; ngram > EMPTY; ngram--) {
      this.count[this.#suffix[ngram]] += this.count[ngram];
    }
  }

  get byteLength(): number {
    return (
      this.count.byteLength +
      this.#parent.byteLength +
      this.#word.byteLength +
      this.#suffix.byteLength +
      this.#length.byteLength +
      this.#bounded.byteLength +
      this.#slots.byteLength
    );
  }

  #enter(parent: number, word: number, suffix: number): number {
    const ngram = this.size++;
    if (ngram === this.#parent.length) this.#grow();
    this.#parent[ngram] = parent;
    this.#word[ngram] = word;
    this.#suffix[ngram] = suffix;
    this.#length[ngram] = this.#length[parent] + 1;
    this.#bounded[ngram] = word === SENTENCE_START || word === SENTENCE_END ? 1 : this.#bounded[parent];
    this.#insert(ngram);
    return ngram;
  }

  #insert(ngram: number): void {
    const mask = this.#slots.length - 1;
    let slot = hashOf(this.#parent[ngram], this.#word[ngram]) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = ngram;
  }

  #grow(): void {
    const capacity = 2 * this.#parent.length;
    this.#parent = widened(this.#parent, new Int32Array(capacity));
    this.#word = widened(this.#word, new Int32Array(capacity));
    this.#suffix = widened(this.#suffix, new Int32Array(capacity));
    this.#length = widened(this.#length, new Uint8Array(capacity));
    this.#bounded = widened(this.#bounded, new Uint8Array(capacity));
    this.count = widened(this.count, new Float64Array(capacity));
    this.#slots = new Int32Array(4 * capacity);
    for (let ngram = 1; ngram < this.size - 1; ngram++) this.#insert(ngram);
  }
}

function widened<T extends Int32Array | Uint8Array | Float64Array>(old: T, wider: T): T {
  wider.set(old);
  return wider;
}

function hashOf(context: number, word: number): number {
  const hash = Math.imul(context, 0x9e3779b1) ^ Math.imul(word, 0x85ebca6b);
  return hash ^ (hash >>> 15);
}
