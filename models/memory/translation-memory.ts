/**
 * A translation memory for one language pair: units of source and target text, added one at a time, found again
 * by similarity (`match`) or by a phrase in them (`search`). Equal pairs are one unit with several origins; equal
 * sources are indexed once. Texts are packed UTF-8, everything else typed arrays.
 *
 * Removing is cheap and frees no memory: the text stays and is used again when the same pair comes back, which is
 * what happens when a file is read anew. No call works longer than one unit's tokens take, apart from the doubling
 * of an array now and then, so a worker may fill a memory in slices and answer in between.
 */
import type { Span } from '../text/span.js';
import type { Tokenizer } from '../text/token.js';
import { growingInt32, growingUint32 } from './growing-array.js';
import { HashSlots, hashText, mixHash } from './hash-slots.js';
import { MatchIndex } from './match-index.js';
import { CONTEXT_PERCENT, DEFAULT_MINIMUM_PERCENT, IDENTICAL_PERCENT, percentOf } from './match-score.js';
import { PackedTexts } from './packed-texts.js';
import { PhraseSearch } from './phrase-search.js';
import type { MatchEffort } from './ranking.js';
import { SegmentIndex } from './segment-index.js';
import { contextHash, type MemoryOrigin, UnitOrigins } from './unit-origins.js';

export type UnitId = number & { readonly brand: 'UnitId' };

export interface MemoryUnit {
  readonly source: string;
  readonly target: string;
  readonly origin: MemoryOrigin;
  /** Source of the segment before, empty at the start of the document, left out when not known. */
  readonly previousSource?: string;
  /** Source of the segment after, empty at the end of the document, left out when not known. */
  readonly nextSource?: string;
}

export interface StoredUnit {
  readonly id: UnitId;
  readonly source: string;
  readonly target: string;
}

export interface MemoryMatch extends StoredUnit {
  /** 1–99, 100 for the same text, 101 for the same text between the same neighbours. */
  readonly percent: number;
  /** 1 − edit cost / greater weight, see `match-score.ts`. */
  readonly score: number;
  /** Where the unit was last seen. */
  readonly origin: MemoryOrigin;
}

export interface MatchOptions {
  /** Lowest percentage of interest, 1–100; 70 unless told. */
  readonly minimumPercent?: number;
  /** Most matches wanted; 5 unless told. */
  readonly limit?: number;
  readonly previousSource?: string;
  readonly nextSource?: string;
}

export interface SearchHit extends StoredUnit {
  /** Where the phrase stands in the text of the side searched. */
  readonly span: Span;
}

export interface SearchOptions {
  readonly side: 'source' | 'target';
  readonly limit: number;
}

const DEFAULT_LIMIT = 5;

export class TranslationMemory {
  readonly #sourceTokenizer: Tokenizer;
  readonly #targetTokenizer: Tokenizer | undefined;
  readonly #texts = new PackedTexts();
  readonly #origins = new UnitOrigins();

  // Distinct sources; numbers are those of the index.
  readonly #sources = new SegmentIndex();
  readonly #matchIndex = new MatchIndex(this.#sources);
  readonly #sourceTexts = growingUint32();
  readonly #sourceHashes = growingUint32();
  readonly #sourceSlots = new HashSlots(this.#sourceHashes);
  readonly #newestUnit = growingInt32();
  readonly #liveUnits = growingInt32();

  // Units: pairs of a source and a target.
  readonly #unitSources = growingInt32();
  readonly #targetTexts = growingUint32();
  readonly #olderUnit = growingInt32();
  readonly #pairHashes = growingUint32();
  readonly #pairSlots = new HashSlots(this.#pairHashes);
  /** Target of each unit, by unit; empty when targets are not searched. */
  readonly #targets = new SegmentIndex();
  #size = 0;
  #lastEffort: MatchEffort | undefined;

  readonly #isLive = (source: number): boolean => this.#liveUnits.values[source] > 0;

  /** With a tokenizer for the target, targets are indexed too and `search` works on both sides. */
  constructor(sourceTokenizer: Tokenizer, targetTokenizer?: Tokenizer) {
    this.#sourceTokenizer = sourceTokenizer;
    this.#targetTokenizer = targetTokenizer;
  }

  /** How many different pairs there are. */
  get size(): number {
    return this.#size;
  }

