/**
 * Word posteriors by position (Ueffing & Ney 2007, §4.1): the probability that a word stands at its place, counted in
 * words from the start, and that it stands within a few words of it, over all paths of a lattice.
 *
 * What follows a node does not depend on how long the path to it was, so only the way to a node needs a distribution
 * over lengths: cells of a window around the mean length at each node. What falls outside the window is counted at its
 * border, which is farther from any place than the neighbourhood looked at.
 *
 *   const { exact, near } = new PositionPosteriors(lattice, chain).of(words);
 */
import type { Lattice } from '../search/lattice.js';
import type { LatticeChain } from './forward-backward.js';

/** Lengths told apart at a node. */
const WINDOW = 24;
/** Words on either side that count as near. */
const NEIGHBOURHOOD = 3;
const LEAST_MASS = 1e-6;

export interface PositionPosterior {
  /** For every word the probability that it stands at its place. */
  readonly exact: Float64Array;
  /** The same within three words of it. */
  readonly near: Float64Array;
}

export class PositionPosteriors {
  readonly #lattice: Lattice;
  readonly #chain: LatticeChain;
  /** Length of the first cell of each node; the masses of its cells are a row of WINDOW. */
  readonly #low: Int32Array;
  readonly #cells: Float64Array;

  constructor(lattice: Lattice, chain: LatticeChain) {
    this.#lattice = lattice;
    this.#chain = chain;
    this.#low = windowStarts(lattice, chain);
    this.#cells = new Float64Array(lattice.nodeCount * WINDOW);
    this.#sweep();
  }

  of(words: ArrayLike<number>): PositionPosterior {
    const exact = new Float64Array(words.length);
    const near = new Float64Array(words.length);
    const wanted = new Set<number>();
    for (let i = 0; i < words.length; i++) wanted.add(words[i]);
    const { nodeCount, firstEdge, wordStart, words: said } = this.#lattice;
    const { transition, reach } = this.#chain;
    for (let node = 0; node < nodeCount - 1; node++) {
      for (let e = firstEdge[node]; e < firstEdge[node + 1]; e++) {
        if (reach[node] * transition[e] < LEAST_MASS) continue;
        for (let at = wordStart[e]; at < wordStart[e + 1]; at++) {
          if (!wanted.has(said[at])) continue;
          for (let cell = 0; cell < WINDOW; cell++) {
            const mass = this.#cells[node * WINDOW + cell] * transition[e];
            if (mass < LEAST_MASS) continue;
            const place = this.#low[node] + cell + at - wordStart[e];
            if (words[place] === said[at]) exact[place] += mass;
            const last = Math.min(words.length - 1, place + NEIGHBOURHOOD);
            for (let i = Math.max(0, place - NEIGHBOURHOOD); i <= last; i++)
              if (words[i] === said[at]) near[i] += mass;
          }
        }
      }
    }
    return { exact: exact.map(atMostOne), near: near.map(atMostOne) };
  }

  #sweep(): void {
    const { nodeCount, firstEdge, edgeTo, wordStart } = this.#lattice;
    const { transition } = this.#chain;
    const cells = this.#cells;
    cells[0 - this.#low[0]] = 1;
    for (let node = 0; node < nodeCount - 1; node++) {
      for (let cell = 0; cell < WINDOW; cell++) {
        const mass = cells[node * WINDOW + cell];
        if (mass < LEAST_MASS * LEAST_MASS) continue;
        const length = this.#low[node] + cell;
        for (let e = firstEdge[node]; e < firstEdge[node + 1]; e++) {
          const to = edgeTo[e];
          const inside = length + wordStart[e + 1] - wordStart[e] - this.#low[to];
          cells[to * WINDOW + Math.min(WINDOW - 1, Math.max(0, inside))] += mass * transition[e];
        }
      }
    }
  }
}

/** The window of a node begins half a window before the mean length of the paths to it. */
function windowStarts(lattice: Lattice, { transition, reach }: LatticeChain): Int32Array {
  const { nodeCount, firstEdge, edgeTo, wordStart } = lattice;
  const sums = new Float64Array(nodeCount);
  const low = new Int32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    const mean = reach[node] > 0 ? sums[node] / reach[node] : 0;
    low[node] = Math.round(mean) - WINDOW / 2;
    for (let e = firstEdge[node]; e < (firstEdge[node + 1] ?? 0); e++)
      sums[edgeTo[e]] += (sums[node] + reach[node] * (wordStart[e + 1] - wordStart[e])) * transition[e];
  }
  return low;
}

function atMostOne(mass: number): number {
  return Math.min(1, mass);
}
