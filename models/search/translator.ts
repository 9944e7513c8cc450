/**
 * Translates one segment with an opened model: text → word forms → ids → options → search → words → text as a person
 * writes it. Words that the model does not know are passed through, or translated by the known words they are made of.
 *
 *   const translator = new Translator(bundle);
 *   translator.translate('Ein kleiner Hund schläft.').text
 *
 * What the translator approves is learnt at once (`learn`), and its effect is gone when it is taken back (`unlearn`).
 *
 * Not meant to be shared between threads: the decoder's memory is used again for every segment.
 */
import type { AlignmentModel } from '../align/alignment-model.js';
import { type CancelToken, NEVER_CANCELLED } from '../core/cancel.js';
import type { PhraseRange } from '../corpus/suffix-array.js';
import type { LanguageModel } from '../lm/language-model.js';
import type { NgramModel } from '../lm/ngram-model.js';
import { CompoundSplitter, compoundSettings } from '../phrases/compound-splitter.js';
import type { WordWeights } from '../phrases/lexical-weights.js';
import {
  DEFAULT_SAMPLING,
  type PhraseModel,
  PhraseSampler,
  type SamplingSettings,
} from '../phrases/phrase-sampler.js';
import type { TranslationOptions } from '../phrases/translation-options.js';
import { createDetokenizer, type Detokenizer } from '../text/detokenizer.js';
import { createTokenizer, type TextTokenizer } from '../text/tokenizer.js';
import { recase, type Truecaser } from '../text/truecaser.js';
import { PASSED_THROUGH, UNKNOWN, type Vocabulary, type WordId } from '../text/vocabulary.js';
import { Decoder } from './decoder.js';
import { type Derivation, derivationFeatures, derivationOf, drawDerivation } from './derivation.js';
import { type FeatureName, featureIndex, weightVector } from './feature-names.js';
import { type Lattice, latticeOf } from './lattice.js';
import { nBestPaths } from './n-best.js';
import type { TargetConstraint } from './prefix-constraint.js';
import type { SearchGraph } from './search-graph.js';
import { DEFAULT_SEARCH, type SearchSettings } from './search-settings.js';
import {
  type ApprovedPair,
  DEFAULT_LEARNING,
  type LearningSettings,
  SessionLearning,
} from './session-learning.js';

interface TranslatorSide {
  readonly vocabulary: Vocabulary;
  readonly truecaser?: Truecaser;
}

/** The parts of a model bundle that translating needs. */
export interface TranslatorModel {
  readonly metadata: {
    readonly source: { readonly language: string; readonly lowercased: boolean };
    readonly target: { readonly language: string; readonly lowercased: boolean };
    readonly pretokenized: boolean;
    readonly weights: Readonly<Partial<Record<FeatureName, number>>>;
  };
  readonly source: TranslatorSide;
  readonly target: TranslatorSide;
  readonly phrases: PhraseModel;
  readonly languageModel: NgramModel;
  /** Needed for learning: aligns what was approved. */
  readonly alignment?: AlignmentModel;
}

export interface TranslatorSettings {
  readonly sampling?: Partial<SamplingSettings>;
  readonly search?: Partial<SearchSettings>;
  readonly learning?: Partial<LearningSettings>;
  /** Text comes split at blanks and goes out so, whatever the model was trained on. */
  readonly pretokenized?: boolean;
  /** Milliseconds, for the time budget of the search. */
  readonly now?: () => number;
}

/** A source segment as the model sees it. */
export interface SourceSegment {
  readonly forms: readonly string[];
  readonly ids: readonly WordId[];
  /** A heading in capitals: its translation will be one too. */
  readonly allUpper: boolean;
}

export interface Translation {
  readonly text: string;
  /** Word forms of the model, before detokenising and recasing. */
  readonly words: readonly string[];
  readonly score: number;
  readonly derivation: Derivation;
}

/** Words seen at most so often are translated by their parts too, if they have any. */
const RARE_WORD = 2;
/** Paths looked at for every distinct translation asked for. */
const PATHS_PER_TRANSLATION = 20;
const APPROVED = featureIndex('approved');
const LANGUAGE_MODEL = featureIndex('languageModel');

export class Translator {
  /** From the model; tuning passes others to `search`. */
  readonly weights: Float64Array;
  readonly #model: TranslatorModel;
  readonly #search: SearchSettings;
  readonly #pretokenized: boolean;
  readonly #sampler: PhraseSampler;
  readonly #decoder: Decoder;
  readonly #tokenizer: TextTokenizer;
  readonly #targetTokenizer: TextTokenizer;
  readonly #detokenizer: Detokenizer;
  readonly #splitter: CompoundSplitter;
  readonly #learning: SessionLearning;
  readonly #parts = new Map<string, readonly WordId[] | null>();

