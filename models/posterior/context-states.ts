/**
 * The places of a lattice told apart by what was said last: states (node, context), each entered once, with a value
 * that a sweep sums or maximises. The states of a node form a list: `first[node]`, then `next`; 0 ends it.
 */
const INITIAL_CAPACITY = 1 << 12;

export class ContextStates {
  /** Number of states + 1: state 0 is none. */
  size = 1;
  readonly first: Int32Array;
  next = new Int32Array(INITIAL_CAPACITY);
  context = new Int32Array(INITIAL_CAPACITY);
  value = new Float64Array(INITIAL_CAPACITY);
  readonly #zero: number;
  #node = new Int32Array(INITIAL_CAPACITY);
  #slots = new Int32Array(4 * INITIAL_CAPACITY);

  /** `zero` is the value that a new state begins with. */
  constructor(nodeCount: number, zero: number) {
    this.first = new Int32Array(nodeCount);
    this.#zero = zero;
  }

  /** The state of this node and context, made if it was missing. */
  enter(node: number, context: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(node, context) & mask;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const state = this.#slots[slot];
      if (this.#node[state] === node && this.context[state] === context) return state;
    }
    const state = this.size++;
    if (state === this.#node.length) {
      this.#grow();
      slot = this.#freeSlot(node, context);
    }
    this.#slots[slot] = state;
    this.#node[state] = node;
    this.context[state] = context;
    this.value[state] = this.#zero;
    this.next[state] = this.first[node];
    this.first[node] = state;
    return state;
  }

  /** Number of states of a node. */
  countAt(node: number): number {
    let count = 0;
    for (let state = this.first[node]; state !== 0; state = this.next[state]) count++;
    return count;
  }

  nodeOf(state: number): number {
    return this.#node[state];
  }

  #grow(): void {
    const capacity = 2 * this.#node.length;
    const [next, nodes, contexts] = [this.next, this.#node, this.context].map((old) => {
      const wider = new Int32Array(capacity);
      wider.set(old);
      return wider;
    });
    const value = new Float64Array(capacity);
    value.set(this.value);
    [this.next, this.#node, this.context, this.value] = [next, nodes, contexts, value];
    this.#slots = new Int32Array(4 * capacity);
    for (let state = 1; state < this.size - 1; state++) {
      this.#slots[this.#freeSlot(nodes[state], contexts[state])] = state;
    }
  }

  #freeSlot(node: number, context: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(node, context) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    return slot;
  }
}

function hashOf(node: number, context: number): number {
  const hash = Math.imul(node, 0x9e3779b1) ^ Math.imul(context, 0x85ebca6b);
  return hash ^ (hash >>> 15);
}
