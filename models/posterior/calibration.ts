/**
 * From a score (log odds) to a probability that means what it says. A calibrator is a row of knots (score, probability);
 * between knots it is linear, outside it keeps the value of the first or last knot. So one stored form serves all ways
 * of fitting:
 *   temperature  sigmoid(a·score + b) (Platt 1999), two numbers, safe with little data;
 *   isotonic     any non-decreasing shape; blocks of few words are merged, or single words would become certainties.
 */
import { type IsotonicBlock, isotonicRegression } from './isotonic-regression.js';
import { fitLogistic, sigmoid } from './logistic-regression.js';

export interface Calibrator {
  /** Rising scores and the probabilities there, which never fall. */
  readonly scores: Float64Array;
  readonly probabilities: Float64Array;
}

/** No probability is nearer to 0 or 1 than this: nothing is certain. */
const LEAST = 0.005;
/** Scores between which a temperature calibrator has knots. */
const KNOT_RANGE = 8;
const KNOTS = 129;
/** Words that an isotonic block must have. */
const MIN_BLOCK = 50;

export function calibrate({ scores, probabilities }: Calibrator, score: number): number {
  const last = scores.length - 1;
  if (!(score > scores[0])) return probabilities[0];
  if (score >= scores[last]) return probabilities[last];
  let [low, high] = [0, last];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (scores[middle] <= score) low = middle;
    else high = middle;
  }
  const share = (score - scores[low]) / (scores[high] - scores[low]);
  return probabilities[low] + share * (probabilities[high] - probabilities[low]);
}

/** sigmoid(a·score + b) with the a ≥ 0 and b of highest likelihood, as knots. */
export function temperatureCalibrator(scores: Float64Array, labels: ArrayLike<number>): Calibrator {
  const { intercept, weights } = fitLogistic({ rows: scores, width: 1, labels }, 1e-3);
  const slope = Math.max(0, weights[0]);
  const knots = Float64Array.from({ length: KNOTS }, (_, k) => KNOT_RANGE * ((2 * k) / (KNOTS - 1) - 1));
  return { scores: knots, probabilities: knots.map((score) => clamp(sigmoid(slope * score + intercept))) };
}

/** Null when the scores say too little for a shape: fewer than two blocks. */
export function isotonicCalibrator(scores: Float64Array, labels: ArrayLike<number>): Calibrator | null {
  const blocks = mergeSmall(isotonicRegression(scores, labels));
  if (blocks.length < 2) return null;
  return {
    scores: Float64Array.from(blocks, ({ score }) => score),
    probabilities: Float64Array.from(blocks, ({ value }) => clamp(value)),
  };
}

/** Mean −log probability given to what was true: what choosing between calibrators goes by. */
export function logLoss(probabilities: ArrayLike<number>, labels: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < labels.length; i++) {
    sum -= Math.log(Math.max(1e-12, labels[i] === 1 ? probabilities[i] : 1 - probabilities[i]));
  }
  return labels.length === 0 ? 0 : sum / labels.length;
}

function mergeSmall(blocks: readonly IsotonicBlock[]): IsotonicBlock[] {
  const merged: IsotonicBlock[] = [];
  for (const block of blocks) {
    const last = merged.at(-1);
    if (last === undefined || last.weight >= MIN_BLOCK) merged.push(block);
    else merged[merged.length - 1] = join(last, block);
  }
  while (merged.length > 1 && merged[merged.length - 1].weight < MIN_BLOCK) {
    const last = merged.pop() as IsotonicBlock;
    merged[merged.length - 1] = join(merged[merged.length - 1], last);
  }
  return merged;
}

function join(a: IsotonicBlock, b: IsotonicBlock): IsotonicBlock {
  const weight = a.weight + b.weight;
  return {
    score: (a.score * a.weight + b.score * b.weight) / weight,
    value: (a.value * a.weight + b.value * b.weight) / weight,
    weight,
  };
}

function clamp(probability: number): number {
  return Math.min(1 - LEAST, Math.max(LEAST, probability));
}
