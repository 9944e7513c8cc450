/**
 * What search asks of a language model. A state is an integer: hypotheses with equal states get equal scores for every
 * continuation. −1 is the empty context.
 */
export interface LanguageModel {
  /** The state after the sentence start. */
  readonly startState: number;
  /** The state after the last word given to `score`. */
  readonly nextState: number;
  /** Natural log of p(word | state); sets `nextState`. Words out of range count as unknown. */
  score(state: number, word: number): number;
}
