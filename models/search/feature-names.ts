/** All features of the model and their dense index: first those of an option alone, then those of its context. */
import { OPTION_FEATURES, type OptionFeature } from '../phrases/option-features.js';

/** Features that depend on what stands before an option; `derivation.ts` says how each is computed. */
export const CONTEXT_FEATURES = [
  /** Sum of natural-log probabilities of the words and the sentence end. */
  'languageModel',
  /** −(jump between the end of one source phrase, or its first open gap, and the start of the next). */
  'distortion',
  /** Lexicalised orientation of each phrase to the one before it … */
  'previousMonotone',
  'previousSwap',
  'previousDiscontinuous',
  /** … and of each phrase to the one after it. */
  'nextMonotone',
  'nextSwap',
  'nextDiscontinuous',
  /** −(words inside target gaps). */
  'targetGapLength',
  /** −1 for each phrase whose target gap crosses another's, or whose source surrounds a phrase around it. */
  'crossSerial',
  'bonbon',
] as const;

export type ContextFeature = (typeof CONTEXT_FEATURES)[number];
export type FeatureName = OptionFeature | ContextFeature;

export const FEATURE_NAMES: readonly FeatureName[] = [...OPTION_FEATURES, ...CONTEXT_FEATURES];

export const FEATURE_COUNT = FEATURE_NAMES.length;

export function featureIndex(name: FeatureName): number {
  return FEATURE_NAMES.indexOf(name);
}

/** A weight for every feature, by index; features that are not named weigh nothing. */
export function weightVector(weights: Partial<Record<FeatureName, number>>): Float64Array {
  return Float64Array.from(FEATURE_NAMES, (name) => weights[name] ?? 0);
}