  /** Bytes taken by texts, index and scratch. */
  get byteLength(): number {
    return [
      this.#texts,
      this.#origins,
      this.#sources,
      this.#matchIndex,
      this.#sourceTexts,
      this.#sourceHashes,
      this.#sourceSlots,
      this.#newestUnit,
      this.#liveUnits,
      this.#unitSources,
      this.#targetTexts,
      this.#olderUnit,
      this.#pairHashes,
      this.#pairSlots,
      this.#targets,
    ].reduce((sum, part) => sum + part.byteLength, 0);
  }

  /** What the last `match` took; for benches and logs. */
  get lastEffort(): MatchEffort | undefined {
    return this.#lastEffort;
  }

  /**
   * Adds a unit. A pair that is there already gets one more origin; an origin that held another pair until now
   * (a segment translated anew) leaves that one, which goes when it has no other.
   */
  add(unit: MemoryUnit): UnitId {
    const source = this.#internSource(unit.source);
    const id = this.#internPair(source, unit.target);
    const previously = this.#origins.unitAt(unit.origin);
    if (previously >= 0 && previously !== id) this.removeOrigin(unit.origin.file, unit.origin.unit);
    const wasLive = this.#origins.has(id);
    this.#origins.attach(id, unit.origin, contextHash(unit.previousSource), contextHash(unit.nextSource));
    if (!wasLive) this.#setLive(id, 1);
    return id as UnitId;
  }

