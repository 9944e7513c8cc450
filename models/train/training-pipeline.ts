/**
 * From a prepared corpus to a complete model: word alignment, suffix arrays, word translations, language model.
 * An async generator that yields progress, so that a host can show it and let others work; `cancel` is looked at
 * between and inside steps. The host decides who aligns (`align`): in this thread, or many worker threads.
 *
 *   const preparation = new CorpusPreparation(options); …add pairs…
 *   const model = yield* trainBundle(preparation, settings, cancel);
 *   for (const chunk of bundleWriter(model.bundle).chunks()) …
 */
import type { AlignmentModel } from '../align/alignment-model.js';
import { DEFAULT_LINKS, type LinkSettings } from '../align/link-decoding.js';
import { type PairArrays, pairArraysOf } from '../align/pair-arrays.js';
import { alignBitext } from '../align/word-aligner.js';
import { type CancelToken, NEVER_CANCELLED, throwIfCancelled } from '../core/cancel.js';
import type { CleaningReport } from '../corpus/cleaning.js';
import type { LinkTable } from '../corpus/link-table.js';
import { SuffixArray } from '../corpus/suffix-array.js';
import { estimateKneserNey } from '../lm/kneser-ney.js';
import { countNgrams } from '../lm/ngram-counter.js';
import { buildNgramModel, type NgramModel } from '../lm/ngram-model.js';
import { modelSections } from '../lm/ngram-sections.js';
import { LexicalWeights } from '../phrases/lexical-weights.js';
import type { BundleMetadata, SideMetadata } from '../search/bundle-metadata.js';
import { DEFAULT_WEIGHTS, type FeatureWeights } from '../search/default-weights.js';
import type { ModelBundle } from '../search/model-bundle.js';
import { FIRST_WORD } from '../text/vocabulary.js';
import type { CorpusPreparation, PreparedCorpus, PreparedSide } from './corpus-preparation.js';
import type { TrainingProgress } from './training-progress.js';

export interface TrainingSettings extends LinkSettings {
  /** Words of an n-gram of the language model. */
  readonly order: number;
  /** 2–8 bits for each probability of the language model, or 32 for full precision. */
  readonly bits: number;
  /** N-grams of each order that occur at most so often are left out (see kneser-ney.ts). */
  readonly pruning: readonly number[];
  /** Program and version, and when (ISO 8601): for the model's description. */
  readonly createdBy: string;
  readonly created: string;
}

export const DEFAULT_TRAINING = {
  order: 5,
  bits: 8,
  pruning: [],
  ...DEFAULT_LINKS,
} as const satisfies Partial<TrainingSettings>;

export interface Alignment {
  readonly links: LinkTable;
  readonly model: AlignmentModel;
}

/** Aligns the whole bitext, yielding the share that is done, 0–1. */
export type AlignBitext = (
  pairs: PairArrays,
  settings: LinkSettings,
  cancel: CancelToken,
) => AsyncIterator<number, Alignment> | Iterator<number, Alignment>;

export interface TrainedModel {
  readonly bundle: ModelBundle;
  readonly cleaning: CleaningReport;
}

export async function* trainBundle(
  preparation: CorpusPreparation,
  settings: TrainingSettings,
  cancel: CancelToken = NEVER_CANCELLED,
  align: AlignBitext = alignInThisThread,
): AsyncGenerator<TrainingProgress, TrainedModel> {
  const corpus = yield* preparation.finish(cancel);
  const sourceSize = corpus.source.vocabulary.baseSize;
  const targetSize = corpus.target.vocabulary.baseSize;

  const aligning = align(
    pairArraysOf(corpus.bitext.source, corpus.bitext.target, sourceSize, targetSize),
    settings,
    cancel,
  );
  let aligned = await aligning.next();
  for (; !aligned.done; aligned = await aligning.next()) {
    yield { step: 'align', done: aligned.value, total: 1 };
  }
  const alignment = aligned.value;
  const bitext = corpus.bitext.withLinks(alignment.links);

  throwIfCancelled(cancel);
  yield { step: 'index', done: 0, total: 2 };
  const sourceIndex = SuffixArray.build(bitext.source, sourceSize, cancel);
  yield { step: 'index', done: 1, total: 2 };
  const targetIndex = SuffixArray.build(bitext.target, targetSize, cancel);

  throwIfCancelled(cancel);
  yield { step: 'lexicon', done: 0, total: 1 };
  const lexical = LexicalWeights.build(bitext, sourceSize, targetSize);

  const languageModel = yield* buildLanguageModel(corpus, settings, cancel);

  // Every part is there: tuning on held-out text, where asked for, starts from these weights.
  const weights = DEFAULT_WEIGHTS;

  const bundle: ModelBundle = {
    metadata: describe(corpus, settings, alignment.links, languageModel, weights),
    source: corpus.source,
    target: corpus.target,
    phrases: { bitext, sourceIndex, targetIndex, lexical },
    languageModel,
    alignment: alignment.model,
    origins: corpus.origins,
  };
  return { bundle, cleaning: corpus.cleaning };
}

function* buildLanguageModel(
  { bitext, target }: PreparedCorpus,
  { order, bits, pruning }: TrainingSettings,
  cancel: CancelToken,
): Generator<TrainingProgress, NgramModel> {
  yield { step: 'language-model', done: 0, total: 3 };
  const counts = countNgrams(bitext.target, target.vocabulary.baseSize, order, cancel);
  yield { step: 'language-model', done: 1, total: 3 };
  const estimated = estimateKneserNey(counts, { pruning, cancel });
  throwIfCancelled(cancel);
  yield { step: 'language-model', done: 2, total: 3 };
  return buildNgramModel(estimated, { bits });
}

function* alignInThisThread(
  pairs: PairArrays,
  { heuristic, emptyWeight }: LinkSettings,
  cancel: CancelToken,
): Generator<number, Alignment> {
  const aligning = alignBitext(pairs, { heuristic, emptyWeight }, cancel);
  let step = aligning.next();
  for (; !step.done; step = aligning.next()) yield step.value.done;
  return step.value;
}

function describe(
  corpus: PreparedCorpus,
  settings: TrainingSettings,
  links: LinkTable,
  languageModel: NgramModel,
  weights: FeatureWeights,
): BundleMetadata {
  const { source, target } = corpus.bitext;
  return {
    kind: 'translation-model',
    source: describeSide(corpus.source, source.tokenCount),
    target: describeSide(corpus.target, target.tokenCount),
    pretokenized: corpus.pretokenized,
    pairs: corpus.bitext.pairCount,
    links: links.linkCount,
    heuristic: settings.heuristic,
    emptyWeight: settings.emptyWeight,
    languageModel: modelSections(languageModel).metadata,
    weights,
    createdBy: settings.createdBy,
    created: settings.created,
  };
}

function describeSide({ language, vocabulary, lowercased }: PreparedSide, tokens: number): SideMetadata {
  return { language, lowercased, tokens, words: vocabulary.baseSize - FIRST_WORD };
}
