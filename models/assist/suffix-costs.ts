/**
 * The mirror of prefix matching: for every state of a word graph the best score of a way from it to the end that says
 * what stands right of the caret, errors corrected at the same costs (see prefix-matcher.ts).
 */
import type { EditCosts } from './prefix-matcher.js';
import { replacementCosts } from './prefix-matcher.js';
import type { WordGraph } from './word-graph.js';

/** `restBest` of the graph under the condition that the rest is `forms`. Without forms: that nothing is left to say. */
export function scoresInto(graph: WordGraph, forms: readonly string[], costs: EditCosts): Float64Array {
  const { stateCount, firstArc, arcTo, arcScore, arcWord, endScore } = graph;
  let column = endScore.slice();
  for (let state = stateCount - 1; state >= 0; state--) {
    for (let arc = firstArc[state]; arc < firstArc[state + 1]; arc++) {
      const score = column[arcTo[arc]] + arcScore[arc] - costs.missing;
      if (score > column[state]) column[state] = score;
    }
  }
  for (let j = forms.length - 1; j >= 0; j--) {
    const replaced = replacementCosts(graph, forms[j], costs);
    const next = new Float64Array(stateCount);
    for (let state = stateCount - 1; state >= 0; state--) {
      let best = column[state] - costs.extra;
      for (let arc = firstArc[state]; arc < firstArc[state + 1]; arc++) {
        const to = arcTo[arc];
        const score = arcScore[arc] + Math.max(column[to] - replaced[arcWord[arc]], next[to] - costs.missing);
        if (score > best) best = score;
      }
      next[state] = best;
    }
    column = next;
  }
  return column;
}
