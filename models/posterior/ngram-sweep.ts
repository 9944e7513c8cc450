/**
 * Counts the n-grams of all paths of a lattice, weighted by the paths' probabilities, exactly.
 *
 * An edge appends several words and an n-gram may reach back over edges, so what a path said last has to be known: the
 * sweep goes through the nodes in order with the distribution over (node, last n − 1 words). Only such contexts are
 * made that occur. What comes after a node does not depend on how it was reached, and the chain is normalised
 * (forward-backward.ts), so the mass of a context at a node is already a posterior probability.
 *
 * The work is bounded: in a lattice so large that the contexts times the edges would exceed WORK_LIMIT, only the
 * heaviest contexts of a node are told apart and the others are forgotten there, which leaves single words exact.
 */
import type { Lattice } from '../search/lattice.js';
import { SENTENCE_END } from '../text/vocabulary.js';
import type { LatticeChain } from './forward-backward.js';
import { EMPTY, type NgramCounts } from './ngram-counts.js';

const INITIAL_CAPACITY = 1 << 12;
const WORK_LIMIT = 1 << 22;
/** However large the lattice, so many contexts a node are told apart. */
const LEAST_CONTEXTS = 2;

export class NgramSweep {
  readonly #lattice: Lattice;
  readonly #chain: LatticeChain;
  readonly #counts: NgramCounts;
  readonly #contextLimit: number;
  /** The states of a node are a list: its first one, then `next`. */
  readonly #first: Int32Array;
  #next = new Int32Array(INITIAL_CAPACITY);
  #node = new Int32Array(INITIAL_CAPACITY);
  #context = new Int32Array(INITIAL_CAPACITY);
  #mass = new Float64Array(INITIAL_CAPACITY);
  #size = 1;
  #slots = new Int32Array(4 * INITIAL_CAPACITY);

  /** Counts go to `counts`, which the caller closes. */
  constructor(lattice: Lattice, chain: LatticeChain, counts: NgramCounts) {
    this.#lattice = lattice;
    this.#chain = chain;
    this.#counts = counts;
    this.#first = new Int32Array(lattice.nodeCount);
    this.#contextLimit = Math.max(LEAST_CONTEXTS, Math.floor(WORK_LIMIT / (lattice.edgeTo.length + 1)));
  }

  /** Paths begin at this node, after this context, with this probability. */
  startAt(node: number, context: number, mass: number): void {
    this.#arrive(node, context, mass);
  }

  /** Paths begin inside this edge, before its word number `at` (an index of `lattice.words`). */
  startInside(edge: number, at: number, context: number, mass: number): void {
    this.#follow(edge, at, context, mass);
  }

  run(): void {
    const { nodeCount, firstEdge, wordStart } = this.#lattice;
    const { transition } = this.#chain;
    for (let node = 0; node < nodeCount - 1; node++) {
      if (this.#first[node] === 0) continue;
      this.#forgetLightest(node);
      for (let e = firstEdge[node]; e < firstEdge[node + 1]; e++) {
        if (transition[e] === 0) continue;
        for (let state = this.#first[node]; state !== 0; state = this.#next[state]) {
          this.#follow(e, wordStart[e], this.#context[state], this.#mass[state] * transition[e]);
        }
      }
    }
  }

  /** Appends the words of an edge from `at` on. */
  #follow(edge: number, at: number, context: number, mass: number): void {
    const { words, wordStart, edgeTo } = this.#lattice;
    const counts = this.#counts;
    for (let i = at; i < wordStart[edge + 1]; i++) {
      context = counts.context(counts.addWord(context, words[i], mass));
    }
    this.#arrive(edgeTo[edge], context, mass);
  }

  #arrive(node: number, context: number, mass: number): void {
    if (node === this.#lattice.nodeCount - 1) this.#counts.addWord(context, SENTENCE_END, mass);
    else this.#add(node, context, mass);
  }

  #add(node: number, context: number, mass: number): void {
    const mask = this.#slots.length - 1;
    let slot = hashOf(node, context) & mask;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const state = this.#slots[slot];
      if (this.#node[state] === node && this.#context[state] === context) {
        this.#mass[state] += mass;
        return;
      }
    }
    const state = this.#size++;
    if (state === this.#node.length) slot = this.#grow(node, context);
    this.#slots[slot] = state;
    this.#node[state] = node;
    this.#context[state] = context;
    this.#mass[state] = mass;
    this.#next[state] = this.#first[node];
    this.#first[node] = state;
  }

  #forgetLightest(node: number): void {
    let states = 0;
    for (let state = this.#first[node]; state !== 0; state = this.#next[state]) states++;
    if (states <= this.#contextLimit) return;
    const masses = new Float64Array(states);
    for (let state = this.#first[node], i = 0; state !== 0; state = this.#next[state])
      masses[i++] = this.#mass[state];
    masses.sort();
    const room = this.#contextLimit - 1;
    const least = masses[states - room];
    let [kept, keptCount, forgotten] = [0, 0, 0];
    for (let state = this.#first[node]; state !== 0; ) {
      const next = this.#next[state];
      const isHeavy = this.#mass[state] >= least && keptCount < room;
      if (isHeavy || this.#context[state] === EMPTY) {
        this.#next[state] = kept;
        kept = state;
        keptCount++;
      } else {
        forgotten += this.#mass[state];
      }
      state = next;
    }
    this.#first[node] = kept;
    this.#add(node, EMPTY, forgotten);
  }

  /** More room; returns the free slot for the key. */
  #grow(node: number, context: number): number {
    const capacity = 2 * this.#node.length;
    const [next, nodes, contexts] = [this.#next, this.#node, this.#context].map((old) => {
      const wider = new Int32Array(capacity);
      wider.set(old);
      return wider;
    });
    const mass = new Float64Array(capacity);
    mass.set(this.#mass);
    [this.#next, this.#node, this.#context, this.#mass] = [next, nodes, contexts, mass];
    this.#slots = new Int32Array(4 * capacity);
    for (let state = 1; state < this.#size - 1; state++) {
      this.#slots[this.#freeSlot(nodes[state], contexts[state])] = state;
    }
    return this.#freeSlot(node, context);
  }

  #freeSlot(node: number, context: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(node, context) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    return slot;
  }
}

function hashOf(node: number, context: number): number {
  const hash = Math.imul(node, 0x9e3779b1) ^ Math.imul(context, 0x85ebca6b);
  return hash ^ (hash >>> 15);
}
