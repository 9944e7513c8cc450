/**
 * From a prepared corpus to a complete model: word alignment, suffix arrays, word translations, language model; then,
 * from pairs held out, how long translations should be and the word confidence.
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
import type { Bitext } from '../corpus/bitext.js';
import type { CleaningReport } from '../corpus/cleaning.js';
import type { LinkTable } from '../corpus/link-table.js';
import { SuffixArray } from '../corpus/suffix-array.js';
import { estimateKneserNey } from '../lm/kneser-ney.js';
import { countNgrams } from '../lm/ngram-counter.js';
import { buildNgramModel, type NgramModel } from '../lm/ngram-model.js';
import { modelSections } from '../lm/ngram-sections.js';
import { LexicalWeights } from '../phrases/lexical-weights.js';
import type { BundleMetadata, SideMetadata } from '../search/bundle-metadata.js';
import type { ConfidenceModel } from '../search/confidence-model.js';
import { DEFAULT_WEIGHTS, type FeatureWeights } from '../search/default-weights.js';
import { type ModelBundle, withConfidence } from '../search/model-bundle.js';
import { FIRST_WORD } from '../text/vocabulary.js';
import { ENOUGH_WORDS, fitConfidence, type HeldOutPair, LEAST_WORDS } from './confidence-fitting.js';
import type { CorpusPreparation, PreparedCorpus, PreparedSide } from './corpus-preparation.js';
import { chooseHeldOut, withoutEntries, withoutPairs } from './held-out-pairs.js';
import { calibrateLength } from './length-calibration.js';
import type { TrainingProgress } from './training-progress.js';

export interface TrainingSettings extends LinkSettings {
  /** Words of an n-gram of the language model. */
  readonly order: number;
  /** 2–8 bits for each probability of the language model, or 32 for full precision. */
  readonly bits: number;
  /** N-grams of each order that occur at most so often are left out (see kneser-ney.ts). */
  readonly pruning: readonly number[];
  /**
   * Whether to learn the length of translations and the word confidence from some pairs held out; not needed when tuning
   * follows, which does it.
   */
  readonly learnFromHeldOut: boolean;
  /**
   * In a bitext of more pairs those held out are left out of the model for good (some hundred pairs). A smaller one loses
   * none: what is to be learnt from them is learnt with a second model that lacks them.
   */
  readonly largeBitext: number;
  /** Program and version, and when (ISO 8601): for the model's description. */
  readonly createdBy: string;
  readonly created: string;
}

export const DEFAULT_TRAINING = {
  order: 5,
  bits: 8,
  pruning: [],
  learnFromHeldOut: true,
  largeBitext: 200_000,
  ...DEFAULT_LINKS,
} as const satisfies Partial<TrainingSettings>;

/** Pairs held out: up to so many target words in at most so large a share of the pairs. */
const HOLDING_OUT = { words: ENOUGH_WORDS, share: 0.05, seed: 1 };
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
  const whole = corpus.bitext.withLinks(alignment.links);
  const heldOut = settings.learnFromHeldOut ? chooseHeldOut(whole, HOLDING_OUT) : new Uint32Array(0);
  const isLarge = whole.pairCount > settings.largeBitext;
  const bitext = isLarge ? withoutPairs(whole, heldOut) : whole;
  const { languageModel, phrases } = yield* buildParts(corpus, bitext, settings, cancel);

  const bundle: ModelBundle = {
    // Every part is there: tuning on held-out text, where asked for, starts from these weights.
    metadata: describe(corpus, bitext, settings, languageModel, DEFAULT_WEIGHTS),
    source: corpus.source,
    target: corpus.target,
    phrases,
    languageModel,
    alignment: alignment.model,
    origins: isLarge ? withoutEntries(corpus.origins, heldOut) : corpus.origins,
  };
  const unseeing = yield* withoutHeldOut(corpus, whole, heldOut, bundle, settings, cancel);
  const pairs = Array.from(heldOut, (pair) => heldOutPair(corpus, whole, pair));
  const fitted = yield* fitLength(unseeing, pairs, cancel);
  const confidence = yield* learnConfidence(described(unseeing, fitted), pairs, cancel);
  return { bundle: withConfidence(described(bundle, fitted), confidence), cleaning: corpus.cleaning };
}

type Parts = Pick<ModelBundle, 'phrases' | 'languageModel'>;

