/**
 * Translation edit rate (Snover et al. 2006): the fewest insertions, deletions, substitutions and shifts of runs of
 * words that turn the hypothesis into a reference, over the mean reference length. The number of shifts is found
 * greedily, as in the paper (§2): shift the run that lowers the edit distance most, until none does. A run is shifted
 * only if it equals words of the reference that the current alignment gets wrong, and has itself errors in it; runs
 * are at most 10 words and move at most 50 positions.
 *
 * Row: edits against the best reference, mean reference length. Percentage; lower is better.
 */
import { editDistance, editOperations } from './edit-distance.js';
import { percentage } from './error-rates.js';
import type { Metric, SegmentPair } from './metric.js';

const LONGEST_SHIFT = 10;
const FARTHEST_SHIFT = 50;

export const TER: Metric = {
  name: 'TER',
  width: 2,
  higherIsBetter: false,

  collect({ hypothesis, references }: SegmentPair, row: Float64Array, at: number): void {
    row[at] = Math.min(...references.map((reference) => translationEdits(hypothesis, reference)));
    row[at + 1] = references.reduce((sum, reference) => sum + reference.length, 0) / references.length;
  },

  score: (row) => percentage(row[0], row[1]),
};

/** Edits and shifts from the hypothesis to one reference. */
export function translationEdits(hypothesis: readonly string[], reference: readonly string[]): number {
  let current = [...hypothesis];
  let edits = editDistance(current, reference);
  let shifts = 0;
  while (edits > 0) {
    const best = bestShift(current, reference, edits);
    if (best === null) break;
    current = best.words;
    edits = best.edits;
    shifts++;
  }
  return edits + shifts;
}

interface Shift {
  readonly words: string[];
  readonly edits: number;
}

function bestShift(words: readonly string[], reference: readonly string[], edits: number): Shift | null {
  const { hypothesisWrong, referenceWrong, alignedTo } = alignmentOf(words, reference);
  let best: Shift | null = null;
  let bestGain = 0;
  for (let start = 0; start < words.length; start++) {
    for (let at = 0; at < reference.length; at++) {
      if (words[start] !== reference[at]) continue;
      let hasError = false;
      let goalWrong = false;
      for (let length = 1; length <= LONGEST_SHIFT; length++) {
        const end = start + length;
        if (end > words.length || at + length > reference.length) break;
        if (words[end - 1] !== reference[at + length - 1]) break;
        hasError ||= hypothesisWrong[end - 1];
        goalWrong ||= referenceWrong[at + length - 1];
        if (!hasError || !goalWrong) continue;
        // The run may go to wherever the alignment puts one of the words it equals, or the word after them.
        for (let to = at; to <= at + length; to++) {
          const goal = to < reference.length ? alignedTo[to] : words.length;
          const stays = goal >= start && goal <= end;
          if (stays || Math.abs(goal - start) > FARTHEST_SHIFT) continue;
          const moved = shifted(words, start, end, goal);
          const movedEdits = editDistance(moved, reference);
          // Each shift costs one edit, so it must save more than that.
          const gain = edits - movedEdits - 1;
          if (gain > bestGain) {
            best = { words: moved, edits: movedEdits };
            bestGain = gain;
          }
        }
      }
    }
  }
  return best;
}

/** Moves words[start, end) so that they stand before what is now at `goal`. */
function shifted(words: readonly string[], start: number, end: number, goal: number): string[] {
  const run = words.slice(start, end);
  if (goal < start)
    return [...words.slice(0, goal), ...run, ...words.slice(goal, start), ...words.slice(end)];
  return [...words.slice(0, start), ...words.slice(end, goal), ...run, ...words.slice(goal)];
}

/** Which words the current edit alignment gets wrong, and before which hypothesis word each reference word falls. */
function alignmentOf(words: readonly string[], reference: readonly string[]) {
  const hypothesisWrong: boolean[] = [];
  const referenceWrong: boolean[] = [];
  const alignedTo: number[] = [];
  for (const operation of editOperations(words, reference)) {
    if (operation !== 'delete') {
      alignedTo.push(hypothesisWrong.length);
      referenceWrong.push(operation !== 'match');
    }
    if (operation !== 'insert') hypothesisWrong.push(operation !== 'match');
  }
  return { hypothesisWrong, referenceWrong, alignedTo };
}
