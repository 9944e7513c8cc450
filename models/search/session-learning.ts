/**
 * What a translator's approvals teach the engine until the next training: each pair is aligned, becomes part of the
 * bitext overlay, and its target counts in the language model, at once. A unit that is taken back leaves no trace in
 * any later translation.
 *
 * Room is bounded by what was approved (and, for new words, by what ever was).
 */
import type { AlignmentModel } from '../align/alignment-model.js';
import { type AlignerSentence, OnlineAligner } from '../align/online-aligner.js';
import { MAX_SENTENCE_LENGTH } from '../corpus/link-table.js';
import { AdaptedModel } from '../lm/adapted-model.js';
import type { LanguageModel } from '../lm/language-model.js';
import type { NgramModel } from '../lm/ngram-model.js';
import { SessionNgrams } from '../lm/session-ngrams.js';
import { PhraseOverlay } from '../phrases/phrase-overlay.js';
import type { PhraseModel } from '../phrases/phrase-sampler.js';
import type { Vocabulary } from '../text/vocabulary.js';

export interface LearningSettings {
  /** Weight of the feature `approved`, as a multiple of the language model's weight. */
  readonly approvedWeight: number;
  /** Share of the approved targets in the language model; 0 leaves it as it is. */
  readonly languageModelShare: number;
  readonly languageModelOrder: number;
}

export const DEFAULT_LEARNING: LearningSettings = {
  approvedWeight: 3,
  languageModelShare: 0.1,
  languageModelOrder: 4,
};

/** A word that a translator puts for another need not have been seen with it; leaving both without links loses it. */
const UNSEEN_PAIR = 1e-5;

export interface ApprovedPair {
  /** The name it can be taken back by. */
  readonly unit: string;
  readonly source: string;
  readonly target: string;
}

interface LearntPair extends ApprovedPair {
  readonly number: number;
  readonly sourceIds: readonly number[];
  readonly targetIds: readonly number[];
  readonly links: readonly number[];
}

interface LearningModel {
  readonly source: { readonly vocabulary: Vocabulary };
  readonly target: { readonly vocabulary: Vocabulary };
  readonly phrases: PhraseModel;
  readonly languageModel: NgramModel;
  readonly alignment?: AlignmentModel;
}

export class SessionLearning {
  readonly overlay: PhraseOverlay;
  readonly #model: LearningModel;
  /** Made when the first pair comes: most translators never learn. */
  #aligner: OnlineAligner | null = null;
  readonly #ngrams: SessionNgrams;
  readonly #adapted: AdaptedModel | null;
  readonly #pairs = new Map<string, LearntPair>();
  readonly #byNumber = new Map<number, LearntPair>();
  #nextNumber = 0;

  constructor(model: LearningModel, settings: LearningSettings) {
    const { languageModelShare, languageModelOrder } = settings;
    this.#model = model;
    this.overlay = new PhraseOverlay(model.phrases);
    this.#ngrams = new SessionNgrams(languageModelOrder);
    this.#adapted =
      languageModelShare > 0 ? new AdaptedModel(model.languageModel, this.#ngrams, languageModelShare) : null;
  }

  /** The model that the next segment is scored with; states from before the call are no longer valid. */
  languageModel(): LanguageModel {
    if (this.#pairs.size === 0 || this.#adapted === null) return this.#model.languageModel;
    this.#adapted.beginSegment();
    return this.#adapted;
  }

  /** Learns the words of a pair; a unit learnt before is replaced. */
  learn(pair: ApprovedPair, sourceForms: readonly string[], targetForms: readonly string[]): void {
    this.unlearn(pair.unit);
    const sourceIds = sourceForms.map((form) => this.#model.source.vocabulary.add(form));
    const targetIds = targetForms.map((form) => this.#model.target.vocabulary.add(form));
    const links = this.#align(
      { ids: sourceIds, forms: sourceForms.map((form) => form.toLowerCase()) },
      { ids: targetIds, forms: targetForms.map((form) => form.toLowerCase()) },
    );
    const { unit, source, target } = pair;
    const number = this.#nextNumber++;
    const learnt = { unit, source, target, number, sourceIds, targetIds, links };
    this.#pairs.set(unit, learnt);
    this.#byNumber.set(number, learnt);
    this.#count(learnt);
  }

  /** Takes a unit back; false if there is none of that name. */
  unlearn(unit: string): boolean {
    const pair = this.#pairs.get(unit);
    if (pair === undefined) return false;
    this.#pairs.delete(unit);
    this.#byNumber.delete(pair.number);
    this.overlay.clear();
    this.#ngrams.clear();
    for (const other of this.#pairs.values()) this.#count(other);
    this.#adapted?.forgetStates();
    return true;
  }

  /** The approved pair that an option's origin names; null if the origin is a pair of the model or was taken back. */
  approvedPair(origin: number): ApprovedPair | null {
    return this.#byNumber.get(-1 - origin) ?? null;
  }

  #align(source: AlignerSentence, target: AlignerSentence): readonly number[] {
    const { alignment } = this.#model;
    if (alignment === undefined) return [];
    this.#aligner ??= new OnlineAligner(alignment, { unseenPair: UNSEEN_PAIR });
    return this.#aligner.align(source, target).links.flatMap((link) => [link.source, link.target]);
  }

  #count({ number, sourceIds, targetIds, links }: LearntPair): void {
    if (targetIds.length > 0) this.#ngrams.add(targetIds);
    this.#adapted?.forgetStates();
    // Longer ones have no links.
    if (sourceIds.length > MAX_SENTENCE_LENGTH || targetIds.length > MAX_SENTENCE_LENGTH) return;
    if (sourceIds.length > 0 && targetIds.length > 0)
      this.overlay.append(number, sourceIds, targetIds, links);
  }
}
