/**
 * How long translations are to be: the weight of `wordCount` with which the translations of held-out segments are, all
 * together, as long as people's. A few hundred references are long or short by chance, and by the habits of who wrote
 * them; what the lengths of the sources let expect, by all pairs of the bitext, misses what is particular about these
 * segments. The mean of both is nearer than either. One weight for all languages makes some translations too long and others too
 * short: how many words a language needs, and how readily phrases leave some out, depends on languages and field. Fitting
 * this one number needs only lengths, so a few hundred segments tell it well where they could not tell all weights.
 *
 * The lattices of a first search say how long translations would be with other weights (posterior/length-profile.ts). It
 * has pruned what they would do best, so it only needs to come near, on a few segments; a second search from there, of
 * all segments, decides. On the lattices of a third, the choice by posteriors is made to keep that length (mbr-length.ts).
 */
import { type CancelToken, NEVER_CANCELLED, throwIfCancelled } from '../core/cancel.js';
import type { Bitext } from '../corpus/bitext.js';
import { bestLength, lengthProfile } from '../posterior/length-profile.js';
import type { FeatureWeights } from '../search/default-weights.js';
import { featureIndex } from '../search/feature-names.js';
import type { Lattice } from '../search/lattice.js';
import { DEFAULT_RESCORING, type RescoringSettings } from '../search/rescoring-settings.js';
import { Translator, type TranslatorModel, type TranslatorSettings } from '../search/translator.js';
import type { HeldOutPair } from './confidence-fitting.js';
import { neutralPrecision } from './mbr-length.js';
import { NO_OPTIONS } from './rescoring-tuning.js';

export interface CalibrationProgress {
  readonly done: number;
  readonly total: number;
}

export interface CalibratedLength {
  readonly weights: FeatureWeights;
  /** Absent when there is too little text; then the weights are what they were. */
  readonly rescoring?: RescoringSettings;
}

/** With fewer words of references the weight stays as it is. */
export const LEAST_LENGTH_WORDS = 1000;
/** No more are needed for the first search and for the second. */
const SEARCHED_WORDS = [2000, 12_000];
/** Fewer for the choice by posteriors, because its lattices are all held at once. */
const ENOUGH_CHOICE_WORDS = 2000;
/** Longer segments are left alone: they take long and tell no more. */
const LONGEST_SEGMENT = 60;
/** The weight changes by at most this in a search. */
const MOST_CHANGE = 1;
const HALVINGS = 30;
const WORD_COUNT = featureIndex('wordCount');

/** Yields after every segment, so that a host can show progress and stop. */
export function* calibrateLength(
  model: TranslatorModel,
  pairs: readonly HeldOutPair[],
  cancel: CancelToken = NEVER_CANCELLED,
  settings: TranslatorSettings = {},
): Generator<CalibrationProgress, CalibratedLength> {
  const searches = SEARCHED_WORDS.map((words) => pairsUpTo(words, pairs));
  if (wordsOf(searches[1]) < LEAST_LENGTH_WORDS) return { weights: model.metadata.weights };
  const ofChoice = pairsUpTo(ENOUGH_CHOICE_WORDS, pairs);
  const lengthOf = expectedLength(model.phrases.bitext);
  const translator = new Translator(model, settings);
  const weights = translator.weights.slice();
  const total = searches.flat().length + ofChoice.length;
  let done = 0;
  for (const searched of searches) {
    const expected = searched.reduce((sum, { segment }) => sum + lengthOf(segment.ids.length), 0);
    const wanted = (wordsOf(searched) + expected) / 2;
    const profiles: Float64Array[] = [];
    for (const { segment } of searched) {
      throwIfCancelled(cancel);
      yield { done: done++, total };
      profiles.push(lengthProfile(translator.lattice(segment, weights, cancel)));
    }
    weights[WORD_COUNT] += changeFor(profiles, wanted);
  }
  const lattices: Lattice[] = [];
  for (const { segment } of ofChoice) {
    throwIfCancelled(cancel);
    yield { done: done++, total };
    lattices.push({ ...translator.lattice(segment, weights, cancel), options: NO_OPTIONS });
  }
  return {
    weights: { ...model.metadata.weights, wordCount: weights[WORD_COUNT] },
    rescoring: { ...DEFAULT_RESCORING, precision: neutralPrecision(lattices, DEFAULT_RESCORING, cancel) },
  };
}

function wordsOf(pairs: readonly HeldOutPair[]): number {
  return pairs.reduce((sum, { reference }) => sum + reference.length, 0);
}

function pairsUpTo(words: number, pairs: readonly HeldOutPair[]): HeldOutPair[] {
  const chosen: HeldOutPair[] = [];
  let found = 0;
  for (const pair of pairs) {
    if (found >= words) break;
    if (pair.segment.ids.length > LONGEST_SEGMENT) continue;
    chosen.push(pair);
    found += pair.reference.length;
  }
  return chosen;
}

/** How many words the translation of a sentence of so many words has on average: a straight line through all pairs. */
function expectedLength({ source, target, pairCount }: Bitext): (words: number) => number {
  let [sumSource, sumTarget, squares, products] = [0, 0, 0, 0];
  for (let pair = 0; pair < pairCount; pair++) {
    const [from, to] = [source.sentenceLength(pair), target.sentenceLength(pair)];
    sumSource += from;
    sumTarget += to;
    squares += from * from;
    products += from * to;
  }
  const spread = squares - (sumSource * sumSource) / pairCount;
  const slope = spread > 0 ? (products - (sumSource * sumTarget) / pairCount) / spread : 0;
  const atZero = (sumTarget - slope * sumSource) / pairCount;
  return (words) => atZero + slope * words;
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
