/**
 * Phrase pairs on demand: the translation options of one segment, found in the indexed bitext.
 *
 * Every pattern of the segment (phrases, and phrases with gaps) that occurs in the bitext is looked up; at a sample of
 * its occurrences the consistent target phrases are extracted and counted, then scored both ways and by their words.
 * What a pattern gives does not depend on the segment, so it is kept for the next one that has it.
 *
 * Approved pairs in the overlay are searched like those of the base and with them, but never sampled away; call
 * `forget` when the overlay has changed.
 */
import type { CancelToken } from '../core/cancel.js';
import { AlignedPair } from '../corpus/aligned-pair.js';
import type { Bitext } from '../corpus/bitext.js';
import { GappedLookup, type LookupOptions } from '../corpus/gapped-lookup.js';
import { MAX_PIECES, type PatternMatches } from '../corpus/pattern-matches.js';
import type { SuffixArray } from '../corpus/suffix-array.js';
import { CandidateTable, MAX_ORIGINS } from './candidate-table.js';
import { compoundOptions } from './compound-options.js';
import { type CountStatistics, countStatistics } from './count-statistics.js';
import { GAP_CLASSES, gapClass, gapFits, wordsInGaps } from './gap-fit.js';
import { countPhrase } from './gapped-count.js';
import { lexicalScores } from './lexical-scores.js';
import type { LexicalWeights } from './lexical-weights.js';
import { LinkConsistency } from './link-consistency.js';
import { OPTION_FEATURE_COUNT, optionFeatureIndex } from './option-features.js';
import type { OrientationKind } from './orientation.js';
import { PhraseExtractor } from './phrase-extractor.js';
import { approvedOrigin, type PhraseOverlay } from './phrase-overlay.js';
import { type PairCounts, type PairProbabilities, type Smoothing, smoothed } from './phrase-smoothing.js';
import { setRarity } from './rarity-bins.js';
import {
  type NewOption,
  ORIENTATION_COUNT,
  type TranslationOptions,
  TranslationOptionsBuilder,
  UNSEEN_ORIENTATIONS,
} from './translation-options.js';

export interface PhraseModel {
  readonly bitext: Bitext;
  readonly sourceIndex: SuffixArray;
  readonly targetIndex: SuffixArray;
  readonly lexical: LexicalWeights;
}

export interface SamplingSettings {
  /** Most words of a phrase on either side. */
  readonly maxWords: number;
  readonly maxSourceGaps: number;
  readonly maxTargetGaps: number;
  /** Most words from first to last of a source phrase with gaps. */
  readonly maxSpan: number;
  /** Occurrences looked at for one pattern. */
  readonly samples: number;
  /** Options kept for one source phrase. */
  readonly optionsPerPhrase: number;
  /** Pairs with gaps on the source side must have been seen so often to be used … */
  readonly minSourceGapped: number;
  /** … and those with gaps on the target side, of which a single one is rarely more than an accident of the links. */
  readonly minTargetGapped: number;
  /**
   * Pairs with gaps on both sides that fall apart into pairs of their own (*ne … plus* → *not … anymore*, but also *er …
   * blau* → *he … blue*) must be so much more probable than their words are one by one; natural log. Most say nothing
   * new and carry words about without the cost of a jump: translation is better, and twice as fast, without any.
   */
  readonly divisibleGain: number;
  readonly orientation: OrientationKind;
  /** How counts become probabilities of phrase pairs. */
  readonly smoothing: Smoothing;
  /** How much an approved translation counts against the one approved after it, for the same phrase: 0–1. */
  readonly approvalDecay: number;
}

export const DEFAULT_SAMPLING: SamplingSettings = {
  maxWords: 7,
  maxSourceGaps: 1,
  maxTargetGaps: 1,
  maxSpan: 12,
  samples: 300,
  optionsPerPhrase: 20,
  minSourceGapped: 1,
  minTargetGapped: 2,
  divisibleGain: Number.POSITIVE_INFINITY,
  orientation: 'hierarchical',
  smoothing: 'plain',
  approvalDecay: 0.5,
};

