/**
 * Which words of a translation are right, judged by a reference. The two usual ways (Ueffing & Ney 2007, §6.1):
 *   'wer'  a word is right when the cheapest edit of the hypothesis into the reference keeps it in its place; of equally
 *          cheap edits, one that keeps most words;
 *   'per'  a word is right when the reference has it anywhere, each reference word once, the leftmost served first.
 * 'wer' is what we use throughout: a translator who reads from left to right has to change exactly the other words.
 * 'per' forgives order and is kindest to repeated function words. With several references, the one that leaves the
 * most words right counts.
 */
export type WordLabelling = 'wer' | 'per';

/** One for every word of the hypothesis: whether it is right. */
export function labelWords(
  hypothesis: readonly string[],
  references: readonly (readonly string[])[],
  labelling: WordLabelling = 'wer',
): boolean[] {
  let best: boolean[] = hypothesis.map(() => false);
  let most = 0;
  for (const reference of references) {
    const labels =
      labelling === 'wer' ? keptInPlace(hypothesis, reference) : foundAnywhere(hypothesis, reference);
    const right = labels.filter(Boolean).length;
    if (right > most) [best, most] = [labels, right];
  }
  return best;
}

function keptInPlace(hypothesis: readonly string[], reference: readonly string[]): boolean[] {
  const width = reference.length + 1;
  // Edits first, kept words second, in one number: an edit outweighs all words that could be kept.
  const edit = hypothesis.length + 1;
  const cost = new Int32Array((hypothesis.length + 1) * width);
  const diagonal = (i: number, j: number) =>
    cost[(i - 1) * width + j - 1] + (hypothesis[i - 1] === reference[j - 1] ? -1 : edit);
  for (let j = 1; j < width; j++) cost[j] = j * edit;
  for (let i = 1; i <= hypothesis.length; i++) {
    const at = i * width;
    cost[at] = i * edit;
    for (let j = 1; j < width; j++)
      cost[at + j] = Math.min(diagonal(i, j), cost[at - width + j] + edit, cost[at + j - 1] + edit);
  }
  const labels = hypothesis.map(() => false);
  for (let i = hypothesis.length, j = reference.length; i > 0 && j > 0; ) {
    if (cost[i * width + j] === diagonal(i, j)) {
      labels[i - 1] = hypothesis[i - 1] === reference[j - 1];
      i--;
      j--;
    } else if (cost[i * width + j] === cost[(i - 1) * width + j] + edit) i--;
    else j--;
  }
  return labels;
}

function foundAnywhere(hypothesis: readonly string[], reference: readonly string[]): boolean[] {
  const left = new Map<string, number>();
  for (const word of reference) left.set(word, (left.get(word) ?? 0) + 1);
  return hypothesis.map((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
}
