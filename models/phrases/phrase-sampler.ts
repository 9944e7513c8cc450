/**
 * Phrase pairs on demand: the translation options of one segment, found in the indexed bitext.
 *
 * Every pattern of the segment (phrases, and phrases with gaps) that occurs in the bitext is looked up; at a sample of
 * its occurrences the consistent target phrases are extracted and counted, then scored both ways and by their words.
 * What a pattern gives does not depend on the segment, so it is kept for the next one that has it.
 */
import type { CancelToken } from '../core/cancel.js';
import { AlignedPair } from '../corpus/aligned-pair.js';
import type { Bitext } from '../corpus/bitext.js';
import { GappedLookup } from '../corpus/gapped-lookup.js';
import { MAX_PIECES, type PatternMatches } from '../corpus/pattern-matches.js';
import type { SuffixArray } from '../corpus/suffix-array.js';
import { CandidateTable, MAX_ORIGINS } from './candidate-table.js';
import { compoundOptions } from './compound-options.js';
import { countPhrase } from './gapped-count.js';
import { lexicalScores } from './lexical-scores.js';
import type { LexicalWeights } from './lexical-weights.js';
import { OPTION_FEATURE_COUNT, optionFeatureIndex } from './option-features.js';
import type { OrientationKind } from './orientation.js';
import { PhraseExtractor } from './phrase-extractor.js';
import {
  type NewOption,
  ORIENTATION_COUNT,
  type TranslationOptions,
  TranslationOptionsBuilder,
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
  /** A pattern with gaps must be translated at least so often to be used. */
  readonly minGappedCount: number;
  readonly orientation: OrientationKind;
}

export const DEFAULT_SAMPLING: SamplingSettings = {
  maxWords: 7,
  maxSourceGaps: 1,
  maxTargetGaps: 1,
  maxSpan: 12,
  samples: 300,
  optionsPerPhrase: 20,
  minGappedCount: 2,
  orientation: 'hierarchical',
};

/** Where an option was learnt: pairs of the bitext. Null for a word that was passed through. */
export type OptionOrigin = readonly number[] | null;

/** What becomes of source words without a translation. */
export interface UnknownWords {
  /** The target word that stands for the word at the position: the word itself. */
  target(position: number): number;
  /** Known words that the word at the position is made of, to be translated by them; null for none. */
  parts?(position: number): readonly number[] | null;
}

const NOTHING_UNKNOWN: UnknownWords = { target: () => 0 };

const FEATURE = {
  phraseForward: optionFeatureIndex('phraseForward'),
  phraseBackward: optionFeatureIndex('phraseBackward'),
  lexicalForward: optionFeatureIndex('lexicalForward'),
  lexicalBackward: optionFeatureIndex('lexicalBackward'),
  phraseCount: optionFeatureIndex('phraseCount'),
  wordCount: optionFeatureIndex('wordCount'),
  sourceGaps: optionFeatureIndex('sourceGaps'),
  targetGaps: optionFeatureIndex('targetGaps'),
  sourceGapLength: optionFeatureIndex('sourceGapLength'),
  seenOnce: optionFeatureIndex('seenOnce'),
  unknownWords: optionFeatureIndex('unknownWords'),
};

const CACHE_SIZE = 100_000;
/** Orientation counts are smoothed by so much for each of the three. */
const ORIENTATION_PRIOR = 0.5;

export class PhraseSampler {
  readonly #model: PhraseModel;
  readonly #settings: SamplingSettings;
  readonly #lookup: GappedLookup;
  readonly #table: CandidateTable;
  readonly #pair = new AlignedPair();
  readonly #positions = new Int32Array(64);
  readonly #cache = new Map<string, readonly NewOption[]>();

  constructor(model: PhraseModel, settings: SamplingSettings) {
    this.#model = model;
    this.#settings = settings;
    this.#lookup = new GappedLookup(model.sourceIndex);
    const extractor = new PhraseExtractor({
      maxTargetWords: settings.maxWords,
      maxTargetGaps: settings.maxTargetGaps,
    });
    this.#table = new CandidateTable([model.bitext], extractor, settings.orientation);
  }