/**
 * Where an option was learnt: pairs of the bitext, and approved ones, which come first and are below zero (see
 * `approvedOrigin`). Null for a word that was passed through.
 */
export type OptionOrigin = readonly number[] | null;

/** An option of a pattern, wherever it stands. */
interface PatternOption extends NewOption {
  /** By class of gap; null for patterns without gaps. */
  readonly gapFits: Float32Array | null;
}

/** What the ids of a segment do not tell of its words. */
export interface SegmentWords {
  /** The target word that stands for the word at the position where it has no translation: the word itself. */
  target(position: number): number;
  /** Known words that the word at the position is made of, to be translated by them; null for none. */
  parts?(position: number): readonly number[] | null;
  /** Whether it is a punctuation mark. */
  isMark?(position: number): boolean;
}

const PARTS_OF_A_WORD: SegmentWords = { target: () => 0 };

const FEATURE = {
  phraseForward: optionFeatureIndex('phraseForward'),
  phraseBackward: optionFeatureIndex('phraseBackward'),
  lexicalForward: optionFeatureIndex('lexicalForward'),
  lexicalBackward: optionFeatureIndex('lexicalBackward'),
  linkedForward: optionFeatureIndex('linkedForward'),
  linkedBackward: optionFeatureIndex('linkedBackward'),
  phraseCount: optionFeatureIndex('phraseCount'),
  wordCount: optionFeatureIndex('wordCount'),
  sourceGaps: optionFeatureIndex('sourceGaps'),
  targetGaps: optionFeatureIndex('targetGaps'),
  sourceGapLength: optionFeatureIndex('sourceGapLength'),
  gapFit: optionFeatureIndex('gapFit'),
  gapMarks: optionFeatureIndex('gapMarks'),
  unknownWords: optionFeatureIndex('unknownWords'),
  approved: optionFeatureIndex('approved'),
};

/** The tiers of the candidates: where the base and the overlay stand. */
const BASE = 0;
const OVERLAY = 1;
const NO_PATTERN = -1;

const CACHE_SIZE = 100_000;
/**
 * Orientations of a pair are smoothed by those of its source phrase, which count as so many occurrences: most pairs with
 * gaps are rare, and which way a phrase turns depends on its words more than on their translation.
 */
const ORIENTATION_PRIOR = 2;
/** Candidates that are scored for each option kept: the most frequent ones, for scoring is what takes time. */
const PRESELECTED = 4;
/** A translation so many times rarer than the most frequent one is hardly known … */
const HARDLY_KNOWN = 10;
/** … and its approval counts more by so much for each factor of e of occurrences; by measurement (bench/learning). */
const CORRECTION = 0.3;

export class PhraseSampler {
  readonly #model: PhraseModel;
  readonly #settings: SamplingSettings;
  readonly #lookup: GappedLookup;
  readonly #table: CandidateTable;
  readonly #pair = new AlignedPair();
  readonly #consistency = new LinkConsistency();
  readonly #positions = new Int32Array(64);
  readonly #cache = new Map<string, readonly PatternOption[]>();
  /** Of the pattern being scored (see CandidateTable.shareOrientations). */
  readonly #orientationShares = new Float64Array(ORIENTATION_COUNT);
  #statistics: CountStatistics | null = null;
  readonly #overlay: PhraseOverlay | null;
  readonly #bitexts: Bitext[];

  constructor(model: PhraseModel, settings: SamplingSettings, overlay: PhraseOverlay | null = null) {
    this.#model = model;
    this.#settings = settings;
    this.#overlay = overlay;
    this.#bitexts = [model.bitext];
    this.#lookup = new GappedLookup(model.sourceIndex);
    const extractor = new PhraseExtractor({
      maxTargetWords: settings.maxWords,
      maxTargetGaps: settings.maxTargetGaps,
    });
    this.#table = new CandidateTable(this.#bitexts, extractor, settings.orientation);
  }

