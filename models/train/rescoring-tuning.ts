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
import { TranslationOptionsBuilder } from '../phrases/translation-options.js';
import { bestPathByNgrams } from '../posterior/best-by-ngrams.js';
import { bleuWeights, expectedGains } from '../posterior/ngram-gains.js';
import { type NgramPosteriors, ngramPosteriors } from '../posterior/ngram-posteriors.js';
import { differentTranslations, listFeatures, POSTERIOR_ORDER } from '../posterior/rescorer.js';
import type { Lattice } from '../search/lattice.js';
import { latticePaths, pathWords } from '../search/lattice-paths.js';
import { DEFAULT_RESCORING, type RescoreMode, type RescoringSettings } from '../search/rescoring-settings.js';
import { mert } from './mert.js';
import { NBestPool } from './n-best-pool.js';
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
  scoreWeight: [0, 0.05, 0.1, 0.2, 0.4],
} as const;

/** With fewer segments nothing is chosen; with more, the first so many are used. */
const LEAST_SEGMENTS = 100;
const ENOUGH_SEGMENTS = 1000;
/** A mode that gains less than this is not worth its time. */
const LEAST_GAIN = 0.05;
/** `iterate` trusts the expected gain at most so much beside the model score. */
const MOST_GAIN_WEIGHT = 20;
const NO_OPTIONS = new TranslationOptionsBuilder(0).build();

/** The halves' weights, one after the other: the first is tuned on segments 0, 2, 4 …, the second on 1, 3, 5 … */
export function* crossTunedWeights(
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
      // Without the options, which need more room than the lattice and are of no use here.
      lattice: { ...task.lattice(segment, halves[1 - (segment % 2)]), options: NO_OPTIONS },
      reference: task.references[segment][0],
      form: (id) => task.form(segment, id),
    });
  }
  return tuneRescoring(heldOut, DEFAULT_RESCORING, options.cancel);
}

/** Chooses everything: the numbers of MBR, the weights of the list features, and the mode that does best. */
export function tuneRescoring(
  heldOut: readonly HeldOutLattice[],
  start: RescoringSettings,
  cancel: CancelToken,
): RescoringChoice {
  const off = corpusBleu(heldOut, ({ lattice }) => bestWords(lattice));
  const mbr = tuneMbr(heldOut, start, cancel);
  const ngram = tuneFeatures(heldOut, mbr.settings, featuresUpTo(POSTERIOR_ORDER + 1), cancel);
  const scores = { off, ngram: ngram.score, mbr: mbr.score };
  let mode: RescoreMode = 'off';
  for (const candidate of ['ngram', 'mbr'] as const) {
    if (scores[candidate] > scores[mode] + LEAST_GAIN) mode = candidate;
  }
  return { settings: { ...mbr.settings, featureWeights: ngram.weights, mode }, scores };
}

/** The numbers of MBR, one after the other and once more, each by the BLEU of what is chosen with it. */
export function tuneMbr(
  heldOut: readonly HeldOutLattice[],
  start: RescoringSettings,
  cancel: CancelToken,
): { settings: RescoringSettings; score: number } {
  const evaluate = new MbrEvaluation(heldOut);
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
  const gainWeight = Math.min(MOST_GAIN_WEIGHT, 1 / settings.scoreWeight);
  return { settings: { ...settings, gainWeight }, score };
}

/** Weights of the list features that are `used`, beside 1 for the model score, by MERT. */
export function tuneFeatures(
  heldOut: readonly HeldOutLattice[],
  { scale, listSize }: RescoringSettings,
  used: readonly boolean[],
  cancel: CancelToken,
): { weights: number[]; score: number } {
  const pool = new NBestPool(heldOut.length);
  heldOut.forEach(({ lattice, reference, form }, segment) => {
    throwIfCancelled(cancel);
    const list = differentTranslations(lattice, listSize);
    const features = listFeatures(lattice, list, scale);
    list.forEach(({ path, words }, i) => {
      const row = new Float64Array(BLEU.width);
      BLEU.collect({ hypothesis: words.map(form), references: [reference] }, row, 0);
      pool.segments[segment].push({ features: Float64Array.of(path.score, ...features[i]), row });
    });
  });
  return tuneListWeights(pool, used, cancel);
}

/** MERT over entries whose first feature is the model score and the others those of the posteriors. */
export function tuneListWeights(
  pool: NBestPool,
  used: readonly boolean[],
  cancel: CancelToken,
): { weights: number[]; score: number } {
  const weights = Float64Array.of(1, ...used.map(() => 0));
  const found = mert({ restarts: 2, randomDirections: 4 }).tune({
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

/** BLEU of the words chosen for every segment. */
export function corpusBleu(
  heldOut: readonly HeldOutLattice[],
  choose: (segment: HeldOutLattice) => readonly number[],
): number {
  const sum = new Float64Array(BLEU.width);
  const row = new Float64Array(BLEU.width);
  for (const segment of heldOut) {
    const hypothesis = choose(segment).map((id) => segment.form(id));
    BLEU.collect({ hypothesis, references: [segment.reference] }, row, 0);
    for (let i = 0; i < sum.length; i++) sum[i] += row[i];
  }
  return BLEU.score(sum);
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
    return corpusBleu(this.#heldOut, (segment) => {
      const { lattice } = segment;
      let posteriors = this.#posteriors.get(segment);
      if (posteriors === undefined) {
        posteriors = ngramPosteriors(lattice, { scale, order: POSTERIOR_ORDER });
        this.#posteriors.set(segment, posteriors);
      }
      const gains = expectedGains(posteriors, weights);
      return pathWords(lattice, bestPathByNgrams(lattice, posteriors.counts, gains, scoreWeight).edges);
    });
  }
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
