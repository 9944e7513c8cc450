/**
 * N-gram posterior probabilities (Zens & Ney 2006, §3): how sure the system is that an n-gram belongs into the
 * translation, from all translations it considered, each weighted by p(e | source) ∝ exp(γ · score).
 *
 *   (4)  C(w₁…wₙ) = Σ p(e | source) · (occurrences of w₁…wₙ in e)
 *   (5)  p(w₁…wₙ) = C(w₁…wₙ) / Σ C(v) over all n-grams v
 *   (8)  p(w | h) = C(h w) / C(h)
 *   (9)  pₙ(w | h) = αₙ · C(h w) / C(h) + (1 − αₙ) · pₙ₋₁(w | h′),  p₀ = 1 / V
 *
 * Made from a lattice (all its paths, by forward–backward) or from an n-best list as in the paper. Derivations of the
 * same string add up. Sentence bounds are words too: SENTENCE_START once before, SENTENCE_END after the translation;
 * n-grams with them are counted but are no part of the sum in (5), and C() of the empty n-gram is the expected length.
 * With the end counted, (8) is a proper distribution over the words that may follow and the end.
 */
import type { Lattice } from '../search/lattice.js';
import { SENTENCE_END, SENTENCE_START } from '../text/vocabulary.js';
import { finiteScore, forwardBackward, type LatticeChain } from './forward-backward.js';
import { EMPTY, MISSING, NgramCounts } from './ngram-counts.js';
import { NgramSweep } from './ngram-sweep.js';

export interface PosteriorSettings {
  /** γ: below 1 flattens, above sharpens. */
  readonly scale: number;
  /** Longest n-grams counted. */
  readonly order: number;
}

export const DEFAULT_POSTERIOR: PosteriorSettings = { scale: 1, order: 4 };

/** α₁, α₂, … of (9); the last one serves all higher orders. */
export const DEFAULT_ALPHA: readonly number[] = [0.9, 0.9, 0.9, 0.9];

/** One entry of an n-best list; scores are natural logs. */
export interface ScoredWords {
  readonly words: ArrayLike<number>;
  readonly score: number;
}

export class NgramPosteriors {
  readonly order: number;
  /** Different words, without the sentence bounds. */
  readonly distinctWords: number;
  readonly #counts: NgramCounts;
  /** Σ C over n-grams without sentence bounds, by n. */
  readonly #totals: Float64Array;

  /** `counts` must be closed. */
  constructor(counts: NgramCounts) {
    this.order = counts.order;
    this.#counts = counts;
    this.#totals = new Float64Array(counts.order + 1);
    let distinctWords = 0;
    for (let ngram = 1; ngram < counts.size; ngram++) {
      if (counts.isBounded(ngram)) continue;
      this.#totals[counts.length(ngram)] += counts.count[ngram];
      if (counts.length(ngram) === 1) distinctWords++;
    }
    this.distinctWords = distinctWords;
  }

  /** C: how often the n-gram is expected in the translation. 0 for what no translation has. */
  expectedCount(words: ArrayLike<number>): number {
    if (words.length === 0) return this.expectedLength;
    const ngram = this.#counts.lookUp(words);
    return ngram === MISSING ? 0 : this.#counts.count[ngram];
  }

  /** (5); n-grams of one length sum to one. */
  probability(words: ArrayLike<number>): number {
    const count = this.expectedCount(words);
    return count === 0 ? 0 : count / this.#totals[words.length];
  }

