/**
 * One sentence pair of a bitext, spread out for phrase extraction: for each position of either side its links
 * and the first and last position they reach. One object serves any number of pairs: `load` overwrites it and
 * allocates nothing, at a cost of a few operations a token and link.
 *
 * Consistency of a source set S with gaps (Galley & Manning, Eq. 1): collect T from `targetsOf` over S, then
 * demand that `sourcesOf` every member of T stays inside S. For a run of S without gaps `sourceLow/High` and
 * `targetLow/High` answer it without looking at single links.
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
    this.#readLinks(links.positions, firstLink * 2);
  }

  #makeRoom(): void {
    if (this.linkCount <= this.targets.length) return;
    this.targets = new Uint8Array(this.linkCount * 2);
    this.sources = new Uint8Array(this.linkCount * 2);
  }

  #clear(): void {
    this.sourceLow.fill(NO_LINK_LOW, 0, this.sourceLength);
    this.sourceHigh.fill(-1, 0, this.sourceLength);
    this.targetLow.fill(NO_LINK_LOW, 0, this.targetLength);
    this.targetHigh.fill(-1, 0, this.targetLength);
    this.targetsStart.fill(0, 0, this.sourceLength + 1);
    this.sourcesStart.fill(0, 0, this.targetLength + 1);
  }

  #readLinks(positions: Uint8Array, start: number): void {
    const { sourceLow, sourceHigh, targetLow, targetHigh, targetsStart, sourcesStart } = this;
    for (let k = 0, at = start; k < this.linkCount; k++, at += 2) {
      const i = positions[at];
      const j = positions[at + 1];
      // Links are sorted by source, then target: the first and last seen are the lowest and highest.
      if (sourceHigh[i] === -1) sourceLow[i] = j;
      sourceHigh[i] = j;
      if (targetHigh[j] === -1) targetLow[j] = i;
      targetHigh[j] = i;
      this.targets[k] = j;
      targetsStart[i + 1]++;
      sourcesStart[j]++;
    }
    for (let i = 0; i < this.sourceLength; i++) targetsStart[i + 1] += targetsStart[i];
    // Counts become ends; filling backwards turns them into starts and keeps sources ascending.
    let end = 0;
    for (let j = 0; j < this.targetLength; j++) sourcesStart[j] = end += sourcesStart[j];
    sourcesStart[this.targetLength] = end;
    for (let at = start + 2 * (this.linkCount - 1); at >= start; at -= 2) {
      this.sources[--sourcesStart[positions[at + 1]]] = positions[at];
    }
  }
}
