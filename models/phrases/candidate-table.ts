/**
 * Counts the translations of one source pattern over its occurrences. A candidate is remembered by where it was seen
 * first; its words are read from the bitext there, so nothing is copied while counting.
 *
 *   table.reset();
 *   for each occurrence: table.add(tier, pair, positions, size, pair.pair);
 *   for (let c = 0; c < table.count; c++) … table.counts[c] …
 */
import type { AlignedPair } from '../corpus/aligned-pair.js';
import type { Bitext } from '../corpus/bitext.js';
import { GAP_CLASSES, gapClass, wordsInGaps } from './gap-fit.js';
import { nextOrientation, type OrientationKind, previousOrientation } from './orientation.js';
import type { PhraseExtractor } from './phrase-extractor.js';
import { ORIENTATION_COUNT } from './translation-options.js';

const MAX_GAPS = 2;
const MAX_SOURCE_WORDS = 16;
/** Pairs remembered for each candidate: where the translator can read how it was learnt. */
export const MAX_ORIGINS = 4;

export class CandidateTable {
  /** Candidates so far. */
  count = 0;
  /** Occurrences that were consistent with the links, and all that were looked at. */
  consistent = 0;
  seen = 0;
  /** How often each candidate was extracted. */
  counts = new Int32Array(256);
  /** The part of `seen` and `counts` that comes from approved pairs, … */
  seenApproved = 0;
  approvedCounts = new Int32Array(256);
  /** … and the same with weights that the caller gives each occurrence. */
  approvedMass = 0;
  approvedMasses = new Float64Array(256);
  /** `seen` and `counts` by how many words lie inside the source gaps (gap-fit.ts). */
  readonly seenByGap = new Int32Array(GAP_CLASSES);
  countsByGap = new Int32Array(256 * GAP_CLASSES);
  orientations = new Int32Array(256 * ORIENTATION_COUNT);
  /** Where each was seen first: the tier, the pair, its first and last target position and gaps in the sentence. */
  tier = new Uint8Array(256);
  pair = new Int32Array(256);
  first = new Int16Array(256);
  last = new Int16Array(256);
  gapCount = new Uint8Array(256);
  /** 1 if the pair fell apart into pairs of its pieces where it was seen first. */
  divisible = new Uint8Array(256);
  gaps = new Int16Array(256 * 2 * MAX_GAPS);
  /** Source words of the pattern; their positions at each candidate's first occurrence are a row of so many. */
  sourceSize = 0;
  origins = new Int32Array(256 * MAX_ORIGINS);

  readonly #bitexts: readonly Bitext[];
  readonly #extractor: PhraseExtractor;
  readonly #orientationKind: OrientationKind;
  #sourcePositions = new Int16Array(256 * MAX_SOURCE_WORDS);
  #hashes = new Int32Array(256);
  #slots = new Int32Array(1024).fill(-1);

  constructor(bitexts: readonly Bitext[], extractor: PhraseExtractor, orientationKind: OrientationKind) {
    this.#bitexts = bitexts;
    this.#extractor = extractor;
    this.#orientationKind = orientationKind;
  }

  reset(): void {
    this.count = 0;
    this.consistent = 0;
    this.seen = 0;
    this.seenApproved = 0;
    this.approvedMass = 0;
    this.seenByGap.fill(0);
    this.#slots.fill(-1);
  }

