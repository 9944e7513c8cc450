/**
 * Learns the word confidence of a model from held-out pairs: translates them, labels every word of the translations by
 * the references (eval/word-labels.ts, 'wer'), fits the logistic model and its calibration, and measures what came out.
 *
 * Everything that is reported or chosen (figures, reliability, kind of calibration, thresholds, persistence) comes from
 * cross-validation by segments: each word is scored by a model that has not seen its segment.
 *
 * Words that a person typed are another population: far more of them are right, and what no path of the lattice says is
 * no longer suspect by itself. They get a model of their own, learnt from the references with errors put in
 * (typed-errors.ts).
 *
 * A generator that yields after every segment, so that a host can show progress, and stop it.
 */
import { type CancelToken, NEVER_CANCELLED, throwIfCancelled } from '../core/cancel.js';
import { Random } from '../core/random.js';
import { bestThreshold, judgeConfidence, reliabilityTable } from '../eval/confidence-measures.js';
import { labelWords } from '../eval/word-labels.js';
import {
  type Calibrator,
  calibrate,
  isotonicCalibrator,
  logLoss,
  temperatureCalibrator,
} from '../posterior/calibration.js';
import { CONFIDENCE_FEATURES, SegmentEvidence, targetWordIds } from '../posterior/confidence-features.js';
import { fitLogistic, logOdds } from '../posterior/logistic-regression.js';
import { DEFAULT_POSTERIOR } from '../posterior/ngram-posteriors.js';
import { Rescorer } from '../posterior/rescorer.js';
import type { ConfidenceFigures, ConfidenceModel, ConfidenceVerdict } from '../search/confidence-model.js';
import type { RescoringSettings } from '../search/rescoring-settings.js';
import { type SourceSegment, Translator, type TranslatorModel } from '../search/translator.js';
import { withErrors } from './typed-errors.js';

/** A held-out pair: the source as the model sees it, and the word forms of its translation. */
export interface HeldOutPair {
  readonly segment: SourceSegment;
  readonly reference: readonly string[];
}

/** Words are judged as the model chooses them. */
export type RescoredModel = TranslatorModel & {
  readonly metadata: { readonly rescoring?: RescoringSettings };
};

export interface ConfidenceProgress {
  readonly done: number;
  readonly total: number;
}

/** Words after which no more segments are translated: more would change little. */
export const ENOUGH_WORDS = 6000;
/** With fewer words nothing is fitted. */
export const LEAST_WORDS = 300;
/** With fewer words the fit is not trusted to mark words. */
const TRUSTED_WORDS = 1000;
const FOLDS = 5;
const PENALTY = 30;
/** What AUC and MCC must exceed to be more than chance. */
const LEAST_AUC = 0.55;
const LEAST_MCC = 0.05;

/** Undefined when there are too few words, or all are right or all wrong. */
export function* fitConfidence(
  model: RescoredModel,
  pairs: readonly HeldOutPair[],
  cancel: CancelToken = NEVER_CANCELLED,
): Generator<ConfidenceProgress, ConfidenceModel | undefined> {
  const machine = new Examples();
  const typed = new Examples();
  const translator = new Translator(model);
  const rescorer = new Rescorer(translator, model.metadata.rescoring);
  const random = new Random(1);
  let elsewhere: number[] = [];
  for (const [done, { segment, reference }] of pairs.entries()) {
    throwIfCancelled(cancel);
    yield { done: Math.max(done / pairs.length, machine.count / ENOUGH_WORDS), total: 1 };
    const lattice = translator.lattice(segment);
    const evidence = new SegmentEvidence(model, segment, lattice, DEFAULT_POSTERIOR.scale);
    const words = rescorer.words(segment, lattice, cancel);
    const forms = words.map((id) => translator.form(segment, id));
    machine.add(evidence, words, labelWords(forms, [reference]));

    const right = targetWordIds(model, segment, reference);
    const slips = withErrors(right, { considered: Array.from(lattice.words), elsewhere }, random);
    typed.add(evidence, slips, labelWords(slips.map(String), [right.map(String)]));
    elsewhere = right;
    if (machine.count >= ENOUGH_WORDS) break;
  }
  const ofMachine = fitExamples(machine);
  if (ofMachine === undefined) return undefined;
  const ofTyped = fitExamples(typed);
  return ofTyped === undefined ? ofMachine : { ...ofMachine, typed: ofTyped };
}

/** Words with their features and labels. */
export class Examples {
  readonly rows: number[] = [];
  readonly plain: number[] = [];
  readonly labels: number[] = [];
  /** Number of the segment of each word. */
  readonly segments: number[] = [];
  #segment = 0;

  get count(): number {
    return this.labels.length;
  }

