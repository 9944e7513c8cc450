/**
 * From posteriors to links. Each word votes for its most probable partner, or for none when the empty word is
 * more probable than any (posterior decoding, which measures better than the single best path); symmetrize.ts
 * makes one alignment of the votes of both directions. The empty word's vote can be given less weight: more words are
 * linked then, which raises recall and lowers precision.
 */
import type { LinkTableBuilder } from '../corpus/link-table.js';
import type { PairWorkspace } from './pair-workspace.js';
import { FORWARD, type Heuristic, REVERSE, Symmetrizer } from './symmetrize.js';

/** How links are read off. */
export interface LinkSettings {
  readonly heuristic: Heuristic;
  /** What the probability of the empty word is multiplied with: 1 as the model says, 0 to link all words that can be. */
  readonly emptyWeight: number;
}

export const DEFAULT_LINKS: LinkSettings = { heuristic: 'grow-diag-final-and', emptyWeight: 1 };

export class LinkDecoder {
  /** After `decode`: 1 where the pair has a link, at source · targetLength + target. */
  links = new Uint8Array(0);
  #votes = new Uint8Array(0);
  readonly #symmetrizer = new Symmetrizer();

  decode(pair: PairWorkspace, { heuristic, emptyWeight }: LinkSettings): void {
    const size = pair.sourceLength * pair.targetLength;
    if (this.links.length < size) {
      this.links = new Uint8Array(size);
      this.#votes = new Uint8Array(size);
    }
    this.#votes.fill(0, 0, size);
    this.#voteForward(pair, emptyWeight);
    this.#voteReverse(pair, emptyWeight);
    this.#symmetrizer.run(heuristic, this.#votes, pair.sourceLength, pair.targetLength, this.links);
  }

  /** Adds the links found by `decode` to the pair in hand of a link table. */
  addTo(builder: LinkTableBuilder, sourceLength: number, targetLength: number): void {
    for (let i = 0; i < sourceLength; i++) {
      for (let j = 0; j < targetLength; j++) if (this.links[i * targetLength + j] === 1) builder.add(i, j);
    }
  }

  #voteForward(pair: PairWorkspace, emptyWeight: number): void {
    const { targetStarts, targetCells, forwardPosteriors, sourceStarts, targetLength } = pair;
    for (let j = 0; j < targetLength; j++) {
      let best = -1;
      let most = emptyWeight * pair.targetEmptyPosteriors[j];
      for (let k = targetStarts[j]; k < targetStarts[j + 1]; k++) {
        if (forwardPosteriors[targetCells[k]] <= most) continue;
        best = targetCells[k];
        most = forwardPosteriors[best];
      }
      if (best < 0) continue;
      let source = 0;
      while (sourceStarts[source + 1] <= best) source++;
      this.#votes[source * targetLength + j] |= FORWARD;
    }
  }

  #voteReverse(pair: PairWorkspace, emptyWeight: number): void {
    const { sourceStarts, reversePosteriors, cellTargets, sourceLength, targetLength } = pair;
    for (let i = 0; i < sourceLength; i++) {
      let best = -1;
      let most = emptyWeight * pair.sourceEmptyPosteriors[i];
      for (let cell = sourceStarts[i]; cell < sourceStarts[i + 1]; cell++) {
        if (reversePosteriors[cell] <= most) continue;
        best = cell;
        most = reversePosteriors[cell];
      }
      if (best >= 0) this.#votes[i * targetLength + cellTargets[best]] |= REVERSE;
    }
  }
}
