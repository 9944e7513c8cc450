/**
 * What may stand between two parts of a translation: the best paths of a word graph that begin with the words on the
 * left and end with those on the right (errors corrected on both sides), told apart by the words in between. Taking the
 * most promising partial path each time, with the exact best score of the rest as the estimate (A*), yields them in order.
 */
import { type EditCosts, PrefixMatcher } from './prefix-matcher.js';
import { scoresInto } from './suffix-costs.js';
import { restBest, type WordGraph } from './word-graph.js';

export interface Filling {
  /** Word forms; may be none. */
  readonly forms: readonly string[];
  readonly score: number;
}

export interface FillingLimits {
  readonly count: number;
  readonly mostWords: number;
}

/** Partial paths looked at before giving up on finding more. */
const MOST_STEPS = 20_000;

export function fillings(
  graph: WordGraph,
  left: readonly string[],
  right: readonly string[],
  costs: EditCosts,
  limits: FillingLimits,
): Filling[] {
  const into = scoresInto(graph, right, costs);
  const through = restBest({ ...graph, endScore: into });
  const start = new PrefixMatcher(graph, costs).corrected(left);
  const queue = new PartialFillings();
  start.states.forEach((state, i) => {
    queue.push(state, -1, -1, 0, start.bests[i], start.bests[i] + through[state]);
  });
  const found: Filling[] = [];
  const seen = new Set<string>();
  const visits = new Map<string, number>();
  for (let steps = 0; steps < MOST_STEPS && found.length < limits.count; steps++) {
    const item = queue.pop();
    if (item === -1 || queue.priority[item] === Number.NEGATIVE_INFINITY) break;
    const forms = queue.forms(item, graph);
    const key = forms.join('\n');
    if (queue.isComplete(item)) {
      if (!seen.has(key)) found.push({ forms, score: queue.priority[item] });
      seen.add(key);
      continue;
    }
    const state = queue.state[item];
    // The same words up to the same state again can only be worse.
    const place = `${state}\n${key}`;
    if (visits.has(place)) continue;
    visits.set(place, steps);
    const score = queue.score[item];
    if (!seen.has(key)) queue.complete(item, score + into[state]);
    if (queue.length[item] === limits.mostWords) continue;
    for (let arc = graph.firstArc[state]; arc < graph.firstArc[state + 1]; arc++) {
      const to = graph.arcTo[arc];
      const reached = score + graph.arcScore[arc];
      queue.push(to, graph.arcWord[arc], item, queue.length[item] + 1, reached, reached + through[to]);
    }
  }
  return found;
}

const COMPLETE = -1;

/** A heap of partial paths, best first. */
class PartialFillings {
  readonly state: number[] = [];
  readonly score: number[] = [];
  readonly length: number[] = [];
  readonly priority: number[] = [];
  readonly #word: number[] = [];
  readonly #before: number[] = [];
  readonly #heap: number[] = [];

  push(state: number, word: number, before: number, length: number, score: number, priority: number): void {
    const item = this.state.length;
    this.state.push(state);
    this.#word.push(word);
    this.#before.push(before);
    this.length.push(length);
    this.score.push(score);
    this.priority.push(priority);
    let at = this.#heap.length;
    this.#heap.push(item);
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (priority <= this.priority[this.#heap[up]]) break;
      this.#heap[at] = this.#heap[up];
      at = up;
    }
    this.#heap[at] = item;
  }

  /** The same words with nothing to come but what stands on the right. */
  complete(item: number, priority: number): void {
    this.push(COMPLETE, this.#word[item], this.#before[item], this.length[item], priority, priority);
  }

  isComplete(item: number): boolean {
    return this.state[item] === COMPLETE;
  }

  pop(): number {
    const best = this.#heap[0];
    const last = this.#heap.pop();
    if (best === undefined || last === undefined) return -1;
    const size = this.#heap.length;
    if (size === 0) return best;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && this.priority[this.#heap[child + 1]] > this.priority[this.#heap[child]])
        child++;
      if (this.priority[this.#heap[child]] <= this.priority[last]) break;
      this.#heap[at] = this.#heap[child];
      at = child;
    }
    this.#heap[at] = last;
    return best;
  }

  forms(item: number, { forms }: WordGraph): string[] {
    const words: string[] = [];
    for (let at = item; at !== -1; at = this.#before[at])
      if (this.#word[at] !== -1) words.push(forms[this.#word[at]]);
    return words.reverse();
  }
}