  add(evidence: SegmentEvidence, words: readonly number[], right: readonly boolean[]): void {
    for (const value of evidence.rows(words)) this.rows.push(value);
    for (const value of evidence.wordPosteriors(words)) this.plain.push(value);
    for (const isRight of right) {
      this.labels.push(isRight ? 1 : 0);
      this.segments.push(this.#segment);
    }
    this.#segment++;
  }
}

export function fitExamples(examples: Examples): ConfidenceModel | undefined {
  const { labels, segments, plain } = examples;
  const right = labels.reduce((sum, label) => sum + label, 0);
  if (labels.length < LEAST_WORDS || right === 0 || right === labels.length) return undefined;
  const rows = Float64Array.from(examples.rows);
  const folds = segments.map((segment) => segment % FOLDS);
  const scores = outOfFoldScores(rows, labels, folds);
  const { calibration, calibrator, confidences } = chooseCalibration(scores, labels, folds);
  const threshold = bestThreshold({ confidences, right: labels });
  const plainThreshold = bestThreshold({ confidences: plain, right: labels });
  const figures = judgeConfidence({ confidences, right: labels }, threshold);
  const { weights, intercept } = fitLogistic({ rows, width: CONFIDENCE_FEATURES.length, labels }, PENALTY);
  return {
    metadata: {
      features: CONFIDENCE_FEATURES,
      scale: DEFAULT_POSTERIOR.scale,
      threshold,
      plainThreshold,
      persistence: fitPersistence(confidences, labels, segments),
      calibration,
      words: labels.length,
      verdict: verdictOf(figures, labels.length),
      figures,
      plain: judgeConfidence({ confidences: plain, right: labels }, plainThreshold),
    },
    weights: Float64Array.of(...weights, intercept),
    scores: calibrator.scores,
    probabilities: calibrator.probabilities,
    reliability: Float64Array.from(
      reliabilityTable({ confidences, right: labels }).flatMap((bin) => [
        bin.low,
        bin.high,
        bin.words,
        bin.confidence,
        bin.right,
      ]),
    ),
  };
}

export function verdictOf({ auc, mcc, cer, cerAllOk }: ConfidenceFigures, words: number): ConfidenceVerdict {
  if (words < TRUSTED_WORDS) return 'few-words';
  if (auc < LEAST_AUC || mcc < LEAST_MCC) return 'chance';
  return cer < cerAllOk ? 'good' : 'all-ok';
}

/** The log odds of every word under the logistic model of the other folds. */
function outOfFoldScores(
  rows: Float64Array,
  labels: readonly number[],
  folds: readonly number[],
): Float64Array {
  const width = CONFIDENCE_FEATURES.length;
  const scores = new Float64Array(labels.length);
  for (let fold = 0; fold < FOLDS; fold++) {
    const others = indicesWhere(folds, (other) => other !== fold);
    const part = new Float64Array(others.length * width);
    others.forEach((i, k) => {
      part.set(rows.subarray(i * width, (i + 1) * width), k * width);
    });
    const model = fitLogistic({ rows: part, width, labels: others.map((i) => labels[i]) }, PENALTY);
    for (const i of indicesWhere(folds, (other) => other === fold))
      scores[i] = logOdds(model, rows, i * width);
  }
  return scores;
}

/** The kind of calibration that gives other folds the better log loss, fitted on all, with its cross-validated output. */
function chooseCalibration(
  scores: Float64Array,
  labels: readonly number[],
  folds: readonly number[],
): { calibration: 'temperature' | 'isotonic'; calibrator: Calibrator; confidences: Float64Array } {
  const crossValidated = (learn: (scores: Float64Array, labels: readonly number[]) => Calibrator) => {
    const confidences = new Float64Array(labels.length);
    for (let fold = 0; fold < FOLDS; fold++) {
      const others = indicesWhere(folds, (other) => other !== fold);
      const calibrator = learn(
        Float64Array.from(others, (i) => scores[i]),
        others.map((i) => labels[i]),
      );
      for (const i of indicesWhere(folds, (other) => other === fold))
        confidences[i] = calibrate(calibrator, scores[i]);
    }
    return confidences;
  };
  const isotonic = (some: Float64Array, theirs: readonly number[]) =>
    isotonicCalibrator(some, theirs) ?? temperatureCalibrator(some, theirs);
  const byTemperature = crossValidated(temperatureCalibrator);
  const byIsotonic = crossValidated(isotonic);
  return logLoss(byIsotonic, labels) < logLoss(byTemperature, labels)
    ? { calibration: 'isotonic', calibrator: isotonic(scores, labels), confidences: byIsotonic }
    : {
        calibration: 'temperature',
        calibrator: temperatureCalibrator(scores, labels),
        confidences: byTemperature,
      };
}

/** The exponent under which words after right words are as often right as confidence^exponent says; at most 1. */
function fitPersistence(
  confidences: Float64Array,
  labels: readonly number[],
  segments: readonly number[],
): number {
  const after = indicesWhere(
    labels,
    (_, i) => i > 0 && segments[i] === segments[i - 1] && labels[i - 1] === 1,
  );
  const theirs = after.map((i) => labels[i]);
  let [best, least] = [1, Number.POSITIVE_INFINITY];
  for (let exponent = 0.1; exponent <= 1.001; exponent += 0.05) {
    const loss = logLoss(
      after.map((i) => confidences[i] ** exponent),
      theirs,
    );
    if (loss < least) [best, least] = [Math.round(exponent * 100) / 100, loss];
  }
  return best;
}

function indicesWhere(values: readonly number[], test: (value: number, index: number) => boolean): number[] {
  const indices: number[] = [];
  values.forEach((value, i) => {
    if (test(value, i)) indices.push(i);
  });
  return indices;
}
