/**
 * The probability that a word of a target text is right, given the source, the words before it and what stands around
 * it: a logistic model over cheap features (confidence-features.ts), calibrated on held-out text, so that of words with
 * confidence 0.8 four in five are right. It is learnt with the model (train/confidence-fitting.ts) and comes with it.
 *
 *   const confidence = new WordConfidence(bundle, bundle.confidence);
 *   const segment = confidence.open(sourceSegment, lattice);
 *   segment.ofForms(['the', 'house', 'is', 'old', '.'])                 // a machine translation
 *   segment.ofForms([...typed, ...suggested], { given: typed.length })  // a suggestion after what is typed
 *   segment.ofForms(forms, { origin: 'typed' })                         // what a person wrote
 *   segment.ofForms(forms, { origin: 'unknown' })                       // what stands in a document
 *
 * Most words that people type are right, also those that no machine would say, so typed words have a model of their own.
 * In a text of unknown origin the more is taken for the machine's the more of it the machine would say.
 */
import type { ConfidenceMetadata, ConfidenceModel, ConfidenceVerdict } from '../search/confidence-model.js';
import type { Lattice } from '../search/lattice.js';
import type { SourceSegment, TranslatorModel } from '../search/translator.js';
import { calibrate } from './calibration.js';
import {
  CONFIDENCE_FEATURES,
  type JudgedText,
  SegmentEvidence,
  targetWordIds,
} from './confidence-features.js';
import { DEFAULT_CONFIDENCE } from './default-confidence.js';
import { prefixProbabilities } from './expected-benefit.js';
import { logOdds } from './logistic-regression.js';

/** A target text whose words are to be judged, and who wrote it. */
export interface JudgedWriting extends JudgedText {
  readonly origin?: 'machine' | 'typed' | 'unknown';
}

const FOURGRAM = CONFIDENCE_FEATURES.indexOf('fourgramBest');
/** A word is one that the machine would say if a 4-gram around it is at least so probable. */
const SAID_BY_MACHINE = 0.01;
/** Machine text is said by the machine throughout; a person's text agrees with it here and there. */
const ORIGIN_SHARPNESS = 4;

export class WordConfidence {
  readonly metadata: ConfidenceMetadata;
  readonly #model: TranslatorModel;
  readonly #confidence: ConfidenceModel;

  /** Without one of its own, or with one of other features, a model gets the confidence that fits most. */
  constructor(model: TranslatorModel, confidence?: ConfidenceModel) {
    this.#model = model;
    this.#confidence =
      confidence !== undefined && hasOurFeatures(confidence) ? confidence : DEFAULT_CONFIDENCE;
    this.metadata = this.#confidence.metadata;
  }

  /** Whether doubtful words may be marked unasked: only where that was measured to be worth it. */
  get marksByDefault(): boolean {
    return this.metadata.verdict === 'good';
  }

  /** Words with less confidence than this are doubtful. */
  threshold(origin: 'machine' | 'typed'): number {
    const typed = this.#confidence.typed ?? DEFAULT_CONFIDENCE.typed;
    return (origin === 'typed' ? typed : undefined)?.metadata.threshold ?? this.metadata.threshold;
  }

  open(segment: SourceSegment, lattice: Lattice): SegmentConfidence {
    return new SegmentConfidence(this.#model, this.#confidence, segment, lattice);
  }
}

/** For one segment; keeps its posteriors. */
export class SegmentConfidence {
  readonly #model: TranslatorModel;
  readonly #confidence: ConfidenceModel;
  readonly #segment: SourceSegment;
  readonly #evidence: SegmentEvidence;

  constructor(model: TranslatorModel, confidence: ConfidenceModel, segment: SourceSegment, lattice: Lattice) {
    this.#model = model;
    this.#confidence = confidence;
    this.#segment = segment;
    this.#evidence = new SegmentEvidence(model, segment, lattice, confidence.metadata.scale);
  }

  /** The confidence of every word of a text, given as the model's word forms. */
  ofForms(forms: readonly string[], text: JudgedWriting = {}): Float64Array {
    return this.ofWords(targetWordIds(this.#model, this.#segment, forms), text);
  }

  /** The same for word ids. */
  ofWords(words: readonly number[], text: JudgedWriting = {}): Float64Array {
    const width = CONFIDENCE_FEATURES.length;
    const rows = this.#evidence.rows(words, text);
    const { origin = 'machine' } = text;
    const machine = this.#confidence;
    const typed = machine.typed ?? DEFAULT_CONFIDENCE.typed ?? machine;
    const isSaid = words.map((_, i) => rows[i * width + FOURGRAM] >= SAID_BY_MACHINE);
    const saidShare = isSaid.filter(Boolean).length / Math.max(1, words.length);
    const machineShare = saidShare ** ORIGIN_SHARPNESS;
    return Float64Array.from(words, (_, i) => {
      const share = origin === 'machine' ? 1 : origin === 'typed' || !isSaid[i] ? 0 : machineShare;
      const ofMachine = share === 0 ? 0 : confidenceOf(machine, rows, i * width);
      const ofTyped = share === 1 ? 0 : confidenceOf(typed, rows, i * width);
      return share * ofMachine + (1 - share) * ofTyped;
    });
  }

  /** The plain word posterior of every word, not calibrated: what the confidence is compared with. */
  posteriorsOf(words: readonly number[], text: JudgedText = {}): Float64Array {
    return this.#evidence.wordPosteriors(words, text);
  }

  /** The probability that words standing together are all right, from their confidences. */
  ofAll(confidences: readonly number[]): number {
    return prefixProbabilities(confidences, this.#confidence.metadata.persistence).at(-1) ?? 1;
  }
}

/** The calibrated probability for one row of features. */
export function confidenceOf(model: ConfidenceModel, row: ArrayLike<number>, at = 0): number {
  const width = model.weights.length - 1;
  const logistic = { intercept: model.weights[width], weights: model.weights.subarray(0, width) };
  return calibrate(model, logOdds(logistic, row, at));
}

/** One sentence for a person: why doubtful words are marked in this model, or are not. */
export function verdictText({ verdict, figures, words }: ConfidenceMetadata): string {
  const texts: Record<ConfidenceVerdict, string> = {
    good: `Doubtful words are marked: on ${words} held-out words the confidence told right from wrong words (AUC ${two(figures?.auc)}).`,
    'not-fitted':
      'Doubtful words are not marked by default: this model has no word confidence of its own; tune it or train it again.',
    'few-words': `Doubtful words are not marked by default: ${words} held-out words are too few to trust the confidence.`,
    chance: `Doubtful words are not marked by default: on held-out text the confidence is no better than chance (AUC ${two(figures?.auc)}).`,
    'all-ok': `Doubtful words are not marked by default: on held-out text marking nothing is right as often (${percent(figures?.cerAllOk)} of the words are wrong).`,
  };
  return texts[verdict];
}

function hasOurFeatures({ metadata }: ConfidenceModel): boolean {
  return metadata.features.join() === CONFIDENCE_FEATURES.join();
}

function two(value: number | undefined): string {
  return (value ?? 0).toFixed(2);
}

function percent(value: number | undefined): string {
  return `${Math.round(100 * (value ?? 0))} %`;
}