  /**
   * Adds the translations at one occurrence: `positions[0, size)` inside the loaded pair of `tier`, whose name is
   * `origin`. `approvedMass` is above 0 for approved pairs.
   */
  add(
    tier: number,
    pair: AlignedPair,
    positions: ArrayLike<number>,
    size: number,
    origin: number,
    approvedMass = 0,
  ): void {
    const gap = wordsInGaps(positions, size);
    const byGap = gapClass(gap);
    this.skip(gap, approvedMass);
    const approved = approvedMass > 0 ? 1 : 0;
    const extractor = this.#extractor;
    const found = extractor.extract(pair, positions, size);
    if (found > 0) this.consistent++;
    this.sourceSize = size;
    const sourceFirst = positions[0];
    const sourceLast = positions[size - 1];
    for (let k = 0; k < found; k++) {
      const first = extractor.first[k];
      const last = extractor.last[k];
      const candidate = this.#findOrAdd(tier, pair, first, last, positions);
      this.counts[candidate]++;
      this.approvedCounts[candidate] += approved;
      this.approvedMasses[candidate] += approvedMass;
      this.countsByGap[candidate * GAP_CLASSES + byGap]++;
      const at = candidate * ORIENTATION_COUNT;
      const kind = this.#orientationKind;
      this.orientations[at + previousOrientation(pair, sourceFirst, sourceLast, first, kind)]++;
      this.orientations[at + 3 + nextOrientation(pair, sourceFirst, sourceLast, last, kind)]++;
      const seen = this.counts[candidate];
      if (seen <= MAX_ORIGINS) this.origins[candidate * MAX_ORIGINS + seen - 1] = origin;
    }
  }

  /** Notes an occurrence without a translation, with so many words inside its gaps. */
  skip(gap: number, approvedMass = 0): void {
    this.seen++;
    this.seenByGap[gapClass(gap)]++;
    if (approvedMass > 0) this.seenApproved++;
    this.approvedMass += approvedMass;
  }

  /** How often each orientation was met over all candidates, as shares of the three to either side; none is zero. */
  shareOrientations(into: Float64Array): void {
    into.fill(1);
    let all = 3;
    for (let c = 0; c < this.count; c++) {
      all += this.counts[c];
      for (let k = 0; k < ORIENTATION_COUNT; k++) into[k] += this.orientations[c * ORIENTATION_COUNT + k];
    }
    for (let k = 0; k < ORIENTATION_COUNT; k++) into[k] /= all;
  }

  /** The least count for which no more than `limit` candidates have it or more. */
  leastCountOf(limit: number): number {
    if (this.count <= limit) return 1;
    const counts = this.counts.slice(0, this.count).sort();
    return counts[this.count - limit - 1] + 1;
  }

  /** The k-th source position of the candidate's first occurrence, inside the sentence. */
  sourcePosition(candidate: number, k: number): number {
    return this.#sourcePositions[candidate * MAX_SOURCE_WORDS + k];
  }

  /** Target words of a candidate, piece by piece. */
  pieces(candidate: number): Int32Array[] {
    const text = this.#bitexts[this.tier[candidate]].target;
    const start = text.offsets[this.pair[candidate]];
    const pieces: Int32Array[] = [];
    let from = this.first[candidate];
    for (let g = 0; g < this.gapCount[candidate]; g++) {
      pieces.push(text.ids.slice(start + from, start + this.gaps[2 * (candidate * MAX_GAPS + g)]));
      from = this.gaps[2 * (candidate * MAX_GAPS + g) + 1];
    }
    pieces.push(text.ids.slice(start + from, start + this.last[candidate] + 1));
    return pieces;
  }

