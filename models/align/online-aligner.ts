/**
 * Aligns a pair that was not trained on, for example one the translator has just approved, under a trained
 * model. Words the model does not know, or has never seen together, are compared by their letters: equal forms
 * (names, numbers) and cognates attract each other, and an unknown word takes what its neighbours leave over.
 *
 *     const aligner = new OnlineAligner(model);   // takes some milliseconds, so that the first pair does not
 *     const { links } = aligner.align({ ids, forms }, { ids, forms });
 */
import { Random } from '../core/random.js';
import { MAX_SENTENCE_LENGTH } from '../corpus/link-table.js';
import type { AlignmentModel } from './alignment-model.js';
import { slotOf } from './alignment-model.js';
import { AlignerWorkspace, hmmPosteriors } from './expectation.js';
import { formSimilarity, WordForms } from './form-similarity.js';
import { DEFAULT_LINKS, LinkDecoder, type LinkSettings } from './link-decoding.js';
import type { PairWorkspace } from './pair-workspace.js';

/** The words of one side. Ids outside the model's vocabulary are unknown words, whatever the id. */
export interface AlignerSentence {
  readonly ids: ArrayLike<number>;
  /** The words as text, lower-cased as in training; without them unknown words are placed by position only. */
  readonly forms?: readonly string[];
}

export interface WordLink {
  readonly source: number;
  readonly target: number;
  /** How much both directions believe in the link: the geometric mean of their posteriors, 0–1. */
  readonly posterior: number;
}

export interface OnlineAlignment {
  /** By source, then target. */
  readonly links: readonly WordLink[];
  /** Mean log-likelihood per word of both directions: low values betray pairs that are no translations. */
  readonly score: number;
}

/** Probability of a word next to an unknown one, and of an unknown word from nowhere. */
const UNKNOWN_PAIR = 1e-4;
const UNKNOWN_EMPTY = 1e-5;
/** Probability of two words that look alike: this times the square of their similarity. */
const LOOK_ALIKE = 0.5;
/** Forms less alike than this are no cognates. */
const LEAST_SIMILARITY = 0.6;

/**
 * Pairs that a new aligner practises on: enough for the compiler to have seen every path. The first is long, so that
 * the arrays are large enough for most pairs to come.
 */
const PRACTICE_PAIRS = 40;
const PRACTICE_LENGTH = 40;
const LONG_PAIR = 100;

export class OnlineAligner {
  readonly #model: AlignmentModel;
  readonly #unseenPair: number;
  readonly #workspace = new AlignerWorkspace();
  readonly #decoder = new LinkDecoder();
  readonly #source: Side;
  readonly #target: Side;

  /**
   * `unseenPair` is the probability of two known words that were never seen together. Above 0, words that nothing else
   * explains are linked too: a translator may have put one for the other all the same.
   */
  constructor(model: AlignmentModel, { unseenPair = 0 }: { unseenPair?: number } = {}) {
    this.#model = model;
    this.#unseenPair = unseenPair;
    const { table, forwardJumps, reverseJumps } = model;
    this.#source = new Side(table.sourceScale, table.nullSource, forwardJumps.rowOfWord);
    this.#target = new Side(table.targetScale, table.nullTarget, reverseJumps.rowOfWord);
    this.#practise();
  }

  /** No links when a side is empty or longer than a link can point into. */
  align(
    source: AlignerSentence,
    target: AlignerSentence,
    settings: Partial<LinkSettings> = {},
  ): OnlineAlignment {
    const longest = Math.max(source.ids.length, target.ids.length);
    if (longest > MAX_SENTENCE_LENGTH || source.ids.length === 0 || target.ids.length === 0) {
      return { links: [], score: Number.NEGATIVE_INFINITY };
    }
    const logLikelihood = this.#run(source, target);
    this.#decoder.decode(this.#workspace.pair, { ...DEFAULT_LINKS, ...settings });
    return {
      links: this.#links(),
      score: logLikelihood / (source.ids.length + target.ids.length),
    };
  }

  #run(source: AlignerSentence, target: AlignerSentence): number {
    const pair = this.#workspace.pair;
    pair.begin(source.ids.length, target.ids.length);
    this.#source.load(source, pair.emptySource, pair.sourceJumpRows);
    this.#target.load(target, pair.emptyTarget, pair.targetJumpRows);
    for (let i = 0; i < pair.sourceLength; i++) {
      this.#addCells(i, pair);
      pair.endSource();
    }
    pair.finish();
    return hmmPosteriors(this.#model, this.#workspace);
  }

