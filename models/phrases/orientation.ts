/**
 * Which way a phrase pair was turned to its neighbours in a training pair: monotone, swap or discontinuous to what
 * stands before it, and after it, on the target side.
 *
 * *word*: a single link at the corner decides, as in the usual baseline (Koehn et al. 2005). *hierarchical*
 * (Galley & Manning 2008): a block of any size that is consistent with the links and touches the corner decides, so
 * that a phrase after a swapped clause still counts as monotone. Phrases with gaps are treated as if they had none
 * (Galley & Manning 2010, footnote 4).
 */
import type { AlignedPair } from '../corpus/aligned-pair.js';

export const MONOTONE = 0;
export const SWAP = 1;
export const DISCONTINUOUS = 2;

export type OrientationKind = 'word' | 'hierarchical';

/** Orientation to the target words before `targetFirst`. */
export function previousOrientation(
  pair: AlignedPair,
  sourceFirst: number,
  sourceLast: number,
  targetFirst: number,
  kind: OrientationKind,
): number {
  if (touches(pair, targetFirst - 1, -1, sourceFirst - 1, -1, kind)) return MONOTONE;
  if (touches(pair, targetFirst - 1, -1, sourceLast + 1, 1, kind)) return SWAP;
  return DISCONTINUOUS;
}

/** Orientation to the target words after `targetLast`. */
export function nextOrientation(
  pair: AlignedPair,
  sourceFirst: number,
  sourceLast: number,
  targetLast: number,
  kind: OrientationKind,
): number {
  if (touches(pair, targetLast + 1, 1, sourceLast + 1, 1, kind)) return MONOTONE;
  if (touches(pair, targetLast + 1, 1, sourceFirst - 1, -1, kind)) return SWAP;
  return DISCONTINUOUS;
}

/**
 * Whether something is linked at the corner (source, target) that extends away from the phrase: `sourceStep` and
 * `targetStep` point outwards. The corners of the sentence pair itself count as linked.
 */
function touches(
  pair: AlignedPair,
  target: number,
  targetStep: number,
  source: number,
  sourceStep: number,
  kind: OrientationKind,
): boolean {
  const targetOutside = target < 0 || target >= pair.targetLength;
  const sourceOutside = source < 0 || source >= pair.sourceLength;
  if (targetOutside || sourceOutside) return targetOutside && sourceOutside && targetStep === sourceStep;
  return kind === 'word'
    ? isLinked(pair, source, target)
    : blockAtCorner(pair, target, targetStep, source, sourceStep);
}

function isLinked(pair: AlignedPair, source: number, target: number): boolean {
  for (let k = pair.targetsStart[source]; k < pair.targetsStart[source + 1]; k++) {
    if (pair.targets[k] === target) return true;
  }
  return false;
}

/** Grows the smallest consistent block from the corner outwards; fails as soon as it reaches inwards. */
function blockAtCorner(
  pair: AlignedPair,
  target: number,
  targetStep: number,
  source: number,
  sourceStep: number,
): boolean {
  // Words without links next to the corner belong to whatever block comes after them.
  let targetEnd = target;
  while (pair.targetHigh[targetEnd] === -1) {
    targetEnd += targetStep;
    if (targetEnd < 0 || targetEnd >= pair.targetLength) return false;
  }
  let sourceEnd = source;
  while (pair.sourceHigh[sourceEnd] === -1) {
    sourceEnd += sourceStep;
    if (sourceEnd < 0 || sourceEnd >= pair.sourceLength) return false;
  }
  // The block is target … targetEnd by source … sourceEnd; what lies before the `next` words is closed.
  let nextTarget = target;
  let nextSource = source;
  for (;;) {
    let grew = false;
    for (; (targetEnd - nextTarget) * targetStep >= 0; nextTarget += targetStep) {
      if (pair.targetHigh[nextTarget] === -1) continue;
      const inner = sourceStep > 0 ? pair.targetLow[nextTarget] : pair.targetHigh[nextTarget];
      const outer = sourceStep > 0 ? pair.targetHigh[nextTarget] : pair.targetLow[nextTarget];
      if ((inner - source) * sourceStep < 0) return false;
      if ((outer - sourceEnd) * sourceStep > 0) {
        sourceEnd = outer;
        grew = true;
      }
    }
    for (; (sourceEnd - nextSource) * sourceStep >= 0; nextSource += sourceStep) {
      if (pair.sourceHigh[nextSource] === -1) continue;
      const inner = targetStep > 0 ? pair.sourceLow[nextSource] : pair.sourceHigh[nextSource];
      const outer = targetStep > 0 ? pair.sourceHigh[nextSource] : pair.sourceLow[nextSource];
      if ((inner - target) * targetStep < 0) return false;
      if ((outer - targetEnd) * targetStep > 0) {
        targetEnd = outer;
        grew = true;
      }
    }
    if (!grew) return true;
  }
}
