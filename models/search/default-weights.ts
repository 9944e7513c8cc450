/**
 * Weights that a model starts with: about the mean of those tuned on captions and on Europarl (de→en, gaps on both sides,
 * hierarchical orientation), which are much alike. Sensible for any languages, better once tuned on held-out text.
 */
import type { FeatureName } from './feature-names.js';

export type FeatureWeights = Readonly<Partial<Record<FeatureName, number>>>;

export const DEFAULT_WEIGHTS: FeatureWeights = {
  phraseForward: 0.5,
  phraseBackward: 0.17,
  lexicalForward: 0.16,
  lexicalBackward: 0.15,
  phraseCount: 0.28,
  wordCount: 0.8,
  unknownWords: 10,
  languageModel: 0.43,
  distortion: 0.12,
  sourceGaps: 0.1,
  targetGaps: 0.5,
  sourceGapLength: 0,
  seenOnce: 1.1,
  targetGapLength: 0.22,
  previousMonotone: 0.45,
  previousSwap: 0.38,
  previousDiscontinuous: 0.3,
  nextMonotone: 0.24,
  nextSwap: 0.21,
  nextDiscontinuous: 0.35,
};
