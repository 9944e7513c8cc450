/**
 * The numbers that a word's confidence is made of: what the lattice, the word translations, the language model and the
 * phrase pairs say about a word of a target text. They depend on the source, the lattice and the text alone, not on how
 * the text came about, so words that a person typed have them too.
 *
 *   const evidence = new SegmentEvidence(model, segment, lattice, scale);
 *   const rows = evidence.rows(words, {});   // words.length rows of CONFIDENCE_FEATURES.length
 */
import { SENTENCE_END, SENTENCE_START } from '../lm/ngram-trie.js';
import { NULL_WORD } from '../phrases/lexical-weights.js';
import type { Lattice } from '../search/lattice.js';
import type { SourceSegment, TranslatorModel } from '../search/translator.js';
import { PASSED_THROUGH, UNKNOWN } from '../text/vocabulary.js';
import { forwardBackward } from './forward-backward.js';
import type { NgramPosteriors } from './ngram-posteriors.js';
import { PositionPosteriors } from './position-posteriors.js';
import { type PrefixPosteriors, prefixPosteriors } from './prefix-posteriors.js';
import { WordEvidence } from './word-evidence.js';

export const CONFIDENCE_FEATURES = [
  /** Posterior of the word: expected count, shared by its occurrences in the text; and its log odds. */
  'word',
  'wordOdds',
  /** Posteriors of the n-grams it ends, is the middle of and begins, sentence bounds included. */
  'bigramLeft',
  'bigramRight',
  'trigramLeft',
  'trigramMiddle',
  'trigramRight',
  /** Highest and mean posterior of the 4-grams that hold it. */
  'fourgramBest',
  'fourgramMean',
  /** Posterior at its place, and within three words of it. */
  'place',
  'nearby',
  /** Logs of the best word translation probability in either direction, and of the mean over source words. */
  'lexicalForward',
  'lexicalBackward',
  'lexicalMean',
  /** Posterior of its likeliest link: that translation probability over the sum of all (model 1). */
  'linkPosterior',
  /** Log frequencies of the source word that explains it best, and of itself. */
  'sourceFrequency',
  'targetFrequency',
  /** Language model: log-probability and order of the n-gram found, for it and for the word after it. */
  'languageModel',
  'matchedOrder',
  'nextLanguageModel',
  'nextMatchedOrder',
  /** Its phrases: see word-evidence.ts. */
  'gaps',
  'seenOnce',
  'passedThrough',
  'phraseForward',
  'phraseBackward',
  'phraseWords',
  'longestPhrase',
  'longestShare',
  /** No path says it. */
  'absent',
  /** The text around it: mean posterior of all words and of both neighbours, length against what is expected. */
  'sentenceWord',
  'neighbours',
  'lengthRatio',
  'logLength',
  /** No letter or digit in it. */
  'punctuation',
] as const;

export type ConfidenceFeature = (typeof CONFIDENCE_FEATURES)[number];

const WIDTH = CONFIDENCE_FEATURES.length;
const ORDER = 4;
/** Probabilities nearer to 0 or 1 than this are not told apart. */
const LEAST = 1e-3;
const LEAST_LEXICAL = Math.log(1e-7);

interface LexicalEvidence {
  readonly forward: number;
  readonly backward: number;
  readonly mean: number;
  readonly link: number;
  readonly frequency: number;
}

/** Of a word that no source word was ever linked to. */
const NOTHING_LEXICAL: LexicalEvidence = {
  forward: LEAST_LEXICAL,
  backward: LEAST_LEXICAL,
  mean: LEAST_LEXICAL,
  link: 0,
  frequency: 0,
};

/** A target text whose words are to be judged. */
export interface JudgedText {
  /** Whether the text ends after its last word (default), or may go on. */
  readonly isComplete?: boolean;
  /** So many words at the beginning are taken for right: the others are judged given these. */
  readonly given?: number;
}

export class SegmentEvidence {
  readonly #nothingTyped: PrefixPosteriors;
  #typed: PrefixPosteriors;
  #posteriors: NgramPosteriors;
  readonly #model: TranslatorModel;
  readonly #segment: SourceSegment;
  readonly #positions: PositionPosteriors;
  readonly #evidence: WordEvidence;

