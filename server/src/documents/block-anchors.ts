/**
 * Pairs of blocks that are almost surely translations of each other: both hold the same rare thing (a text left
 * untranslated, the same code before them, the same two or more numbers), which occurs once on either
 * side. Of these the longest chain in order is kept. Anchors cut a large alignment into small ones.
 */
import type { DocumentFeatures } from './block-features.js';

export interface Anchor {
  readonly source: number;
  readonly target: number;
}

/** Shorter identical texts (“Example”) prove nothing. */
const TEXT_WEIGHT = 12;
const NUMBER_COUNT = 2;

export function findAnchors(source: DocumentFeatures, target: DocumentFeatures): Anchor[] {
  const sourceOf = new Int32Array(target.blocks.length).fill(-1);
  for (const signature of [textSignature, numberSignature, gapSignature]) {
    const places = uniquePlaces(source, signature);
    for (const [value, j] of uniquePlaces(target, signature)) {
      const i = places.get(value) ?? -1;
      if (j < 0 || i < 0 || sourceOf[j] !== -1) continue;
      if (source.blocks[i]!.kind === target.blocks[j]!.kind) sourceOf[j] = i;
    }
  }
  return longestChain(sourceOf);
}

/** A number that tells what is rare about a block, or null. */
type Signature = (document: DocumentFeatures, block: number) => number | null;

function textSignature(document: DocumentFeatures, block: number): number | null {
  const { weight, hash } = document.blocks[block]!;
  return weight >= TEXT_WEIGHT ? hash : null;
}

function numberSignature(document: DocumentFeatures, block: number): number | null {
  const { numbers } = document.blocks[block]!;
  if (numbers.length < NUMBER_COUNT) return null;
  return numbers.reduce((hash, number) => (Math.imul(hash, 31) + number) | 0, 7);
}

function gapSignature(document: DocumentFeatures, block: number): number | null {
  return document.gapHashes[block] || null;
}

/** For each value of a signature its only block; −1 when there are several. */
function uniquePlaces(document: DocumentFeatures, signature: Signature): Map<number, number> {
  const places = new Map<number, number>();
  document.blocks.forEach((_, block) => {
    const value = signature(document, block);
    if (value !== null) places.set(value, places.has(value) ? -1 : block);
  });
  return places;
}

/** The longest increasing sub-sequence of source blocks, by patience sorting. */
function longestChain(sourceOf: Int32Array): Anchor[] {
  /** Target blocks that end the best chain of each length, and the block before each in its chain. */
  const ends: number[] = [];
  const before = new Int32Array(sourceOf.length).fill(-1);
  for (let target = 0; target < sourceOf.length; target++) {
    if (sourceOf[target] === -1) continue;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sourceOf[ends[middle]!]! < sourceOf[target]!) low = middle + 1;
      else high = middle;
    }
    before[target] = low > 0 ? ends[low - 1]! : -1;
    ends[low] = target;
  }
  const chain: Anchor[] = [];
  for (let target = ends.at(-1) ?? -1; target !== -1; target = before[target]!)
    chain.push({ source: sourceOf[target]!, target });
  return chain.reverse();
}
