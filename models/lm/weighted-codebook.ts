/**
 * The codebook the product uses: centres that keep the mean log-probability of the text the model will meet.
 *
 * Search and perplexity add logarithms, and some values are used far more often than others. So each value counts as
 * much as its expected use (`NgramUsage`), bins start where a fine quantizer of that density would put them, and
 * are refined by Lloyd's iteration; a centre is the weighted mean of the logs in its bin. The first-order error of
 * a text's log-probability is then zero by construction.
 */
import type { Codebook } from './quantization.js';

/**
 * Learns a codebook for `values`, each counting as much as its weight (all alike when `weights` is absent). Fewer codes
 * are used when there are fewer distinct values.
 */
export function weightedCodebook(
  values: Float32Array,
  weights: Float32Array | undefined,
  bits: number,
): Codebook {
  const points = distinctPoints(values, weights);
  const codes = Math.min(2 ** bits, points.count);
  // Bin c is the distinct values [edges[c], edges[c + 1]).
  const edges = firstEdges(points, codes);
  const centres = new Float64Array(codes);
  for (let round = 0; round <= LLOYD_ROUNDS; round++) {
    for (let c = 0; c < codes; c++) {
      centres[c] =
        (points.sums[edges[c + 1]] - points.sums[edges[c]]) /
        (points.weights[edges[c + 1]] - points.weights[edges[c]]);
    }
    if (round === LLOYD_ROUNDS || !moveEdges(points, centres, edges)) break;
  }
  return { bits, centres: Float32Array.from(centres) };
}

const LLOYD_ROUNDS = 100;
/** Large levels are represented by evenly spaced values: a codebook of 256 needs no more. */
const SAMPLE_SIZE = 1 << 20;
/** What a value counts beyond its use, as a share of the mean use: keeps unused values within reach of a centre. */
const BASE_WEIGHT = 0.1;

/** Distinct values, ascending, with running totals of weight and of weight · value before each. */
interface Points {
  readonly count: number;
  readonly values: Float32Array;
  readonly weights: Float64Array;
  readonly sums: Float64Array;
}

function distinctPoints(values: Float32Array, weights: Float32Array | undefined): Points {
  const stride = Math.ceil(values.length / SAMPLE_SIZE);
  const order = Uint32Array.from({ length: Math.ceil(values.length / stride) }, (_, i) => i * stride);
  order.sort((a, b) => values[a] - values[b]);
  let total = 0;
  if (weights !== undefined) for (const weight of weights) total += weight;
  const base = total > 0 ? (BASE_WEIGHT * total) / values.length : 1;
  const distinct = new Float32Array(values.length);
  const weightTotals = new Float64Array(values.length + 1);
  const sums = new Float64Array(values.length + 1);
  let count = 0;
  for (const i of order) {
    if (count === 0 || values[i] !== distinct[count - 1]) {
      distinct[count++] = values[i];
      weightTotals[count] = weightTotals[count - 1];
      sums[count] = sums[count - 1];
    }
    const weight = base + (weights === undefined ? 0 : weights[i]);
    weightTotals[count] += weight;
    sums[count] += weight * values[i];
  }
  return { count, values: distinct, weights: weightTotals, sums };
}

/**
 * Bins to start from: with many codes the best density of centres grows with the cube root of the density of the
 * values (Panter & Dite 1951). Every bin gets at least one distinct value.
 */
function firstEdges({ count, values, weights }: Points, codes: number): Uint32Array {
  const cells = 16 * codes;
  const width = (values[count - 1] - values[0]) / cells || 1;
  const cellOf = (i: number) => Math.min(cells - 1, Math.floor((values[i] - values[0]) / width));
  const density = new Float64Array(cells);
  for (let i = 0; i < count; i++) density[cellOf(i)] += weights[i + 1] - weights[i];
  const running = new Float64Array(cells + 1);
  for (let cell = 0; cell < cells; cell++) running[cell + 1] = running[cell] + Math.cbrt(density[cell]);
  const edges = new Uint32Array(codes + 1);
  edges[codes] = count;
  let i = 0;
  for (let c = 1; c < codes; c++) {
    const target = (c * running[cells]) / codes;
    while (i < count && running[cellOf(i)] < target) i++;
    edges[c] = Math.min(Math.max(i, edges[c - 1] + 1), count - (codes - c));
  }
  return edges;
}

/** Moves each edge to the middle between its centres; false when nothing moved. A bin never becomes empty. */
function moveEdges(points: Points, centres: Float64Array, edges: Uint32Array): boolean {
  let moved = false;
  for (let c = 1; c < centres.length; c++) {
    const middle = (centres[c - 1] + centres[c]) / 2;
    let edge = edges[c];
    while (edge > edges[c - 1] + 1 && points.values[edge - 1] > middle) edge--;
    while (edge < edges[c + 1] - 1 && points.values[edge] <= middle) edge++;
    if (edge !== edges[c]) moved = true;
    edges[c] = edge;
  }
  return moved;
}