  /** Forgets what patterns gave. */
  forget(): void {
    this.#cache.clear();
  }

  /** The options of a segment. `weights` of the option features rank the options of a phrase. */
  options(
    segment: ArrayLike<number>,
    weights: ArrayLike<number>,
    words: SegmentWords,
    cancel?: CancelToken,
  ): TranslationOptions {
    const { settings } = { settings: this.#settings };
    const limits = {
      maxWords: settings.maxWords,
      maxGaps: settings.maxSourceGaps,
      maxSpan: settings.maxSpan,
      ...(cancel === undefined ? {} : { cancel }),
    };
    const matches = this.#lookup.lookUp(segment, { ...limits, occurrenceLimit: settings.samples });
    const approved = this.#lookUpApproved(segment, limits);
    const builder = new TranslationOptionsBuilder(segment.length);
    const hasWord = new Uint8Array(segment.length);
    const marks = Uint8Array.from({ length: segment.length }, (_, i) => (words.isMark?.(i) ? 1 : 0));
    const add = (from: PatternMatches, pattern: number, options: readonly PatternOption[]) => {
      if (options.length === 0) return;
      const best = this.#best(options, weights);
      for (let place = from.placeOffsets[pattern]; place < from.placeOffsets[pattern + 1]; place++) {
        const positions = placePositions(from, pattern, place);
        if (positions.length === 1) hasWord[positions[0]] = 1;
        for (const option of best) builder.add(positions, placed(option, positions, marks));
      }
    };
    for (let pattern = 0; pattern < matches.patternCount; pattern++) {
      if (hasPieceOfMarks(matches, pattern, marks)) continue;
      const key = patternKey(segment, matches, pattern);
      const both = approved?.patterns.get(key) ?? NO_PATTERN;
      if (both !== NO_PATTERN) approved?.patterns.delete(key);
      add(matches, pattern, this.#optionsOf(key, matches, pattern, approved?.matches ?? matches, both));
    }
    if (approved !== null) {
      for (const [key, pattern] of approved.patterns) {
        if (hasPieceOfMarks(approved.matches, pattern, marks)) continue;
        const options = this.#optionsOf(key, matches, NO_PATTERN, approved.matches, pattern);
        add(approved.matches, pattern, options);
      }
    }
    for (let position = 0; position < segment.length; position++) {
      if (hasWord[position] === 0) builder.add([position], unknownWord(words.target(position)));
      const parts = words.parts?.(position) ?? null;
      if (parts === null) continue;
      const ofParts = this.options(parts, weights, PARTS_OF_A_WORD, cancel);
      for (const option of compoundOptions(ofParts, weights)) builder.add([position], option);
    }
    return builder.build();
  }

  /** What the overlay has of the segment, its patterns by key; null if there is none. */
  #lookUpApproved(
    segment: ArrayLike<number>,
    limits: Partial<LookupOptions>,
  ): { matches: PatternMatches; patterns: Map<string, number> } | null {
    if (this.#overlay === null || this.#overlay.pairCount === 0) return null;
    this.#bitexts[OVERLAY] = this.#overlay.bitext;
    const matches = this.#overlay.lookUp(segment, limits);
    const patterns = new Map<string, number>();
    for (let k = 0; k < matches.patternCount; k++) patterns.set(patternKey(segment, matches, k), k);
    return { matches, patterns };
  }

  #best(options: readonly PatternOption[], weights: ArrayLike<number>): readonly PatternOption[] {
    const limit = this.#settings.optionsPerPhrase;
    if (options.length <= limit) return options;
    const score = ({ features }: PatternOption) => {
      let sum = 0;
      for (let f = 0; f < OPTION_FEATURE_COUNT; f++) sum += weights[f] * features[f];
      return sum;
    };
    return options
      .map((option) => ({ option, score: score(option) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ option }) => option);
  }

  /** The options of a pattern that the base, the overlay or both have. */
  #optionsOf(
    key: string,
    matches: PatternMatches,
    pattern: number,
    approvedMatches: PatternMatches,
    approvedPattern: number,
  ): readonly PatternOption[] {
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const table = this.#table;
    table.reset();
    let gaps = 0;
    let total = 0;
    // Approved pairs come first, so that they are the first that a candidate remembers.
    if (approvedPattern !== NO_PATTERN) {
      this.#countApproved(approvedMatches, approvedPattern);
      gaps = approvedMatches.pieceCounts[approvedPattern] - 1;
    }
    if (pattern !== NO_PATTERN) {
      const [from, to] = [matches.occurrenceOffsets[pattern], matches.occurrenceOffsets[pattern + 1]];
      for (let m = from; m < to; m++) this.#count(BASE, matches, pattern, m, 0);
      gaps = matches.pieceCounts[pattern] - 1;
      total = matches.totals[pattern];
    }
    const options = this.#score(gaps, total);
    if (this.#cache.size >= CACHE_SIZE) this.#cache.clear();
    this.#cache.set(key, options);
    return options;
  }

  /** Counts the translations at one occurrence of a pattern. */
  #count(tier: number, matches: PatternMatches, pattern: number, occurrence: number, mass: number): void {
    const bitext = this.#bitexts[tier];
    const first = matches.occurrences[occurrence * MAX_PIECES];
    const pair = bitext.source.sentenceOf(first);
    const sentence = bitext.source.offsets[pair];
    let size = 0;
    for (let p = 0; p < matches.pieceCounts[pattern]; p++) {
      const start = matches.occurrences[occurrence * MAX_PIECES + p] - sentence;
      for (let i = 0; i < matches.pieceLengths[pattern * MAX_PIECES + p]; i++)
        this.#positions[size++] = start + i;
    }
    if (!this.#consistency.test(bitext.links, pair, this.#positions, size)) {
      this.#table.skip(wordsInGaps(this.#positions, size), mass);
      return;
    }
    this.#pair.load(bitext, pair);
    const origin = tier === BASE ? pair : approvedOrigin(this.#overlay?.numberOf(pair) ?? 0);
    this.#table.add(tier, this.#pair, this.#positions, size, origin, mass);
  }

  /** Counts all approved occurrences, the newest first and each with less mass than the one before. */
  #countApproved(matches: PatternMatches, pattern: number): void {
    const found: number[] = [];
    const [from, to] = [matches.occurrenceOffsets[pattern], matches.occurrenceOffsets[pattern + 1]];
    for (let m = from; m < to; m++) found.push(m);
    found.sort((a, b) => matches.occurrences[b * MAX_PIECES] - matches.occurrences[a * MAX_PIECES]);
    let mass = 1;
    for (const m of found) {
      this.#count(OVERLAY, matches, pattern, m, Math.max(mass, Number.MIN_VALUE));
      mass *= this.#settings.approvalDecay;
    }
  }

