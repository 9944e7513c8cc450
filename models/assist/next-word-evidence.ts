/**
 * What is known about the next word after some typed words of a segment, gathered once for them: the shares of next words
 * in the graphs, where in the source the translator is (links of the typed words), the language model's state, and what
 * the segment's translations say in general. `features` then describes one candidate.
 */
import type { OnlineAligner } from '../align/online-aligner.js';
import { EMPTY_CONTEXT } from '../lm/ngram-trie.js';
import { OPTION_FEATURE_COUNT, optionFeatureIndex } from '../phrases/option-features.js';
import { forwardBackward } from '../posterior/forward-backward.js';
import { type NgramPosteriors, ngramPosteriors } from '../posterior/ngram-posteriors.js';
import type { Lattice } from '../search/lattice.js';
import type { ModelBundle } from '../search/model-bundle.js';
import type { Translator } from '../search/translator.js';
import { FIRST_WORD, SENTENCE_START, UNKNOWN } from '../text/vocabulary.js';
import { foldForm } from './folding.js';
import type { Frontier, FrontierWalker } from './frontier.js';
import { type NextByOptions, OptionRuns } from './option-runs.js';
import type { SegmentSession } from './segment-session.js';

/** In the order of the weights (next-word-model.ts). Logs are of shares or probabilities with a floor. */
export const NEXT_WORD_FEATURES = [
  /** Share among translations that begin with the typed words: of the search under them, and plainly. */
  'boundLog',
  'bound',
  /** Share among all translations with errors corrected, and of the free search as typed. */
  'freeLog',
  'free',
  'exactLog',
  /** Language model: in context, and of the word alone. */
  'languageModel',
  'unigram',
  /** Word translation from all source words; from those near the caret that what is typed leaves open. */
  'anySource',
  'nearSource',
  /** Probability of standing for nothing in the source. */
  'noSource',
  /** Expected in the translation at all; how often it is typed already; expected after the last word. */
  'expected',
  'typedBefore',
  'afterLast',
  /** Options that go on with it after the last word; open options that begin with it. */
  'optionGoesOn',
  'optionBegins',
  /** Share of translations that say it here, as far as by phrase pairs which the translator approved. */
  'approved',
] as const;

export type NextWordFeature = (typeof NEXT_WORD_FEATURES)[number];

export interface WordShares {
  /** By folded form. */
  readonly shares: ReadonlyMap<string, number>;
  readonly end: number;
}

/** What the free search says about the whole translation. */
export interface SegmentStatistics {
  /** Expected counts of words and pairs of words. */
  readonly ngrams: NgramPosteriors;
  /** By word id: expected count in phrase pairs that the translator approved. */
  readonly approved: ReadonlyMap<number, number>;
  readonly runs: OptionRuns;
}

export interface EvidenceParts {
  readonly model: ModelBundle;
  readonly translator: Translator;
  readonly aligner: OnlineAligner;
}

/** The weight of a source word falls by e every so many words from where the translator is. */
const NEARNESS = 3;
const FLOOR = { share: 1e-4, translation: 1e-5, noSource: 1e-4, goesOn: 1e-3, begins: 1e-4 };

export class NextWordEvidence {
  readonly forms: readonly string[];
  readonly bound: WordShares;
  readonly free: WordShares;
  readonly exact: WordShares;
  /** State of the trained language model, without what was learnt since. */
  readonly baseState: number;
  readonly sourceIds: readonly number[];
  readonly #parts: EvidenceParts;
  readonly #ngrams: NgramPosteriors;
  readonly #approved: ReadonlyMap<number, number>;
  /** What the options say about the next word. */
  readonly options: NextByOptions;
  readonly #lastId: number;
  readonly #lastCount: number;
  readonly #open: Float64Array;
  readonly #near: Float64Array;
  readonly #typedCounts = new Map<string, number>();
  readonly #ids: readonly number[];

