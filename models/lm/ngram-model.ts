/**
 * The language model as it is queried: a back-off automaton over the n-gram trie.
 *
 * The state is one integer: the node of the longest context that can still matter (−1 is the empty context). Two
 * hypotheses with equal states get equal scores for every continuation, so the state is also what recombination
 * compares. Scoring a word looks for it among the children of the state and, while it is not there, pays the
 * back-off weight and moves on to the next shorter context:
 *
 *   log p(w | h) = log p(h w) if the trie has h w, else log backoff(h) + log p(w | h′)
 *
 * A node is a state only if it has children or a back-off weight other than one; `links` leads from every node
 * to the nearest suffix that is one, so no step of the loop is wasted.
 *
 *   const model = buildNgramModel(estimated, { bits: 8 });
 *   let state = model.startState; let score = 0;
 *   for (const word of words) { score += model.score(state, word); state = model.nextState; }
 */
import type { EstimatedNgrams } from './kneser-ney.js';
import { EMPTY_CONTEXT, findWord, type NgramTrie, SENTENCE_START, UNKNOWN_WORD } from './ngram-trie.js';
import { type CodebookLearner, type NgramValues, quantizeValues } from './ngram-values.js';

export interface NgramModelParts {
  readonly order: number;
  readonly levelStart: Uint32Array;
  readonly words: Int32Array;
  readonly childStart: Uint32Array;
  /** The longest proper suffix of each node that is a state. */
  readonly links: Int32Array;
  /** One bit for every inner node: whether it is a state. */
  readonly stateBits: Uint32Array;
  readonly probabilities: NgramValues;
  readonly backoffs: NgramValues;
}

export class NgramModel {
  readonly parts: NgramModelParts;
  readonly order: number;
  readonly vocabularySize: number;
  /** The state after `<s>`. */
  readonly startState: number;
  /** The state after the last word given to `score`. */
  nextState = EMPTY_CONTEXT;
  /** Order of the n-gram that the last `score` found: 1 … order. */
  matchedOrder = 0;

  readonly #words: Int32Array;
  readonly #childStart: Uint32Array;
  readonly #links: Int32Array;
  readonly #stateBits: Uint32Array;
  readonly #probabilities: NgramValues;
  readonly #backoffs: NgramValues;
  readonly #innerNodes: number;
  readonly #levelStart: Uint32Array;

  constructor(parts: NgramModelParts) {
    this.parts = parts;
    this.order = parts.order;
    this.vocabularySize = parts.levelStart[1];
    this.#words = parts.words;
    this.#childStart = parts.childStart;
    this.#links = parts.links;
    this.#stateBits = parts.stateBits;
    this.#probabilities = parts.probabilities;
    this.#backoffs = parts.backoffs;
    this.#levelStart = parts.levelStart;
    this.#innerNodes = parts.levelStart[parts.order - 1];
    this.startState = this.#stateOf(SENTENCE_START);
  }

  /** Natural log of p(word | state). Sets `nextState` and `matchedOrder`. Words out of range count as unknown. */
  score(state: number, word: number): number {
    if (word < 0 || word >= this.vocabularySize) word = UNKNOWN_WORD;
    let score = 0;
    let context = state;
    while (context !== EMPTY_CONTEXT) {
      const level = this.#levelOf(context);
      const node = findWord(this.#words, this.#childStart[context], this.#childStart[context + 1], word);
      if (node !== -1) {
        this.matchedOrder = level + 1;
        this.nextState = this.#stateOf(node);
        return score + this.#probabilities.at(node, level + 1);
      }
      score += this.#backoffs.at(context, level);
      context = this.#links[context];
    }
    this.matchedOrder = 1;
    this.nextState = this.#stateOf(word);
    return score + this.#probabilities.at(word, 1);
  }

  /** How many words of context the state holds: 0 … order − 1. */
  contextLength(state: number): number {
    return state === EMPTY_CONTEXT ? 0 : this.#levelOf(state);
  }

  #stateOf(node: number): number {
    const isState = node < this.#innerNodes && ((this.#stateBits[node >>> 5] >>> (node & 31)) & 1) === 1;
    return isState ? node : this.#links[node];
  }

  #levelOf(node: number): number {
    let level = 1;
    while (node >= this.#levelStart[level]) level++;
    return level;
  }
}

/** An estimated trie, or one read from an ARPA file, which tells nothing of how often its values are used. */
export type NgramModelSource = Omit<EstimatedNgrams, 'discounts' | 'usage'> &
  Partial<Pick<EstimatedNgrams, 'usage'>>;

/** Makes the query structure of an estimated trie; `bits` 2–8 quantizes, 32 keeps floats. */
export function buildNgramModel(
  { trie, logProbabilities, logBackoffs, usage }: NgramModelSource,
  { bits = 32, learn }: { bits?: number; learn?: CodebookLearner } = {},
): NgramModel {
  const stateBits = findStates(trie, logBackoffs);
  const isState = (node: number) => ((stateBits[node >>> 5] >>> (node & 31)) & 1) === 1;
  return new NgramModel({
    order: trie.order,
    levelStart: trie.levelStart,
    words: trie.words,
    childStart: trie.childStart,
    links: stateLinks(trie, isState),
    stateBits,
    probabilities: quantizeValues(logProbabilities, usage?.probabilities, trie.levelStart, bits, learn),
    backoffs: quantizeValues(
      logBackoffs,
      usage?.backoffs,
      trie.levelStart.subarray(0, trie.order),
      bits,
      learn,
    ),
  });
}

function findStates({ childStart }: NgramTrie, logBackoffs: Float32Array): Uint32Array {
  const bits = new Uint32Array(Math.ceil(logBackoffs.length / 32));
  for (let node = 0; node < logBackoffs.length; node++) {
    if (childStart[node + 1] > childStart[node] || logBackoffs[node] !== 0)
      bits[node >>> 5] |= 1 << (node & 31);
  }
  return bits;
}

/** Suffixes lie on lower levels, so one pass in node order suffices. */
function stateLinks({ suffixes }: NgramTrie, isState: (node: number) => boolean): Int32Array {
  const links = new Int32Array(suffixes.length);
  for (let node = 0; node < suffixes.length; node++) {
    const suffix = suffixes[node];
    if (suffix === EMPTY_CONTEXT) links[node] = EMPTY_CONTEXT;
    else links[node] = isState(suffix) ? suffix : links[suffix];
  }
  return links;
}
