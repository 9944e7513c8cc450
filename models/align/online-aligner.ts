/**
 * Aligns a pair that was not trained on, for example one the translator has just approved, under a trained
 * model. Words the model does not know, or has never seen together, are compared by their letters: equal forms
 * (names, numbers) and cognates attract each other, and an unknown word takes what its neighbours leave over.
 *
 *     const aligner = new OnlineAligner(model);
 *     const { links } = aligner.align({ ids, forms }, { ids, forms });
 */
import { MAX_SENTENCE_LENGTH } from '../corpus/link-table.js';
import type { AlignmentModel } from './alignment-model.js';
import { slotOf } from './alignment-model.js';
import { AlignerWorkspace, hmmPosteriors } from './expectation.js';
import { formSimilarity } from './form-similarity.js';
import { LinkDecoder } from './link-decoding.js';
import type { Heuristic } from './symmetrize.js';

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

export class OnlineAligner {
  readonly #model: AlignmentModel;
  readonly #workspace = new AlignerWorkspace();
  readonly #decoder = new LinkDecoder();

  constructor(model: AlignmentModel) {
    this.#model = model;
  }

  /** No links when a side is empty or longer than a link can point into. */
  align(
    source: AlignerSentence,
    target: AlignerSentence,
    heuristic: Heuristic = 'grow-diag-final-and',
  ): OnlineAlignment {
    const longest = Math.max(source.ids.length, target.ids.length);
    if (longest > MAX_SENTENCE_LENGTH || source.ids.length === 0 || target.ids.length === 0) {
      return { links: [], score: Number.NEGATIVE_INFINITY };
    }
    const logLikelihood = this.#run(source, target);
    this.#decoder.decode(this.#workspace.pair, heuristic);
    return {
      links: this.#links(),
      score: logLikelihood / (source.ids.length + target.ids.length),
    };
  }

  #run(source: AlignerSentence, target: AlignerSentence): number {
    const { table, forwardJumps, reverseJumps } = this.#model;
    const pair = this.#workspace.pair;
    const sourceLength = source.ids.length;
    const targetLength = target.ids.length;
    const knows = (word: number, scale: Float32Array) => word >= 0 && word < scale.length && scale[word] > 0;
    pair.begin(sourceLength, targetLength);
    for (let j = 0; j < targetLength; j++) {
      const word = target.ids[j];
      pair.emptyTarget[j] = table.nullTarget[word] ?? UNKNOWN_EMPTY;
      pair.targetJumpRows[j] = reverseJumps.rowOfWord[word] ?? -1;
    }
    for (let i = 0; i < sourceLength; i++) {
      const word = source.ids[i];
      const known = knows(word, table.sourceScale);
      pair.emptySource[i] = table.nullSource[word] ?? UNKNOWN_EMPTY;
      pair.sourceJumpRows[i] = forwardJumps.rowOfWord[word] ?? -1;
      for (let j = 0; j < targetLength; j++) {
        const other = target.ids[j];
        const otherKnown = knows(other, table.targetScale);
        const slot = known && otherKnown ? slotOf(table, word, other) : -1;
        const weight = slot < 0 ? 0 : table.weights[slot];
        let forward = weight > 0 ? weight * table.sourceScale[word] : 0;
        let reverse = weight > 0 ? weight * table.targetScale[other] : 0;
        if (slot < 0) {
          const alike = LOOK_ALIKE * likeness(source.forms?.[i], target.forms?.[j]) ** 2;
          forward = reverse = Math.max(alike, known && otherKnown ? 0 : UNKNOWN_PAIR);
        }
        if (forward > 0) pair.addCell(j, forward, reverse);
      }
      pair.endSource();
    }
    pair.finish();
    return hmmPosteriors(this.#model, this.#workspace);
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
}

function likeness(source: string | undefined, target: string | undefined): number {
  if (source === undefined || target === undefined) return 0;
  const similarity = formSimilarity(source, target);
  return similarity < LEAST_SIMILARITY ? 0 : similarity;
}
