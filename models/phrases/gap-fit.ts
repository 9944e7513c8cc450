/**
 * How well a gap of the segment suits a phrase pair with gaps on its source side. *schalten … aus* spans a word or two
 * more often than nine: where its words stand farther apart than they do in translations that hold them together, they
 * rather belong to two phrases. As the bitext is searched for the segment in hand, it can be asked about just this gap:
 *
 *   gapFit = log p(t | s, l) − log p(t | s),   p(t | s, l) = (c(s, t, l) + K p(t | s)) / (c(s, l) + K)
 *
 * with l the class of the number of words inside the gaps. Occurrences that the links allow no translation for count in
 * c(s, l) and c(s), so it is learnt too how far apart words are when they have nothing to do with each other.
 */

/** Classes of words inside the gaps: none, 1, 2, 3, 4–6, more. */
export const GAP_CLASSES = 6;

const LARGEST_OF_ITS_OWN = 3;
const LARGEST_OF_THE_NEXT = 6;
/** K: the pair's own probability, whatever the gap, counts as so many occurrences. */
const PRIOR = 5;

/** `positions[0, size)` of a source phrase, ascending. */
export function wordsInGaps(positions: ArrayLike<number>, size: number): number {
  return positions[size - 1] - positions[0] + 1 - size;
}

export function gapClass(words: number): number {
  if (words <= LARGEST_OF_ITS_OWN) return words;
  return words <= LARGEST_OF_THE_NEXT ? LARGEST_OF_ITS_OWN + 1 : LARGEST_OF_ITS_OWN + 2;
}

/**
 * The feature for every class of gaps. `counts[at, at + GAP_CLASSES)`: occurrences of the pair by class; `seen`: those of
 * its source phrase; `share`: p(t | s).
 */
export function gapFits(
  counts: ArrayLike<number>,
  at: number,
  seen: ArrayLike<number>,
  share: number,
): Float32Array {
  return Float32Array.from({ length: GAP_CLASSES }, (_, k) =>
    Math.log((counts[at + k] / share + PRIOR) / (seen[k] + PRIOR)),
  );
}
