/** Weights that a model starts with: sensible for any languages, better once tuned on held-out text. */
import type { FeatureName } from './feature-names.js';

export type FeatureWeights = Readonly<Partial<Record<FeatureName, number>>>;

export const DEFAULT_WEIGHTS: FeatureWeights = {
  phraseForward: 0.2,
  phraseBackward: 0.2,
  lexicalForward: 0.2,
  lexicalBackward: 0.2,
  phraseCount: 0.2,
  wordCount: 0.8,
  unknownWords: 10,
  languageModel: 0.5,
  distortion: 0.3,
  sourceGaps: 0.5,
  targetGaps: 0.5,
  sourceGapLength: 0.1,
  targetGapLength: 0.1,
  previousMonotone: 0.2,
  previousSwap: 0.2,
  previousDiscontinuous: 0.2,
  nextMonotone: 0.2,
  nextSwap: 0.2,
  nextDiscontinuous: 0.2,
};
