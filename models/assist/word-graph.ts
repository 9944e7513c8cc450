/**
 * A lattice word by word: what is typed is matched one word at a time, so every arc carries exactly one word and phrases
 * of several words get states inside them. States are in topological order; 0 is the root. Words are numbered within the
 * graph (few hundred of them), so that a typed word is compared with each of them once and not with every arc.
 *
 * Two scores lead from every state to the end: that of the best path (`restBest`, weighted model score) and that of all
 * paths together (`restSum`, log of the sum of exp(scale · score)), which makes shares of probability.
 */
import type { Lattice } from '../search/lattice.js';
import { foldForm } from './folding.js';

export interface WordGraph {
  readonly lattice: Lattice;
  readonly stateCount: number;
  /** Arcs of state s are [firstArc[s], firstArc[s + 1]). */
  readonly firstArc: Int32Array;
  readonly arcTo: Int32Array;
  /** Word of the arc, as a number within this graph. */
  readonly arcWord: Int32Array;
  /** Model score; the first word of a phrase carries that of the whole phrase. */
  readonly arcScore: Float64Array;
  /** The lattice edge an arc belongs to, and 1 for the first word of its phrase. */
  readonly arcEdge: Int32Array;
  readonly arcOpens: Uint8Array;
  /** Score of ending in a state; −∞ where no translation ends. */
  readonly endScore: Float64Array;
  readonly restBest: Float64Array;
  readonly restSum: Float64Array;
  /** What model scores are multiplied with before they are summed up. */
  readonly scale: number;

  /** By number within the graph: id, form of the model, and the form without case and kinds of quotes. */
  readonly wordIds: readonly number[];
  readonly forms: readonly string[];
  readonly folded: readonly string[];
  readonly wordsByFold: ReadonlyMap<string, readonly number[]>;
}

export const ROOT_STATE = 0;

export function wordGraphOf(lattice: Lattice, formOf: (id: number) => string, scale: number): WordGraph {
  const { nodeCount, firstEdge, edgeTo, edgeScore, wordStart, words } = lattice;
  const stateOf = new Int32Array(nodeCount);
  let stateCount = 0;
  for (let node = 0; node < nodeCount - 1; node++) {
    stateOf[node] = stateCount++;
    for (let e = firstEdge[node]; e < firstEdge[node + 1]; e++) {
      stateCount += Math.max(0, wordStart[e + 1] - wordStart[e] - 1);
    }
  }
  const numbers = new WordNumbers(formOf);
  const arcCount = words.length;
  const firstArc = new Int32Array(stateCount + 1);
  const arcTo = new Int32Array(arcCount);
  const arcWord = new Int32Array(arcCount);
  const arcScore = new Float64Array(arcCount);
  const arcEdge = new Int32Array(arcCount);
  const arcOpens = new Uint8Array(arcCount);
  const endScore = new Float64Array(stateCount).fill(Number.NEGATIVE_INFINITY);
  let arc = 0;
  const addArc = (e: number, at: number, to: number) => {
    arcTo[arc] = to;
    arcWord[arc] = numbers.of(words[at]);
    arcOpens[arc] = at === wordStart[e] ? 1 : 0;
    arcScore[arc] = at === wordStart[e] ? edgeScore[e] : 0;
    arcEdge[arc++] = e;
  };
  for (let node = 0; node < nodeCount - 1; node++) {
    const state = stateOf[node];
    // States inside the phrases that leave the node follow it, phrase by phrase.
    let inner = state + 1;
    firstArc[state] = arc;
    for (let e = firstEdge[node]; e < firstEdge[node + 1]; e++) {
      const length = wordStart[e + 1] - wordStart[e];
      if (length === 0) endScore[state] = Math.max(endScore[state], edgeScore[e]);
      else addArc(e, wordStart[e], length === 1 ? stateOf[edgeTo[e]] : inner);
      inner += Math.max(0, length - 1);
    }
    inner = state + 1;
    for (let e = firstEdge[node]; e < firstEdge[node + 1]; e++) {
      for (let at = wordStart[e] + 1; at < wordStart[e + 1]; at++) {
        firstArc[inner] = arc;
        addArc(e, at, at + 1 === wordStart[e + 1] ? stateOf[edgeTo[e]] : inner + 1);
        inner++;
      }
    }
  }
  firstArc[stateCount] = arc;
  const parts = { stateCount, firstArc, arcTo, arcScore, endScore };
  return {
    lattice,
    ...parts,
    arcWord,
    arcEdge,
    arcOpens,
    restBest: restBest(parts),
    restSum: restSum(parts, scale),
    scale,
    ...numbers,
  };
}

type Arcs = Pick<WordGraph, 'stateCount' | 'firstArc' | 'arcTo' | 'arcScore' | 'endScore'>;

/** Best score of a path from each state to the end. */
export function restBest({ stateCount, firstArc, arcTo, arcScore, endScore }: Arcs): Float64Array {
  const rest = endScore.slice();
  for (let state = stateCount - 1; state >= 0; state--) {
    for (let arc = firstArc[state]; arc < firstArc[state + 1]; arc++) {
      const score = arcScore[arc] + rest[arcTo[arc]];
      if (score > rest[state]) rest[state] = score;
    }
  }
  return rest;
}

/** Log of the sum of exp(scale · score) over all paths from each state to the end. */
export function restSum(
  { stateCount, firstArc, arcTo, arcScore, endScore }: Arcs,
  scale: number,
): Float64Array {
  const rest = new Float64Array(stateCount);
  for (let state = stateCount - 1; state >= 0; state--) {
    const from = firstArc[state];
    const to = firstArc[state + 1];
    let best = scale * endScore[state];
    for (let arc = from; arc < to; arc++) best = Math.max(best, scale * arcScore[arc] + rest[arcTo[arc]]);
    if (to === from + 1 && endScore[state] === Number.NEGATIVE_INFINITY) {
      rest[state] = best;
      continue;
    }
    let sum = Math.exp(scale * endScore[state] - best);
    for (let arc = from; arc < to; arc++) sum += Math.exp(scale * arcScore[arc] + rest[arcTo[arc]] - best);
    rest[state] = best + Math.log(sum);
  }
  return rest;
}

class WordNumbers {
  readonly wordIds: number[] = [];
  readonly forms: string[] = [];
  readonly folded: string[] = [];
  readonly wordsByFold = new Map<string, number[]>();
  readonly #numbers = new Map<number, number>();
  readonly #formOf: (id: number) => string;

  constructor(formOf: (id: number) => string) {
    this.#formOf = formOf;
  }

  of(id: number): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = this.wordIds.length;
    const form = this.#formOf(id);
    const folded = foldForm(form);
    this.#numbers.set(id, number);
    this.wordIds.push(id);
    this.forms.push(form);
    this.folded.push(folded);
    const alike = this.wordsByFold.get(folded);
    if (alike === undefined) this.wordsByFold.set(folded, [number]);
    else alike.push(number);
    return number;
  }
}
