/**
 * One sentence pair of a bitext, spread out for phrase extraction: for each position of either side its links
 * and the first and last position they reach. One object serves any number of pairs: `load` overwrites it and
 * allocates nothing, at a cost of a few operations a token and link.
 *
 * Consistency of a source set S with gaps (Galley & Manning, Eq. 1): collect T from the `targets` of S, then
 * demand that the `sources` of every member of T are in S. `targetLow` and `targetHigh` outside the range of S
 * rule a pair out at once, and for S without gaps they decide it.
 */
import type { Bitext } from './bitext.js';
import { MAX_SENTENCE_LENGTH } from './link-table.js';

/** `low` of a position without links; its `high` is −1, so that minimum and maximum need no special case. */
export const NO_LINK_LOW = MAX_SENTENCE_LENGTH;

export class AlignedPair {
  pair = -1;
  /** Positions of the first tokens in `bitext.source.ids` and `bitext.target.ids`. */
  sourceStart = 0;
  targetStart = 0;
  sourceLength = 0;
  targetLength = 0;
  linkCount = 0;

  /** First and last target position linked to each source position. */
  readonly sourceLow = new Int16Array(MAX_SENTENCE_LENGTH);
  readonly sourceHigh = new Int16Array(MAX_SENTENCE_LENGTH);
  /** First and last source position linked to each target position. */
  readonly targetLow = new Int16Array(MAX_SENTENCE_LENGTH);
  readonly targetHigh = new Int16Array(MAX_SENTENCE_LENGTH);

  /** Targets linked to source position i: `targets[targetsStart[i], targetsStart[i + 1])`, ascending. */
  readonly targetsStart = new Uint16Array(MAX_SENTENCE_LENGTH + 1);
  targets = new Uint8Array(1024);
  /** Sources linked to target position j: `sources[sourcesStart[j], sourcesStart[j + 1])`, ascending. */
  readonly sourcesStart = new Uint16Array(MAX_SENTENCE_LENGTH + 1);
  sources = new Uint8Array(1024);

  /** Reads the pair; its sentences must not be longer than MAX_SENTENCE_LENGTH. */
  load(bitext: Bitext, pair: number): void {
    const { source, target, links } = bitext;
    this.pair = pair;
    this.sourceStart = source.offsets[pair];
    this.targetStart = target.offsets[pair];
    this.sourceLength = source.offsets[pair + 1] - this.sourceStart;
    this.targetLength = target.offsets[pair + 1] - this.targetStart;
    const firstLink = links.offsets[pair];
    this.linkCount = links.offsets[pair + 1] - firstLink;
    this.#makeRoom();
    this.#clear();
    this.#readTargets(links.positions, firstLink * 2);
    this.#readSources(links.positions, firstLink * 2);
  }

  #makeRoom(): void {
    if (this.linkCount <= this.targets.length) return;
    this.targets = new Uint8Array(this.linkCount * 2);
    this.sources = new Uint8Array(this.linkCount * 2);
  }

  #clear(): void {
    const { sourceLow, sourceHigh, targetLow, targetHigh, sourceLength, targetLength } = this;
    // Loops, because for a few dozen numbers each call of `fill` costs more than its work.
    for (let i = 0; i < sourceLength; i++) {
      sourceLow[i] = NO_LINK_LOW;
      sourceHigh[i] = -1;
    }
    for (let j = 0; j < targetLength; j++) {
      targetLow[j] = NO_LINK_LOW;
      targetHigh[j] = -1;
    }
  }

  #readTargets(positions: Uint8Array, start: number): void {
    const { sourceLow, sourceHigh, targetLow, targetHigh, targets, targetsStart, linkCount } = this;
    let begun = 0;
    for (let k = 0, at = start; k < linkCount; k++, at += 2) {
      const i = positions[at];
      const j = positions[at + 1];
      // Links are sorted by source, then target: the first and last seen are the lowest and highest.
      if (sourceHigh[i] === -1) sourceLow[i] = j;
      sourceHigh[i] = j;
      if (targetHigh[j] === -1) targetLow[j] = i;
      targetHigh[j] = i;
      targets[k] = j;
      while (begun <= i) targetsStart[begun++] = k;
    }
    while (begun <= this.sourceLength) targetsStart[begun++] = linkCount;
  }
  #readSources(positions: Uint8Array, start: number): void {
    const { sources, sourcesStart, targetLength } = this;
    const end = start + 2 * this.linkCount;
    for (let j = 0; j <= targetLength; j++) sourcesStart[j] = 0;
    for (let at = start; at < end; at += 2) sourcesStart[positions[at + 1]]++;
    // Counts become ends; filling backwards turns them into starts and keeps sources ascending.
    let total = 0;
    for (let j = 0; j <= targetLength; j++) sourcesStart[j] = total += sourcesStart[j];
    for (let at = end - 2; at >= start; at -= 2) sources[--sourcesStart[positions[at + 1]]] = positions[at];
  }
}
