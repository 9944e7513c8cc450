/**
 * What a look-up of one input sentence returns: every pattern of the sentence that occurs in the text, where
 * it stands in the sentence, how often it occurs, and a sample of its occurrences. Flat arrays, in no
 * particular but repeatable order; continuous patterns come first.
 *
 * A *pattern* has one to three pieces (runs of words) with a gap of at least one word between two pieces.
 */
export const MAX_PIECES = 3;

export interface PatternMatches {
  readonly patternCount: number;
  /** Pieces of each pattern, 1–3. */
  readonly pieceCounts: Uint8Array;
  /** Words of piece i of pattern k at [3k + i]; 0 where there is no such piece. */
  readonly pieceLengths: Uint8Array;
  /** Occurrences in the whole text: a count where `exact` is 1, an estimate from a sample otherwise. */
  readonly totals: Float64Array;
  readonly exact: Uint8Array;
  /**
   * Places in the input sentence: those of pattern k are number `placeOffsets[k]` up to `placeOffsets[k + 1]`;
   * piece i of place m starts at word `places[3m + i]`.
   */
  readonly placeOffsets: Uint32Array;
  readonly places: Uint16Array;
  /**
   * Sampled occurrences in the text, numbered likewise; piece i of occurrence m starts at position
   * `occurrences[3m + i]` of the text, −1 where there is no such piece.
   */
  readonly occurrenceOffsets: Uint32Array;
  readonly occurrences: Int32Array;
  /** Stretches of text that were looked at: the cost of the look-up. */
  readonly windowCount: number;
}
