/**
 * The session overlay: pairs approved since the model was trained, indexed like the base so that the phrase sampler
 * searches both alike. Each pair has a *number* that the caller chose and that stays its name when others are taken
 * out (the overlay is then cleared and filled again); options tell of approved pairs by `approvedOrigin(number)`.
 *
 *   const overlay = new PhraseOverlay(model);
 *   overlay.append(7, sourceIds, targetIds, [0, 0, 1, 2]);
 *   const sampler = new PhraseSampler(model, DEFAULT_SAMPLING, overlay);
 */
import type { Bitext } from '../corpus/bitext.js';
import { GappedLookup, type LookupOptions } from '../corpus/gapped-lookup.js';
import { GrowingBitext } from '../corpus/growing-bitext.js';
import { GrowingIndex } from '../corpus/growing-index.js';
import type { PatternMatches } from '../corpus/pattern-matches.js';
import { countPhrase } from './gapped-count.js';
import { OverlayLexicon } from './overlay-lexicon.js';
import type { PhraseModel } from './phrase-sampler.js';

/** Windows and occurrences read for one pattern: in effect all, as a session goes. */
const NO_SAMPLING = 1 << 14;

/** How an option's origins name the approved pair of that number: below zero, where the base has no pairs. */
export function approvedOrigin(number: number): number {
  return -1 - number;
}

export class PhraseOverlay {
  readonly lexicon: OverlayLexicon;
  #growing = new GrowingBitext();
  #source = new GrowingIndex();
  #target = new GrowingIndex();
  #numbers: number[] = [];
  #bitext: Bitext | null = null;
  #lookup: GappedLookup | null = null;

  constructor(base: PhraseModel) {
    this.lexicon = new OverlayLexicon(base);
  }

  get pairCount(): number {
    return this.#numbers.length;
  }

  /** Suffixes compared for all that was appended. */
  get comparisons(): number {
    return this.#source.comparisons + this.#target.comparisons;
  }

  /** The pairs so far; take a new one after appending. */
  get bitext(): Bitext {
    this.#bitext ??= this.#growing.view();
    return this.#bitext;
  }

  /** `links` alternates source and target positions. Sentences must not be longer than links can point. */
  append(
    number: number,
    source: ArrayLike<number>,
    target: ArrayLike<number>,
    links: ArrayLike<number>,
  ): void {
    this.#growing.append(source, target, links);
    this.#source.append(source);
    this.#target.append(target);
    this.lexicon.add(source, target, links);
    this.#numbers.push(number);
    this.#bitext = null;
    this.#lookup = null;
  }

  clear(): void {
    this.#growing = new GrowingBitext();
    this.#source = new GrowingIndex();
    this.#target = new GrowingIndex();
    this.#numbers = [];
    this.lexicon.clear();
    this.#bitext = null;
    this.#lookup = null;
  }

  /** The number of the pair at a place in the bitext. */
  numberOf(pair: number): number {
    return this.#numbers[pair];
  }

  /** How often a source word was approved. */
  sourceCount(word: number): number {
    return this.#source.count(word);
  }

  /** All patterns of the segment in the approved sources, with all their occurrences. */
  lookUp(segment: ArrayLike<number>, options: Partial<LookupOptions>): PatternMatches {
    this.#lookup ??= new GappedLookup(this.#source.view());
    return this.#lookup.lookUp(this.#source.numbersOf(segment), {
      ...options,
      windowLimit: NO_SAMPLING,
      occurrenceLimit: NO_SAMPLING,
    });
  }

  /** How often a target phrase, perhaps with gaps, was approved. */
  countTarget(pieces: readonly ArrayLike<number>[], maxSpan: number): number {
    if (this.pairCount === 0) return 0;
    const numbers = pieces.map((piece) => this.#target.numbersOf(piece));
    return countPhrase(this.#target.view(), numbers, maxSpan);
  }
}
