/**
 * Isotonic regression by pooling adjacent violators (Ayer et al. 1955): the non-decreasing function of the score that is
 * nearest to the labels in squares. Equal scores are one point, so that it is a function.
 */
export interface IsotonicBlock {
  /** Mean score of the block's points. */
  readonly score: number;
  /** The fitted value: mean label. */
  readonly value: number;
  readonly weight: number;
}

interface Sums {
  score: number;
  value: number;
  weight: number;
}

/** Blocks of equal value, by rising score and strictly rising value. */
export function isotonicRegression(scores: ArrayLike<number>, labels: ArrayLike<number>): IsotonicBlock[] {
  const order = Uint32Array.from({ length: scores.length }, (_, i) => i).sort(
    (a, b) => scores[a] - scores[b] || a - b,
  );
  const blocks: Sums[] = [];
  for (let start = 0; start < order.length; ) {
    const block: Sums = { score: 0, value: 0, weight: 0 };
    const score = scores[order[start]];
    for (; start < order.length && scores[order[start]] === score; start++) {
      block.score += score;
      block.value += labels[order[start]];
      block.weight++;
    }
    for (let left = blocks.at(-1); left !== undefined && isAtLeast(left, block); left = blocks.at(-1)) {
      block.score += left.score;
      block.value += left.value;
      block.weight += left.weight;
      blocks.pop();
    }
    blocks.push(block);
  }
  return blocks.map(({ score, value, weight }) => ({ score: score / weight, value: value / weight, weight }));
}

function isAtLeast(left: Sums, right: Sums): boolean {
  return left.value * right.weight >= right.value * left.weight;
}
