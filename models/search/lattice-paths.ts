/**
 * Best paths of a lattice. Paths are built forwards, from any node, with the exact best score of the rest as the
 * estimate (A*), so they come best first and the first one costs one walk.
 *
 *   const rest = bestRest(lattice);
 *   for (const { edges, score } of latticePaths(lattice, rest)) …
 */
import type { Lattice } from './lattice.js';
import { PartialPaths } from './partial-paths.js';
import type { GraphPath } from './search-graph.js';

/** For every node the best score of a path from it to the end. */
export function bestRest({ nodeCount, firstEdge, edgeTo, edgeScore }: Lattice): Float64Array {
  const rest = new Float64Array(nodeCount).fill(Number.NEGATIVE_INFINITY);
  rest[nodeCount - 1] = 0;
  for (let node = nodeCount - 2; node >= 0; node--) {
    for (let e = firstEdge[node]; e < firstEdge[node + 1]; e++) {
      const score = edgeScore[e] + rest[edgeTo[e]];
      if (score > rest[node]) rest[node] = score;
    }
  }
  return rest;
}

/** Yields the paths from `start` to the end by falling score; `score` is of the edges given, in their order. */
export function* latticePaths(
  lattice: Lattice,
  rest: Float64Array = bestRest(lattice),
  start = 0,
): Generator<GraphPath> {
  const { nodeCount, firstEdge, edgeTo, edgeScore } = lattice;
  const queue = new PartialPaths();
  queue.push(start, -1, -1, 0, rest[start]);
  for (let item = queue.pop(); item !== -1; item = queue.pop()) {
    const node = queue.node[item];
    if (node === nodeCount - 1) {
      yield { edges: queue.edgesOf(item).reverse(), score: queue.score[item] };
      continue;
    }
    for (let e = firstEdge[node]; e < firstEdge[node + 1]; e++) {
      const score = queue.score[item] + edgeScore[e];
      queue.push(edgeTo[e], e, item, score, score + rest[edgeTo[e]]);
    }
  }
}

/** The words that the edges append, in their order. */
export function pathWords({ wordStart, words }: Lattice, edges: readonly number[]): number[] {
  const appended: number[] = [];
  for (const e of edges) for (let at = wordStart[e]; at < wordStart[e + 1]; at++) appended.push(words[at]);
  return appended;
}
