/**
 * Which target block translates which source block: the cheapest monotone path, by dynamic programming over
 * matches, untranslated source blocks and added target blocks. Blocks of different kinds never match. Source
 * blocks after the last match cost nothing, because a translation in progress stops early; a run of untranslated
 * blocks before that costs once for being there and little for its length.
 *
 * Rows are target blocks, columns source blocks. Small problems are solved exactly; in large ones each row looks
 * only at a window of columns that follows the best path so far, so time and memory stay linear.
 */
import type { DocumentFeatures } from './block-features.js';
import { contentCost, lengthCost } from './text-evidence.js';

/** A rectangle of blocks to align: `[sourceStart, sourceEnd) × [targetStart, targetEnd)`. */
export interface BlockRectangle {
  readonly sourceStart: number;
  readonly sourceEnd: number;
  readonly targetStart: number;
  readonly targetEnd: number;
}

export interface BlockAlignment {
  readonly source: DocumentFeatures;
  readonly target: DocumentFeatures;
  /** For each target block the source block it had before, or −1: what was a pair likes to stay one. */
  readonly partners: Int32Array;
  /** How much a pair is worth for having been one, per target block. */
  readonly loyalty: Float32Array;
}

const GAP_START = 2.5;
const GAP_STEP = 0.05;
const ADDED = 5;
const DEPTH_COST = 1.5;
const MARKER_COST = 0.7;
const SAME_TEXT = 6;
const SAME_GAP = 4;
const LONGER_LIMIT = 6;
/** A block may be half written: being too short says little. */
const SHORTER_LIMIT = 2;

/** Largest rectangle solved exactly, in cells; beyond, rows see this many columns. */
const EXACT_CELLS = 1 << 20;
const WINDOW = 384;

const MATCH = 1;
const SKIP = 2;
const ADD = 3;
/** Set on a cell whose skipped run began in this very column. */
const SKIP_STARTS = 4;

/** Writes the source block of each target block of the rectangle, or −1, into `sourceOf`. */
export function alignBlocks(
  problem: BlockAlignment,
  area: BlockRectangle,
  sourceOf: Int32Array,
  freeEnd: boolean,
): void {
  const rows = area.targetEnd - area.targetStart;
  const columns = area.sourceEnd - area.sourceStart;
  sourceOf.fill(-1, area.targetStart, area.targetEnd);
  if (rows === 0 || columns === 0) return;
  const width = rows * columns <= EXACT_CELLS ? columns + 1 : Math.min(columns + 1, WINDOW);
  const moves = new Uint8Array((rows + 1) * width);
  const offsets = new Int32Array(rows + 1);
  let best = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
  let next = new Float64Array(width);
  best[0] = 0;
  skipAlong(best, moves, 0, width);
  for (let row = 0; row < rows; row++) {
    const from = offsets[row]!;
    const to = Math.min(Math.max(from, from + bestColumn(best, width) - (width >> 2)), columns + 1 - width);
    offsets[row + 1] = to;
    const base = (row + 1) * width;
    for (let cell = 0; cell < width; cell++) {
      const above = cell + to - from;
      const added = (above < width ? best[above]! : Number.POSITIVE_INFINITY) + ADDED;
      const before = above - 1;
      const column = to + cell - 1;
      const matched =
        before >= 0 && before < width && column >= 0
          ? best[before]! + matchCost(problem, area.sourceStart + column, area.targetStart + row)
          : Number.POSITIVE_INFINITY;
      next[cell] = Math.min(matched, added);
      moves[base + cell] = matched <= added ? MATCH : ADD;
    }
    skipAlong(next, moves, base, width);
    [best, next] = [next, best];
  }
  const last = freeEnd ? bestColumn(best, width) : Math.min(columns - offsets[rows]!, width - 1);
  traceBack(area, moves, offsets, width, last, sourceOf);
}

/** Lets paths pass over source blocks inside a row. */
function skipAlong(costs: Float64Array, moves: Uint8Array, base: number, width: number): void {
  let run = Number.POSITIVE_INFINITY;
  for (let cell = 1; cell < width; cell++) {
    const start = costs[cell - 1]! + GAP_START;
    const starts = start <= run + GAP_STEP;
    run = starts ? start : run + GAP_STEP;
    if (run < costs[cell]! || costs[cell] === Number.POSITIVE_INFINITY) {
      costs[cell] = run;
      moves[base + cell] = SKIP;
    }
    if (starts) moves[base + cell] = moves[base + cell]! | SKIP_STARTS;
  }
}

/** −log of how likely two blocks are a pair, against being strangers; ∞ when they cannot be. */
function matchCost(problem: BlockAlignment, sourceIndex: number, targetIndex: number): number {
  const source = problem.source.blocks[sourceIndex]!;
  const target = problem.target.blocks[targetIndex]!;
  if (source.kind !== target.kind) return Number.POSITIVE_INFINITY;
  const limit = target.weight < source.weight ? SHORTER_LIMIT : LONGER_LIMIT;
  let cost = lengthCost(source.weight, target.weight, limit);
  cost += Math.min(Math.abs(source.depth - target.depth), 2) * DEPTH_COST;
  if (source.marker !== target.marker) cost += MARKER_COST;
  cost += contentCost(source, target, target.weight > source.weight / 2);
  if (source.hash === target.hash && source.weight > 0) cost -= SAME_TEXT;
  const gap = problem.source.gapHashes[sourceIndex]!;
  if (gap !== 0 && gap === problem.target.gapHashes[targetIndex]) cost -= SAME_GAP;
  if (problem.partners[targetIndex] === sourceIndex) cost -= problem.loyalty[targetIndex]!;
  return cost;
}

function bestColumn(costs: Float64Array, width: number): number {
  let best = 0;
  for (let cell = 1; cell < width; cell++) if (costs[cell]! < costs[best]!) best = cell;
  return best;
}

function traceBack(
  area: BlockRectangle,
  moves: Uint8Array,
  offsets: Int32Array,
  width: number,
  lastCell: number,
  sourceOf: Int32Array,
): void {
  let row = offsets.length - 1;
  let cell = lastCell;
  while (row > 0) {
    const move = moves[row * width + cell]! & ~SKIP_STARTS;
    if (move === SKIP) {
      while ((moves[row * width + cell]! & SKIP_STARTS) === 0) cell--;
      cell--;
      continue;
    }
    const column = offsets[row]! + cell - (move === MATCH ? 1 : 0);
    if (move === MATCH) sourceOf[area.targetStart + row - 1] = area.sourceStart + column;
    row--;
    cell = column - offsets[row]!;
  }
}