  #addCells(i: number, pair: PairWorkspace): void {
    const { table } = this.#model;
    const { words: sourceWords, forms: sourceForms } = this.#source;
    const { words: targetWords, forms: targetForms } = this.#target;
    const word = sourceWords[i];
    const comparable = i < sourceForms.count;
    for (let j = 0; j < pair.targetLength; j++) {
      const other = targetWords[j];
      const slot = word >= 0 && other >= 0 ? slotOf(table, word, other) : -1;
      if (slot >= 0) {
        const weight = table.weights[slot];
        if (weight > 0) pair.addCell(j, weight * table.sourceScale[word], weight * table.targetScale[other]);
        continue;
      }
      const alike =
        comparable && j < targetForms.count
          ? formSimilarity(sourceForms, i, targetForms, j, LEAST_SIMILARITY)
          : 0;
      const least = word >= 0 && other >= 0 ? this.#unseenPair : UNKNOWN_PAIR;
      const probability = Math.max(LOOK_ALIKE * alike * alike, least);
      if (probability > 0) pair.addCell(j, probability, probability);
    }
  }

  #links(): WordLink[] {
    const { pair } = this.#workspace;
    const { sourceStarts, cellTargets, forwardPosteriors, reversePosteriors } = pair;
    const links: WordLink[] = [];
    for (let i = 0; i < pair.sourceLength; i++) {
      for (let cell = sourceStarts[i]; cell < sourceStarts[i + 1]; cell++) {
        const target = cellTargets[cell];
        if (this.#decoder.links[i * pair.targetLength + target] === 0) continue;
        const posterior = Math.min(1, Math.sqrt(forwardPosteriors[cell] * reversePosteriors[cell]));
        links.push({ source: i, target, posterior });
      }
    }
    return links;
  }

  /** Aligns made-up pairs of known and unknown words, so that the code is compiled before it is needed. */
  #practise(): void {
    const { rowOffsets, columns, sourceScale } = this.#model.table;
    const random = new Random(1);
    for (let n = 0; n < PRACTICE_PAIRS; n++) {
      const source = { ids: [] as number[], forms: [] as string[] };
      const target = { ids: [] as number[], forms: [] as string[] };
      const length = n === 0 ? LONG_PAIR : 1 + random.below(PRACTICE_LENGTH);
      for (let k = 0; k < length; k++) {
        const word = random.below(Math.max(1, sourceScale.length));
        const row = rowOffsets[word] ?? 0;
        const isKnown = random.next() < 0.8 && row < (rowOffsets[word + 1] ?? 0);
        source.ids.push(isKnown ? word : -1);
        target.ids.push(isKnown ? columns[row] : -1);
        source.forms.push(PRACTICE_FORMS[random.below(PRACTICE_FORMS.length)]);
        target.forms.push(PRACTICE_FORMS[random.below(PRACTICE_FORMS.length)]);
      }
      this.align(source, target);
    }
  }
}

const PRACTICE_FORMS = [
  'commission',
  'kommission',
  'präsident',
  'president',
  '1997',
  'of',
  'and',
  'über–all',
];

/** The words of one side, in arrays that stay the same from pair to pair. */
class Side {
  /** Word ids, −1 for words that the model has no probabilities of. */
  words = new Int32Array(64);
  readonly forms = new WordForms();
  readonly #scale: Float32Array;
  readonly #empty: Float32Array;
  readonly #rowOfWord: Int32Array;

  constructor(scale: Float32Array, empty: Float32Array, rowOfWord: Int32Array) {
    this.#scale = scale;
    this.#empty = empty;
    this.#rowOfWord = rowOfWord;
  }

  /** Also fills in, for each position, p(word | empty word) and the row of its jumps. */
  load({ ids, forms }: AlignerSentence, empty: Float64Array, jumpRows: Int32Array): void {
    if (this.words.length < ids.length) this.words = new Int32Array(2 * ids.length);
    this.forms.load(forms ?? NO_FORMS);
    for (let k = 0; k < ids.length; k++) {
      const id = ids[k];
      const inTable = id >= 0 && id < this.#scale.length;
      this.words[k] = inTable && this.#scale[id] > 0 ? id : -1;
      empty[k] = inTable ? this.#empty[id] : UNKNOWN_EMPTY;
      jumpRows[k] = inTable ? this.#rowOfWord[id] : -1;
    }
  }
}

const NO_FORMS: readonly string[] = [];
