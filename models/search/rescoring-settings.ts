/**
 * How translations are chosen among those that the search found, by n-gram posteriors (models/posterior). Plain numbers,
 * tuned on held-out text and kept in the description of the model.
 */
export const RESCORE_MODES = ['off', 'ngram', 'iterate', 'mbr'] as const;

/**
 * - off: the translation with the best model score;
 * - ngram: the best of an n-best list by model score and posterior features (Zens & Ney 2006);
 * - iterate: a second search with the posteriors of the first as a language model of this one sentence;
 * - mbr: the path of the search graph with the highest expected BLEU.
 */
export type RescoreMode = (typeof RESCORE_MODES)[number];

export interface RescoringSettings {
  /** What did best on held-out text. */
  readonly mode: RescoreMode;
  /** γ: scores are multiplied by it before they become probabilities. */
  readonly scale: number;
  /** Translations of a list for `ngram`. */
  readonly listSize: number;
  /** `ngram`: weights of the features of 1- to 4-grams and of length, beside 1 for the model score. */
  readonly featureWeights: readonly number[];
  /** `mbr` and `iterate`: share of words that are right; more makes translations shorter, less longer (train/mbr-length.ts) … */
  readonly precision: number;
  /** … and how it falls from one n-gram length to the next. */
  readonly decay: number;
  /** `mbr`: weight of the model score beside the expected gain. */
  readonly scoreWeight: number;
  /** `iterate`: weight of the expected gain beside the model score. */
  readonly gainWeight: number;
  /** `iterate`: searches after the first. */
  readonly passes: number;
}

export const DEFAULT_RESCORING: RescoringSettings = {
  mode: 'mbr',
  scale: 1,
  listSize: 200,
  featureWeights: [0, 2, 2, 2, 0.5],
  precision: 0.85,
  decay: 0.65,
  scoreWeight: 1.6,
  gainWeight: 0.6,
  passes: 1,
};
