/**
 * The n best paths of a search graph, best first, made lazily.
 *
 * A path is built from its end: a partial path from a node to the end has a known score, and the best way from the
 * root to that node is known from the search, so the sum is exactly the best complete path it can become. Taking the
 * best partial path each time (A* with a perfect estimate) yields complete paths in order.
 */
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
      yield { edges: queue.edgesFrom(item), score: queue.rest[item] };
      continue;
    }
    for (let edge = node; edge !== -1; edge = graph.nextEdge(edge)) {
      const parent = graph.parent(edge);
      const rest = queue.rest[item] + graph.edgeScore(edge);
      queue.push(parent, edge, item, rest, graph.score(parent) + rest);
    }
  }
}

/** A heap of partial paths; items are never freed, because later paths share their tails. */
class PartialPaths {
  readonly node: number[] = [];
  readonly rest: number[] = [];
  readonly #edge: number[] = [];
  readonly #tail: number[] = [];
  readonly #priority: number[] = [];
  readonly #heap: number[] = [];

  push(node: number, edge: number, tail: number, rest: number, priority: number): void {
    const item = this.node.length;
    this.node.push(node);
    this.rest.push(rest);
    this.#edge.push(edge);
    this.#tail.push(tail);
    this.#priority.push(priority);
    let at = this.#heap.length;
    this.#heap.push(item);
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!this.#precedes(item, this.#heap[up])) break;
      this.#heap[at] = this.#heap[up];
      at = up;
    }
    this.#heap[at] = item;
  }

  pop(): number {
    if (this.#heap.length === 0) return -1;
    const best = this.#heap[0];
    const last = this.#heap.pop() as number;
    const size = this.#heap.length;
    if (size > 0) {
      let at = 0;
      for (;;) {
        let child = 2 * at + 1;
        if (child >= size) break;
        if (child + 1 < size && this.#precedes(this.#heap[child + 1], this.#heap[child])) child++;
        if (!this.#precedes(this.#heap[child], last)) break;
        this.#heap[at] = this.#heap[child];
        at = child;
      }
      this.#heap[at] = last;
    }
    return best;
  }

  /** The edges of a complete path, first to last. */
  edgesFrom(item: number): number[] {
    const edges: number[] = [];
    for (let at = item; this.#edge[at] !== -1; at = this.#tail[at]) edges.push(this.#edge[at]);
    return edges;
  }

  #precedes(a: number, b: number): boolean {
    return this.#priority[a] > this.#priority[b] || (this.#priority[a] === this.#priority[b] && a < b);
  }
}