  /** Scores the candidates; `baseTotal` is how often the base has the pattern. */
  #score(gaps: number, baseTotal: number): readonly PatternOption[] {
    const table = this.#table;
    let extracted = 0;
    for (let c = 0; c < table.count; c++) extracted += table.counts[c];
    if (extracted === 0) return [];
    // Occurrences that the links allow no translation for count too: a phrase that is seldom translated as a whole is
    // to be trusted less (Lopez 2008, coherent estimation).
    const total = Math.max(extracted, table.seen);
    // Counts of the sample, scaled to the whole text.
    const sampled = table.seen - table.seenApproved;
    const scale = sampled === 0 ? 1 : baseTotal / sampled;
    const { minSourceGapped, minTargetGapped, divisibleGain } = this.#settings;
    table.shareOrientations(this.#orientationShares);
    const options: PatternOption[] = [];
    const least = table.leastCountOf(PRESELECTED * this.#settings.optionsPerPhrase);
    for (let c = 0; c < table.count; c++) {
      if (table.counts[c] < least && table.approvedCounts[c] === 0) continue;
      if (gaps > 0 && table.counts[c] < minSourceGapped) continue;
      if (table.gapCount[c] > 0 && table.counts[c] < minTargetGapped) continue;
      const isDivisible = table.divisible[c] === 1;
      if (isDivisible && divisibleGain === Number.POSITIVE_INFINITY) continue;
      const option = this.#option(c, gaps, total, scale);
      if (isDivisible && gainOf(option) < divisibleGain) continue;
      options.push(option);
    }
    return options;
  }

  #option(candidate: number, sourceGaps: number, total: number, scale: number): PatternOption {
    const table = this.#table;
    const { targetIndex, lexical } = this.#model;
    const { maxSpan } = this.#settings;
    const bitext = this.#bitexts[table.tier[candidate]];
    const pieces = table.pieces(candidate);
    const count = table.counts[candidate];
    const approved = table.approvedCounts[candidate];
    const together = (count - approved) * scale + approved;
    const features = new Float32Array(OPTION_FEATURE_COUNT);
    let targetCount = countPhrase(targetIndex, pieces, maxSpan);
    if (this.#overlay !== null) targetCount += this.#overlay.countTarget(pieces, maxSpan);
    const { forward, backward } = this.#probabilities({
      pair: together,
      source: total * (together / count),
      target: Math.max(targetCount, together),
      targets: table.count,
    });
    features[FEATURE.phraseForward] = forward;
    features[FEATURE.phraseBackward] = backward;
    this.#pair.load(bitext, table.pair[candidate]);
    const words = this.#overlay?.lexicon ?? lexical;
    const lexicalPair = lexicalScores(words, bitext, this.#pair, table, candidate);
    features[FEATURE.lexicalForward] = lexicalPair.forward;
    features[FEATURE.lexicalBackward] = lexicalPair.backward;
    features[FEATURE.linkedForward] = lexicalPair.linkedForward;
    features[FEATURE.linkedBackward] = lexicalPair.linkedBackward;
    features[FEATURE.phraseCount] = 1;
    features[FEATURE.wordCount] = pieces.reduce((sum, piece) => sum + piece.length, 0);
    features[FEATURE.sourceGaps] = -sourceGaps;
    features[FEATURE.targetGaps] = -table.gapCount[candidate];
    // However rare: a person has said that it is right.
    if (approved === 0) setRarity(together, features);
    if (approved > 0) {
      const share = table.approvedMasses[candidate] / table.approvedMass;
      features[FEATURE.approved] = this.#linkedWords(candidate) * share * this.#approvalValue(candidate);
    }
    const origin = table.origins.slice(
      candidate * MAX_ORIGINS,
      candidate * MAX_ORIGINS + Math.min(count, MAX_ORIGINS),
    );
    const fits =
      sourceGaps === 0
        ? null
        : gapFits(table.countsByGap, candidate * GAP_CLASSES, table.seenByGap, count / total);
    return { pieces, features, orientations: this.#orientations(candidate, count), origin, gapFits: fits };
  }

  #probabilities(counts: PairCounts): PairProbabilities {
    const { smoothing, maxWords } = this.#settings;
    const { bitext, sourceIndex } = this.#model;
    if (smoothing !== 'plain') this.#statistics ??= countStatistics(bitext, sourceIndex, maxWords);
    return smoothed(smoothing, counts, this.#statistics);
  }

  /**
   * How much an approval of the candidate says of the next place. The share of the phrase's most frequent translation
   * in the base: where the base has many, the next place may need another one. More where the base had one and the
   * translator chose one that it hardly has: this is a correction, and stands against all that the base has seen.
   */
  #approvalValue(candidate: number): number {
    const { count, counts, approvedCounts } = this.#table;
    let [most, all] = [0, 0];
    for (let c = 0; c < count; c++) {
      const inBase = counts[c] - approvedCounts[c];
      most = Math.max(most, inBase);
      all += inBase;
    }
    if (all === 0) return 1;
    const isCorrection = HARDLY_KNOWN * (counts[candidate] - approvedCounts[candidate]) < most;
    return (most / all) * (isCorrection ? 1 + CORRECTION * Math.log(1 + all) : 1);
  }

