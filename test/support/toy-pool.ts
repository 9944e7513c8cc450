/** Random n-best pools with references, for tests of tuners. */
import { NEVER_CANCELLED } from '../../models/core/cancel.js';
import { Random } from '../../models/core/random.js';
import { BLEU } from '../../models/eval/bleu.js';
import { NBestPool } from '../../models/train/n-best-pool.js';
import type { TuningProblem } from '../../models/train/tuner.js';

export interface ToyPoolOptions {
  readonly segments?: number;
  readonly entries?: number;
  readonly features?: number;
  readonly seed: number;
}

/**
 * Entries keep each reference word with a chance of their own; feature 0 tells that chance with noise, the others are
 * noise alone. So there is something to learn, and a start that ignores feature 0 is bad.
 */
export function toyPool({ segments = 30, entries = 12, features = 5, seed }: ToyPoolOptions): NBestPool {
  const random = new Random(seed);
  const pool = new NBestPool(segments);
  for (let s = 0; s < segments; s++) {
    const reference = Array.from({ length: 6 + random.below(8) }, () => `w${random.below(40)}`);
    for (let k = 0; k < entries; k++) {
      const quality = random.next();
      const hypothesis = reference
        .map((word) => (random.next() < 0.4 + 0.6 * quality ? word : `x${random.below(9)}`))
        .slice(random.below(2));
      const row = new Float64Array(BLEU.width);
      BLEU.collect({ hypothesis, references: [reference] }, row, 0);
      const values = Float64Array.from({ length: features }, () => random.next() * 4 - 2);
      values[0] = 3 * quality + random.next();
      pool.add(s, { features: values, row });
    }
  }
  return pool;
}

/** Starts from weights that point away from the informative feature. */
export function toyProblem(pool: NBestPool, seed = 1): TuningProblem {
  const { length } = pool.segments[0][0].features;
  const weights = Float64Array.from({ length }, (_, f) => (f === 0 ? -0.3 : 0.5));
  return {
    pool,
    metric: BLEU,
    weights,
    frozen: Array.from({ length }, (_, f) => f === length - 1),
    seed,
    cancel: NEVER_CANCELLED,
  };
}
