/**
 * Maximises a smooth function by L-BFGS (Nocedal 1980): the direction comes from the last few steps and changes of the
 * gradient (two-loop recursion), the length from halving until the gain is a fair share of what the slope promises
 * (Armijo). Never returns a point that is worse than the start.
 */
/** The value at `x`; writes the gradient there. */
export type SmoothFunction = (x: Float64Array, gradient: Float64Array) => number;

const MEMORY = 8;
const ARMIJO = 1e-4;
const MAX_HALVINGS = 30;

export function maximize(
  f: SmoothFunction,
  start: Float64Array,
  { iterations, tolerance }: { iterations: number; tolerance: number },
): { x: Float64Array; value: number } {
  const n = start.length;
  let x = start.slice();
  let gradient = new Float64Array(n);
  let value = f(x, gradient);
  const steps: Float64Array[] = [];
  const changes: Float64Array[] = [];
  for (let iteration = 0; iteration < iterations; iteration++) {
    let direction = ascentDirection(gradient, steps, changes);
    let slope = dot(direction, gradient);
    if (slope <= 0) {
      steps.length = 0;
      changes.length = 0;
      direction = gradient.slice();
      slope = dot(direction, gradient);
    }
    if (slope < 1e-20) break;
    // Without any memory the gradient says nothing of scale: begin with a step of about a tenth of the point's size.
    let length = steps.length === 0 ? Math.min(1, (0.1 * (norm(x) || 1)) / Math.sqrt(slope)) : 1;
    const candidate = new Float64Array(n);
    const candidateGradient = new Float64Array(n);
    let candidateValue = Number.NEGATIVE_INFINITY;
    let halvings = 0;
    for (; halvings < MAX_HALVINGS; halvings++, length /= 2) {
      for (let i = 0; i < n; i++) candidate[i] = x[i] + length * direction[i];
      candidateValue = f(candidate, candidateGradient);
      if (candidateValue >= value + ARMIJO * length * slope) break;
    }
    if (halvings === MAX_HALVINGS) break;
    const step = candidate.map((v, i) => v - x[i]);
    // For a maximum the curvature is negative: store the change of the negated gradient.
    const change = candidateGradient.map((v, i) => gradient[i] - v);
    if (dot(step, change) > 1e-12) {
      steps.push(step);
      changes.push(change);
      if (steps.length > MEMORY) {
        steps.shift();
        changes.shift();
      }
    }
    const gain = candidateValue - value;
    x = candidate;
    gradient = candidateGradient;
    value = candidateValue;
    if (gain < tolerance) break;
  }
  return { x, value };
}

function ascentDirection(
  gradient: Float64Array,
  steps: readonly Float64Array[],
  changes: readonly Float64Array[],
): Float64Array {
  const q = gradient.slice();
  const alphas = new Float64Array(steps.length);
  for (let k = steps.length - 1; k >= 0; k--) {
    alphas[k] = dot(steps[k], q) / dot(steps[k], changes[k]);
    for (let i = 0; i < q.length; i++) q[i] -= alphas[k] * changes[k][i];
  }
  const last = steps.length - 1;
  if (last >= 0) {
    const scale = dot(steps[last], changes[last]) / dot(changes[last], changes[last]);
    for (let i = 0; i < q.length; i++) q[i] *= scale;
  }
  for (let k = 0; k < steps.length; k++) {
    const beta = dot(changes[k], q) / dot(steps[k], changes[k]);
    for (let i = 0; i < q.length; i++) q[i] += (alphas[k] - beta) * steps[k][i];
  }
  return q;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

function norm(a: Float64Array): number {
  return Math.sqrt(dot(a, a));
}
