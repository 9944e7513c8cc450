/**
 * Phrase pairs at one occurrence of a source phrase (Galley & Manning 2010, §2). For the source positions S of a pair
 * of aligned sentences, every set T of target positions is found such that
 *
 *   each link (i, j):  i ∈ S ⟺ j ∈ T                                                                    (Eq. 1)
 *
 * and each contiguous piece of S and of T has a link. The links of S fix which words T must hold; words without links
 * are free: between two pieces of T they are taken in where they alone separate them, and at either end of T any number
 * of them may be added, as is usual for phrases without gaps (Och & Ney 2004).
 *
 * `extract` fills the extractor's own arrays and allocates nothing.
 */
import type { AlignedPair } from '../corpus/aligned-pair.js';
import { MAX_SENTENCE_LENGTH } from '../corpus/link-table.js';

export interface ExtractionLimits {
  /** Most target words of a phrase. */
  readonly maxTargetWords: number;
  /** Most gaps on the target side; 0 for continuous phrases only. */
  readonly maxTargetGaps: number;
}

export class PhraseExtractor {
  /** Number of target sets found by the last `extract`. */
  count = 0;
  /** First and last target position of each set; all sets share their inner gaps. */
  readonly first = new Int16Array(64);
  readonly last = new Int16Array(64);
  /** Gaps inside the target sets: [gapStart[g], gapEnd[g]). */
  gapCount = 0;
  readonly gapStart = new Int16Array(MAX_SENTENCE_LENGTH);
  readonly gapEnd = new Int16Array(MAX_SENTENCE_LENGTH);
  /** Whether the phrase pair falls apart into pairs of its pieces, because the links do not join them all. */
  isDivisible = false;

  readonly #limits: ExtractionLimits;
  readonly #inSource = new Uint8Array(MAX_SENTENCE_LENGTH);
  /** Piece of each source position in S. */
  readonly #pieceOf = new Uint8Array(MAX_SENTENCE_LENGTH);
  #pieceCount = 0;
  /** For each target piece, the source pieces it is linked to, as bits. */
  readonly #linkedPieces = new Int32Array(MAX_SENTENCE_LENGTH);
  readonly #inTarget = new Uint8Array(MAX_SENTENCE_LENGTH);
  /** Bounds of the linked targets. */
  #low = 0;
  #high = 0;

  constructor(limits: ExtractionLimits) {
    this.#limits = limits;
  }

  /** Finds the target sets for `positions[0, size)` (ascending, inside the sentence); returns how many. */
  extract(pair: AlignedPair, positions: ArrayLike<number>, size: number): number {
    this.count = 0;
    this.gapCount = 0;
    for (let k = 0; k < size; k++) this.#inSource[positions[k]] = 1;
    const found = this.#linkedTargets(pair, positions, size);
    for (let k = 0; k < size; k++) this.#inSource[positions[k]] = 0;
    if (found) this.#extend(pair);
    return this.count;
  }

  /** Marks the targets of S and checks Eq. 1. */
  #linkedTargets(pair: AlignedPair, positions: ArrayLike<number>, size: number): boolean {
    let low = MAX_SENTENCE_LENGTH;
    let high = -1;
    let pieceHasLink = false;
    let piece = 0;
    for (let k = 0; k < size; k++) {
      const i = positions[k];
      if (k > 0 && i !== positions[k - 1] + 1) {
        if (!pieceHasLink) return false;
        pieceHasLink = false;
        piece++;
      }
      this.#pieceOf[i] = piece;
      if (pair.sourceHigh[i] === -1) continue;
      pieceHasLink = true;
      if (pair.sourceLow[i] < low) low = pair.sourceLow[i];
      if (pair.sourceHigh[i] > high) high = pair.sourceHigh[i];
    }
    if (!pieceHasLink) return false;
    if (this.#limits.maxTargetGaps === 0 && high - low >= this.#limits.maxTargetWords) return false;
    this.#inTarget.fill(0, low, high + 1);
    for (let k = 0; k < size; k++) {
      const i = positions[k];
      for (let l = pair.targetsStart[i]; l < pair.targetsStart[i + 1]; l++)
        this.#inTarget[pair.targets[l]] = 1;
    }
    this.#pieceCount = piece + 1;
    this.#low = low;
    this.#high = high;
    return this.#findGaps(pair);
  }

  #findGaps(pair: AlignedPair): boolean {
    let words = 0;
    this.#linkedPieces[0] = 0;
    let lastTaken = this.#low - 1;
    let hasForeignLink = false;
    for (let j = this.#low; j <= this.#high; j++) {
      if (this.#inTarget[j] === 0) {
        if (pair.targetHigh[j] !== -1) hasForeignLink = true;
        continue;
      }
      for (let k = pair.sourcesStart[j]; k < pair.sourcesStart[j + 1]; k++) {
        if (this.#inSource[pair.sources[k]] === 0) return false;
      }
      if (hasForeignLink) {
        if (this.gapCount === this.#limits.maxTargetGaps) return false;
        this.#linkedPieces[this.gapCount + 1] = 0;
        this.gapStart[this.gapCount] = lastTaken + 1;
        this.gapEnd[this.gapCount++] = j;
        words++;
      } else {
        words += j - lastTaken;
      }
      for (let k = pair.sourcesStart[j]; k < pair.sourcesStart[j + 1]; k++) {
        this.#linkedPieces[this.gapCount] |= 1 << this.#pieceOf[pair.sources[k]];
      }
      lastTaken = j;
      hasForeignLink = false;
    }
    this.isDivisible = this.gapCount > 0 && this.#pieceCount > 1 && !this.#hangsTogether();
    return words <= this.#limits.maxTargetWords;
  }

  /** Whether the links join all pieces of both sides. */
  #hangsTogether(): boolean {
    let joined = this.#linkedPieces[0];
    for (let before = 0; before !== joined; ) {
      before = joined;
      for (let t = 0; t <= this.gapCount; t++) {
        if ((this.#linkedPieces[t] & joined) !== 0) joined |= this.#linkedPieces[t];
      }
    }
    // Every piece has a link, so the target pieces are joined if all source pieces are.
    return joined === 2 ** this.#pieceCount - 1;
  }

  /** Adds free words at both ends. */
  #extend(pair: AlignedPair): void {
    let words = this.#high - this.#low + 1;
    for (let g = 0; g < this.gapCount; g++) words -= this.gapEnd[g] - this.gapStart[g];
    const spare = this.#limits.maxTargetWords - words;
    for (let left = 0; left <= spare; left++) {
      const first = this.#low - left;
      if (first < 0 || (left > 0 && pair.targetHigh[first] !== -1)) break;
      for (let right = 0; left + right <= spare; right++) {
        const last = this.#high + right;
        if (last >= pair.targetLength || (right > 0 && pair.targetHigh[last] !== -1)) break;
        if (this.count === this.first.length) return;
        this.first[this.count] = first;
        this.last[this.count++] = last;
      }
    }
  }
}
