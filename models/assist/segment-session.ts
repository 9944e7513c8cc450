/**
 * A segment that the translator has open: its source as the model sees it, what the search found for it, and where in
 * that the typed text is. Searching again under a prefix adds a second graph in which every path begins with the prefix.
 */
import type { Lattice } from '../search/lattice.js';
import type { SourceSegment } from '../search/translator.js';
import { PrefixMatcher } from './prefix-matcher.js';
import type { TextWord } from './typed-text.js';
import { type WordGraph, wordGraphOf } from './word-graph.js';

export class SegmentSession {
  readonly source: string;
  readonly segment: SourceSegment;
  /** The words of the source with their places in it. */
  readonly sourceWords: readonly TextWord[];
  readonly graph: WordGraph;
  readonly matcher: PrefixMatcher;
  /** The form of a target word id. */
  readonly formOf: (id: number) => string;

  constructor(
    source: string,
    segment: SourceSegment,
    sourceWords: readonly TextWord[],
    lattice: Lattice,
    formOf: (id: number) => string,
    scale: number,
  ) {
    this.source = source;
    this.segment = segment;
    this.sourceWords = sourceWords;
    this.formOf = formOf;
    this.graph = wordGraphOf(lattice, formOf, scale);
    this.matcher = new PrefixMatcher(this.graph);
  }

  #bound: PrefixMatcher | null = null;
  #boundText = '';

  /** The graph of the last search under a prefix, if what is typed still begins with that; else null. */
  boundUnder(text: string): PrefixMatcher | null {
    return text.startsWith(this.#boundText) ? this.#bound : null;
  }

  /** Takes what a search under `text` found. */
  bind(text: string, lattice: Lattice, formOf: (id: number) => string): PrefixMatcher {
    this.#boundText = text;
    this.#bound = new PrefixMatcher(wordGraphOf(lattice, formOf, this.graph.scale));
    return this.#bound;
  }
}
