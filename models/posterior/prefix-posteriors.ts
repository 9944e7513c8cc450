/**
 * Posteriors of what comes after the words that are typed already: everything restricted to the paths of the lattice
 * that begin with them, exactly (Zens & Ney 2006, §7.2).
 *
 *   p(e | source, u₁ … u_k) ∝ p(e | source) · [e begins with u₁ … u_k]
 *
 * The paths that fit are known by where they are after the typed words: at a node or inside an edge. The chain over the
 * lattice is normalised from every place to the end (forward-backward.ts), so one more word costs a step from each of
 * these places and nothing else; no sweep is repeated. n-grams and lengths are counted when they are asked for.
 *
 *   let typed = prefixPosteriors(lattice, { scale });
 *   typed = typed.append(word);                       // the old object stays valid: deleting a word is going back
 *   typed.nextWords((id) => form(id).startsWith('ho'))   // a word typed in part
 *
 * When no path fits (`isExact` is false) words are judged by the n-grams of the whole lattice after the last words
 * typed, smoothed (eq. 9).
 */
import type { Lattice } from '../search/lattice.js';
import { SENTENCE_END, SENTENCE_START } from '../text/vocabulary.js';
import { forwardBackward, type LatticeChain } from './forward-backward.js';
import { LengthPosterior, type LengthStart, lengthPosterior } from './length-posterior.js';
import { EMPTY, NgramCounts } from './ngram-counts.js';
import {
  DEFAULT_POSTERIOR,
  NgramPosteriors,
  ngramPosteriors,
  type PosteriorSettings,
} from './ngram-posteriors.js';
import { NgramSweep } from './ngram-sweep.js';

/** Tells which words may come next: those that go on with a word typed in part. */
export type WordFilter = (word: number) => boolean;

/** Nothing typed yet. `chain`: if the sweep was made already. */
export function prefixPosteriors(
  lattice: Lattice,
  settings: Partial<PosteriorSettings> = {},
  chain?: LatticeChain,
): PrefixPosteriors {
  const { scale, order } = { ...DEFAULT_POSTERIOR, ...settings };
  const ground = new Ground(lattice, chain ?? forwardBackward(lattice, scale), order);
  return new PrefixPosteriors(ground, [], { edges: [], words: [], nodes: [0], masses: [1] }, 0);
}

/**
 * Places after the typed words, with their probabilities. The first `edges.length` are inside these edges, before the
 * words at `words`; the others at `nodes`.
 */
interface Places {
  readonly edges: number[];
  readonly words: number[];
  readonly nodes: number[];
  readonly masses: number[];
}

export class PrefixPosteriors {
  /** The words typed. */
  readonly words: readonly number[];
  /** log of the probability that a translation begins with them; −∞ when none in the lattice does. */
  readonly logProbability: number;
  readonly #ground: Ground;
  readonly #places: Places;

  constructor(ground: Ground, words: readonly number[], places: Places, logProbability: number) {
    this.#ground = ground;
    this.words = words;
    this.#places = places;
    this.logProbability = logProbability;
  }

  /** Whether the lattice has paths that begin with the words typed. */
  get isExact(): boolean {
    return this.#places.masses.length > 0;
  }