  constructor(
    parts: EvidenceParts,
    session: SegmentSession,
    forms: readonly string[],
    { ngrams, approved, runs }: SegmentStatistics,
    shares: { bound: WordShares; free: WordShares; exact: WordShares },
  ) {
    this.forms = forms;
    this.bound = shares.bound;
    this.free = shares.free;
    this.exact = shares.exact;
    this.#parts = parts;
    this.#ngrams = ngrams;
    this.#approved = approved;
    const { vocabulary } = parts.model.target;
    this.#ids = forms.map((form) => vocabulary.idOf(form));
    this.sourceIds = session.segment.ids;
    this.#lastId = this.#ids.at(-1) ?? SENTENCE_START;
    this.#lastCount = ngrams.expectedCount([this.#lastId]);
    for (const form of forms) {
      const folded = foldForm(form);
      this.#typedCounts.set(folded, (this.#typedCounts.get(folded) ?? 0) + 1);
    }
    const lm = parts.model.languageModel;
    let state = lm.startState;
    for (const id of this.#ids) {
      lm.score(state, id);
      state = lm.nextState;
    }
    this.baseState = state;
    this.#open = new Float64Array(this.sourceIds.length).fill(1);
    this.#near = new Float64Array(this.sourceIds.length);
    this.options = runs.after(this.#lastId, this.#place(session), this.#open);
  }

  /** Writes the features of candidates row by row. */
  features(candidates: readonly { readonly id: number; readonly folded: string }[]): Float64Array {
    const width = NEXT_WORD_FEATURES.length;
    const rows = new Float64Array(candidates.length * width);
    const lm = this.#parts.translator.languageModel();
    let state = lm.startState;
    for (const id of this.#ids) {
      lm.score(state, id);
      state = lm.nextState;
    }
    candidates.forEach(({ id, folded }, c) => {
      const row = rows.subarray(c * width, (c + 1) * width);
      const bound = this.bound.shares.get(folded) ?? 0;
      const free = this.free.shares.get(folded) ?? 0;
      row[F.boundLog] = Math.log(bound + FLOOR.share);
      row[F.bound] = bound;
      row[F.freeLog] = Math.log(free + FLOOR.share);
      row[F.free] = free;
      // Where no translation begins as typed there is nothing to compare.
      if (this.exact.shares.size > 0)
        row[F.exactLog] = Math.log((this.exact.shares.get(folded) ?? 0) + FLOOR.share);
      row[F.languageModel] = lm.score(state, id);
      row[F.unigram] = this.#parts.model.languageModel.score(EMPTY_CONTEXT, id);
      this.#sources(id, row);
      const expected = this.#ngrams.expectedCount([id]);
      const typed = this.#typedCounts.get(folded) ?? 0;
      row[F.expected] = Math.log(Math.min(expected, 1) + FLOOR.share);
      row[F.typedBefore] = Math.min(typed, 2);
      const after = this.#ngrams.expectedCount([this.#lastId, id]) / Math.max(this.#lastCount, 1e-9);
      row[F.afterLast] = Math.log(Math.min(Math.max(after, 0), 1) + FLOOR.share);
      row[F.optionGoesOn] = Math.log((this.options.goesOn.get(id) ?? 0) + FLOOR.goesOn);
      row[F.optionBegins] = Math.log((this.options.begins.get(id) ?? 0) + FLOOR.begins);
      row[F.approved] = Math.max(bound, free) * Math.min(1, this.#approved.get(id) ?? 0);
    });
    return rows;
  }

  #sources(id: number, row: Float64Array): void {
    const lexical = this.#parts.translator.wordWeights;
    const { sourceIds } = this;
    let any = 0;
    let near = 0;
    let allNear = 0;
    for (let i = 0; i < sourceIds.length; i++) {
      allNear += this.#near[i];
      if (sourceIds[i] < FIRST_WORD) continue;
      const forward = lexical.forward(sourceIds[i], id);
      any += forward;
      near += forward * this.#open[i] * this.#near[i];
    }
    row[F.anySource] = Math.log(any / Math.max(1, sourceIds.length) + FLOOR.translation);
    row[F.nearSource] = Math.log(near / Math.max(allNear, 1e-9) + FLOOR.translation);
    row[F.noSource] = Math.log(lexical.forward(UNKNOWN, id) + FLOOR.noSource);
  }

  /** Which source words the typed words leave open, and how near each is to the one after the last word's; the latter. */
  #place({ segment }: SegmentSession): number {
    const { links } = this.#parts.aligner.align(
      { ids: segment.ids, forms: segment.forms.map((form) => form.toLowerCase()) },
      { ids: this.#ids, forms: this.forms.map((form) => form.toLowerCase()) },
    );
    let lastTarget = -1;
    let place = -1;
    for (const { source, target, posterior } of links) {
      this.#open[source] = Math.max(0, this.#open[source] - posterior);
      if (target > lastTarget || (target === lastTarget && source > place)) {
        lastTarget = target;
        place = source;
      }
    }
    for (let i = 0; i < this.#near.length; i++)
      this.#near[i] = Math.exp(-Math.abs(i - (place + 1)) / NEARNESS);
    return place;
  }
}

/** Shares of the words that may follow a frontier, and of ending there. */
export function sharesAfter(walker: FrontierWalker, frontier: Frontier): WordShares {
  const { words, masses } = walker.nextWords(frontier);
  const end = walker.endMass(frontier);
  let highest = end;
  for (const mass of masses) highest = Math.max(highest, mass);
  const shares = new Map<string, number>();
  if (highest === Number.NEGATIVE_INFINITY) return { shares, end: 0 };
  let total = Math.exp(end - highest);
  for (const mass of masses) total += Math.exp(mass - highest);
  words.forEach((word, i) => {
    const folded = walker.graph.folded[word];
    shares.set(folded, (shares.get(folded) ?? 0) + Math.exp(masses[i] - highest) / total);
  });
  return { shares, end: Math.exp(end - highest) / total };
}

export function segmentStatistics(lattice: Lattice, scale: number): SegmentStatistics {
  const chain = forwardBackward(lattice, scale);
  const { edgeOption, edgeFrom, wordStart, words, options } = lattice;
  const approved = new Map<number, number>();
  for (let e = 0; e < edgeOption.length; e++) {
    const option = edgeOption[e];
    if (option === -1 || options.features[option * OPTION_FEATURE_COUNT + APPROVED] <= 0) continue;
    const share = chain.reach[edgeFrom[e]] * chain.transition[e];
    for (let at = wordStart[e]; at < wordStart[e + 1]; at++)
      approved.set(words[at], (approved.get(words[at]) ?? 0) + share);
  }
  const ngrams = ngramPosteriors(lattice, { scale, order: 2 }, chain);
  return { ngrams, approved, runs: new OptionRuns(options) };
}

const APPROVED = optionFeatureIndex('approved');

export const NO_SHARES: WordShares = { shares: new Map(), end: 0 };

const F = Object.fromEntries(NEXT_WORD_FEATURES.map((name, i) => [name, i])) as Record<
  NextWordFeature,
  number
>;
