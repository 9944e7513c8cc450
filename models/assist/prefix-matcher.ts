/**
 * Finds what is typed in a word graph, one column a typed word; a keystroke recomputes only the columns after the first
 * word that changed.
 *
 * First as it is typed (but for the case of letters). If the graph has no such path, with errors corrected: the best
 * score of any path less the cost of turning its beginning into what is typed, by words left out, put in or replaced,
 * where a replacement costs less the more alike the two words look (edit distance on a word graph, Barrachina et al.
 * 2009, §4; Wagner & Fischer 1974). For word j of the prefix and state s of the graph, with arcs a from r to s:
 *
 *   C(j, s) = max( C(j − 1, s) − extra,  max_a C(j − 1, r) + score(a) − replaced(word(a), j),  max_a C(j, r) + score(a) − missing )
 */
import { foldForm } from './folding.js';
import { type Frontier, FrontierWalker, NO_STATES } from './frontier.js';
import { ROOT_STATE, type WordGraph } from './word-graph.js';

export interface PrefixMatch {
  readonly frontier: Frontier;
  /** Whether the graph holds the words as they are typed. */
  readonly exact: boolean;
}

/** In natural log of the model's score. */
export interface EditCosts {
  /** A typed word that the path has not. */
  readonly extra: number;
  /** A word of the path that was not typed. */
  readonly missing: number;
  /** A word typed in place of another one that is not like it at all. */
  readonly replaced: number;
  /** Another case of letters. */
  readonly otherCase: number;
}

/** By the share of right next words on held-out captions and speeches: an error is rare, and a replacement the rule. */
export const DEFAULT_EDIT_COSTS: EditCosts = { extra: 12, missing: 10, replaced: 10, otherCase: 1 };

/** States that an answer with corrected errors goes on from. */
const CORRECTED_STATES = 64;
/** … and only those that are at most so much worse than the best. */
const FRONTIER_WIDTH = 20;
/** Ways this much worse than the best of a column are not followed. */
const COLUMN_WIDTH = 40;

export class PrefixMatcher {
  readonly walker: FrontierWalker;
  readonly #graph: WordGraph;
  readonly #costs: EditCosts;
  #forms: readonly string[] = [];
  /** After 0, 1, … typed words, as far as the graph has them. */
  readonly #exact: Frontier[];
  /** After 0, 1, … typed words: best score by state; filled when errors have to be corrected. */
  readonly #corrected: Float64Array[] = [];
  readonly #replacements = new Map<string, Float64Array>();

  constructor(graph: WordGraph, costs: EditCosts = DEFAULT_EDIT_COSTS) {
    this.#graph = graph;
    this.#costs = costs;
    this.walker = new FrontierWalker(graph);
    this.#exact = [this.walker.start()];
  }

  /** Log mass of all translations in the graph. */
  get graphMass(): number {
    return this.#graph.restSum[ROOT_STATE];
  }

  /** Where the graph goes on after the words; exact if it has them. */
  match(forms: readonly string[]): PrefixMatch {
    const frontier = this.exact(forms);
    return frontier.states.length > 0
      ? { frontier, exact: true }
      : { frontier: this.corrected(forms), exact: false };
  }

  /** As typed but for case; no states when the graph does not have it. */
  exact(forms: readonly string[]): Frontier {
    this.#keepCommon(forms);
    for (let j = this.#exact.length - 1; j < forms.length; j++) {
      const next = this.#step(this.#exact[j], forms[j]);
      if (next.states.length === 0) return NO_STATES;
      this.#exact.push(next);
    }
    return this.#exact[forms.length];
  }

