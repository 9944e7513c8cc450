/**
 * A segment that the translator has open: its source as the model sees it, what the search found for it, and where in
 * that the typed text is. Searching again under typed words adds graphs in which every path begins with these words; the
 * last few are kept.
 */
import type { Lattice } from '../search/lattice.js';
import type { SourceSegment } from '../search/translator.js';
import { FrontierWalker } from './frontier.js';
import { DEFAULT_EDIT_COSTS, PrefixMatcher } from './prefix-matcher.js';
import { scoresInto } from './suffix-costs.js';
import type { TextWord } from './typed-text.js';
import { restBest, restSum, type WordGraph, wordGraphOf } from './word-graph.js';

/** Graphs of searches under typed words that a segment keeps. */
const BOUND_GRAPHS = 4;

export interface SessionParts {
  readonly source: string;
  readonly segment: SourceSegment;
  /** The words of the source with their places in it. */
  readonly sourceWords: readonly TextWord[];
  readonly lattice: Lattice;
  /** The form of a target word id. */
  readonly formOf: (id: number) => string;
  readonly scale: number;
}

export class SegmentSession {
  readonly source: string;
  readonly segment: SourceSegment;
  readonly sourceWords: readonly TextWord[];
  readonly formOf: (id: number) => string;
  /** What the free search found. */
  readonly graph: WordGraph;
  readonly matcher: PrefixMatcher;
  /** By the words they are bound to, in the order of their making; null for words that no translation begins with. */
  readonly #bound = new Map<string, PrefixMatcher | null>();
  readonly #into = new WeakMap<PrefixMatcher, { suffix: string; walker: FrontierWalker }>();

  constructor({ source, segment, sourceWords, lattice, formOf, scale }: SessionParts) {
    this.source = source;
    this.segment = segment;
    this.sourceWords = sourceWords;
    this.formOf = formOf;
    this.graph = wordGraphOf(lattice, formOf, scale);
    this.matcher = new PrefixMatcher(this.graph);
  }

  /** The graph bound to `key`; null for what no translation keeps, undefined when it is not known yet. */
  bound(key: string): PrefixMatcher | null | undefined {
    return this.#bound.get(key);
  }

  /** Takes what a search under typed words found. */
  bind(
    key: string,
    found: { lattice: Lattice; formOf: (id: number) => string } | null,
  ): PrefixMatcher | null {
    const matcher =
      found === null ? null : new PrefixMatcher(wordGraphOf(found.lattice, found.formOf, this.graph.scale));
    this.#bound.set(key, matcher);
    const oldest = this.#bound.keys().next();
    if (this.#bound.size > BOUND_GRAPHS && !oldest.done) this.#bound.delete(oldest.value);
    return matcher;
  }

  /**
   * The graph of a matcher as one in which translations end where the words right of the caret begin: paths are judged by
   * how well they lead into these.
   */
  into(matcher: PrefixMatcher, suffix: readonly string[]): FrontierWalker {
    const key = suffix.join('\n');
    const known = this.#into.get(matcher);
    if (known?.suffix === key) return known.walker;
    const { graph } = matcher.walker;
    const endScore = scoresInto(graph, suffix, DEFAULT_EDIT_COSTS);
    const ended = { ...graph, endScore };
    const walker = new FrontierWalker({
      ...ended,
      restBest: restBest(ended),
      restSum: restSum(ended, graph.scale),
    });
    this.#into.set(matcher, { suffix: key, walker });
    return walker;
  }
}