  /** Removes a unit with all its origins; whether it was there. */
  remove(id: UnitId): boolean {
    if (!this.#origins.has(id)) return false;
    this.#origins.detachAll(id);
    this.#setLive(id, -1);
    return true;
  }

  /** Removes what came from one place of a file; a unit that also has other origins stays. */
  removeOrigin(file: string, unit: number): boolean {
    const id = this.#origins.detach({ file, unit });
    if (id < 0) return false;
    if (!this.#origins.has(id)) this.#setLive(id, -1);
    return true;
  }

  /** Removes at most `most` origins of a file; returns how many. Fewer than `most` means that none is left. */
  removeFile(file: string, most = Number.POSITIVE_INFINITY): number {
    let removed = 0;
    for (; removed < most; removed++) {
      const id = this.#origins.detachFromFile(file);
      if (id < 0) break;
      if (!this.#origins.has(id)) this.#setLive(id, -1);
    }
    return removed;
  }

  unit(id: UnitId): StoredUnit | undefined {
    return this.#origins.has(id) ? this.#read(id) : undefined;
  }

  /** Whether exactly this pair is there. */
  holds(source: string, target: string): boolean {
    const known = this.#findSource(source, hashText(source));
    const id = known < 0 ? -1 : this.#findPair(known, target, pairHash(known, target));
    return id >= 0 && this.#origins.has(id);
  }

  /** Where a unit was seen, latest first, at most `limit` places. */
  origins(id: UnitId, limit = 100): MemoryOrigin[] {
    return this.#origins.of(id, limit);
  }

  /**
   * The best matches for a source text: same text first (in the same context before all), then by falling score;
   * among equals the newest. Every unit that reaches `minimumPercent` is among them, as far as `limit` goes.
   */
  match(source: string, options: MatchOptions = {}): MemoryMatch[] {
    const minimumPercent = options.minimumPercent ?? DEFAULT_MINIMUM_PERCENT;
    const limit = options.limit ?? DEFAULT_LIMIT;
    const matches: MemoryMatch[] = [];
    const tokens = this.#sourceTokenizer.tokenize(source);
    const ranking = this.#matchIndex.match(tokens, minimumPercent, limit, this.#isLive);
    this.#lastEffort = ranking.effort;
    const same = tokens.length === 0 ? -1 : this.#findSource(source, hashText(source));
    if (same >= 0) this.#addSame(matches, same, options, limit);
    for (let i = 0; i < ranking.segments.length && matches.length < limit; i++) {
      if (ranking.segments[i] === same) continue;
      const percent = percentOf(ranking.costs[i], ranking.heavier[i], false);
      if (percent < minimumPercent) break;
      const score = 1 - ranking.costs[i] / ranking.heavier[i];
      this.#addUnits(matches, ranking.segments[i], percent, score, limit);
    }
    return matches;
  }

  /** The newest units with a phrase in the source or target; none when that side is not indexed. */
  search(phrase: string, { side, limit }: SearchOptions): SearchHit[] {
    const tokenizer = side === 'source' ? this.#sourceTokenizer : this.#targetTokenizer;
    if (tokenizer === undefined) return [];
    const tokens = tokenizer.tokenize(phrase);
    const search = new PhraseSearch(side === 'source' ? this.#sources : this.#targets);
    const isWanted = side === 'source' ? this.#isLive : (unit: number) => this.#origins.has(unit);
    const hits: SearchHit[] = [];
    for (const { segment, position } of search.find(tokens, limit, isWanted)) {
      let id = side === 'source' ? this.#newestUnit.values[segment] : segment;
      const only = side === 'target';
      for (; id >= 0 && hits.length < limit; id = only ? -1 : this.#olderUnit.values[id]) {
        if (!this.#origins.has(id)) continue;
        const unit = this.#read(id);
        const found = tokenizer.tokenize(unit[side]).slice(position, position + tokens.length);
        const span = { start: found[0].span.start, end: found[found.length - 1].span.end };
        hits.push({ ...unit, span });
      }
    }
    return hits;
  }

  #addSame(matches: MemoryMatch[], source: number, options: MatchOptions, limit: number): void {
    const previous = contextHash(options.previousSource);
    const next = contextHash(options.nextSource);
    this.#addUnits(matches, source, CONTEXT_PERCENT, 1, limit, (unit) =>
      this.#origins.occursBetween(unit, previous, next),
    );
    this.#addUnits(
      matches,
      source,
      IDENTICAL_PERCENT,
      1,
      limit,
      (unit) => !this.#origins.occursBetween(unit, previous, next),
    );
  }

  /** Appends the units of a source, newest first. */
  #addUnits(
    matches: MemoryMatch[],
    source: number,
    percent: number,
    score: number,
    limit: number,
    isWanted?: (unit: number) => boolean,
  ): void {
    let unit = this.#newestUnit.values[source];
    for (; unit >= 0 && matches.length < limit; unit = this.#olderUnit.values[unit]) {
      if (!this.#origins.has(unit) || isWanted?.(unit) === false) continue;
      const origin = this.#origins.of(unit, 1)[0];
      matches.push({ ...this.#read(unit), percent, score, origin });
    }
  }

  #read(unit: number): StoredUnit {
    return {
      id: unit as UnitId,
      source: this.#texts.read(this.#sourceTexts.values[this.#unitSources.values[unit]]),
      target: this.#texts.read(this.#targetTexts.values[unit]),
    };
  }

  #setLive(unit: number, change: 1 | -1): void {
    this.#size += change;
    this.#liveUnits.values[this.#unitSources.values[unit]] += change;
  }

  #findSource(text: string, hash: number): number {
    for (let slot = this.#sourceSlots.start(hash); ; slot++) {
      const source = this.#sourceSlots.idAt(hash, slot);
      if (source < 0) return -1;
      if (this.#sourceHashes.values[source] !== hash) continue;
      if (this.#texts.equals(this.#sourceTexts.values[source], text)) return source;
    }
  }

  #internSource(text: string): number {
    const hash = hashText(text);
    const known = this.#findSource(text, hash);
    if (known >= 0) return known;
    const address = this.#texts.append(text);
    const source = this.#sources.add(this.#sourceTokenizer.tokenize(text));
    this.#sourceTexts.push(address);
    this.#newestUnit.push(-1);
    this.#liveUnits.push(0);
    this.#sourceHashes.push(hash);
    this.#sourceSlots.insert(source);
    return source;
  }

  #findPair(source: number, target: string, hash: number): number {
    for (let slot = this.#pairSlots.start(hash); ; slot++) {
      const unit = this.#pairSlots.idAt(hash, slot);
      if (unit < 0) return -1;
      if (this.#pairHashes.values[unit] !== hash || this.#unitSources.values[unit] !== source) continue;
      if (this.#texts.equals(this.#targetTexts.values[unit], target)) return unit;
    }
  }

  #internPair(source: number, target: string): number {
    const hash = pairHash(source, target);
    const known = this.#findPair(source, target, hash);
    if (known >= 0) return known;
    const address = this.#texts.append(target);
    if (this.#targetTokenizer !== undefined) this.#targets.add(this.#targetTokenizer.tokenize(target));
    this.#targetTexts.push(address);
    this.#unitSources.push(source);
    this.#olderUnit.push(this.#newestUnit.values[source]);
    const unit = this.#pairHashes.push(hash);
    this.#newestUnit.values[source] = unit;
    this.#pairSlots.insert(unit);
    return unit;
  }
}

function pairHash(source: number, target: string): number {
  return mixHash(hashText(target) ^ Math.imul(source + 1, 0x9e3779b1));
}
