/**
 * Weights that do well on several kinds of text at once, for `models/search/default-weights.ts`: tuned on the held-out
 * text of all data sets together, words linked by our own alignment. Prints them in proportion to the language model's
 * share of the present defaults.
 *
 *   npm run bench -- default-weights     (hours)
 */
import { DEFAULT_WEIGHTS } from '../models/search/default-weights.js';
import { FEATURE_NAMES, featureIndex } from '../models/search/feature-names.js';
import { heldOutTexts, wholeModel } from './held-out-text.js';
import { report } from './report.js';
import { DATA_NAMES, type DataName, translationData } from './translation-data.js';
import { tunedWeights } from './tuned-weights.js';

/** Captions are short: parts of their training text make up for that. */
const PARTS: Partial<Record<DataName, number>> = { captions: 2, 'captions-en-de': 1, 'captions-fr-en': 1 };

const texts = DATA_NAMES.flatMap((name) => {
  const { links: _, ...data } = translationData(name);
  return heldOutTexts(data, wholeModel(data), PARTS[name] ?? 0);
});
const { weights, scores } = tunedWeights(texts, { rounds: 5 });
const share = (DEFAULT_WEIGHTS.languageModel ?? 1) / weights[featureIndex('languageModel')];
report({
  name: 'default-weights',
  title: `Tuned on ${DATA_NAMES.join(', ')}; held-out BLEU by round ${scores[0].map((score) => score.toFixed(2)).join(' ')}`,
  rows: FEATURE_NAMES.map((feature, f) => ({
    feature,
    tuned: (share * weights[f]).toFixed(2),
    default: DEFAULT_WEIGHTS[feature] ?? 0,
  })),
});