  constructor(model: TranslatorModel, settings: TranslatorSettings = {}) {
    const { metadata, phrases, languageModel } = model;
    this.weights = weightVector(metadata.weights);
    this.#model = model;
    this.#search = { ...DEFAULT_SEARCH, ...settings.search };
    this.#pretokenized = settings.pretokenized ?? metadata.pretokenized;
    const learning = { ...DEFAULT_LEARNING, ...settings.learning };
    this.#learning = new SessionLearning(model, learning);
    // No held-out text tells how far to trust a person, so this weight follows that of the language model.
    this.weights[APPROVED] = learning.approvedWeight * this.weights[LANGUAGE_MODEL];
    const sampling = { ...DEFAULT_SAMPLING, ...settings.sampling };
    this.#sampler = new PhraseSampler(phrases, sampling, this.#learning.overlay);
    this.#decoder = new Decoder(languageModel, settings.now);
    this.#tokenizer = createTokenizer(metadata.source.language);
    this.#targetTokenizer = createTokenizer(metadata.target.language);
    this.#detokenizer = createDetokenizer(metadata.target.language);
    this.#splitter = new CompoundSplitter(
      (form) => this.#frequency(form),
      compoundSettings(metadata.source.language),
    );
  }

  prepare(text: string): SourceSegment {
    const { source, metadata } = this.#model;
    let forms = this.#pretokenized ? blankSeparated(text) : this.#tokenizer.forms(text);
    const allUpper = forms.some(hasLetters) && forms.every((form) => form === form.toUpperCase());
    if (metadata.source.lowercased) forms = forms.map((form) => form.toLowerCase());
    else if (!this.#pretokenized && source.truecaser !== undefined) forms = source.truecaser.truecase(forms);
    return { forms, ids: forms.map((form) => source.vocabulary.idOf(form)), allUpper };
  }

  /** Word forms of a target text, to be compared with `Translation.words`. */
  targetForms(text: string): readonly string[] {
    const { target, metadata } = this.#model;
    const forms = this.#pretokenized ? blankSeparated(text) : this.#targetTokenizer.forms(text);
    if (metadata.target.lowercased) return forms.map((form) => form.toLowerCase());
    return this.#pretokenized ? forms : (target.truecaser?.truecase(forms) ?? forms);
  }

  /**
   * Learns a pair at once: its phrases, words and target text. `unit` names it for `unlearn` and in explanations; a unit
   * learnt before is replaced. Search graphs made before end here; lattices stay what they were.
   */
  learn(source: string, target: string, unit: string): void {
    this.#learning.learn({ unit, source, target }, this.prepare(source).forms, this.targetForms(target));
    this.#forget();
  }

  /** Translates again as if the unit had never been learnt; false if there is none of that name. */
  unlearn(unit: string): boolean {
    const found = this.#learning.unlearn(unit);
    if (found) this.#forget();
    return found;
  }

  /** The approved pair that an origin of an option names; null for pairs of the model and those taken back. */
  approvedPair(origin: number): ApprovedPair | null {
    return this.#learning.approvedPair(origin);
  }

  /** With what was learnt; its states are valid until the next call or search. */
  languageModel(): LanguageModel {
    return this.#learning.languageModel();
  }

  /** Word translation probabilities with what was learnt. */
  get wordWeights(): WordWeights {
    return this.#learning.overlay.lexicon;
  }

  /** The search graph of a segment; valid until the next call. */
  search(
    segment: SourceSegment,
    weights: Float64Array = this.weights,
    cancel: CancelToken = NEVER_CANCELLED,
  ): SearchGraph {
    const { vocabulary } = this.#model.target;
    const words = {
      // Words of other languages have no ids: they stand for themselves by their positions.
      target: (position: number) => {
        const known = vocabulary.idOf(segment.forms[position]);
        return known === UNKNOWN ? PASSED_THROUGH + position : known;
      },
      parts: (position: number) => this.#partsOf(segment.forms[position]),
      isMark: (position: number) => !hasLettersOrDigits(segment.forms[position]),
    };
    const options = this.#sampler.options(segment.ids, weights, words, cancel);
    this.#decoder.useLanguageModel(this.#learning.languageModel());
    return this.#decoder.decode(options, weights, this.#search, cancel);
  }

  /** What the search found, frozen: stays valid however many segments are translated after it. */
  lattice(
    segment: SourceSegment,
    weights: Float64Array = this.weights,
    cancel: CancelToken = NEVER_CANCELLED,
  ): Lattice {
    return latticeOf(this.search(segment, weights, cancel));
  }

  /** The translations that keep a constraint, made of the given options; null when there are none. */
  latticeUnder(
    options: TranslationOptions,
    constraint: TargetConstraint,
    search: Partial<SearchSettings> = {},
    cancel: CancelToken = NEVER_CANCELLED,
  ): Lattice | null {
    const settings = { ...this.#search, ...search };
    this.#decoder.useLanguageModel(this.#learning.languageModel());
    const graph = this.#decoder.decode(options, this.weights, settings, cancel, constraint);
    return graph.isComplete ? latticeOf(graph) : null;
  }

  /**
   * Searches among the options of an earlier search again, with another language model; `adapt` makes it from the one in
   * use and the weight of its scores.
   */
  searchAgain(
    options: TranslationOptions,
    adapt: (model: LanguageModel, weight: number) => LanguageModel,
    cancel: CancelToken = NEVER_CANCELLED,
  ): Lattice {
    const model = this.#learning.languageModel();
    this.#decoder.useLanguageModel(adapt(model, this.weights[LANGUAGE_MODEL]));
    try {
      return latticeOf(this.#decoder.decode(options, this.weights, this.#search, cancel));
    } finally {
      this.#decoder.useLanguageModel(model);
    }
  }

  translate(text: string, cancel: CancelToken = NEVER_CANCELLED): Translation {
    const segment = this.prepare(text);
    const graph = this.search(segment, this.weights, cancel);
    const path = graph.bestPath() ?? { edges: [], score: 0 };
    return this.translation(segment, derivationOf(graph, path.edges), path.score);
  }

  /** Up to `count` different translations, best first; at least one. */
  nBest(
    segment: SourceSegment,
    count: number,
    weights: Float64Array = this.weights,
    cancel: CancelToken = NEVER_CANCELLED,
  ): Translation[] {
    const graph = this.search(segment, weights, cancel);
    const list: Translation[] = [];
    const seen = new Set<string>();
    let looked = 0;
    for (const path of nBestPaths(graph)) {
      const derivation = derivationOf(graph, path.edges);
      const key = derivation.words.join(' ');
      if (!seen.has(key)) list.push(this.translation(segment, derivation, path.score));
      seen.add(key);
      if (list.length === count || ++looked === PATHS_PER_TRANSLATION * count) break;
    }
    return list;
  }

  /** Value of every feature of a translation. */
  features({ derivation }: Translation): Float64Array {
    return derivationFeatures(derivation, this.#learning.languageModel(), this.#search.orientation);
  }

  /** The phrase pairs of a translation, one a line, gaps drawn. */
  draw(segment: SourceSegment, { derivation }: Translation): string {
    return drawDerivation(
      derivation,
      (position) => segment.forms[position],
      (id) => this.form(segment, id),
    );
  }

  /** A derivation written out as a person writes it. */
  translation(segment: SourceSegment, derivation: Derivation, score: number): Translation {
    const words = derivation.words.map((id) => this.form(segment, id));
    return { text: this.text(segment, words), words, score, derivation };
  }

  /** Word forms of the model as text: detokenised and recased, or joined by blanks. */
  text(segment: SourceSegment, words: readonly string[]): string {
    if (this.#pretokenized) return words.join(' ');
    return this.#detokenizer.detokenize(recase(words, { allUpper: segment.allUpper }));
  }

  /** The form of a target word id of this segment's options. */
  form({ forms }: SourceSegment, id: WordId): string {
    const { vocabulary } = this.#model.target;
    return id < PASSED_THROUGH ? vocabulary.formOf(id) : forms[id - PASSED_THROUGH];
  }

  #partsOf(form: string): readonly WordId[] | null {
    const known = this.#parts.get(form);
    if (known !== undefined) return known;
    const { vocabulary } = this.#model.source;
    const forms = this.#frequency(form) <= RARE_WORD ? this.#splitter.split(form) : null;
    const ids = forms?.map((part) => vocabulary.idOf(part)) ?? null;
    this.#parts.set(form, ids);
    return ids;
  }

  #frequency(form: string): number {
    const id = this.#model.source.vocabulary.idOf(form);
    const range: PhraseRange = { low: 0, high: 0 };
    if (id === UNKNOWN) return 0;
    const { sourceIndex } = this.#model.phrases;
    const count = sourceIndex.find([id], range) ? range.high - range.low : 0;
    return count + this.#learning.overlay.sourceCount(id);
  }

  #forget(): void {
    this.#sampler.forget();
    this.#parts.clear();
  }
}

function blankSeparated(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}

function hasLettersOrDigits(form: string): boolean {
  return /[\p{L}\p{N}]/u.test(form);
}

function hasLetters(form: string): boolean {
  return form.toLowerCase() !== form.toUpperCase();
}
