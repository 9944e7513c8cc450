/**
 * The probability of every likely next word: a log-linear model over what the graphs, the language model, the word
 * translations and the place in the source say (next-word-evidence.ts), fitted on held-out captions and speeches by
 * maximum likelihood of the right next word (conditional logit). A translator's prefix leads away from what the search
 * would say; the graphs alone then know little, all sources together a good deal more (compare Foster, Isabelle &
 * Plamondon 1997 on mixing a language and a translation model for completion).
 *
 * Candidates: next words of the graphs and of the segment's options, likely continuations of the language model, likely translations of the source
 * words; with some letters typed, only words that begin with them, from all of the vocabulary.
 */
import { likelyWords } from '../lm/likely-words.js';
import { FIRST_WORD } from '../text/vocabulary.js';
import { FoldedVocabulary } from './folded-vocabulary.js';
import {
  type EvidenceParts,
  NEXT_WORD_FEATURES,
  NextWordEvidence,
  type NextWordFeature,
  NO_SHARES,
  type SegmentStatistics,
  segmentStatistics,
  sharesAfter,
} from './next-word-evidence.js';
import type { PrefixMatcher } from './prefix-matcher.js';
import type { SegmentSession } from './segment-session.js';

export interface NextWord {
  readonly form: string;
  readonly folded: string;
  /** Among all words that begin with the letters typed. */
  readonly probability: number;
}

export interface NextWords {
  /** Likeliest first. */
  readonly words: readonly NextWord[];
  /** Probability that the sentence ends here. */
  readonly end: number;
}

type Weights = Readonly<Record<NextWordFeature, number>>;

/** Not fitted with the others: nothing is approved in held-out text. By the effect of approving it sentence by sentence. */
const APPROVED_WEIGHT = 2;

/** After a search under the typed words. */
const BOUND_WEIGHTS: Weights = {
  boundLog: 0.068,
  bound: 0.084,
  freeLog: 0.158,
  free: 0.741,
  exactLog: 0.04,
  languageModel: 0.536,
  unigram: -0.254,
  anySource: -0.067,
  nearSource: 0.128,
  noSource: -0.302,
  expected: 0.103,
  typedBefore: -0.273,
  afterLast: 0.062,
  optionGoesOn: 0.078,
  optionBegins: 0.209,
  approved: APPROVED_WEIGHT,
};

/** Before it. */
const FREE_WEIGHTS: Weights = {
  boundLog: 0,
  bound: 0,
  freeLog: 0.182,
  free: 0.763,
  exactLog: 0.055,
  languageModel: 0.547,
  unigram: -0.276,
  anySource: -0.06,
  nearSource: 0.125,
  noSource: -0.288,
  expected: 0.102,
  typedBefore: -0.273,
  afterLast: 0.068,
  optionGoesOn: 0.104,
  optionBegins: 0.22,
  approved: APPROVED_WEIGHT,
};

/** Candidates from each graph, from the options and from the language model; for each source word. */
const OF_GRAPH = 20;
const OF_SOURCE_WORD = 4;
/** Words of the vocabulary that are looked at when few candidates begin with the letters typed. */
const FEW = 8;
const OF_VOCABULARY = 100;

/** Places whose evidence is kept. */
const RECENT = 12;

const vector = (weights: Weights) => Float64Array.from(NEXT_WORD_FEATURES, (name) => weights[name]);
const BOUND_VECTOR = vector(BOUND_WEIGHTS);
const FREE_VECTOR = vector(FREE_WEIGHTS);

interface Candidate {
  readonly id: number;
  readonly form: string;
  readonly folded: string;
}

export class NextWordModel {
  readonly #parts: EvidenceParts;
  readonly #vocabulary: FoldedVocabulary;
  readonly #statistics = new WeakMap<SegmentSession, SegmentStatistics>();
  readonly #translations = new Map<number, readonly number[]>();
  /** For the words last asked about, the latest first: letters of the next one come and go. */
  readonly #recent: { session: SegmentSession; bound: PrefixMatcher | null; evidence: NextWordEvidence }[] =
    [];

  constructor(parts: EvidenceParts) {
    this.#parts = parts;
    this.#vocabulary = new FoldedVocabulary(parts.model.target.vocabulary);
  }

  /** What was gathered before does not hold any longer. */
  forget(): void {
    this.#recent.length = 0;
  }

