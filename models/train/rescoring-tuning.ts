/**
 * Tunes how translations are chosen by posteriors (search/rescoring-settings.ts) on held-out text.
 *
 * Weights that were tuned on a text make its translations look surer and better than others will be, and then nothing
 * can be gained by posteriors there. So the text is cut in two (every other segment), the weights are tuned on each half,
 * and each half is translated with the weights of the other (`crossTunedWeights`). On these lattices the settings are
 * chosen; they are used with the weights that were tuned on all.
 */
import { type CancelToken, throwIfCancelled } from '../core/cancel.js';
import { BLEU } from '../eval/bleu.js';
import { sumRows } from '../eval/metric.js';
import { pairedBootstrap } from '../eval/significance.js';
import { TranslationOptionsBuilder } from '../phrases/translation-options.js';
import { bestPathByNgrams } from '../posterior/best-by-ngrams.js';
import { bleuWeights, expectedGains } from '../posterior/ngram-gains.js';
import { type NgramPosteriors, ngramPosteriors } from '../posterior/ngram-posteriors.js';
import { differentTranslations, listFeatures, mbrPath, POSTERIOR_ORDER } from '../posterior/rescorer.js';
import type { Lattice } from '../search/lattice.js';
import { latticePaths, pathWords } from '../search/lattice-paths.js';
import { DEFAULT_RESCORING, type RescoreMode, type RescoringSettings } from '../search/rescoring-settings.js';
import { neutralPrecision } from './mbr-length.js';
import { bestEntry, NBestPool } from './n-best-pool.js';
import { smoothedMetric } from './smoothed-metric.js';
import { poolScore } from './tuner.js';
import { type TuningOptions, type TuningRound, type TuningTask, tuneWeights } from './weight-tuning.js';

/** A held-out segment, translated with weights that were tuned without it. */
export interface HeldOutLattice {
  readonly lattice: Lattice;
  readonly reference: readonly string[];
  form(id: number): string;
}

export interface RescoringChoice {
  readonly settings: RescoringSettings;
  /** BLEU on the held-out lattices by each mode that was tried. */
  readonly scores: Readonly<Partial<Record<RescoreMode, number>>>;
}

/** What is tried for each number of MBR, in the order they are tuned. */
const CANDIDATES = {
  scale: [0.35, 0.5, 0.7, 1, 1.4, 2],
  decay: [0.5, 0.6, 0.7, 0.8],
  precision: [0.5, 0.6, 0.7, 0.8, 0.9],
  scoreWeight: [0, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6],
} as const;

/** With fewer segments nothing is chosen; with more, the first so many are used. */
const LEAST_SEGMENTS = 250;
const ENOUGH_SEGMENTS = 1000;
/** A way to choose gives way to another only if that is better in all but so large a share of resampled texts. */
const CHANCE = 0.05;
/** `iterate` trusts the expected gain at most so much beside the model score. */
const MOST_GAIN_WEIGHT = 20;
/** Flatter than for the weights of the model: differences between features of posteriors are small. */
const LIST_TUNING = { sharpness: 1.5, pull: 0.02, iterations: 80 };
/** A score weight of MBR at which posteriors decide. */
const LITTLE_TRUST = 0.1;
/** In the place of a lattice's own options, once they are of no more use: they need more room than the lattice. */
export const NO_OPTIONS = new TranslationOptionsBuilder(0).build();

/** The halves' weights, one after the other: the first is tuned on segments 0, 2, 4 …, the second on 1, 3, 5 … */
function* crossTunedWeights(
  task: TuningTask,
  options: TuningOptions,
): Generator<TuningRound, readonly [Float64Array, Float64Array]> {
  return [yield* tuneWeights(halfOf(task, 0), options), yield* tuneWeights(halfOf(task, 1), options)];
}

/** What `crossTunedRescoring` works with: held-out segments, and how to tune weights on them. */
export interface RescoringTask extends TuningTask {
  lattice(segment: number, weights: Float64Array): Lattice;
  form(segment: number, id: number): string;
}

/**
 * From held-out text to settings; yields the rounds of tuning the halves. `options.start` must not have been tuned on
 * the text. Undefined when there is too little of it to tell.
 */
