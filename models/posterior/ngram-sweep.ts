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
import { ContextStates } from './context-states.js';
import type { LatticeChain } from './forward-backward.js';
import { EMPTY, type NgramCounts } from './ngram-counts.js';

const WORK_LIMIT = 1 << 22;
/** However large the lattice, so many contexts a node are told apart. */
const LEAST_CONTEXTS = 2;

export class NgramSweep {
  readonly #lattice: Lattice;
  readonly #chain: LatticeChain;
  readonly #counts: NgramCounts;
  readonly #states: ContextStates;
  readonly #contextLimit: number;

  /** Counts go to `counts`, which the caller closes. */
  constructor(lattice: Lattice, chain: LatticeChain, counts: NgramCounts) {
    this.#lattice = lattice;
    this.#chain = chain;
    this.#counts = counts;
    this.#states = new ContextStates(lattice.nodeCount, 0);
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
    const states = this.#states;
    for (let node = 0; node < nodeCount - 1; node++) {
      if (states.first[node] === 0) continue;
      this.#forgetLightest(node);
      for (let e = firstEdge[node]; e < firstEdge[node + 1]; e++) {
        if (transition[e] === 0) continue;
        for (let state = states.first[node]; state !== 0; state = states.next[state]) {
          this.#follow(e, wordStart[e], states.context[state], states.value[state] * transition[e]);
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
    if (node === this.#lattice.nodeCount - 1) {
      this.#counts.addWord(context, SENTENCE_END, mass);
    } else {
      // `value` may be replaced by a larger array while the state is entered.
      const state = this.#states.enter(node, context);
      this.#states.value[state] += mass;
    }
  }

  #forgetLightest(node: number): void {
    const states = this.#states;
    const count = states.countAt(node);
    if (count <= this.#contextLimit) return;
    const masses = new Float64Array(count);
    for (let state = states.first[node], i = 0; state !== 0; state = states.next[state])
      masses[i++] = states.value[state];
    masses.sort();
    const room = this.#contextLimit - 1;
    const least = masses[count - room];
    let [kept, keptCount, forgotten] = [0, 0, 0];
    for (let state = states.first[node]; state !== 0; ) {
      const next = states.next[state];
      const isHeavy = states.value[state] >= least && keptCount < room;
      if (isHeavy || states.context[state] === EMPTY) {
        states.next[state] = kept;
        kept = state;
        keptCount++;
      } else {
        forgotten += states.value[state];
      }
      state = next;
    }
    states.first[node] = kept;
    this.#arrive(node, EMPTY, forgotten);
  }
}
