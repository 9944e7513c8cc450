/**
 * Weights that a model starts with: tuned together on held-out text of captions (de→en, en→de, fr→en) and of Europarl
 * (de→en, fr→en), words linked by our own alignment, gaps on both sides, hierarchical orientation; `gapFit` and
 * `gapMarks` afterwards, on captions and Europarl de→en. Sensible for any languages, better once tuned on held-out text
 * of one's own.
 */
import type { FeatureName } from './feature-names.js';

export type FeatureWeights = Readonly<Partial<Record<FeatureName, number>>>;

export const DEFAULT_WEIGHTS: FeatureWeights = {
  phraseForward: 0.53,
  phraseBackward: 0.28,
  lexicalForward: 0.08,
  lexicalBackward: 0.14,
  linkedForward: 0.05,
  linkedBackward: -0.01,
  phraseCount: 0.36,
  wordCount: 0.64,
  sourceGaps: -0.1,
  targetGaps: 0.3,
  sourceGapLength: 0.14,
  gapFit: 0.5,
  gapMarks: 0.42,
  seenOnce: 1.27,
  seenTwice: 0.05,
  seenFew: -0.02,
  unknownWords: 10,
  languageModel: 0.43,
  distortion: 0.17,
  previousMonotone: 0.54,
  previousSwap: 0.25,
  previousDiscontinuous: 0.32,
  nextMonotone: 0.2,
  nextSwap: 0.18,
  nextDiscontinuous: 0.17,
  targetGapLength: 0.23,
};