  #findOrAdd(
    tier: number,
    pair: AlignedPair,
    first: number,
    last: number,
    positions: ArrayLike<number>,
  ): number {
    const hash = this.#hashTarget(tier, pair, first, last);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (; this.#slots[slot] !== -1; slot = (slot + 1) & mask) {
      const candidate = this.#slots[slot];
      if (this.#hashes[candidate] === hash && this.#sameTarget(candidate, tier, pair, first, last))
        return candidate;
    }
    if (this.count === this.counts.length) this.#grow();
    const candidate = this.count++;
    this.counts[candidate] = 0;
    this.approvedCounts[candidate] = 0;
    this.approvedMasses[candidate] = 0;
    this.countsByGap.fill(0, candidate * GAP_CLASSES, (candidate + 1) * GAP_CLASSES);
    this.orientations.fill(0, candidate * ORIENTATION_COUNT, (candidate + 1) * ORIENTATION_COUNT);
    this.tier[candidate] = tier;
    this.pair[candidate] = pair.pair;
    this.first[candidate] = first;
    this.last[candidate] = last;
    for (let k = 0; k < this.sourceSize; k++) {
      this.#sourcePositions[candidate * MAX_SOURCE_WORDS + k] = positions[k];
    }
    const { gapCount, gapStart, gapEnd } = this.#extractor;
    this.gapCount[candidate] = gapCount;
    this.divisible[candidate] = this.#extractor.isDivisible ? 1 : 0;
    for (let g = 0; g < gapCount; g++) {
      this.gaps[2 * (candidate * MAX_GAPS + g)] = gapStart[g];
      this.gaps[2 * (candidate * MAX_GAPS + g) + 1] = gapEnd[g];
    }
    this.#hashes[candidate] = hash;
    if (this.count * 2 > this.#slots.length) this.#rehash();
    else this.#slots[slot] = candidate;
    return candidate;
  }

  #hashTarget(tier: number, pair: AlignedPair, first: number, last: number): number {
    const { ids } = this.#bitexts[tier].target;
    const { gapCount, gapStart, gapEnd } = this.#extractor;
    let hash = 17;
    let gap = 0;
    for (let j = first; j <= last; j++) {
      if (gap < gapCount && j === gapStart[gap]) {
        j = gapEnd[gap++];
        hash = Math.imul(hash ^ 0x5bd1e995, 0x9e3779b1);
      }
      hash = Math.imul(hash ^ ids[pair.targetStart + j], 0x9e3779b1) ^ (hash >>> 15);
    }
    return hash ^ (hash >>> 16);
  }

  #sameTarget(candidate: number, tier: number, pair: AlignedPair, first: number, last: number): boolean {
    const { gapCount, gapStart, gapEnd } = this.#extractor;
    if (this.gapCount[candidate] !== gapCount) return false;
    const ours = this.#bitexts[tier].target.ids;
    const theirs = this.#bitexts[this.tier[candidate]].target;
    const shift = theirs.offsets[this.pair[candidate]];
    let other = this.first[candidate];
    let gap = 0;
    for (let j = first; j <= last; j++, other++) {
      if (gap < gapCount && j === gapStart[gap]) {
        if (other !== this.gaps[2 * (candidate * MAX_GAPS + gap)]) return false;
        other = this.gaps[2 * (candidate * MAX_GAPS + gap) + 1];
        j = gapEnd[gap++];
      }
      if (other > this.last[candidate] || ours[pair.targetStart + j] !== theirs.ids[shift + other])
        return false;
    }
    return other === this.last[candidate] + 1;
  }

  #grow(): void {
    const capacity = this.counts.length * 2;
    this.counts = grown(this.counts, new Int32Array(capacity));
    this.approvedCounts = grown(this.approvedCounts, new Int32Array(capacity));
    this.approvedMasses = grown(this.approvedMasses, new Float64Array(capacity));
    this.countsByGap = grown(this.countsByGap, new Int32Array(capacity * GAP_CLASSES));
    this.orientations = grown(this.orientations, new Int32Array(capacity * ORIENTATION_COUNT));
    this.tier = grown(this.tier, new Uint8Array(capacity));
    this.pair = grown(this.pair, new Int32Array(capacity));
    this.first = grown(this.first, new Int16Array(capacity));
    this.last = grown(this.last, new Int16Array(capacity));
    this.gapCount = grown(this.gapCount, new Uint8Array(capacity));
    this.divisible = grown(this.divisible, new Uint8Array(capacity));
    this.gaps = grown(this.gaps, new Int16Array(capacity * 2 * MAX_GAPS));
    this.#sourcePositions = grown(this.#sourcePositions, new Int16Array(capacity * MAX_SOURCE_WORDS));
    this.origins = grown(this.origins, new Int32Array(capacity * MAX_ORIGINS));
    this.#hashes = grown(this.#hashes, new Int32Array(capacity));
  }

  #rehash(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = this.#slots.length - 1;
    for (let candidate = 0; candidate < this.count; candidate++) {
      let slot = this.#hashes[candidate] & mask;
      while (this.#slots[slot] !== -1) slot = (slot + 1) & mask;
      this.#slots[slot] = candidate;
    }
  }
}

function grown<T extends Int32Array | Int16Array | Uint8Array | Float64Array>(from: T, into: T): T {
  into.set(from);
  return into;
}
