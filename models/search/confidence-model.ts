/**
 * What a model file keeps of its word confidence: plain numbers, read by posterior/word-confidence.ts. The arrays are
 * sections `confidence/…` of the container, the rest is in its metadata; models of older versions have neither.
 */
import type { Container, Sections } from '../core/container.js';
import { FormatError } from '../core/errors.js';

/** How good a confidence is on judged words; eval/confidence-measures.ts computes it. */
export interface ConfidenceFigures {
  /** Probability that a right word is given more confidence than a wrong one; 0.5 is chance. */
  readonly auc: number;
  /** Expected calibration error: mean distance of confidence and share of right words, over ten bins. */
  readonly ece: number;
  /** Matthews correlation of decisions and truth; 0 is chance. */
  readonly mcc: number;
  readonly f1Bad: number;
  readonly f1Ok: number;
  /** Classification error rate: share of words decided wrongly. */
  readonly cer: number;
  /** The same when every word is called right. */
  readonly cerAllOk: number;
}

/** Why doubtful words are marked or not: `good`, or what speaks against it. */
export type ConfidenceVerdict = 'good' | 'not-fitted' | 'few-words' | 'chance' | 'all-ok';

export interface ConfidenceMetadata {
  /** Names of the features that the weights belong to, in their order. */
  readonly features: readonly string[];
  /** γ of the posteriors. */
  readonly scale: number;
  /** Words with less confidence are doubtful. */
  readonly threshold: number;
  /** The same for the plain word posterior, for comparison. */
  readonly plainThreshold: number;
  /** Exponent of a word's confidence after a right word (see posterior/expected-benefit.ts). */
  readonly persistence: number;
  readonly calibration: 'temperature' | 'isotonic';
  /** Held-out words that it was fitted on. */
  readonly words: number;
  readonly verdict: ConfidenceVerdict;
  /** Measured on the held-out words by cross-validation; absent when there were none. */
  readonly figures?: ConfidenceFigures;
  /** The same of the plain word posterior. */
  readonly plain?: ConfidenceFigures;
  /** Of the model for typed words. */
  readonly typed?: ConfidenceMetadata;
}

export interface ConfidenceModel {
  readonly metadata: ConfidenceMetadata;
  /** One for each feature, then the intercept. */
  readonly weights: Float64Array;
  /** Knots of the calibration: log odds and probabilities. */
  readonly scores: Float64Array;
  readonly probabilities: Float64Array;
  /** Reliability table: rows of low, high, words, mean confidence, share right. */
  readonly reliability: Float64Array;
  /** For words that a person typed; the rest is for words of machine translations. */
  readonly typed?: ConfidenceModel;
}

export const RELIABILITY_COLUMNS = 5;

export function confidenceSections({
  weights,
  scores,
  probabilities,
  reliability,
  typed,
}: ConfidenceModel): Sections {
  const sections = { weights, scores, probabilities, reliability };
  if (typed === undefined) return sections;
  const ofTyped = Object.entries(confidenceSections(typed)).map(([name, array]) => [`typed/${name}`, array]);
  return { ...sections, ...Object.fromEntries(ofTyped) };
}

/** What goes into the metadata of the container. */
export function confidenceMetadata({ metadata, typed }: ConfidenceModel): ConfidenceMetadata {
  return typed === undefined ? metadata : { ...metadata, typed: typed.metadata };
}

/** Undefined when the container has none. */
export function openConfidence(
  container: Container,
  prefix: string,
  metadata: ConfidenceMetadata | undefined,
): ConfidenceModel | undefined {
  if (metadata === undefined || !container.has(`${prefix}weights`)) return undefined;
  const array = (name: string) => container.section(`${prefix}${name}`, 'float64');
  const { typed: typedMetadata, ...own } = metadata;
  const typed = openConfidence(container, `${prefix}typed/`, typedMetadata);
  const model = {
    metadata: own,
    weights: array('weights'),
    scores: array('scores'),
    probabilities: array('probabilities'),
    reliability: array('reliability'),
    ...(typed === undefined ? {} : { typed }),
  };
  const fits =
    Array.isArray(metadata.features) &&
    model.weights.length === metadata.features.length + 1 &&
    model.scores.length > 0 &&
    model.scores.length === model.probabilities.length;
  if (!fits) throw new FormatError('model-confidence', 'The word confidence of this model is damaged.');
  return model;
}
