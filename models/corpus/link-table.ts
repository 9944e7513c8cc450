/**
 * The word alignments of all sentence pairs: two bytes a link (source position, target position, both inside
 * the sentence), sorted by source and then target within a pair. The links of pair p are number
 * `offsets[p]` up to `offsets[p + 1]`; link k is `positions[2k]`, `positions[2k + 1]`.
 */
import type { Sections } from '../core/container.js';
import { EnfaceError, FormatError } from '../core/errors.js';
import { GrowableArray } from '../core/growable-array.js';

/** The longest sentence that links can point into. */
export const MAX_SENTENCE_LENGTH = 255;

export class LinkTable {
  readonly positions: Uint8Array;
  readonly offsets: Uint32Array;

  constructor(positions: Uint8Array, offsets: Uint32Array) {
    let fits = offsets.length > 0 && offsets[0] === 0 && offsets[offsets.length - 1] * 2 === positions.length;
    for (let p = 1; p < offsets.length; p++) fits = fits && offsets[p - 1] <= offsets[p];
    if (!fits) throw new FormatError('bitext-links', 'The offsets of the links do not fit the links.');
    this.positions = positions;
    this.offsets = offsets;
  }

  /** A table of that many pairs without any link. */
  static none(pairCount: number): LinkTable {
    return new LinkTable(new Uint8Array(0), new Uint32Array(pairCount + 1));
  }

  get pairCount(): number {
    return this.offsets.length - 1;
  }

  get linkCount(): number {
    return this.positions.length / 2;
  }

  toSections(): Sections {
    return { positions: this.positions, offsets: this.offsets };
  }
}

/** Collects links pair by pair: any number of `add`, then `endPair`, for each pair in order. */
export class LinkTableBuilder {
  readonly #positions = new GrowableArray(new Uint8Array(1024));
  readonly #offsets = new GrowableArray(new Uint32Array(256));
  /** Links of the pair in hand as source · 256 + target. */
  readonly #pending: number[] = [];

  constructor() {
    this.#offsets.push(0);
  }

  /** Links may come in any order; one given twice counts once. */
  add(source: number, target: number): void {
    if (!(source >= 0 && source < MAX_SENTENCE_LENGTH && target >= 0 && target < MAX_SENTENCE_LENGTH)) {
      throw new EnfaceError(
        'link-range',
        `Link ${source}-${target} lies outside a sentence of at most ${MAX_SENTENCE_LENGTH} tokens.`,
      );
    }
    this.#pending.push(source * 256 + target);
  }

  endPair(): void {
    const pending = this.#pending;
    pending.sort((a, b) => a - b);
    let last = -1;
    for (const link of pending) {
      if (link === last) continue;
      this.#positions.push(link >> 8);
      this.#positions.push(link & 255);
      last = link;
    }
    pending.length = 0;
    this.#offsets.push(this.#positions.length / 2);
  }

  /** The table so far, as views that the next `endPair` may leave behind. */
  view(): LinkTable {
    return new LinkTable(this.#positions.view(), this.#offsets.view());
  }

  build(): LinkTable {
    return new LinkTable(this.#positions.trim(), this.#offsets.trim());
  }
}
