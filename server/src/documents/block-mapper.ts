/**
 * The block half of the mapping: for each target block its source block. From scratch, documents of the same
 * build map one to one, others are cut at anchors and aligned in between. After an edit, only the blocks around
 * what changed are aligned again, and pairs that were keep their partner unless something speaks strongly against
 * it.
 */
import { alignBlocks, type BlockAlignment, type BlockRectangle } from './block-aligner.js';
import { findAnchors } from './block-anchors.js';
import { type DocumentFeatures, documentFeatures } from './block-features.js';
import type { BlockDocument } from './segment.js';

export interface BlockMapping {
  readonly source: BlockDocument;
  readonly target: BlockDocument;
  /** For each target block its source block, or −1; ascending where it is not −1. */
  readonly sourceBlockOf: Int32Array;
}

/** What an unchanged pair, and one whose text was edited in place, is worth in the alignment. */
const UNCHANGED_LOYALTY = 4;
const EDITED_LOYALTY = 3;
/** How many pairs on each side of a change are looked at again. */
const REACH = 16;
/** Areas of more cells are cut at anchors. */
const SMALL_AREA = 10_000;

export function mapBlocks(
  source: BlockDocument,
  target: BlockDocument,
  previous: BlockMapping | null,
): Int32Array {
  const size = target.blocks.length;
  const problem: BlockAlignment = {
    source: documentFeatures(source),
    target: documentFeatures(target),
    partners: new Int32Array(size).fill(-1),
    loyalty: new Float32Array(size),
  };
  const known = previous?.sourceBlockOf.some((block) => block !== -1) ? previous : null;
  return known === null ? mapAfresh(problem) : mapAgain(problem, known);
}

/** Whether two documents have the same kinds of blocks in the same order, at the same depth. */
function sameBuild(source: DocumentFeatures, target: DocumentFeatures): boolean {
  if (source.blocks.length !== target.blocks.length) return false;
  return source.blocks.every((block, i) => {
    const other = target.blocks[i]!;
    return block.kind === other.kind && block.depth === other.depth && block.marker === other.marker;
  });
}

function mapAfresh(problem: BlockAlignment): Int32Array {
  const sourceEnd = problem.source.blocks.length;
  const targetEnd = problem.target.blocks.length;
  if (sameBuild(problem.source, problem.target)) return Int32Array.from({ length: targetEnd }, (_, i) => i);
  const sourceOf = new Int32Array(targetEnd);
  alignArea(problem, { sourceStart: 0, sourceEnd, targetStart: 0, targetEnd }, sourceOf);
  return sourceOf;
}

/** Aligns the blocks of an area, which ends with the documents or before a pair; a large one in pieces. */
function alignArea(problem: BlockAlignment, area: BlockRectangle, sourceOf: Int32Array): void {
  const { sourceStart, sourceEnd, targetStart, targetEnd } = area;
  const freeEnd = sourceEnd === problem.source.blocks.length;
  const isSmall = (sourceEnd - sourceStart) * (targetEnd - targetStart) <= SMALL_AREA;
  const anchors = isSmall ? [] : findAnchors(problem.source, problem.target);
  let source = sourceStart;
  let target = targetStart;
  for (const anchor of anchors) {
    if (anchor.source < source || anchor.target < target) continue;
    if (anchor.source >= sourceEnd || anchor.target >= targetEnd) break;
    const piece = {
      sourceStart: source,
      sourceEnd: anchor.source,
      targetStart: target,
      targetEnd: anchor.target,
    };
    alignBlocks(problem, piece, sourceOf, false);
    sourceOf[anchor.target] = anchor.source;
    source = anchor.source + 1;
    target = anchor.target + 1;
  }
  alignBlocks(problem, { sourceStart: source, sourceEnd, targetStart: target, targetEnd }, sourceOf, freeEnd);
}

function mapAgain(problem: BlockAlignment, previous: BlockMapping): Int32Array {
  const { partners, loyalty } = problem;
  const source = findChange(documentFeatures(previous.source), problem.source);
  const target = findChange(documentFeatures(previous.target), problem.target);
  for (let j = 0; j < partners.length; j++) {
    const oldTarget = oldIndex(target, j);
    const oldSource = oldTarget === -1 ? -1 : previous.sourceBlockOf[oldTarget]!;
    const newSource = oldSource === -1 ? -1 : newIndex(source, oldSource);
    partners[j] = newSource;
    // An empty place is nobody's yet.
    if (problem.target.blocks[j]!.weight === 0) loyalty[j] = 0;
    else loyalty[j] = isInside(target, j) ? EDITED_LOYALTY : UNCHANGED_LOYALTY;
  }
  const sourceOf = Int32Array.from(partners);
  if (isEmpty(source) && isEmpty(target)) return sourceOf;
  // From the last pairs before both changes to the first pairs after both.
  const first = pairBefore(sourceOf, target.start, source.start, REACH);
  const last = pairAfter(sourceOf, endOf(target), endOf(source), REACH);
  const area = {
    targetStart: first + 1,
    sourceStart: first === -1 ? 0 : sourceOf[first]! + 1,
    targetEnd: last,
    sourceEnd: last === sourceOf.length ? problem.source.blocks.length : sourceOf[last]!,
  };
  alignArea(problem, area, sourceOf);
  return sourceOf;
}

/** The blocks that an edit replaced. */
interface BlockChange {
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

function findChange(before: DocumentFeatures, after: DocumentFeatures): BlockChange {
  const old = before.identities;
  const now = after.identities;
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start++;
  let tail = 0;
  while (tail < shorter - start && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  return { start, oldEnd: old.length - tail, newEnd: now.length - tail };
}

/** Where what follows the change begins; a document without change follows from its start. */
function endOf(change: BlockChange): number {
  return isEmpty(change) ? 0 : change.newEnd;
}

/** Whether nothing changed but, at most, blanks between blocks. */
function isEmpty({ start, oldEnd, newEnd }: BlockChange): boolean {
  return start === oldEnd && start === newEnd;
}

function isInside(change: BlockChange, index: number): boolean {
  return index >= change.start && index < change.newEnd;
}

/** Index before the edit of a block after it. Inside the change, blocks correspond when as many came as went. */
function oldIndex(change: BlockChange, index: number): number {
  if (index < change.start) return index;
  if (index >= change.newEnd) return index - change.newEnd + change.oldEnd;
  return change.newEnd === change.oldEnd ? index : -1;
}

function newIndex(change: BlockChange, index: number): number {
  return oldIndex({ start: change.start, oldEnd: change.newEnd, newEnd: change.oldEnd }, index);
}

/** The target block of the `reach`-th pair that lies before both places; −1 when there are fewer. */
function pairBefore(sourceOf: Int32Array, target: number, source: number, reach: number): number {
  let left = reach;
  for (let j = target - 1; j >= 0; j--)
    if (sourceOf[j] !== -1 && sourceOf[j]! < source && --left === 0) return j;
  return -1;
}

/** The target block of the `reach`-th pair that lies after both places; the number of blocks when there are fewer. */
function pairAfter(sourceOf: Int32Array, target: number, source: number, reach: number): number {
  let left = reach;
  for (let j = target; j < sourceOf.length; j++)
    if (sourceOf[j] !== -1 && sourceOf[j]! >= source && --left === 0) return j;
  return sourceOf.length;
}