export function* crossTunedRescoring(
  task: RescoringTask,
  options: TuningOptions,
): Generator<TuningRound, RescoringChoice | undefined> {
  if (task.segmentCount < LEAST_SEGMENTS) return undefined;
  const limited = { ...task, segmentCount: Math.min(task.segmentCount, ENOUGH_SEGMENTS) };
  const halves = yield* crossTunedWeights(limited, options);
  const heldOut: HeldOutLattice[] = [];
  for (let segment = 0; segment < limited.segmentCount; segment++) {
    throwIfCancelled(options.cancel);
    heldOut.push({
      lattice: { ...task.lattice(segment, halves[1 - (segment % 2)]), options: NO_OPTIONS },
      reference: task.references[segment][0],
      form: (id) => task.form(segment, id),
    });
  }
  return tuneRescoring(heldOut, DEFAULT_RESCORING, options.cancel);
}

/**
 * Chooses how to choose. MBR with the numbers that do well on many texts, made to keep the length of translations here,
 * stands unless another way is better beyond chance: none, numbers of MBR tuned on this text, or a list with tuned
 * weights. What a thousand segments say of a few tenths of a point is mostly chance, and what is tuned on them gains
 * less elsewhere; so ways with tuned numbers are judged on segments these were not tuned on, each half with the numbers
 * of the other.
 */
export function tuneRescoring(
  heldOut: readonly HeldOutLattice[],
  start: RescoringSettings,
  cancel: CancelToken,
): RescoringChoice {
  const lattices = heldOut.map(({ lattice }) => lattice);
  const usual = { ...start, precision: neutralPrecision(lattices, start, cancel) };
  const pool = listPool(heldOut, start, cancel);
  const all = featuresUpTo(POSTERIOR_ORDER + 1);
  const byMbr = (segment: HeldOutLattice, numbers: RescoringSettings) =>
    rowOf(segment, pathWords(segment.lattice, mbrPath(segment.lattice, numbers).edges));
  const rows = {
    mbr: heldOut.map((segment) => byMbr(segment, usual)),
    off: heldOut.map((segment) => rowOf(segment, bestWords(segment.lattice))),
    tunedMbr: heldOut.map(newRow),
    ngram: heldOut.map(newRow),
  };
  for (const half of [0, 1]) {
    const tunedOn = (_: unknown, i: number) => i % 2 !== half;
    const numbers = tuneMbr(heldOut.filter(tunedOn), usual, cancel).settings;
    const { weights } = tuneListWeights(poolPart(pool, tunedOn), all, cancel);
    heldOut.forEach((segment, i) => {
      if (tunedOn(segment, i)) return;
      rows.tunedMbr[i] = byMbr(segment, numbers);
      rows.ngram[i] = bestEntry(pool.segments[i], [1, ...weights]).row;
    });
  }
  let chosen: keyof typeof rows = 'mbr';
  for (const other of ['off', 'tunedMbr', 'ngram'] as const) {
    if (pairedBootstrap(BLEU, joined(rows[other]), joined(rows[chosen])) < CHANCE) chosen = other;
  }
  const numbers = chosen === 'tunedMbr' ? tuneMbr(heldOut, usual, cancel).settings : usual;
  const featureWeights =
    chosen === 'ngram' ? tuneListWeights(pool, all, cancel).weights : start.featureWeights;
  const score = (of: readonly Float64Array[]) => BLEU.score(sumRows(joined(of), BLEU.width));
  return {
    settings: { ...numbers, featureWeights, mode: chosen === 'tunedMbr' ? 'mbr' : chosen },
    scores: {
      off: score(rows.off),
      ngram: score(rows.ngram),
      mbr: score(chosen === 'tunedMbr' ? rows.tunedMbr : rows.mbr),
    },
  };
}

/**
 * The numbers of MBR, one after the other and once more, each by the BLEU of what is chosen with it; from the start and
 * from one that trusts the model score little, because where that decides alone the other numbers change nothing.
 */
export function tuneMbr(
  heldOut: readonly HeldOutLattice[],
  start: RescoringSettings,
  cancel: CancelToken,
): { settings: RescoringSettings; score: number } {
  const evaluate = new MbrEvaluation(heldOut);
  let best = { settings: start, score: Number.NEGATIVE_INFINITY };
  for (const scoreWeight of [start.scoreWeight, LITTLE_TRUST]) {
    const found = climb({ ...start, scoreWeight }, evaluate, cancel);
    if (found.score > best.score) best = found;
  }
  const gainWeight = Math.min(MOST_GAIN_WEIGHT, 1 / best.settings.scoreWeight);
  return { settings: { ...best.settings, gainWeight }, score: best.score };
}

/** Lists of every segment: first feature the model score, then those of the posteriors of its lattice. */
export function listPool(
  heldOut: readonly HeldOutLattice[],
  { scale, listSize }: RescoringSettings,
  cancel: CancelToken,
): NBestPool {
  const pool = new NBestPool(heldOut.length);
  heldOut.forEach((segment, i) => {
    throwIfCancelled(cancel);
    const list = differentTranslations(segment.lattice, listSize);
    const features = listFeatures(segment.lattice, list, scale);
    list.forEach(({ path, words }, k) => {
      const row = rowOf(segment, words);
      pool.segments[i].push({ features: Float64Array.of(path.score, ...features[k]), row });
    });
  });
  return pool;
}

