/**
 * The word confidence of models that have none of their own: made by older versions, or from too little text to hold
 * some of it out. Fitted on German–English captions and parliament speeches together; rough elsewhere, and therefore
 * never a reason to mark words unasked.
 */
import type { ConfidenceModel } from '../search/confidence-model.js';
import { CONFIDENCE_FEATURES, type ConfidenceFeature } from './confidence-features.js';
import { sigmoid } from './logistic-regression.js';

type Weights = Readonly<Record<ConfidenceFeature, number>>;

const MACHINE: Weights = {
  word: 0.3,
  wordOdds: 0.0885,
  bigramLeft: 0.482,
  bigramRight: 0.444,
  trigramLeft: 0.411,
  trigramMiddle: -0.0714,
  trigramRight: 0.662,
  fourgramBest: -0.282,
  fourgramMean: -0.437,
  place: 0.326,
  nearby: 0.359,
  lexicalForward: 0.0371,
  lexicalBackward: 0.0236,
  lexicalMean: 0.0469,
  linkPosterior: 0.303,
  sourceFrequency: -0.0179,
  targetFrequency: 0.0213,
  languageModel: 0.0628,
  matchedOrder: -0.0307,
  nextLanguageModel: -0.00324,
  nextMatchedOrder: 0.0079,
  gaps: -0.411,
  seenOnce: -0.68,
  passedThrough: -0.612,
  phraseForward: 0.426,
  phraseBackward: 0.0203,
  phraseWords: -0.0366,
  longestPhrase: 0.0907,
  longestShare: 1.18,
  absent: 0,
  sentenceWord: 0.498,
  neighbours: -0.649,
  lengthRatio: -0.148,
  logLength: -0.193,
  punctuation: 0.399,
};

const TYPED: Weights = {
  word: 0.186,
  wordOdds: 0.0258,
  bigramLeft: 0.794,
  bigramRight: 1,
  trigramLeft: 0.473,
  trigramMiddle: 0.385,
  trigramRight: 0.644,
  fourgramBest: 0.498,
  fourgramMean: 0.453,
  place: 0.634,
  nearby: 0.296,
  lexicalForward: -0.0259,
  lexicalBackward: 0.0232,
  lexicalMean: -0.0334,
  linkPosterior: 0.129,
  sourceFrequency: -0.0334,
  targetFrequency: -0.17,
  languageModel: 0.151,
  matchedOrder: 0.345,
  nextLanguageModel: 0.0873,
  nextMatchedOrder: 0.409,
  gaps: 0.492,
  seenOnce: 0.305,
  passedThrough: -1.69,
  phraseForward: -0.00523,
  phraseBackward: -0.00498,
  phraseWords: -0.17,
  longestPhrase: 0.134,
  longestShare: -0.307,
  absent: -0.0924,
  sentenceWord: -0.847,
  neighbours: -1.08,
  lengthRatio: -0.469,
  logLength: 0.26,
  punctuation: -0.457,
};

/** Log odds at which the calibration has a knot: near enough for straight lines between them. */
const KNOTS = Float64Array.from({ length: 33 }, (_, k) => (k - 16) / 4);

export const DEFAULT_CONFIDENCE: ConfidenceModel = {
  ...confidence(MACHINE, 0.0872, 0.52, 0.7),
  typed: confidence(TYPED, 3.15, 0.59, 1),
};

function confidence(
  weights: Weights,
  intercept: number,
  threshold: number,
  persistence: number,
): ConfidenceModel {
  return {
    metadata: {
      features: CONFIDENCE_FEATURES,
      scale: 1,
      threshold,
      plainThreshold: 0.5,
      persistence,
      calibration: 'temperature',
      words: 0,
      verdict: 'not-fitted',
    },
    weights: Float64Array.of(...CONFIDENCE_FEATURES.map((name) => weights[name]), intercept),
    scores: KNOTS,
    probabilities: KNOTS.map(sigmoid),
    reliability: new Float64Array(0),
  };
}
