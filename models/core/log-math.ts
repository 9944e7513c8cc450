/** Natural-log arithmetic. All scores in the engine are natural logs; log10 lives in ARPA files only. */
export const LN10 = Math.LN10;

/** log(exp(a) + exp(b)) without overflow; −∞ is log 0. */
export function logAdd(a: number, b: number): number {
  if (a < b) return logAdd(b, a);
  if (b === Number.NEGATIVE_INFINITY) return a;
  return a + Math.log1p(Math.exp(b - a));
}

/** log of the sum of exp(values[start, end)); −∞ for an empty range. */
export function logSumExp(values: ArrayLike<number>, start = 0, end = values.length): number {
  let max = Number.NEGATIVE_INFINITY;
  for (let i = start; i < end; i++) if (values[i] > max) max = values[i];
  if (max === Number.NEGATIVE_INFINITY) return max;
  let sum = 0;
  for (let i = start; i < end; i++) sum += Math.exp(values[i] - max);
  return max + Math.log(sum);
}
