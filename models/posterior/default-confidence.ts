/**
 * The word confidence of models that have none of their own: made by older versions, or from too little text to hold
 * some of it out. Fitted on German–English captions and parliament speeches together; rough elsewhere, and therefore
 * never a reason to mark words unasked.
 */
import type { ConfidenceModel } from '../search/confidence-model.js';
import { CONFIDENCE_FEATURES, type ConfidenceFeature } from './confidence-features.js';
import { sigmoid } from './logistic-regression.js';

const WEIGHTS: Readonly<Record<ConfidenceFeature, number>> = {
  word: 0.171,
  wordOdds: 0.0886,
  bigramLeft: 0.591,
  bigramRight: 0.527,
  trigramLeft: 0.487,
  trigramMiddle: -0.204,
  trigramRight: 0.713,
  fourgramBest: -0.29,
  fourgramMean: -0.466,
  place: 0.333,
  nearby: 0.381,
  lexicalForward: 0.0504,
  lexicalBackward: 0.0232,
  lexicalMean: 0.0296,
  sourceFrequency: -0.0132,
  targetFrequency: 0.00912,
  languageModel: 0.0639,
  matchedOrder: -0.0124,
  nextLanguageModel: 0.00192,
  nextMatchedOrder: 0.0206,
  gaps: -0.118,
  seenOnce: -0.628,
  passedThrough: -0.847,
  phraseForward: 0.467,
  phraseBackward: 0.0149,
  phraseWords: -0.0952,
  longestPhrase: 0.14,
  longestShare: 1.32,
  absent: 0,
  sentenceWord: 0.413,
  neighbours: -0.625,
  lengthRatio: -0.662,
  logLength: -0.181,
  punctuation: 0.379,
};
const INTERCEPT = 0.238;

/** Log odds at which the calibration has a knot: near enough for straight lines between them. */
const KNOTS = Float64Array.from({ length: 33 }, (_, k) => (k - 16) / 4);

export const DEFAULT_CONFIDENCE: ConfidenceModel = {
  metadata: {
    features: CONFIDENCE_FEATURES,
    scale: 1,
    threshold: 0.5,
    plainThreshold: 0.5,
    persistence: 0.8,
    calibration: 'temperature',
    words: 0,
    verdict: 'not-fitted',
  },
  weights: Float64Array.of(...CONFIDENCE_FEATURES.map((name) => WEIGHTS[name]), INTERCEPT),
  scores: KNOTS,
  probabilities: KNOTS.map(sigmoid),
  reliability: new Float64Array(0),
};