  /** After `forms`, when the next word begins with `tail` (folded). `bound`: the graph of a search under the forms. */
  rank(
    session: SegmentSession,
    forms: readonly string[],
    tail: string,
    bound: PrefixMatcher | null,
  ): NextWords {
    const evidence = this.#evidence(session, forms, bound);
    const candidates = this.#candidates(session, evidence, tail, bound);
    const weights = bound === null ? FREE_VECTOR : BOUND_VECTOR;
    const width = weights.length;
    const rows = evidence.features(candidates);
    const scores = candidates.map((_, c) => {
      let score = 0;
      for (let f = 0; f < width; f++) score += weights[f] * rows[c * width + f];
      return score;
    });
    const highest = scores.reduce((best, score) => Math.max(best, score), Number.NEGATIVE_INFINITY);
    const total = scores.reduce((sum, score) => sum + Math.exp(score - highest), 0);
    const words = candidates
      .map(({ form, folded }, c) => ({ form, folded, probability: Math.exp(scores[c] - highest) / total }))
      .sort((a, b) => b.probability - a.probability);
    const end = bound === null ? evidence.free.end : (evidence.bound.end + evidence.free.end) / 2;
    return { words, end };
  }

  #evidence(
    session: SegmentSession,
    forms: readonly string[],
    bound: PrefixMatcher | null,
  ): NextWordEvidence {
    const known = this.#recent.find(
      (other) =>
        other.session === session &&
        other.bound === bound &&
        other.evidence.forms.length === forms.length &&
        other.evidence.forms.every((form, i) => form === forms[i]),
    );
    if (known !== undefined) return known.evidence;
    const { matcher } = session;
    const exact = matcher.exact(forms);
    const evidence = new NextWordEvidence(this.#parts, session, forms, this.#statisticsOf(session), {
      bound: bound === null ? NO_SHARES : sharesAfter(bound.walker, bound.exact(forms)),
      exact: exact.states.length === 0 ? NO_SHARES : sharesAfter(matcher.walker, exact),
      free: sharesAfter(matcher.walker, matcher.corrected(forms)),
    });
    this.#recent.unshift({ session, bound, evidence });
    if (this.#recent.length > RECENT) this.#recent.pop();
    return evidence;
  }

  #statisticsOf(session: SegmentSession): SegmentStatistics {
    let statistics = this.#statistics.get(session);
    if (statistics === undefined) {
      statistics = segmentStatistics(session.graph.lattice, session.graph.scale);
      this.#statistics.set(session, statistics);
    }
    return statistics;
  }

  #candidates(
    session: SegmentSession,
    evidence: NextWordEvidence,
    tail: string,
    bound: PrefixMatcher | null,
  ): Candidate[] {
    const { model } = this.#parts;
    const found = new Map<string, Candidate>();
    const addWord = (id: number) => {
      const folded = this.#vocabulary.folded(id);
      if (!found.has(folded)) found.set(folded, { id, form: model.target.vocabulary.formOf(id), folded });
    };
    const addShares = (shares: ReadonlyMap<string, number>, graph: SegmentSession['graph']) => {
      const list = [...shares].filter(([folded]) => folded.startsWith(tail));
      for (const [folded] of list.sort((a, b) => b[1] - a[1]).slice(0, OF_GRAPH)) {
        const word = graph.wordsByFold.get(folded)?.[0];
        if (word === undefined || found.has(folded)) continue;
        found.set(folded, { id: graph.wordIds[word], form: graph.forms[word], folded });
      }
    };
    const accepts = (id: number) => id >= FIRST_WORD && this.#vocabulary.folded(id).startsWith(tail);
    addShares(evidence.exact.shares, session.graph);
    if (bound !== null) addShares(evidence.bound.shares, bound.walker.graph);
    addShares(evidence.free.shares, session.graph);
    for (const said of [evidence.options.goesOn, evidence.options.begins]) {
      const list = [...said].filter(([id]) => id < model.target.vocabulary.size && accepts(id));
      for (const [id] of list.sort((a, b) => b[1] - a[1]).slice(0, OF_GRAPH)) addWord(id);
    }
    for (const id of likelyWords(model.languageModel, evidence.baseState, OF_GRAPH, accepts)) addWord(id);
    for (const source of evidence.sourceIds) {
      for (const id of this.#translationsOf(source)) if (accepts(id)) addWord(id);
    }
    if (tail !== '' && found.size < FEW) {
      for (const id of this.#vocabulary.beginningWith(tail, OF_VOCABULARY)) addWord(id);
    }
    return [...found.values()];
  }

  /** The likeliest translations of a source word. */
  #translationsOf(source: number): readonly number[] {
    let best = this.#translations.get(source);
    if (best === undefined) {
      const all: { id: number; weight: number }[] = [];
      if (source >= FIRST_WORD) {
        this.#parts.model.phrases.lexical.forEachTarget(source, (id, weight) => {
          all.push({ id, weight });
        });
      }
      best = all
        .sort((a, b) => b.weight - a.weight)
        .slice(0, OF_SOURCE_WORD)
        .map(({ id }) => id);
      this.#translations.set(source, best);
    }
    return best;
  }
}
