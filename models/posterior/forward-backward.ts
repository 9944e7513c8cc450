/**
 * One backward and one forward sweep over a lattice, in the (log-sum, +) and the (max, +) semiring at once.
 *
 * With B(n) the sum over all paths from node n to the end of exp(γ · score), the probability of taking edge e out of
 * its node is
 *
 *   q(e) = exp(γ · score(e)) · B(to) / B(from)
 *
 * and the q of a node sum to one: the lattice becomes a Markov chain whose paths have exactly the posterior
 * probabilities p(path | source) ∝ exp(γ · score). From there on nothing is in logs: the probability of reaching a node
 * is a sum of products of numbers between 0 and 1, which can neither overflow nor need a normalisation, and what is
 * known about the beginning of a path (words already typed) needs no new backward sweep.
 *
 *   const chain = forwardBackward(lattice, scale);
 *   chain.reach[lattice.edgeFrom[e]] * chain.transition[e]      // posterior of edge e
 */
import type { Lattice } from '../search/lattice.js';

export interface LatticeChain {
  /** γ: scores are multiplied by it. */
  readonly scale: number;
  /** q(e) for every edge. */
  readonly transition: Float64Array;
  /** For every node the probability that a path goes through it. */
  readonly reach: Float64Array;
  /** For every node the best (unscaled) score of a path from it to the end. */
  readonly bestRest: Float64Array;
  /** log Σ exp(γ · score) over all paths. */
  readonly logTotal: number;
}

/** Scores beyond this, infinite ones and NaN count as this: worse than anything real, but still comparable. */
const FARTHEST_SCORE = 1e9;

export function forwardBackward(lattice: Lattice, scale: number): LatticeChain {
  const { nodeCount, firstEdge, edgeTo, edgeScore } = lattice;
  const transition = new Float64Array(edgeScore.length);
  const logSum = new Float64Array(nodeCount).fill(Number.NEGATIVE_INFINITY);
  const bestRest = new Float64Array(nodeCount).fill(Number.NEGATIVE_INFINITY);
  logSum[nodeCount - 1] = 0;
  bestRest[nodeCount - 1] = 0;
  for (let node = nodeCount - 2; node >= 0; node--) {
    const start = firstEdge[node];
    const end = firstEdge[node + 1];
    let highest = Number.NEGATIVE_INFINITY;
    let best = Number.NEGATIVE_INFINITY;
    for (let e = start; e < end; e++) {
      const score = finiteScore(edgeScore[e]);
      const scaled = scale * score + logSum[edgeTo[e]];
      transition[e] = scaled;
      if (scaled > highest) highest = scaled;
      if (score + bestRest[edgeTo[e]] > best) best = score + bestRest[edgeTo[e]];
    }
    bestRest[node] = best;
    if (highest === Number.NEGATIVE_INFINITY) {
      transition.fill(0, start, end);
      continue;
    }
    let sum = 0;
    for (let e = start; e < end; e++) sum += transition[e] = Math.exp(transition[e] - highest);
    for (let e = start; e < end; e++) transition[e] /= sum;
    logSum[node] = highest + Math.log(sum);
  }
  return {
    scale,
    transition,
    reach: reachOf(lattice, transition),
    bestRest,
    logTotal: logSum[0],
  };
}

/** The score as a number that can be computed with. */
export function finiteScore(score: number): number {
  if (Number.isNaN(score)) return -FARTHEST_SCORE;
  return Math.min(FARTHEST_SCORE, Math.max(-FARTHEST_SCORE, score));
}

function reachOf({ nodeCount, firstEdge, edgeTo }: Lattice, transition: Float64Array): Float64Array {
  const reach = new Float64Array(nodeCount);
  reach[0] = 1;
  for (let node = 0; node < nodeCount - 1; node++) {
    const mass = reach[node];
    if (mass === 0) continue;
    for (let e = firstEdge[node]; e < firstEdge[node + 1]; e++) reach[edgeTo[e]] += mass * transition[e];
  }
  return reach;
}
