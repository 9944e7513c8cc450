/**
 * What a search leaves behind: nodes are hypotheses that were not merged into others, edges are the rows of the pool
 * (the row of a node and every row merged into it), each with one parent node. All translations that the search kept
 * are paths from the root to a final node.
 *
 * Nodes and edges are numbered by their rows. The graph is a view on the decoder's pool and ends with the next search.
 */
import type { TranslationOptions } from '../phrases/translation-options.js';
import type { SearchStatistics } from './decoder.js';
import { type HypothesisPool, NONE } from './hypothesis-pool.js';

export const ROOT = 0;

/** One path, as edges (rows) from the root to a final node. */
export interface GraphPath {
  readonly edges: readonly number[];
  readonly score: number;
}

export class SearchGraph {
  readonly options: TranslationOptions;
  readonly statistics: SearchStatistics;
  /** Final nodes and what ending there adds to their scores. */
  readonly finals: Int32Array;
  readonly endScores: Float64Array;
  readonly #pool: HypothesisPool;

  constructor(
    pool: HypothesisPool,
    options: TranslationOptions,
    finals: Int32Array,
    endScores: Float64Array,
    statistics: SearchStatistics,
  ) {
    this.#pool = pool;
    this.options = options;
    this.finals = finals;
    this.endScores = endScores;
    this.statistics = statistics;
  }

  /** Whether the search found any complete translation. */
  get isComplete(): boolean {
    return this.finals.length > 0;
  }

  parent(edge: number): number {
    return this.#pool.parent[edge];
  }

  /** The option whose first piece this edge appends, or −1. */
  option(edge: number): number {
    return this.#pool.option[edge];
  }

  /** The waiting piece this edge appends, or −1. */
  piece(edge: number): number {
    return this.#pool.piece[edge];
  }

  /** Best score of any path from the root to the node. */
  score(node: number): number {
    return this.#pool.score[node];
  }

  edgeScore(edge: number): number {
    return this.#pool.score[edge] - this.#pool.score[this.#pool.parent[edge]];
  }

  /** The next edge into the same node, or −1. Begin with the node itself. */
  nextEdge(edge: number): number {
    return this.#pool.alternative[edge];
  }

  /** The best path; null if the search found none. */
  bestPath(): GraphPath | null {
    let best = -1;
    for (let f = 0; f < this.finals.length; f++) {
      if (best === -1 || this.finalScore(f) > this.finalScore(best)) best = f;
    }
    if (best === -1) return null;
    const edges: number[] = [];
    for (let node = this.finals[best]; node !== ROOT; node = this.parent(node)) edges.push(node);
    return { edges: edges.reverse(), score: this.finalScore(best) };
  }

  finalScore(f: number): number {
    return this.#pool.score[this.finals[f]] + this.endScores[f];
  }

  /** Nodes that lie on a path to a final node, parents before their children. */
  usefulNodes(): Int32Array {
    const seen = new Uint8Array(this.#pool.size);
    const order: number[] = [];
    // Depth first along the edges into a node; a node is listed after all its parents.
    const path: { node: number; edge: number }[] = [];
    for (const final of this.finals) {
      if (seen[final] === 0) path.push({ node: final, edge: final });
      seen[final] = 1;
      for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
        if (top.node === ROOT || top.edge === NONE) {
          order.push(top.node);
          path.pop();
          continue;
        }
        const parent = this.parent(top.edge);
        top.edge = this.nextEdge(top.edge);
        if (seen[parent] === 0) path.push({ node: parent, edge: parent });
        seen[parent] = 1;
      }
    }
    return Int32Array.from(order);
  }
}
