/** How the decoder searches. Everything here trades time for search errors; nothing changes what a score means. */
export type OrientationModel =
  /** No orientation features. */
  | 'none'
  /** Against the previous phrase. */
  | 'phrase'
  /** Against the block of translated words around the previous phrase (Galley & Manning 2008). */
  | 'hierarchical';

export interface SearchSettings {
  /** Most hypotheses a stack keeps. */
  readonly beamSize: number;
  /** Most candidates that are looked at for a stack. */
  readonly popLimit: number;
  /** Hypotheses this much below the best of their stack are dropped; natural log. */
  readonly beamWidth: number;
  /** Farthest jump between source phrases; Infinity for none. */
  readonly distortionLimit: number;
  readonly orientation: OrientationModel;
  /** Count the jumps that are bound to come when comparing hypotheses (after Moore & Quirk 2007). */
  readonly earlyDistortion: boolean;
  /**
   * How far hypotheses with different coverages are kept apart: 0 for one stack for each number of covered words, more
   * for up to 2^granularity stacks in all that share its beam (see generalized-stacks.ts).
   */
  readonly granularity: number;
  /** Milliseconds after which the search only finishes what it has; Infinity for none. */
  readonly timeBudget: number;
}

export const DEFAULT_SEARCH: SearchSettings = {
  beamSize: 200,
  popLimit: 400,
  beamWidth: Number.POSITIVE_INFINITY,
  distortionLimit: 6,
  orientation: 'hierarchical',
  earlyDistortion: true,
  granularity: 0,
  timeBudget: Number.POSITIVE_INFINITY,
};

/** Nothing is pruned: for tests against exhaustive search on very short segments. */
export const EXHAUSTIVE_SEARCH: SearchSettings = {
  ...DEFAULT_SEARCH,
  beamSize: Number.POSITIVE_INFINITY,
  popLimit: Number.POSITIVE_INFINITY,
  distortionLimit: Number.POSITIVE_INFINITY,
};
