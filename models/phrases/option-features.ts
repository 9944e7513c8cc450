/**
 * The features that a translation option has by itself, whatever stands before it. Every option carries one row of
 * them, in this order; `search/feature-names.ts` adds those that depend on the hypothesis.
 */
export const OPTION_FEATURES = [
  /** log p(target | source), relative frequency, smoothed. */
  'phraseForward',
  /** log p(source | target). */
  'phraseBackward',
  /** log lexical weight of the target words given the source words (Koehn et al. 2003). */
  'lexicalForward',
  /** log lexical weight of the source words given the target words. */
  'lexicalBackward',
  /** The lexical weights of the words that have links only: without NULL. */
  'linkedForward',
  'linkedBackward',
  /** One for every phrase pair. */
  'phraseCount',
  /** Number of target words. */
  'wordCount',
  /** −1 for every gap on the source side. */
  'sourceGaps',
  /** −1 for every gap on the target side. */
  'targetGaps',
  /** −(words inside the source gaps): intra-phrase distortion (Galley & Manning 2010, §4). */
  'sourceGapLength',
  /** How well the number of words inside the source gaps suits the pair (gap-fit.ts). */
  'gapFit',
  /** −(punctuation marks inside the source gaps). */
  'gapMarks',
  /** −1 for a pair that was seen once only. */
  'seenOnce',
  /** −1 for one that was seen twice, three to five times (rarity-bins.ts). */
  'seenTwice',
  'seenFew',
  /** −1 for every source word that the bitext does not know. */
  'unknownWords',
  /** What approvals say for this translation, for each linked source word (see phrase-sampler.ts). */
  'approved',
] as const;

export type OptionFeature = (typeof OPTION_FEATURES)[number];

export const OPTION_FEATURE_COUNT = OPTION_FEATURES.length;

export function optionFeatureIndex(name: OptionFeature): number {
  return OPTION_FEATURES.indexOf(name);
}