  /** After one more word. */
  append(word: number): PrefixPosteriors {
    const { lattice, nodeMass } = this.#ground;
    const { wordStart, edgeTo, nodeCount } = lattice;
    const [edges, words, masses]: [number[], number[], number[]] = [[], [], []];
    nodeMass.fill(0);
    let total = 0;
    this.#eachNext((next, edge, at, mass) => {
      if (next !== word || word === SENTENCE_END) return;
      total += mass;
      if (at + 1 === wordStart[edge + 1]) {
        nodeMass[edgeTo[edge]] += mass;
        return;
      }
      edges.push(edge);
      words.push(at + 1);
      masses.push(mass);
    });
    const nodes: number[] = [];
    for (let node = 0; node < nodeCount; node++) {
      if (nodeMass[node] === 0) continue;
      nodes.push(node);
      masses.push(nodeMass[node]);
    }
    // Normalised at once: the product over a long text would vanish.
    const places = { edges, words, nodes, masses: masses.map((mass) => mass / total) };
    return new PrefixPosteriors(
      this.#ground,
      [...this.words, word],
      places,
      total > 0 ? this.logProbability + Math.log(total) : Number.NEGATIVE_INFINITY,
    );
  }

  /** Probability of every word (and of SENTENCE_END) that may come next; they sum to one, if there are any. */
  nextWords(accept?: WordFilter): Map<number, number> {
    const probabilities = new Map<number, number>();
    if (this.isExact) {
      this.#eachNext((word, _edge, _at, mass) => {
        if (accept === undefined || accept(word))
          probabilities.set(word, (probabilities.get(word) ?? 0) + mass);
      });
    } else {
      const { whole } = this.#ground;
      const history = this.#history();
      for (const word of [...this.#ground.vocabulary(), SENTENCE_END]) {
        if (accept === undefined || accept(word)) probabilities.set(word, whole.smoothed(history, word));
      }
    }
    let total = 0;
    for (const mass of probabilities.values()) total += mass;
    for (const [word, mass] of probabilities) probabilities.set(word, total > 0 ? mass / total : 0);
    return probabilities;
  }

  /** n-grams of the whole translation, the typed words included; those of the whole lattice if nothing fits. */
  ngrams(accept?: WordFilter): NgramPosteriors {
    const { lattice, chain, order, whole } = this.#ground;
    const { edges, words, nodes, masses } = this.#restricted(accept);
    if (masses.length === 0) return whole;
    const counts = new NgramCounts(order);
    let context = counts.context(counts.addWord(EMPTY, SENTENCE_START, 1));
    for (const word of this.words) context = counts.context(counts.addWord(context, word, 1));
    const sweep = new NgramSweep(lattice, chain, counts);
    edges.forEach((edge, i) => {
      sweep.startInside(edge, words[i], context, masses[i]);
    });
    nodes.forEach((node, i) => {
      sweep.startAt(node, context, masses[edges.length + i]);
    });
    sweep.run();
    counts.close();
    return new NgramPosteriors(counts);
  }

  /** Length of the whole translation, the typed words included. */
  lengths(accept?: WordFilter): LengthPosterior {
    const { lattice, chain } = this.#ground;
    const { wordStart, edgeTo } = lattice;
    const { edges, words, nodes, masses } = this.#restricted(accept);
    const length = this.words.length;
    if (masses.length === 0) return atLeast(length, lengthPosterior(lattice, chain));
    const starts: LengthStart[] = edges.map((edge, i) => ({
      node: edgeTo[edge],
      length: length + wordStart[edge + 1] - words[i],
      mass: masses[i],
    }));
    nodes.forEach((node, i) => {
      starts.push({ node, length, mass: masses[edges.length + i] });
    });
    return lengthPosterior(lattice, chain, starts);
  }

  /** The places from where the next word is one that is accepted. */
  #restricted(accept: WordFilter | undefined): Places {
    if (accept === undefined) return this.#places;
    const { nodeCount } = this.#ground.lattice;
    const [edges, words, masses]: [number[], number[], number[]] = [[], [], []];
    let ending = 0;
    this.#eachNext((word, edge, at, mass) => {
      if (!accept(word)) return;
      if (word === SENTENCE_END) {
        ending += mass;
        return;
      }
      edges.push(edge);
      words.push(at);
      masses.push(mass);
    });
    const nodes = ending > 0 ? [nodeCount - 1] : [];
    if (ending > 0) masses.push(ending);
    const total = masses.reduce((a, b) => a + b, 0);
    return { edges, words, nodes, masses: masses.map((mass) => mass / total) };
  }

  /** Calls back for every step from the places: the word, the edge and index it stands at, the probability. */
  #eachNext(visit: (word: number, edge: number, at: number, mass: number) => void): void {
    const { lattice, chain } = this.#ground;
    const { firstEdge, edgeTo, wordStart, words, nodeCount } = lattice;
    const { edges, words: indices, nodes, masses } = this.#places;
    edges.forEach((edge, i) => {
      visit(words[indices[i]], edge, indices[i], masses[i]);
    });
    // Edges without words lead on to later nodes at once.
    const waiting = new Map<number, number>();
    nodes.forEach((node, i) => {
      waiting.set(node, masses[edges.length + i]);
    });
    for (let node = nodes[0] ?? nodeCount; node < nodeCount && waiting.size > 0; node++) {
      const mass = waiting.get(node);
      if (mass === undefined) continue;
      waiting.delete(node);
      if (node === nodeCount - 1) visit(SENTENCE_END, -1, 0, mass);
      for (let e = firstEdge[node]; e < firstEdge[node + 1]; e++) {
        const share = mass * chain.transition[e];
        if (share === 0) continue;
        if (wordStart[e] < wordStart[e + 1]) visit(words[wordStart[e]], e, wordStart[e], share);
        else waiting.set(edgeTo[e], (waiting.get(edgeTo[e]) ?? 0) + share);
      }
    }
  }

  #history(): number[] {
    const history = [SENTENCE_START, ...this.words];
    return history.slice(Math.max(0, history.length - this.#ground.order + 1));
  }
}

/** What all prefixes of one segment share. */
class Ground {
  readonly lattice: Lattice;
  readonly chain: LatticeChain;
  readonly order: number;
  /** Room for collecting the masses of nodes; whoever uses it clears it first. */
  readonly nodeMass: Float64Array;
  #whole: NgramPosteriors | null = null;

  constructor(lattice: Lattice, chain: LatticeChain, order: number) {
    this.lattice = lattice;
    this.chain = chain;
    this.order = order;
    this.nodeMass = new Float64Array(lattice.nodeCount);
  }

  /** Posteriors with nothing typed. */
  get whole(): NgramPosteriors {
    this.#whole ??= ngramPosteriors(this.lattice, { order: this.order }, this.chain);
    return this.#whole;
  }

  vocabulary(): number[] {
    return [...this.whole.ngrams(1)].map(({ words }) => words[0]);
  }
}

/** The lengths that are still possible after so many words. */
function atLeast(length: number, { shortest, masses }: LengthPosterior): LengthPosterior {
  const rest = masses.slice(Math.max(0, length - shortest));
  const total = rest.reduce((a, b) => a + b, 0);
  if (total === 0) return new LengthPosterior(length, Float64Array.of(1));
  return new LengthPosterior(
    Math.max(length, shortest),
    rest.map((mass) => mass / total),
  );
}