  /** Source words of the candidate with links, where it was seen first; the pair must be loaded. */
  #linkedWords(candidate: number): number {
    let linked = 0;
    for (let k = 0; k < this.#table.sourceSize; k++) {
      if (this.#pair.sourceHigh[this.#table.sourcePosition(candidate, k)] !== -1) linked++;
    }
    return linked;
  }

  #orientations(candidate: number, count: number): Float32Array {
    const logs = new Float32Array(ORIENTATION_COUNT);
    for (let k = 0; k < ORIENTATION_COUNT; k++) {
      const seen = this.#table.orientations[candidate * ORIENTATION_COUNT + k];
      const expected = ORIENTATION_PRIOR * this.#orientationShares[k];
      logs[k] = Math.log((seen + expected) / (count + ORIENTATION_PRIOR));
    }
    return logs;
  }
}

/** How much more probable a pair is than its words are one by one; natural log. */
function gainOf({ features }: PatternOption): number {
  return features[FEATURE.phraseForward] - features[FEATURE.lexicalForward];
}

/** The option with the features that depend on where its source phrase stands in the segment. */
function placed(option: PatternOption, positions: readonly number[], marks: Uint8Array): NewOption {
  if (option.gapFits === null) return option;
  const inside = wordsInGaps(positions, positions.length);
  let marksInside = 0;
  for (let k = 1; k < positions.length; k++) {
    for (let i = positions[k - 1] + 1; i < positions[k]; i++) marksInside += marks[i];
  }
  const features = Float32Array.from(option.features);
  features[FEATURE.sourceGapLength] = -inside;
  features[FEATURE.gapFit] = option.gapFits[gapClass(inside)];
  features[FEATURE.gapMarks] = -marksInside;
  return { ...option, features };
}

