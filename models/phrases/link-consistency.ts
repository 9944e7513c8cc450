/**
 * A quick test before an occurrence is spread out for extraction: whether a source phrase has a link and no target word
 * of it is linked elsewhere (Eq. 1 of Galley & Manning 2010). Most occurrences of phrases with gaps fail it, and reading
 * the links twice is much cheaper than `AlignedPair.load`.
 */
import { type LinkTable, MAX_SENTENCE_LENGTH } from '../corpus/link-table.js';

export class LinkConsistency {
  readonly #inSource = new Uint8Array(MAX_SENTENCE_LENGTH);
  readonly #inTarget = new Uint8Array(MAX_SENTENCE_LENGTH);

  /** False only if nothing can be extracted for `positions[0, size)` of the pair. */
  test(
    { offsets, positions: links }: LinkTable,
    pair: number,
    positions: ArrayLike<number>,
    size: number,
  ): boolean {
    const from = 2 * offsets[pair];
    const to = 2 * offsets[pair + 1];
    const inSource = this.#inSource;
    const inTarget = this.#inTarget;
    for (let k = 0; k < size; k++) inSource[positions[k]] = 1;
    let hasLink = false;
    for (let at = from; at < to; at += 2) {
      if (inSource[links[at]] === 0) continue;
      inTarget[links[at + 1]] = 1;
      hasLink = true;
    }
    let consistent = hasLink;
    for (let at = from; consistent && at < to; at += 2) {
      if (inTarget[links[at + 1]] === 1 && inSource[links[at]] === 0) consistent = false;
    }
    for (let at = from; at < to; at += 2) inTarget[links[at + 1]] = 0;
    for (let k = 0; k < size; k++) inSource[positions[k]] = 0;
    return consistent;
  }
}
