/**
 * Which sentences of a target block translate which of its source block: Gale & Church's dynamic programming over
 * 1–1, 1–2, 2–1, 2–2, 1–0 and 0–1 (1993, §3.2), with shared numbers, names and code as further evidence. Unlike
 * theirs, the target may be in progress: source sentences after the last match cost nothing, and a last target
 * sentence without its full stop may be as short as it likes.
 */
import { CONTENT_BONUS, contentCost, joinEvidence, lengthCost, type TextEvidence } from './text-evidence.js';

/** Consecutive sentences that belong together; every source sentence is in exactly one group, in order. */
export interface SentenceGroup {
  readonly sourceStart: number;
  readonly sourceCount: number;
  readonly targetStart: number;
  /** 0 while the sentences are not translated. */
  readonly targetCount: number;
}

export interface SentenceSequence {
  readonly evidence: readonly TextEvidence[];
  /** Whether the last sentence has its final punctuation. */
  readonly isFinished: boolean;
}

/** Source count, target count, cost of the kind itself. */
const STEPS: readonly (readonly [number, number, number])[] = [
  [1, 1, 0],
  [1, 2, 2.6],
  [2, 1, 2.6],
  [2, 2, 5],
  [1, 0, 4.5],
  [0, 1, 5],
];
const SAME_TEXT = 6;
const LONGER_LIMIT = 6;
const SHORTER_LIMIT = 4;
/** Rows of larger problems see this many columns on each side of the diagonal. */
const BAND = 64;
const EXACT_CELLS = 1 << 17;

export function alignSentences(source: SentenceSequence, target: SentenceSequence): SentenceGroup[] {
  const sources = source.evidence.length;
  const targets = target.evidence.length;
  if (sources === 0) return [];
  if (sources === 1) return [{ sourceStart: 0, sourceCount: 1, targetStart: 0, targetCount: targets }];
  return attachAdded(sources, bestSteps(source, target));
}

interface Step {
  readonly source: number;
  readonly target: number;
  readonly sourceCount: number;
  readonly targetCount: number;
}

/** The cheapest path, as steps in order; source sentences after the last step are untranslated. */
function bestSteps(source: SentenceSequence, target: SentenceSequence): Step[] {
  const rows = source.evidence.length + 1;
  const columns = target.evidence.length + 1;
  const band = rows * columns <= EXACT_CELLS ? Math.max(rows, columns) : BAND;
  const width = Math.min(columns, 2 * band + 1);
  const firstColumn = (row: number) => Math.min(Math.max(row - band, 0), columns - width);
  const costs = new Float64Array(rows * width).fill(Number.POSITIVE_INFINITY);
  const kinds = new Uint8Array(rows * width);
  const cellOf = (row: number, column: number) => {
    const place = column - firstColumn(row);
    return place < 0 || place >= width ? -1 : row * width + place;
  };
  costs[0] = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = firstColumn(row); column < firstColumn(row) + width; column++) {
      const cell = cellOf(row, column);
      for (let kind = 0; kind < STEPS.length; kind++) {
        const [sourceCount, targetCount, stepCost] = STEPS[kind]!;
        if (row < sourceCount || column < targetCount) continue;
        const from = cellOf(row - sourceCount, column - targetCount);
        if (from === -1 || costs[from]! + stepCost - CONTENT_BONUS - SAME_TEXT >= costs[cell]!) continue;
        const cost =
          costs[from]! + stepCost + groupCost(source, target, row, column, sourceCount, targetCount);
        if (cost >= costs[cell]!) continue;
        costs[cell] = cost;
        kinds[cell] = kind;
      }
    }
  }
  let row = 0;
  for (let end = 1; end < rows; end++) {
    const cell = cellOf(end, columns - 1);
    const best = cellOf(row, columns - 1);
    if (cell !== -1 && (best === -1 || costs[cell]! < costs[best]!)) row = end;
  }
  const steps: Step[] = [];
  for (let column = columns - 1; row > 0 || column > 0; ) {
    const [sourceCount, targetCount] = STEPS[kinds[cellOf(row, column)]!]!;
    row -= sourceCount;
    column -= targetCount;
    steps.push({ source: row, target: column, sourceCount, targetCount });
  }
  return steps.reverse();
}

/** Cost of putting the sentences that end before `row` and `column` into one group. */
function groupCost(
  source: SentenceSequence,
  target: SentenceSequence,
  row: number,
  column: number,
  sourceCount: number,
  targetCount: number,
): number {
  if (sourceCount === 0 || targetCount === 0) return 0;
  const from = together(source, row - sourceCount, sourceCount);
  const to = together(target, column - targetCount, targetCount);
  const unfinished = column === target.evidence.length && !target.isFinished;
  let cost = 0;
  if (to.weight > from.weight) cost += lengthCost(from.weight, to.weight, LONGER_LIMIT);
  else if (!unfinished) cost += lengthCost(from.weight, to.weight, SHORTER_LIMIT);
  cost += contentCost(from, to, !unfinished);
  return from.hash === to.hash ? cost - SAME_TEXT : cost;
}

function together({ evidence }: SentenceSequence, start: number, count: number): TextEvidence {
  return count === 1 ? evidence[start]! : joinEvidence(evidence[start]!, evidence[start + 1]!);
}

/** Steps as groups: an added target sentence goes with the group before it, or with the first. */
function attachAdded(sources: number, steps: readonly Step[]): SentenceGroup[] {
  const groups: SentenceGroup[] = [];
  let added = 0;
  for (const step of steps) {
    const last = groups.findLast((group) => group.targetCount > 0);
    if (step.sourceCount > 0) {
      const isFirst = last === undefined && step.targetCount > 0;
      groups.push({
        sourceStart: step.source,
        sourceCount: step.sourceCount,
        targetStart: isFirst ? step.target - added : step.target,
        targetCount: isFirst ? step.targetCount + added : step.targetCount,
      });
    } else if (last === undefined) added++;
    else groups[groups.lastIndexOf(last)] = { ...last, targetCount: last.targetCount + 1 };
  }
  const end = steps.findLast((step) => step.sourceCount > 0);
  const targetEnd = steps.at(-1);
  const place = targetEnd === undefined ? 0 : targetEnd.target + targetEnd.targetCount;
  for (let i = end === undefined ? 0 : end.source + end.sourceCount; i < sources; i++)
    groups.push({ sourceStart: i, sourceCount: 1, targetStart: place, targetCount: 0 });
  return groups;
}