  /** With errors corrected: never empty if the graph has any state. */
  corrected(forms: readonly string[]): Frontier {
    this.#keepCommon(forms);
    if (this.#corrected.length === 0) this.#corrected.push(this.#firstColumn());
    for (let j = this.#corrected.length - 1; j < forms.length; j++) {
      this.#corrected.push(this.#nextColumn(this.#corrected[j], this.#replacementCosts(forms[j])));
    }
    return this.#frontierOf(this.#corrected[forms.length]);
  }

  #keepCommon(forms: readonly string[]): void {
    let common = 0;
    while (common < forms.length && common < this.#forms.length && forms[common] === this.#forms[common])
      common++;
    if (this.#exact.length > common + 1) this.#exact.length = common + 1;
    if (this.#corrected.length > common + 1) this.#corrected.length = common + 1;
    this.#forms = forms;
  }

  #step(from: Frontier, form: string): Frontier {
    const words = this.#graph.wordsByFold.get(foldForm(form)) ?? [];
    const costs = words.map((word) => (this.#graph.forms[word] === form ? 0 : this.#costs.otherCase));
    return this.walker.step(from, words, costs);
  }

  #firstColumn(): Float64Array {
    const { stateCount, firstArc, arcTo, arcScore } = this.#graph;
    const column = new Float64Array(stateCount).fill(Number.NEGATIVE_INFINITY);
    column[ROOT_STATE] = 0;
    for (let state = 0; state < stateCount; state++) {
      if (column[state] < -COLUMN_WIDTH) continue;
      for (let arc = firstArc[state]; arc < firstArc[state + 1]; arc++) {
        const missing = column[state] + arcScore[arc] - this.#costs.missing;
        if (missing > column[arcTo[arc]]) column[arcTo[arc]] = missing;
      }
    }
    return column;
  }

  #nextColumn(before: Float64Array, replaced: Float64Array): Float64Array {
    const { stateCount, firstArc, arcTo, arcWord, arcScore, restBest } = this.#graph;
    const { extra, missing } = this.#costs;
    const column = new Float64Array(stateCount).fill(Number.NEGATIVE_INFINITY);
    let best = Number.NEGATIVE_INFINITY;
    for (let state = 0; state < stateCount; state++) best = Math.max(best, before[state] + restBest[state]);
    const least = best - COLUMN_WIDTH;
    for (let state = 0; state < stateCount; state++) {
      const from = before[state];
      if (from - extra > column[state]) column[state] = from - extra;
      const here = column[state];
      const follows = from + restBest[state] >= least;
      if (!follows && here + restBest[state] < least) continue;
      for (let arc = firstArc[state]; arc < firstArc[state + 1]; arc++) {
        const to = arcTo[arc];
        const score = Math.max(from - replaced[arcWord[arc]], here - missing) + arcScore[arc];
        if (score > column[to]) column[to] = score;
      }
    }
    return column;
  }

  #frontierOf(column: Float64Array): Frontier {
    const { stateCount, restBest, scale } = this.#graph;
    const total = (state: number) => column[state] + restBest[state];
    let best = Number.NEGATIVE_INFINITY;
    for (let state = 0; state < stateCount; state++) best = Math.max(best, total(state));
    let states: number[] = [];
    for (let state = 0; state < stateCount; state++)
      if (total(state) > best - FRONTIER_WIDTH) states.push(state);
    states = states.sort((a, b) => total(b) - total(a)).slice(0, CORRECTED_STATES);
    return {
      states,
      bests: states.map((state) => column[state]),
      sums: states.map((state) => scale * column[state]),
    };
  }

  #replacementCosts(form: string): Float64Array {
    const known = this.#replacements.get(form);
    if (known !== undefined) return known;
    const costs = replacementCosts(this.#graph, form, this.#costs);
    this.#replacements.set(form, costs);
    return costs;
  }
}

/** What it costs that the form stands for each word of the graph. */
export function replacementCosts(
  graph: WordGraph,
  form: string,
  { replaced, otherCase }: EditCosts,
): Float64Array {
  const folded = foldForm(form);
  return Float64Array.from(graph.folded, (other, word) => {
    if (other === folded) return graph.forms[word] === form ? 0 : otherCase;
    return Math.max(otherCase, replaced * (1 - likeness(folded, other)));
  });
}

const row = new Int32Array(65);

/** 1 for equal words, 0 for words that share nothing: by letters to be changed, relative to the longer word. */
export function likeness(a: string, b: string): number {
  const longer = Math.max(a.length, b.length);
  if (longer === 0) return 1;
  // Words of very different length cannot be much alike; very long ones are addresses or the like.
  if (longer > 64 || 2 * Math.min(a.length, b.length) < longer) return 0;
  for (let j = 0; j <= b.length; j++) row[j] = j;
  for (let i = 1; i <= a.length; i++) {
    let diagonal = row[0];
    row[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const replaced = diagonal + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1);
      diagonal = row[j];
      row[j] = Math.min(replaced, row[j] + 1, row[j - 1] + 1);
    }
  }
  const share = 1 - row[b.length] / longer;
  // By chance two words share a third of their letters.
  return Math.max(0, (share - 1 / 3) * 1.5);
}