  /** The options of a segment. `weights` of the option features rank the options of a phrase. */
  options(
    segment: ArrayLike<number>,
    weights: ArrayLike<number>,
    unknown: UnknownWords,
    cancel?: CancelToken,
  ): TranslationOptions {
    const { settings } = { settings: this.#settings };
    const matches = this.#lookup.lookUp(segment, {
      maxWords: settings.maxWords,
      maxGaps: settings.maxSourceGaps,
      maxSpan: settings.maxSpan,
      occurrenceLimit: settings.samples,
      ...(cancel === undefined ? {} : { cancel }),
    });
    const builder = new TranslationOptionsBuilder(segment.length);
    const hasWord = new Uint8Array(segment.length);
    for (let pattern = 0; pattern < matches.patternCount; pattern++) {
      const options = this.#optionsOf(segment, matches, pattern);
      if (options.length === 0) continue;
      const best = this.#best(options, weights);
      for (let place = matches.placeOffsets[pattern]; place < matches.placeOffsets[pattern + 1]; place++) {
        const positions = placePositions(matches, pattern, place);
        if (positions.length === 1) hasWord[positions[0]] = 1;
        const gap = positions[positions.length - 1] - positions[0] + 1 - positions.length;
        for (const option of best) builder.add(positions, gap === 0 ? option : withGapLength(option, gap));
      }
    }
    for (let position = 0; position < segment.length; position++) {
      if (hasWord[position] === 0) builder.add([position], unknownWord(unknown.target(position)));
      const parts = unknown.parts?.(position) ?? null;
      if (parts === null) continue;
      const ofParts = this.options(parts, weights, NOTHING_UNKNOWN, cancel);
      for (const option of compoundOptions(ofParts, weights)) builder.add([position], option);
    }
    return builder.build();
  }

  #best(options: readonly NewOption[], weights: ArrayLike<number>): readonly NewOption[] {
    const limit = this.#settings.optionsPerPhrase;
    if (options.length <= limit) return options;
    const score = ({ features }: NewOption) => {
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

  #optionsOf(segment: ArrayLike<number>, matches: PatternMatches, pattern: number): readonly NewOption[] {
    const key = patternKey(segment, matches, pattern);
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const options = this.#sample(matches, pattern);
    if (this.#cache.size >= CACHE_SIZE) this.#cache.clear();
    this.#cache.set(key, options);
    return options;
  }

  #sample(matches: PatternMatches, pattern: number): readonly NewOption[] {
    const { source } = this.#model.bitext;
    const table = this.#table;
    table.reset();
    const pieces = matches.pieceCounts[pattern];
    for (let m = matches.occurrenceOffsets[pattern]; m < matches.occurrenceOffsets[pattern + 1]; m++) {
      const first = matches.occurrences[m * MAX_PIECES];
      this.#pair.load(this.#model.bitext, source.sentenceOf(first));
      let size = 0;
      for (let p = 0; p < pieces; p++) {
        const start = matches.occurrences[m * MAX_PIECES + p] - this.#pair.sourceStart;
        for (let i = 0; i < matches.pieceLengths[pattern * MAX_PIECES + p]; i++)
          this.#positions[size++] = start + i;
      }
      table.add(0, this.#pair, this.#positions, size);
    }
    return this.#score(matches, pattern);
  }

  #score(matches: PatternMatches, pattern: number): readonly NewOption[] {
    const table = this.#table;
    const gaps = matches.pieceCounts[pattern] - 1;
    let extracted = 0;
    for (let c = 0; c < table.count; c++) extracted += table.counts[c];
    if (extracted === 0) return [];
    // Occurrences that the links allow no translation for count too: a phrase that is seldom translated as a whole is
    // to be trusted less (Lopez 2008, coherent estimation).
    const total = Math.max(extracted, table.seen);
    // Counts of the sample, scaled to the whole text.
    const scale = matches.totals[pattern] / table.seen;
    const options: NewOption[] = [];
    for (let c = 0; c < table.count; c++) {
      const isGapped = gaps > 0 || table.gapCount[c] > 0;
      if (isGapped && table.counts[c] < this.#settings.minGappedCount) continue;
      options.push(this.#option(c, gaps, total, scale));
    }
    return options;
  }

  #option(candidate: number, sourceGaps: number, total: number, scale: number): NewOption {
    const table = this.#table;
    const { bitext, targetIndex, lexical } = this.#model;
    const pieces = table.pieces(candidate);
    const count = table.counts[candidate];
    const features = new Float32Array(OPTION_FEATURE_COUNT);
    const targetCount = Math.max(countPhrase(targetIndex, pieces, this.#settings.maxSpan), count * scale);
    features[FEATURE.phraseForward] = Math.log(count / total);
    features[FEATURE.phraseBackward] = Math.log((count * scale) / targetCount);
    this.#pair.load(bitext, table.pair[candidate]);
    const lexicalPair = lexicalScores(lexical, bitext, this.#pair, table, candidate);
    features[FEATURE.lexicalForward] = lexicalPair.forward;
    features[FEATURE.lexicalBackward] = lexicalPair.backward;
    features[FEATURE.phraseCount] = 1;
    features[FEATURE.wordCount] = pieces.reduce((sum, piece) => sum + piece.length, 0);
    features[FEATURE.sourceGaps] = -sourceGaps;
    features[FEATURE.targetGaps] = -table.gapCount[candidate];
    features[FEATURE.seenOnce] = count * scale < 1.5 ? -1 : 0;
    const origin = table.origins.slice(
      candidate * MAX_ORIGINS,
      candidate * MAX_ORIGINS + Math.min(count, MAX_ORIGINS),
    );
    return { pieces, features, orientations: this.#orientations(candidate, count), origin };
  }

  #orientations(candidate: number, count: number): Float32Array {
    const logs = new Float32Array(ORIENTATION_COUNT);
    for (let k = 0; k < ORIENTATION_COUNT; k++) {
      const seen = this.#table.orientations[candidate * ORIENTATION_COUNT + k];
      logs[k] = Math.log((seen + ORIENTATION_PRIOR) / (count + 3 * ORIENTATION_PRIOR));
    }
    return logs;
  }
}

function withGapLength(option: NewOption, gap: number): NewOption {
  const features = Float32Array.from(option.features);
  features[FEATURE.sourceGapLength] = -gap;
  return { ...option, features };
}

function unknownWord(target: number): NewOption {
  const features = new Float32Array(OPTION_FEATURE_COUNT);
  features[FEATURE.phraseCount] = 1;
  features[FEATURE.wordCount] = 1;
  features[FEATURE.unknownWords] = -1;
  return {
    pieces: [[target]],
    features,
    orientations: new Float32Array(ORIENTATION_COUNT).fill(Math.log(1 / 3)),
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
