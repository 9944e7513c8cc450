/**
 * Where in a word graph one may be after some words: a *frontier* of states, each with the best score of a way there and
 * with the score of all ways together. A walker moves frontiers on word by word; its scratch arrays serve one graph.
 */
import { logAdd, logSumExp } from '../core/log-math.js';
import { ROOT_STATE, type WordGraph } from './word-graph.js';

export interface Frontier {
  readonly states: readonly number[];
  /** Best score of a way to each state: model score less what mismatches cost. */
  readonly bests: readonly number[];
  /** Log of the sum of exp(scale · score) over all ways. */
  readonly sums: readonly number[];
}

export const NO_STATES: Frontier = { states: [], bests: [], sums: [] };

/** The words that may come next, with the share of each. */
export interface NextWords {
  readonly words: readonly number[];
  /** Log mass of all complete paths that go on with the word. */
  readonly masses: readonly number[];
}

export class FrontierWalker {
  readonly graph: WordGraph;
  readonly #slotOfState: Int32Array;
  readonly #slotOfWord: Int32Array;
  /** What a word costs in the step being made; −1 where it is no match. */
  readonly #cost: Float64Array;

  constructor(graph: WordGraph) {
    this.graph = graph;
    this.#slotOfState = new Int32Array(graph.stateCount).fill(-1);
    this.#slotOfWord = new Int32Array(graph.forms.length).fill(-1);
    this.#cost = new Float64Array(graph.forms.length).fill(-1);
  }

  start(): Frontier {
    return { states: [ROOT_STATE], bests: [0], sums: [0] };
  }

  /** Along arcs with one of the words; `costs[k]` is what taking `words[k]` costs. */
  step(from: Frontier, words: readonly number[], costs: readonly number[]): Frontier {
    if (words.length === 0 || from.states.length === 0) return NO_STATES;
    words.forEach((word, k) => {
      this.#cost[word] = costs[k];
    });
    const { firstArc, arcTo, arcWord, arcScore, scale } = this.graph;
    const states: number[] = [];
    const bests: number[] = [];
    const sums: number[] = [];
    for (let i = 0; i < from.states.length; i++) {
      const state = from.states[i];
      for (let arc = firstArc[state]; arc < firstArc[state + 1]; arc++) {
        const cost = this.#cost[arcWord[arc]];
        if (cost < 0) continue;
        const best = from.bests[i] + arcScore[arc] - cost;
        const sum = from.sums[i] + scale * (arcScore[arc] - cost);
        const slot = this.#slotOfState[arcTo[arc]];
        if (slot === -1) {
          this.#slotOfState[arcTo[arc]] = states.length;
          states.push(arcTo[arc]);
          bests.push(best);
          sums.push(sum);
        } else {
          if (best > bests[slot]) bests[slot] = best;
          sums[slot] = logAdd(sums[slot], sum);
        }
      }
    }
    for (const state of states) this.#slotOfState[state] = -1;
    for (const word of words) this.#cost[word] = -1;
    return { states, bests, sums };
  }

  /** Log mass of all complete paths through the frontier. */
  mass({ states, sums }: Frontier): number {
    return logSumExp(states.map((state, i) => sums[i] + this.graph.restSum[state]));
  }

  /** Log mass of the paths that end here. */
  endMass({ states, sums }: Frontier): number {
    const { endScore, scale } = this.graph;
    return logSumExp(states.map((state, i) => sums[i] + scale * endScore[state]));
  }

  nextWords(from: Frontier): NextWords {
    const { firstArc, arcTo, arcWord, arcScore, restSum, scale } = this.graph;
    const words: number[] = [];
    const masses: number[] = [];
    for (let i = 0; i < from.states.length; i++) {
      const state = from.states[i];
      for (let arc = firstArc[state]; arc < firstArc[state + 1]; arc++) {
        const mass = from.sums[i] + scale * arcScore[arc] + restSum[arcTo[arc]];
        const slot = this.#slotOfWord[arcWord[arc]];
        if (slot === -1) {
          this.#slotOfWord[arcWord[arc]] = words.length;
          words.push(arcWord[arc]);
          masses.push(mass);
        } else masses[slot] = logAdd(masses[slot], mass);
      }
    }
    for (const word of words) this.#slotOfWord[word] = -1;
    return { words, masses };
  }

  /** Best score of a complete path through the frontier. */
  best({ states, bests }: Frontier): number {
    let best = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < states.length; i++) best = Math.max(best, bests[i] + this.graph.restBest[states[i]]);
    return best;
  }

  /** The arcs of the best way from the frontier to the end. */
  bestPath({ states, bests }: Frontier): number[] {
    const { firstArc, arcTo, arcScore, endScore, restBest } = this.graph;
    let start = -1;
    for (let i = 0; i < states.length; i++) {
      const better = start === -1 || bests[i] + restBest[states[i]] > bests[start] + restBest[states[start]];
      if (better) start = i;
    }
    const arcs: number[] = [];
    if (start === -1) return arcs;
    for (let state = states[start]; endScore[state] < restBest[state]; state = arcTo[arcs[arcs.length - 1]]) {
      let next = -1;
      for (let arc = firstArc[state]; arc < firstArc[state + 1]; arc++) {
        if (next === -1 || arcScore[arc] + restBest[arcTo[arc]] > arcScore[next] + restBest[arcTo[next]])
          next = arc;
      }
      if (next === -1) break;
      arcs.push(next);
    }
    return arcs;
  }
}
