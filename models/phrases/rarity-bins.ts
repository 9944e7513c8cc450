/**
 * Rarity of a phrase pair as features, −1 in the bin of its count and 0 in the others: seen once, seen twice, seen three
 * to five times. A weight for each says how much less such pairs are to be trusted than frequent ones, which no single
 * formula of smoothing knows.
 */
import { optionFeatureIndex } from './option-features.js';

const BINS = [
  { below: 1.5, feature: optionFeatureIndex('seenOnce') },
  { below: 2.5, feature: optionFeatureIndex('seenTwice') },
  { below: 5.5, feature: optionFeatureIndex('seenFew') },
];

/** `count`: how often the pair was seen, or about so if only a sample was looked at. */
export function setRarity(count: number, features: Float32Array): void {
  const bin = BINS.find(({ below }) => count < below);
  if (bin !== undefined) features[bin.feature] = -1;
}