  constructor(model: TranslatorModel, segment: SourceSegment, lattice: Lattice, scale: number) {
    const chain = forwardBackward(lattice, scale);
    this.#model = model;
    this.#segment = segment;
    this.#nothingTyped = prefixPosteriors(lattice, { scale, order: ORDER }, chain);
    this.#typed = this.#nothingTyped;
    this.#posteriors = this.#typed.ngrams();
    this.#positions = new PositionPosteriors(lattice, chain);
    this.#evidence = new WordEvidence(lattice, chain);
  }

  /** The plain word posterior of every word: its expected count, shared by its occurrences in the text. */
  wordPosteriors(words: readonly number[], { given = 0 }: JudgedText = {}): Float64Array {
    const posteriors = this.#posteriorsAfter(words.slice(0, given));
    const occurrences = new Map<number, number>();
    for (const word of words) occurrences.set(word, (occurrences.get(word) ?? 0) + 1);
    return Float64Array.from(words, (word) =>
      Math.min(1, posteriors.expectedCount([word]) / (occurrences.get(word) ?? 1)),
    );
  }

  /** One row of features for every word. */
  rows(words: readonly number[], text: JudgedText = {}): Float64Array {
    const { isComplete = true } = text;
    const rows = new Float64Array(words.length * WIDTH);
    const posterior = this.wordPosteriors(words, text);
    const { exact, near } = this.#positions.of(words);
    const longest = this.#evidence.longestPhrases(words);
    const mean = posterior.reduce((sum, p) => sum + p, 0) / Math.max(1, words.length);
    const language = this.#languageModelScores(words, isComplete);
    const bounded = [SENTENCE_START, ...words, ...(isComplete ? [SENTENCE_END] : [])];
    const { expectedLength } = this.#posteriors;
    for (let i = 0; i < words.length; i++) {
      const word = words[i];
      const fourgrams = [0, 1, 2, 3].map((before) => this.#ngram(bounded, i + 1 - before, 4));
      const inside = fourgrams.filter((p) => p !== null);
      const lexical = this.#lexical(word);
      const use = this.#evidence.use(word);
      const row: Record<ConfidenceFeature, number> = {
        word: posterior[i],
        wordOdds: logit(posterior[i]),
        bigramLeft: this.#ngram(bounded, i, 2) ?? posterior[i],
        bigramRight: this.#ngram(bounded, i + 1, 2) ?? posterior[i],
        trigramLeft: this.#ngram(bounded, i - 1, 3) ?? this.#ngram(bounded, i, 2) ?? posterior[i],
        trigramMiddle: this.#ngram(bounded, i, 3) ?? this.#ngram(bounded, i, 2) ?? posterior[i],
        trigramRight: this.#ngram(bounded, i + 1, 3) ?? this.#ngram(bounded, i + 1, 2) ?? posterior[i],
        fourgramBest: inside.length === 0 ? posterior[i] : Math.max(...inside),
        fourgramMean: inside.length === 0 ? posterior[i] : inside.reduce((a, b) => a + b, 0) / inside.length,
        place: exact[i],
        nearby: near[i],
        lexicalForward: lexical.forward,
        lexicalBackward: lexical.backward,
        lexicalMean: lexical.mean,
        linkPosterior: lexical.link,
        sourceFrequency: lexical.frequency,
        targetFrequency: logFrequency(this.#model.phrases.targetIndex, word),
        languageModel: language.scores[i],
        matchedOrder: language.orders[i],
        nextLanguageModel: language.scores[i + 1],
        nextMatchedOrder: language.orders[i + 1],
        gaps: use?.gaps ?? 0,
        seenOnce: use?.seenOnce ?? 0,
        passedThrough: use?.unknown ?? 0,
        phraseForward: use?.phraseForward ?? LEAST_LEXICAL,
        phraseBackward: use?.phraseBackward ?? LEAST_LEXICAL,
        phraseWords: use?.sourceWords ?? 0,
        longestPhrase: Math.log1p(longest[i]),
        longestShare: longest[i] / Math.max(1, this.#segment.ids.length),
        absent: use === null ? 1 : 0,
        sentenceWord: mean,
        neighbours: ((posterior[i - 1] ?? mean) + (posterior[i + 1] ?? mean)) / 2,
        lengthRatio: isComplete ? Math.log((words.length + 1) / (expectedLength + 1)) : 0,
        logLength: Math.log1p(isComplete ? words.length : expectedLength),
        punctuation: this.#isPunctuation(word) ? 1 : 0,
      };
      CONFIDENCE_FEATURES.forEach((name, f) => {
        rows[i * WIDTH + f] = row[name];
      });
    }
    return rows;
  }

  /** n-grams of the translations that begin with the words, or of all when none does. Kept for the next call. */
  #posteriorsAfter(words: readonly number[]): NgramPosteriors {
    const known = this.#typed.words;
    if (known.length === words.length && known.every((word, i) => word === words[i])) return this.#posteriors;
    const isLonger = known.length < words.length && known.every((word, i) => word === words[i]);
    let typed = isLonger ? this.#typed : this.#nothingTyped;
    for (let i = typed.words.length; i < words.length; i++) typed = typed.append(words[i]);
    this.#typed = typed;
    this.#posteriors = typed.ngrams();
    return this.#posteriors;
  }

  /** Posterior of the n-gram that begins at `start`; null when the text does not hold it. */
  #ngram(bounded: readonly number[], start: number, n: number): number | null {
    if (start < 0 || start + n > bounded.length) return null;
    return Math.min(1, this.#posteriors.expectedCount(bounded.slice(start, start + n)));
  }

  #lexical(word: number): LexicalEvidence {
    const { lexical, sourceIndex } = this.#model.phrases;
    const { ids } = this.#segment;
    if (word >= PASSED_THROUGH || word === UNKNOWN) return NOTHING_LEXICAL;
    let forward = lexical.forward(NULL_WORD, word);
    let backward = 0;
    let sum = forward;
    let [best, partner] = [0, -1];
    for (const source of ids) {
      const given = lexical.forward(source, word);
      const back = lexical.backward(source, word);
      sum += given;
      forward = Math.max(forward, given);
      backward = Math.max(backward, back);
      if (given * back > best) [best, partner] = [given * back, source];
    }
    return {
      forward: Math.max(LEAST_LEXICAL, Math.log(forward)),
      backward: Math.max(LEAST_LEXICAL, Math.log(backward)),
      mean: Math.max(LEAST_LEXICAL, Math.log(sum / (ids.length + 1))),
      link: forward / sum,
      frequency: partner === -1 ? 0 : logFrequency(sourceIndex, partner),
    };
  }

  /** One more than there are words: the last is for what follows the text. */
  #languageModelScores(
    words: readonly number[],
    isComplete: boolean,
  ): { scores: Float64Array; orders: Float64Array } {
    const { languageModel } = this.#model;
    const scores = new Float64Array(words.length + 1);
    const orders = new Float64Array(words.length + 1);
    let state = languageModel.startState;
    words.forEach((word, i) => {
      scores[i] = languageModel.score(state, word);
      orders[i] = languageModel.matchedOrder;
      state = languageModel.nextState;
    });
    if (isComplete) {
      scores[words.length] = languageModel.score(state, SENTENCE_END);
      orders[words.length] = languageModel.matchedOrder;
    } else if (words.length > 0) {
      // What is not there yet is taken to be as usual as what is.
      scores[words.length] = scores[words.length - 1];
      orders[words.length] = orders[words.length - 1];
    }
    return { scores, orders };
  }

  #isPunctuation(word: number): boolean {
    const { vocabulary } = this.#model.target;
    const form = word < PASSED_THROUGH ? vocabulary.formOf(word) : this.#segment.forms[word - PASSED_THROUGH];
    return word !== UNKNOWN && !/[\p{L}\p{N}]/u.test(form ?? '');
  }
}

/** The ids of a target text's word forms in this segment: words of the source that have none stand for themselves. */
export function targetWordIds(
  { target }: TranslatorModel,
  segment: SourceSegment,
  forms: readonly string[],
): number[] {
  return forms.map((form) => {
    const known = target.vocabulary.idOf(form);
    if (known !== UNKNOWN) return known;
    const position = segment.forms.indexOf(form);
    return position === -1 ? UNKNOWN : PASSED_THROUGH + position;
  });
}

function logFrequency(index: { readonly wordStarts: Uint32Array }, word: number): number {
  const count = word + 1 < index.wordStarts.length ? index.wordStarts[word + 1] - index.wordStarts[word] : 0;
  return Math.log1p(count);
}

function logit(probability: number): number {
  const p = Math.min(1 - LEAST, Math.max(LEAST, probability));
  return Math.log(p / (1 - p));
}