/** What is made from the bitext and its links. */
function* buildParts(
  corpus: PreparedCorpus,
  bitext: Bitext,
  { order, bits, pruning }: TrainingSettings,
  cancel: CancelToken,
): Generator<TrainingProgress, Parts> {
  const sourceSize = corpus.source.vocabulary.baseSize;
  const targetSize = corpus.target.vocabulary.baseSize;
  throwIfCancelled(cancel);
  yield { step: 'index', done: 0, total: 2 };
  const sourceIndex = SuffixArray.build(bitext.source, sourceSize, cancel);
  yield { step: 'index', done: 1, total: 2 };
  const targetIndex = SuffixArray.build(bitext.target, targetSize, cancel);

  throwIfCancelled(cancel);
  yield { step: 'lexicon', done: 0, total: 1 };
  const lexical = LexicalWeights.build(bitext, sourceSize, targetSize);

  yield { step: 'language-model', done: 0, total: 3 };
  const counts = countNgrams(bitext.target, targetSize, order, cancel);
  yield { step: 'language-model', done: 1, total: 3 };
  const estimated = estimateKneserNey(counts, { pruning, cancel });
  throwIfCancelled(cancel);
  yield { step: 'language-model', done: 2, total: 3 };
  const languageModel = buildNgramModel(estimated, { bits });
  return { phrases: { bitext, sourceIndex, targetIndex, lexical }, languageModel };
}

/** The model as it is without the pairs held out, if there are enough of them to learn anything from. */
function* withoutHeldOut(
  corpus: PreparedCorpus,
  whole: Bitext,
  heldOut: Uint32Array,
  bundle: ModelBundle,
  settings: TrainingSettings,
  cancel: CancelToken,
): Generator<TrainingProgress, ModelBundle> {
  yield { step: 'length', done: 0, total: 1 };
  const words = heldOut.reduce((sum, pair) => sum + whole.target.sentenceLength(pair), 0);
  if (words < LEAST_WORDS || bundle.phrases.bitext !== whole) return bundle;
  const building = buildParts(corpus, withoutPairs(whole, heldOut), settings, cancel);
  let step = building.next();
  for (; !step.done; step = building.next()) yield { step: 'length', done: 0, total: 1 };
  return { ...bundle, ...step.value };
}

type Fitted = Pick<BundleMetadata, 'weights' | 'rescoring'>;

/** The weights with which translations are as long as people's, and a choice by posteriors that keeps their length. */
function* fitLength(
  model: ModelBundle,
  pairs: readonly HeldOutPair[],
  cancel: CancelToken,
): Generator<TrainingProgress, Fitted> {
  const fitting = calibrateLength(model, pairs, cancel);
  let step = fitting.next();
  for (; !step.done; step = fitting.next()) yield { step: 'length', ...step.value };
  return step.value;
}

/** Undefined when there are too few words to learn from. */
function* learnConfidence(
  model: ModelBundle,
  pairs: readonly HeldOutPair[],
  cancel: CancelToken,
): Generator<TrainingProgress, ConfidenceModel | undefined> {
  yield { step: 'confidence', done: 0, total: 1 };
  const words = pairs.reduce((sum, { reference }) => sum + reference.length, 0);
  if (words < LEAST_WORDS) return undefined;
  const fitting = fitConfidence(model, pairs, cancel);
  let step = fitting.next();
  for (; !step.done; step = fitting.next()) yield { step: 'confidence', ...step.value };
  return step.value;
}

function described(bundle: ModelBundle, fitted: Fitted): ModelBundle {
  return { ...bundle, metadata: { ...bundle.metadata, ...fitted } };
}

function heldOutPair(corpus: PreparedCorpus, { source, target }: Bitext, pair: number): HeldOutPair {
  const ids = Array.from(source.sentence(pair));
  const forms = ids.map((id) => corpus.source.vocabulary.formOf(id));
  return {
    segment: { ids, forms, allUpper: false },
    reference: Array.from(target.sentence(pair), (id) => corpus.target.vocabulary.formOf(id)),
  };
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
  { source, target, links, pairCount }: Bitext,
  settings: TrainingSettings,
  languageModel: NgramModel,
  weights: FeatureWeights,
): BundleMetadata {
  return {
    kind: 'translation-model',
    source: describeSide(corpus.source, source.tokenCount),
    target: describeSide(corpus.target, target.tokenCount),
    pretokenized: corpus.pretokenized,
    pairs: pairCount,
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