/**
 * Weights of entries whose first feature is the model score and the others those of the posteriors, by the smoothed
 * metric: there are few features and little to be gained, and what MERT finds on its peaks does not last. Never worse on
 * the pool than the start.
 */
export function tuneListWeights(
  pool: NBestPool,
  used: readonly boolean[],
  cancel: CancelToken,
  start: readonly number[] = used.map(() => 0),
): { weights: number[]; score: number } {
  const weights = Float64Array.of(1, ...start);
  const found = smoothedMetric(LIST_TUNING).tune({
    pool,
    metric: BLEU,
    weights,
    frozen: [true, ...used.map((isUsed) => !isUsed)],
    seed: 1,
    cancel,
  });
  return { weights: [...found.subarray(1)], score: poolScore(pool, BLEU, found) };
}

/** The first `count` of the features of posteriors. */
export function featuresUpTo(count: number): boolean[] {
  return Array.from({ length: POSTERIOR_ORDER + 1 }, (_, f) => f < count);
}

function climb(
  start: RescoringSettings,
  evaluate: MbrEvaluation,
  cancel: CancelToken,
): { settings: RescoringSettings; score: number } {
  let settings = start;
  let score = evaluate.score(settings);
  for (let round = 0; round < 2; round++) {
    for (const name of ['scale', 'decay', 'precision', 'scoreWeight'] as const) {
      for (const value of CANDIDATES[name]) {
        throwIfCancelled(cancel);
        const tried = { ...settings, [name]: value };
        const found = value === settings[name] ? score : evaluate.score(tried);
        if (found > score) [settings, score] = [tried, found];
      }
    }
  }
  return { settings, score };
}

/** Posteriors depend on the scale only; they are kept until it changes. */
class MbrEvaluation {
  readonly #heldOut: readonly HeldOutLattice[];
  readonly #posteriors = new Map<HeldOutLattice, NgramPosteriors>();
  #scale = Number.NaN;

  constructor(heldOut: readonly HeldOutLattice[]) {
    this.#heldOut = heldOut;
  }

  score(settings: RescoringSettings): number {
    const { scale, scoreWeight } = settings;
    const weights = bleuWeights(settings, POSTERIOR_ORDER);
    if (scale !== this.#scale) this.#posteriors.clear();
    this.#scale = scale;
    const sum = newRow();
    for (const segment of this.#heldOut) {
      const { lattice } = segment;
      let posteriors = this.#posteriors.get(segment);
      if (posteriors === undefined) {
        posteriors = ngramPosteriors(lattice, { scale, order: POSTERIOR_ORDER });
        this.#posteriors.set(segment, posteriors);
      }
      const gains = expectedGains(posteriors, weights);
      const { edges } = bestPathByNgrams(lattice, posteriors.counts, gains, scoreWeight);
      addTo(sum, rowOf(segment, pathWords(lattice, edges)));
    }
    return BLEU.score(sum);
  }
}

function newRow(): Float64Array {
  return new Float64Array(BLEU.width);
}

function rowOf({ reference, form }: HeldOutLattice, words: readonly number[]): Float64Array {
  const row = newRow();
  BLEU.collect({ hypothesis: words.map((id) => form(id)), references: [reference] }, row, 0);
  return row;
}

function joined(rows: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(rows.length * BLEU.width);
  rows.forEach((row, i) => {
    all.set(row, i * BLEU.width);
  });
  return all;
}

function addTo(sum: Float64Array, row: Float64Array): void {
  for (let i = 0; i < sum.length; i++) sum[i] += row[i];
}

function poolPart(pool: NBestPool, isPart: (_: unknown, i: number) => boolean): NBestPool {
  const part = new NBestPool(0);
  part.segments.push(...pool.segments.filter(isPart));
  return part;
}

function bestWords(lattice: Lattice): number[] {
  for (const { edges } of latticePaths(lattice)) return pathWords(lattice, edges);
  return [];
}

/** Segments `half`, `half` + 2, … of a task. */
function halfOf(task: TuningTask, half: 0 | 1): TuningTask {
  return {
    segmentCount: Math.ceil((task.segmentCount - half) / 2),
    references: task.references.slice(0, task.segmentCount).filter((_, i) => i % 2 === half),
    translate: (segment, weights) => task.translate(2 * segment + half, weights),
  };
}
