/**
 * The distribution of the length of a translation, in words (Zens & Ney 2006, §4, eqs. 6, 11, 12).
 *
 *   p(I) = Σ p(e) over translations e of I words;   λ = Σ I · p(I)
 *   p_β(I) = β · p(I) + (1 − β) · Poisson(I; λ)
 */
import type { Lattice } from '../search/lattice.js';
import type { LatticeChain } from './forward-backward.js';

export class LengthPosterior {
  /** Length of the first entry of `masses`. */
  readonly shortest: number;
  readonly masses: Float64Array;
  /** λ: the expected length. */
  readonly mean: number;

  constructor(shortest: number, masses: Float64Array) {
    this.shortest = shortest;
    this.masses = masses;
    this.mean = masses.reduce((sum, mass, i) => sum + mass * (shortest + i), 0);
  }

  probability(length: number): number {
    return this.masses[length - this.shortest] ?? 0;
  }

  /** Never 0 for β < 1. */
  smoothed(length: number, beta: number): number {
    return beta * this.probability(length) + (1 - beta) * Math.exp(logPoisson(length, this.mean));
  }
}

/** Where paths begin: at a node, with so many words said, with a probability. */
export interface LengthStart {
  readonly node: number;
  readonly length: number;
  readonly mass: number;
}

/** Cells kept for all nodes together; a lattice that needs more has its rarest lengths moved to the nearest kept. */
const CELL_LIMIT = 1 << 22;
const LEAST_WINDOW = 8;

/** Exact for all paths of the lattice from the starts (default: the root). */
export function lengthPosterior(
  lattice: Lattice,
  chain: LatticeChain,
  starts: readonly LengthStart[] = [{ node: 0, length: 0, mass: 1 }],
): LengthPosterior {
  const { nodeCount, firstEdge, edgeTo, wordStart } = lattice;
  const { low, cellStart, cellCount } = lengthWindows(lattice, chain, starts);
  const cells = new Float64Array(cellCount);
  const add = (node: number, length: number, mass: number) => {
    const width = cellStart[node + 1] - cellStart[node];
    cells[cellStart[node] + Math.min(Math.max(length - low[node], 0), width - 1)] += mass;
  };
  for (const { node, length, mass } of starts) add(node, length, mass);
  for (let node = 0; node < nodeCount - 1; node++) {
    for (let cell = cellStart[node]; cell < cellStart[node + 1]; cell++) {
      const mass = cells[cell];
      if (mass === 0) continue;
      const length = low[node] + cell - cellStart[node];
      for (let e = firstEdge[node]; e < firstEdge[node + 1]; e++) {
        add(edgeTo[e], length + wordStart[e + 1] - wordStart[e], mass * chain.transition[e]);
      }
    }
  }
  const end = nodeCount - 1;
  return new LengthPosterior(low[end], cells.slice(cellStart[end], cellStart[end + 1]));
}

/** The distribution over the lengths of a list. */
export function lengthPosteriorOf(
  lengths: readonly number[],
  probabilities: ArrayLike<number>,
): LengthPosterior {
  const shortest = Math.min(...lengths);
  const masses = new Float64Array(Math.max(...lengths) - shortest + 1);
  lengths.forEach((length, i) => {
    masses[length - shortest] += probabilities[i];
  });
  return new LengthPosterior(shortest, masses);
}

/** For every node the lengths that paths to it can have, cut to a window around their mean if there are too many. */
function lengthWindows(
  lattice: Lattice,
  { transition }: LatticeChain,
  starts: readonly LengthStart[],
): { low: Int32Array; cellStart: Int32Array; cellCount: number } {
  const { nodeCount, firstEdge, edgeTo, wordStart } = lattice;
  const low = new Int32Array(nodeCount).fill(0x7fffffff);
  const high = new Int32Array(nodeCount).fill(-1);
  const mass = new Float64Array(nodeCount);
  const weighted = new Float64Array(nodeCount);
  for (const start of starts) {
    low[start.node] = Math.min(low[start.node], start.length);
    high[start.node] = Math.max(high[start.node], start.length);
    mass[start.node] += start.mass;
    weighted[start.node] += start.mass * start.length;
  }
  const window = Math.max(LEAST_WINDOW, Math.floor(CELL_LIMIT / nodeCount));
  const cellStart = new Int32Array(nodeCount + 1);
  for (let node = 0; node < nodeCount; node++) {
    if (high[node] - low[node] >= window && mass[node] > 0) {
      const middle = Math.round(weighted[node] / mass[node]);
      low[node] = Math.max(low[node], middle - (window >> 1));
      high[node] = Math.min(high[node], low[node] + window - 1);
    }
    cellStart[node + 1] = cellStart[node] + Math.max(0, high[node] - low[node] + 1);
    if (high[node] < 0) continue;
    for (let e = firstEdge[node]; e < firstEdge[node + 1]; e++) {
      if (transition[e] === 0) continue;
      const to = edgeTo[e];
      const words = wordStart[e + 1] - wordStart[e];
      low[to] = Math.min(low[to], low[node] + words);
      high[to] = Math.max(high[to], high[node] + words);
      mass[to] += mass[node] * transition[e];
      weighted[to] += (weighted[node] + mass[node] * words) * transition[e];
    }
  }
  return { low, cellStart, cellCount: cellStart[nodeCount] };
}

function logPoisson(count: number, mean: number): number {
  if (mean <= 0) return count === 0 ? 0 : Number.NEGATIVE_INFINITY;
  let logFactorial = 0;
  for (let i = 2; i <= count; i++) logFactorial += Math.log(i);
  return count * Math.log(mean) - mean - logFactorial;
}
