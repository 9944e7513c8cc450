/**
 * Minimum error rate training (Och 2003): from the start and from random points, exact line searches along every
 * feature and along random directions, the best of each round taken, until a round gains nothing.
 */
import { throwIfCancelled } from '../core/cancel.js';
import { Random } from '../core/random.js';
import { searchLine } from './line-search.js';
import { modelScore, type PoolEntry } from './n-best-pool.js';
import { isBetter, poolScore, type Tuner, type TuningProblem } from './tuner.js';

export interface MertSettings {
  /** Random points searched from besides the start. */
  readonly restarts: number;
  /** Random directions tried in each round besides the features. */
  readonly randomDirections: number;
  readonly rounds: number;
}

export const DEFAULT_MERT: MertSettings = { restarts: 6, randomDirections: 6, rounds: 25 };

/** Gains below this are noise of the arithmetic. */
const SMALLEST_GAIN = 1e-6;

export function mert(settings: Partial<MertSettings> = {}): Tuner {
  const { restarts, randomDirections, rounds } = { ...DEFAULT_MERT, ...settings };
  return {
    name: 'MERT',
    tune(problem: TuningProblem): Float64Array {
      const { pool, metric, weights: start, frozen, seed, cancel } = problem;
      const random = new Random(seed);
      const lists = pool.segments.filter((entries) => entries.length > 0);
      let best: Float64Array = start.slice();
      let bestScore = poolScore(pool, metric, start);
      for (let restart = 0; restart <= restarts; restart++) {
        const from = restart === 0 ? start.slice() : randomPoint(start, frozen, random);
        const found = climb(lists, problem, from, { random, randomDirections, rounds });
        throwIfCancelled(cancel);
        const score = poolScore(pool, metric, found);
        if (isBetter(metric, score, bestScore)) {
          best = found;
          bestScore = score;
        }
      }
      return best;
    },
  };
}

function climb(
  lists: readonly (readonly PoolEntry[])[],
  { metric, frozen, pool, cancel }: TuningProblem,
  weights: Float64Array,
  { random, randomDirections, rounds }: { random: Random; randomDirections: number; rounds: number },
): Float64Array {
  const free = Array.from(frozen.keys()).filter((f) => !frozen[f]);
  let current = poolScore(pool, metric, weights);
  for (let round = 0; round < rounds; round++) {
    throwIfCancelled(cancel);
    const scores = lists.map((entries) => Float64Array.from(entries, (entry) => modelScore(entry, weights)));
    const directions = [
      ...free.map((f) => unit(f, weights.length)),
      ...Array.from({ length: randomDirections }, () => randomDirection(free, weights.length, random)),
    ];
    let best = { score: current, step: 0, direction: directions[0] };
    for (const direction of directions) {
      const slopes = lists.map((entries) =>
        Float64Array.from(entries, (entry) => modelScore(entry, direction)),
      );
      const { step, score } = searchLine(lists, scores, slopes, metric);
      if (isBetter(metric, score, best.score)) best = { score, step, direction };
    }
    if (best.step === 0 || Math.abs(best.score - current) < SMALLEST_GAIN) break;
    for (const f of free) weights[f] += best.step * best.direction[f];
    current = best.score;
  }
  return weights;
}

function unit(feature: number, length: number): Float64Array {
  const direction = new Float64Array(length);
  direction[feature] = 1;
  return direction;
}

function randomDirection(free: readonly number[], length: number, random: Random): Float64Array {
  const direction = new Float64Array(length);
  for (const f of free) direction[f] = 2 * random.next() - 1;
  return direction;
}

/** A point of the same size as the start, each free weight between 0 and twice its share or a little around it. */
function randomPoint(start: Float64Array, frozen: readonly boolean[], random: Random): Float64Array {
  const spread = start.reduce((sum, weight, f) => sum + (frozen[f] ? 0 : Math.abs(weight)), 0) / start.length;
  return start.map((weight, f) => (frozen[f] ? weight : weight + 2 * spread * (2 * random.next() - 1)));
}
