/**
 * Logistic regression with an L2 penalty, fitted by L-BFGS:
 *   P(right | x) = 1 / (1 + exp(−(b + w·z)))    z = (x − mean) / deviation
 *   maximise  Σ log P(label | x) − penalty/2 · |w|²       (the intercept b is free)
 * Columns are standardised inside, so that one penalty suits all; the returned weights are for the raw columns.
 */
import { maximize } from '../core/lbfgs.js';

export interface LogisticModel {
  readonly intercept: number;
  /** One for every column. */
  readonly weights: Float64Array;
}

/** Rows of `width` numbers, one after the other, and 0 or 1 for each. */
export interface LogisticData {
  readonly rows: Float64Array;
  readonly width: number;
  readonly labels: ArrayLike<number>;
}

const ITERATIONS = 200;
/** Stop when a step gains less than this share of a nat a row. */
const TOLERANCE = 1e-9;

export function fitLogistic(data: LogisticData, penalty: number): LogisticModel {
  const { width, labels } = data;
  const { rows, means, deviations } = standardised(data);
  const { x } = maximize(
    (parameters, gradient) => penalisedLikelihood({ rows, width, labels }, penalty, parameters, gradient),
    new Float64Array(width + 1),
    { iterations: ITERATIONS, tolerance: TOLERANCE * Math.max(1, labels.length) },
  );
  const weights = Float64Array.from(deviations, (deviation, f) => (deviation === 0 ? 0 : x[f] / deviation));
  const intercept = weights.reduce((sum, weight, f) => sum - weight * means[f], x[width]);
  return { intercept, weights };
}

/** The log odds of a row: b + w·x. */
export function logOdds({ intercept, weights }: LogisticModel, row: ArrayLike<number>, at = 0): number {
  let sum = intercept;
  for (let f = 0; f < weights.length; f++) sum += weights[f] * row[at + f];
  return sum;
}

export function sigmoid(x: number): number {
  return x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x));
}

/** The function that is maximised, at weights followed by the intercept; writes its gradient. */
export function penalisedLikelihood(
  { rows, width, labels }: LogisticData,
  penalty: number,
  parameters: Float64Array,
  gradient: Float64Array,
): number {
  gradient.fill(0);
  let value = 0;
  for (let r = 0, at = 0; r < labels.length; r++, at += width) {
    let odds = parameters[width];
    for (let f = 0; f < width; f++) odds += parameters[f] * rows[at + f];
    // log P(label): −log(1 + exp(∓odds)) without overflow.
    const towards = labels[r] === 1 ? odds : -odds;
    value += towards >= 0 ? -Math.log1p(Math.exp(-towards)) : towards - Math.log1p(Math.exp(towards));
    const error = labels[r] - sigmoid(odds);
    for (let f = 0; f < width; f++) gradient[f] += error * rows[at + f];
    gradient[width] += error;
  }
  for (let f = 0; f < width; f++) {
    value -= (penalty / 2) * parameters[f] * parameters[f];
    gradient[f] -= penalty * parameters[f];
  }
  return value;
}

function standardised({ rows, width, labels }: LogisticData): {
  rows: Float64Array;
  means: Float64Array;
  deviations: Float64Array;
} {
  const means = new Float64Array(width);
  const deviations = new Float64Array(width);
  const count = Math.max(1, labels.length);
  for (let i = 0; i < rows.length; i++) means[i % width] += rows[i] / count;
  for (let i = 0; i < rows.length; i++) deviations[i % width] += (rows[i] - means[i % width]) ** 2 / count;
  for (let f = 0; f < width; f++) deviations[f] = deviations[f] < 1e-20 ? 0 : Math.sqrt(deviations[f]);
  const scaled = rows.map((value, i) => {
    const f = i % width;
    return deviations[f] === 0 ? 0 : (value - means[f]) / deviations[f];
  });
  return { rows: scaled, means, deviations };
}
