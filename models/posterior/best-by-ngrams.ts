/**
 * The path of a lattice with the best sum of n-gram gains and weighted model score, exactly: a best-path search over
 * (node, last n − 1 words). With the gains of ngram-gains.ts this is minimum-Bayes-risk decoding on the whole graph.
 */
import type { Lattice } from '../search/lattice.js';
import type { GraphPath } from '../search/search-graph.js';
import { SENTENCE_END, SENTENCE_START } from '../text/vocabulary.js';
import { ContextStates } from './context-states.js';
import { finiteScore } from './forward-backward.js';
import { EMPTY, type NgramCounts } from './ngram-counts.js';

/**
 * `gains[u]` is what saying the last word of n-gram u gains, u the longest known n-gram that ends there. `counts` must
 * know the n-grams of the lattice; what it does not know gains nothing.
 */
export function bestPathByNgrams(
  lattice: Lattice,
  counts: NgramCounts,
  gains: Float64Array,
  scoreWeight: number,
): GraphPath {
  const { nodeCount, firstEdge, edgeTo, edgeScore, wordStart, words } = lattice;
  const end = nodeCount - 1;
  const states = new ContextStates(nodeCount, Number.NEGATIVE_INFINITY);
  let cameFrom = new Int32Array(1 << 12);
  let cameBy = new Int32Array(1 << 12);
  const start = counts.longestKnown(EMPTY, SENTENCE_START);
  states.value[states.enter(0, counts.context(start))] = 0;
  for (let node = 0; node < end; node++) {
    for (let from = states.first[node]; from !== 0; from = states.next[from]) {
      for (let e = firstEdge[node]; e < firstEdge[node + 1]; e++) {
        let value = states.value[from] + scoreWeight * finiteScore(edgeScore[e]);
        let context = states.context[from];
        for (let i = wordStart[e]; i < wordStart[e + 1]; i++) {
          const ngram = counts.longestKnown(context, words[i]);
          value += gains[ngram];
          context = counts.context(ngram);
        }
        if (edgeTo[e] === end) {
          value += gains[counts.longestKnown(context, SENTENCE_END)];
          context = EMPTY;
        }
        const to = states.enter(edgeTo[e], context);
        if (to >= cameFrom.length) [cameFrom, cameBy] = [doubled(cameFrom), doubled(cameBy)];
        if (value > states.value[to]) {
          states.value[to] = value;
          cameFrom[to] = from;
          cameBy[to] = e;
        }
      }
    }
  }
  const edges: number[] = [];
  let score = 0;
  for (let state = states.first[end]; state !== 0 && states.nodeOf(state) !== 0; state = cameFrom[state]) {
    edges.push(cameBy[state]);
    score += edgeScore[cameBy[state]];
  }
  return { edges: edges.reverse(), score };
}

function doubled(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(2 * array.length);
  wider.set(array);
  return wider;
}
