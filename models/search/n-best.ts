/**
 * The n best paths of a search graph, best first, made lazily.
 *
 * A path is built from its end: a partial path from a node to the end has a known score, and the best way from the
 * root to that node is known from the search, so the sum is exactly the best complete path it can become. Taking the
 * best partial path each time (A* with a perfect estimate) yields complete paths in order.
 */
import { PartialPaths } from './partial-paths.js';
import type { GraphPath, SearchGraph } from './search-graph.js';
import { ROOT } from './search-graph.js';

/** Yields paths by falling score; ends when the graph has no more. */
export function* nBestPaths(graph: SearchGraph): Generator<GraphPath> {
  const queue = new PartialPaths();
  graph.finals.forEach((node, f) => {
    queue.push(node, -1, -1, graph.endScores[f], graph.finalScore(f));
  });
  for (let item = queue.pop(); item !== -1; item = queue.pop()) {
    const node = queue.node[item];
    if (node === ROOT) {
      yield { edges: queue.edgesOf(item), score: queue.score[item] };
      continue;
    }
    for (let edge = node; edge !== -1; edge = graph.nextEdge(edge)) {
      const parent = graph.parent(edge);
      const rest = queue.score[item] + graph.edgeScore(edge);
      queue.push(parent, edge, item, rest, graph.score(parent) + rest);
    }
  }
}
