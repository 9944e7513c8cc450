/**
 * A search graph as a plain record, for `enface translate --graph`: one JSON object a line. Nodes are numbered from 0
 * (the root) in an order in which every edge leads to a higher number.
 */
import { setPositions } from '../../../models/phrases/translation-options.js';
import { ROOT, type SearchGraph } from '../../../models/search/search-graph.js';

export interface GraphRecord {
  readonly source: readonly string[];
  readonly nodes: number;
  readonly edges: readonly GraphEdge[];
  readonly finals: readonly { readonly node: number; readonly score: number }[];
}

export interface GraphEdge {
  readonly from: number;
  readonly to: number;
  readonly score: number;
  readonly words: readonly string[];
  /** Source positions, from 0; empty for a piece of a phrase that was begun before. */
  readonly positions: readonly number[];
}

export function graphRecord(
  graph: SearchGraph,
  source: readonly string[],
  formOf: (id: number) => string,
): GraphRecord {
  const { options } = graph;
  const nodes = graph.usefulNodes();
  const numberOf = new Map([...nodes].map((node, n) => [node, n]));
  const edges: GraphEdge[] = [];
  for (const node of nodes) {
    if (node === ROOT) continue;
    for (let edge = node; edge !== -1; edge = graph.nextEdge(edge)) {
      const option = graph.option(edge);
      const piece = option === -1 ? graph.piece(edge) : (options.pieceStart[option] ?? 0);
      const ids = options.words.subarray(options.wordStart[piece], options.wordStart[piece + 1]);
      edges.push({
        from: numberOf.get(graph.parent(edge)) ?? 0,
        to: numberOf.get(node) ?? 0,
        score: graph.edgeScore(edge),
        words: Array.from(ids, formOf),
        positions: option === -1 ? [] : setPositions(options, options.optionSet[option] ?? 0),
      });
    }
  }
  const finals = Array.from(graph.finals, (node, f) => ({
    node: numberOf.get(node) ?? 0,
    score: graph.endScores[f] ?? 0,
  }));
  return { source, nodes: nodes.length, edges, finals };
}
