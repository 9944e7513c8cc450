/**
 * How many words of a suggestion to show (Foster, Langlais & Lapalme 2002, §3): as many as save most time in
 * expectation, given how probable each word is to be right, and none when reading costs more than it brings.
 *
 * The translator is taken to look at the suggestion and read all of it, then to take its leading right words: with one
 * key when all are right, else word by word up to the first wrong one.
 *   benefit(k) = Σ_l P(exactly the first l of k are right) · saved(l, k) − look − read(k)
 *   saved(l, k) = typing of l words − (l = k ? 1 : l) keys
 * A word after a right one is more often right than words are in general: P(word j right | those before it are) is
 * cⱼ^persistence, with a persistence ≤ 1 that is measured on held-out text (see word-confidence.ts).
 */
export interface BenefitCosts {
  /** Seconds to type a character. */
  readonly type: number;
  /** Seconds to read a character. */
  readonly read: number;
  /** Seconds that noticing a suggestion takes, whatever its length. */
  readonly look: number;
  /** Seconds to press the key that accepts. */
  readonly key: number;
}

export interface SuggestedWord {
  /** Characters that it saves when right, with the blank before it. */
  readonly characters: number;
  /** Probability that it is right. */
  readonly confidence: number;
}

export interface BenefitChoice {
  /** Words to show; 0 for no suggestion. */
  readonly count: number;
  /** Seconds saved in expectation; 0 when nothing is shown. */
  readonly benefit: number;
  /** Probability that all of them are right. */
  readonly confidence: number;
}

/** A practised typist of 300 characters a minute who reads five times as fast. */
export const DEFAULT_COSTS: BenefitCosts = { type: 0.2, read: 0.04, look: 0.2, key: 0.2 };

export function chooseLength(
  words: readonly SuggestedWord[],
  { costs = DEFAULT_COSTS, persistence = 1 }: { costs?: BenefitCosts; persistence?: number } = {},
): BenefitChoice {
  let best: BenefitChoice = { count: 0, benefit: 0, confidence: 1 };
  const reached = prefixProbabilities(
    words.map(({ confidence }) => confidence),
    persistence,
  );
  let reading = costs.look;
  let characters = 0;
  /** Σ over l < k of P(exactly the first l are right) · saved(l, k): does not change when k grows. */
  let ofParts = 0;
  for (let k = 1; k <= words.length; k++) {
    const before = k === 1 ? 1 : reached[k - 2];
    ofParts += (before - reached[k - 1]) * (characters * costs.type - (k - 1) * costs.key);
    characters += words[k - 1].characters;
    reading += words[k - 1].characters * costs.read;
    const benefit = ofParts + reached[k - 1] * (characters * costs.type - costs.key) - reading;
    if (benefit > best.benefit) best = { count: k, benefit, confidence: reached[k - 1] };
  }
  return best;
}

/** For every k the probability that the first k + 1 words are all right. */
export function prefixProbabilities(confidences: readonly number[], persistence = 1): number[] {
  let probability = 1;
  return confidences.map((confidence, j) => {
    probability *= j === 0 ? confidence : confidence ** persistence;
    return probability;
  });
}
