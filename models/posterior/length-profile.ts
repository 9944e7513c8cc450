/**
 * What each length costs: the best score of a translation of a lattice for every number of words. From it follows at
 * once how long the best translation would be if each word were worth more or less, without another search.
 */
import type { Lattice } from '../search/lattice.js';
import { finiteScore } from './forward-backward.js';

/** Entry n: the best score of a path with n words, −∞ if there is none. */
export function lengthProfile(lattice: Lattice): Float64Array {
  const { nodeCount, firstEdge, edgeTo, edgeScore, wordStart } = lattice;
  const width = longestPath(lattice) + 1;
  const best = new Float64Array(nodeCount * width).fill(Number.NEGATIVE_INFINITY);
  best[0] = 0;
  for (let node = 0; node < nodeCount - 1; node++) {
    for (let e = firstEdge[node]; e < firstEdge[node + 1]; e++) {
      const words = wordStart[e + 1] - wordStart[e];
      const score = finiteScore(edgeScore[e]);
      const from = node * width;
      const to = edgeTo[e] * width + words;
      for (let n = 0; n + words < width; n++) {
        const value = best[from + n] + score;
        if (value > best[to + n]) best[to + n] = value;
      }
    }
  }
  return best.slice((nodeCount - 1) * width);
}

/** Words of the best translation when each word adds `perWord` to its score; the shortest of equals. */
export function bestLength(profile: Float64Array, perWord: number): number {
  let [length, most] = [0, Number.NEGATIVE_INFINITY];
  for (let n = 0; n < profile.length; n++) {
    const value = profile[n] + perWord * n;
    if (value > most) [length, most] = [n, value];
  }
  return length;
}

function longestPath({ nodeCount, firstEdge, edgeTo, wordStart }: Lattice): number {
  const longest = new Int32Array(nodeCount);
  for (let node = 0; node < nodeCount - 1; node++) {
    for (let e = firstEdge[node]; e < firstEdge[node + 1]; e++) {
      const words = longest[node] + wordStart[e + 1] - wordStart[e];
      if (words > longest[edgeTo[e]]) longest[edgeTo[e]] = words;
    }
  }
  return longest[nodeCount - 1];
}
