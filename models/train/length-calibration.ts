/**
 * How much a word is worth: the weight of `wordCount` with which the translations of held-out pairs are, all together,
 * as long as their references. One weight for all languages makes some translations too long and others too short:
 * how many words a language needs, and how readily phrases leave some out, depends on languages and field. Fitting
 * this one number needs only lengths, so a few hundred pairs tell it well where they could not tell all weights.
 *
 * The lattices of a first search say how long translations would be with other weights (posterior/length-profile.ts);
 * a second search with the weight found corrects what the first one had pruned.
 */
import { type CancelToken, NEVER_CANCELLED, throwIfCancelled } from '../core/cancel.js';
import { bestLength, lengthProfile } from '../posterior/length-profile.js';
import { featureIndex } from '../search/feature-names.js';
import type { Translator } from '../search/translator.js';
import type { HeldOutPair } from './confidence-fitting.js';

export interface CalibrationProgress {
  readonly done: number;
  readonly total: number;
}

/** Words of references: with fewer the weight stays as it is, and no more are needed. */
export const LEAST_LENGTH_WORDS = 1000;
const ENOUGH_LENGTH_WORDS = 4000;
/** Longer segments are left alone: they take long and tell no more. */
const LONGEST_SEGMENT = 60;
const SEARCHES = 2;
/** The weight changes by at most this in a search. */
const MOST_CHANGE = 1;
const HALVINGS = 30;
const WORD_COUNT = featureIndex('wordCount');

/** The weight of a word; yields after every segment, so that a host can show progress and stop. */
export function* calibrateLength(
  translator: Translator,
  pairs: readonly HeldOutPair[],
  cancel: CancelToken = NEVER_CANCELLED,
): Generator<CalibrationProgress, number> {
  const weights = translator.weights.slice();
  const chosen = chosenPairs(pairs);
  const wanted = chosen.reduce((sum, { reference }) => sum + reference.length, 0);
  if (wanted < LEAST_LENGTH_WORDS) return weights[WORD_COUNT];
  const total = SEARCHES * chosen.length;
  let done = 0;
  for (let search = 0; search < SEARCHES; search++) {
    const profiles: Float64Array[] = [];
    for (const { segment } of chosen) {
      throwIfCancelled(cancel);
      yield { done: done++, total };
      profiles.push(lengthProfile(translator.lattice(segment, weights, cancel)));
    }
    weights[WORD_COUNT] += changeFor(profiles, wanted);
  }
  return weights[WORD_COUNT];
}

function chosenPairs(pairs: readonly HeldOutPair[]): HeldOutPair[] {
  const chosen: HeldOutPair[] = [];
  let words = 0;
  for (const pair of pairs) {
    if (words >= ENOUGH_LENGTH_WORDS) break;
    if (pair.segment.ids.length > LONGEST_SEGMENT) continue;
    chosen.push(pair);
    words += pair.reference.length;
  }
  return chosen;
}

/** What to add to the value of a word so that the best translations have `wanted` words together; by halving. */
function changeFor(profiles: readonly Float64Array[], wanted: number): number {
  let [low, high] = [-MOST_CHANGE, MOST_CHANGE];
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (low + high) / 2;
    const words = profiles.reduce((sum, profile) => sum + bestLength(profile, middle), 0);
    if (words < wanted) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
