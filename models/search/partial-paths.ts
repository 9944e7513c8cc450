/**
 * A heap of partial paths for best-first enumeration. A partial path is a node, the edge that was added last and the
 * item it was added to; items are never freed, because later paths share them. Equal priorities come out in the order
 * they went in.
 */
export class PartialPaths {
  readonly node: number[] = [];
  /** Score of the part that is built. */
  readonly score: number[] = [];
  readonly #edge: number[] = [];
  readonly #before: number[] = [];
  readonly #priority: number[] = [];
  readonly #heap: number[] = [];

  /** `before` is the item this one continues, with `edge`; both −1 to begin. */
  push(node: number, edge: number, before: number, score: number, priority: number): void {
    const item = this.node.length;
    this.node.push(node);
    this.score.push(score);
    this.#edge.push(edge);
    this.#before.push(before);
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

  /** The best item, taken out of the heap; −1 when there is none. */
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

  /** The edges of an item, last added first. */
  edgesOf(item: number): number[] {
    const edges: number[] = [];
    for (let at = item; this.#edge[at] !== -1; at = this.#before[at]) edges.push(this.#edge[at]);
    return edges;
  }

  #precedes(a: number, b: number): boolean {
    return this.#priority[a] > this.#priority[b] || (this.#priority[a] === this.#priority[b] && a < b);
  }
}