  /** (8), for the last `order` − 1 words of the history; 0 for what no translation has. */
  conditional(history: ArrayLike<number>, word: number): number {
    const ngram = this.#counts.lookUp(tail(history, word, this.order));
    if (ngram === MISSING) return 0;
    const parent = this.#counts.parent(ngram);
    return quotient(this.#counts.count[ngram], this.#countOf(parent));
  }

  /** (9): never 0 while α₁ < 1. `vocabularySize` is V; without it, the words met and one more. */
  smoothed(
    history: ArrayLike<number>,
    word: number,
    alpha: readonly number[] = DEFAULT_ALPHA,
    vocabularySize = this.distinctWords + 1,
  ): number {
    let probability = 1 / vocabularySize;
    for (let n = 1; n <= this.order && n <= history.length + 1; n++) {
      const context = this.#counts.lookUp(lastWords(history, n - 1));
      if (context === MISSING) break;
      const ofContext = this.#countOf(context);
      if (ofContext === 0) break;
      const ngram = this.#counts.find(context, word);
      const share = alpha[Math.min(n, alpha.length) - 1];
      const count = ngram === MISSING ? 0 : this.#counts.count[ngram];
      probability = share * quotient(count, ofContext) + (1 - share) * probability;
    }
    return probability;
  }

  /** All n-grams of one length without sentence bounds, with their expected counts. */
  *ngrams(length: number): Generator<{ words: number[]; expectedCount: number }> {
    const counts = this.#counts;
    for (let ngram = 1; ngram < counts.size; ngram++) {
      if (counts.length(ngram) !== length || counts.isBounded(ngram)) continue;
      const words: number[] = [];
      for (let at = ngram; at !== EMPTY; at = counts.parent(at)) words.push(counts.lastWord(at));
      yield { words: words.reverse(), expectedCount: counts.count[ngram] };
    }
  }

  get expectedLength(): number {
    return this.#totals[1];
  }

  get byteLength(): number {
    return this.#counts.byteLength + this.#totals.byteLength;
  }

  /** The trie behind it, for walking along a sentence without looking every n-gram up from its start. */
  get counts(): NgramCounts {
    return this.#counts;
  }

  #countOf(context: number): number {
    return context === EMPTY ? this.expectedLength : this.#counts.count[context];
  }
}

/** Posteriors over all paths of a lattice. `chain`: if the sweep was made already. */
export function ngramPosteriors(
  lattice: Lattice,
  settings: Partial<PosteriorSettings> = {},
  chain?: LatticeChain,
): NgramPosteriors {
  const { scale, order } = { ...DEFAULT_POSTERIOR, ...settings };
  const counts = new NgramCounts(order);
  const start = counts.addWord(EMPTY, SENTENCE_START, 1);
  const sweep = new NgramSweep(lattice, chain ?? forwardBackward(lattice, scale), counts);
  sweep.startAt(0, counts.context(start), 1);
  sweep.run();
  counts.close();
  return new NgramPosteriors(counts);
}

/** Posteriors over an n-best list, as in the paper. */
export function ngramPosteriorsOfList(
  list: readonly ScoredWords[],
  settings: Partial<PosteriorSettings> = {},
): NgramPosteriors {
  const { scale, order } = { ...DEFAULT_POSTERIOR, ...settings };
  const counts = new NgramCounts(order);
  const probabilities = listProbabilities(list, scale);
  list.forEach(({ words }, entry) => {
    const mass = probabilities[entry];
    let context = counts.context(counts.addWord(EMPTY, SENTENCE_START, mass));
    for (let i = 0; i < words.length; i++) {
      context = counts.context(counts.addWord(context, words[i], mass));
    }
    counts.addWord(context, SENTENCE_END, mass);
  });
  counts.close();
  return new NgramPosteriors(counts);
}

/** p(e | source) of every entry: exp(γ · score), normalised over the list. */
export function listProbabilities(list: readonly ScoredWords[], scale: number): Float64Array {
  const scaled = Float64Array.from(list, ({ score }) => scale * finiteScore(score));
  const highest = scaled.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const masses = scaled.map((score) => Math.exp(score - highest));
  const total = masses.reduce((a, b) => a + b, 0);
  return masses.map((mass) => mass / total);
}

/** The last words of history and word together, at most `order`. */
function tail(history: ArrayLike<number>, word: number, order: number): number[] {
  return [...lastWords(history, Math.min(order - 1, history.length)), word];
}

function lastWords(words: ArrayLike<number>, count: number): number[] {
  return Array.from({ length: count }, (_, i) => words[words.length - count + i]);
}

function quotient(count: number, ofContext: number): number {
  return ofContext > 0 ? Math.min(1, count / ofContext) : 0;
}