/** Whether some piece of a pattern with gaps is punctuation only: words and the full stop after them are no phrase. */
function hasPieceOfMarks(from: PatternMatches, pattern: number, marks: Uint8Array): boolean {
  const count = from.pieceCounts[pattern];
  if (count === 1) return false;
  for (let p = 0; p < count; p++) {
    const start = from.places[from.placeOffsets[pattern] * MAX_PIECES + p];
    if (marks.subarray(start, start + from.pieceLengths[pattern * MAX_PIECES + p]).every(Boolean))
      return true;
  }
  return false;
}

function unknownWord(target: number): NewOption {
  const features = new Float32Array(OPTION_FEATURE_COUNT);
  features[FEATURE.phraseCount] = 1;
  features[FEATURE.wordCount] = 1;
  features[FEATURE.unknownWords] = -1;
  return {
    pieces: [[target]],
    features,
    orientations: UNSEEN_ORIENTATIONS,
    origin: null,
  };
}

function placePositions(matches: PatternMatches, pattern: number, place: number): number[] {
  const positions: number[] = [];
  for (let p = 0; p < matches.pieceCounts[pattern]; p++) {
    const start = matches.places[place * MAX_PIECES + p];
    for (let i = 0; i < matches.pieceLengths[pattern * MAX_PIECES + p]; i++) positions.push(start + i);
  }
  return positions;
}

function patternKey(segment: ArrayLike<number>, matches: PatternMatches, pattern: number): string {
  const place = matches.placeOffsets[pattern];
  let key = '';
  for (let p = 0; p < matches.pieceCounts[pattern]; p++) {
    const start = matches.places[place * MAX_PIECES + p];
    if (p > 0) key += '…';
    for (let i = 0; i < matches.pieceLengths[pattern * MAX_PIECES + p]; i++) {
      const id = segment[start + i];
      key += String.fromCharCode(id & 0x7fff, id >>> 15);
    }
  }
  return key;
}
