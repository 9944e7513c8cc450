/**
 * One way to translate a segment, step by step: the words in their order, the option and source positions behind each,
 * and the value of every feature, recomputed from the definitions. The search adds up weighted scores only; this is
 * where features are separate, and a test holds the two against each other.
 */
import type { LanguageModel } from '../lm/language-model.js';
import { SENTENCE_END } from '../lm/ngram-trie.js';
import { OPTION_FEATURE_COUNT } from '../phrases/option-features.js';
import { ORIENTATION_COUNT, setPositions, type TranslationOptions } from '../phrases/translation-options.js';
import { FEATURE_COUNT, featureIndex } from './feature-names.js';
import type { Lattice } from './lattice.js';
import type { SearchGraph } from './search-graph.js';
import type { OrientationModel } from './search-settings.js';

/** An option whose first piece is appended (`piece` is that piece), or a waiting piece of one. */
export interface DerivationStep {
  readonly option: number;
  readonly piece: number;
  readonly isFirst: boolean;
}

export interface Derivation {
  readonly options: TranslationOptions;
  readonly steps: readonly DerivationStep[];
  /** Target word ids. */
  readonly words: readonly number[];
  /** The option that each word comes from. */
  readonly optionOfWord: readonly number[];
}

export function derivationOf(graph: SearchGraph, edges: readonly number[]): Derivation {
  return derivationOfSteps(
    graph.options,
    edges,
    (edge) => graph.option(edge),
    (edge) => graph.piece(edge),
  );
}

/** The derivation of a path of a lattice, with or without its edge to the end. */
export function latticeDerivation(lattice: Lattice, edges: readonly number[]): Derivation {
  const { options, edgeOption, edgePiece } = lattice;
  return derivationOfSteps(
    options,
    edges.filter((edge) => edgeOption[edge] !== -1 || edgePiece[edge] !== -1),
    (edge) => edgeOption[edge],
    (edge) => edgePiece[edge],
  );
}

/** The value of every feature; the score of the derivation is its product with the weights. */
export function derivationFeatures(
  derivation: Derivation,
  lm: LanguageModel,
  orientationModel: OrientationModel,
): Float64Array {
  const { options, steps } = derivation;
  const values = new Float64Array(FEATURE_COUNT);
  const covered = new Set<number>();
  /** Phrases that wait for a piece, by the moment their gap was opened. */
  const open: number[] = [];
  let previous: { option: number; first: number; last: number; end: number } | null = null;
  let lmState = lm.startState;
  for (const { option, piece, isFirst } of steps) {
    const words = options.wordStart[piece + 1] - options.wordStart[piece];
    if (isFirst) {
      addOptionFeatures(options, option, values);
      const positions = setPositions(options, options.optionSet[option]);
      const first = positions[0];
      const last = positions[positions.length - 1];
      values[featureIndex('distortion')] -= Math.abs(first - ((previous?.end ?? -1) + 1));
      values[featureIndex('targetGapLength')] -= words * open.length;
      values[featureIndex('bonbon')] -= open.filter((other) => liesInGaps(options, other, positions)).length;
      if (orientationModel !== 'none') {
        const context = orientationContext(previous, covered, orientationModel);
        const orientation = first === context.end + 1 ? 0 : last === context.start - 1 ? 1 : 2;
        addOrientation(options, option, 0, 'previousMonotone', orientation, values);
        if (previous !== null)
          addOrientation(options, previous.option, 3, 'nextMonotone', orientation, values);
      }
      for (const position of positions) covered.add(position);
      // A jump starts at the first gap of the phrase that is still open: filling it is no jump.
      let end = first;
      while (end < last && covered.has(end + 1)) end++;
      previous = { option, first, last, end };
    } else {
      const entry = open.indexOf(option);
      values[featureIndex('crossSerial')] -= open.length - 1 - entry;
      open.splice(entry, 1);
      values[featureIndex('targetGapLength')] -= words * open.length;
    }
    if (piece + 1 < options.pieceStart[option + 1]) open.push(option);
    for (let i = options.wordStart[piece]; i < options.wordStart[piece + 1]; i++) {
      values[featureIndex('languageModel')] += lm.score(lmState, options.words[i]);
      lmState = lm.nextState;
    }
  }
  values[featureIndex('languageModel')] += lm.score(lmState, SENTENCE_END);
  return values;
}

/**
 * Draws a derivation, one phrase pair a line, gaps as `…`, with source positions (from 1) and target order:
 *   2 4  nicht … mehr  →  no longer
 */
export function drawDerivation(
  derivation: Derivation,
  sourceWord: (position: number) => string,
  targetWord: (id: number) => string,
): string {
  const { options, steps } = derivation;
  return steps
    .map(({ option, piece, isFirst }) => {
      const text = pieceText(options, piece, targetWord);
      if (!isFirst) return `      … ${text}   (rest of phrase ${phraseNumber(steps, option)})`;
      const positions = setPositions(options, options.optionSet[option]);
      const source = positions.map((position, i) => {
        const gap = i > 0 && position !== positions[i - 1] + 1 ? '… ' : '';
        return gap + sourceWord(position);
      });
      const pieces = [];
      for (let p = piece; p < options.pieceStart[option + 1]; p++)
        pieces.push(pieceText(options, p, targetWord));
      const number = phraseNumber(steps, option);
      return `${number}.  [${positions.map((position) => position + 1).join(' ')}]  ${source.join(' ')}  →  ${pieces.join(' … ')}`;
    })
    .join('\n');
}

function derivationOfSteps(
  options: TranslationOptions,
  edges: readonly number[],
  optionOf: (edge: number) => number,
  pieceOf: (edge: number) => number,
): Derivation {
  const steps = edges.map((edge) => {
    const option = optionOf(edge);
    if (option !== -1) return { option, piece: options.pieceStart[option], isFirst: true };
    const piece = pieceOf(edge);
    return { option: ownerOf(options, piece), piece, isFirst: false };
  });
  const words: number[] = [];
  const optionOfWord: number[] = [];
  for (const { option, piece } of steps) {
    for (let i = options.wordStart[piece]; i < options.wordStart[piece + 1]; i++) {
      words.push(options.words[i]);
      optionOfWord.push(option);
    }
  }
  return { options, steps, words, optionOfWord };
}

/** The option that a piece belongs to. */
function ownerOf({ pieceStart, optionCount }: TranslationOptions, piece: number): number {
  let low = 0;
  let high = optionCount - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (pieceStart[middle] <= piece) low = middle;
    else high = middle - 1;
  }
  return low;
}

function addOptionFeatures(options: TranslationOptions, option: number, values: Float64Array): void {
  for (let f = 0; f < OPTION_FEATURE_COUNT; f++)
    values[f] += options.features[option * OPTION_FEATURE_COUNT + f];
}

function addOrientation(
  options: TranslationOptions,
  option: number,
  column: number,
  firstFeature: 'previousMonotone' | 'nextMonotone',
  orientation: number,
  values: Float64Array,
): void {
  values[featureIndex(firstFeature) + orientation] +=
    options.orientations[option * ORIENTATION_COUNT + column + orientation];
}

function orientationContext(
  previous: { first: number; last: number } | null,
  covered: ReadonlySet<number>,
  model: OrientationModel,
): { start: number; end: number } {
  if (previous === null) return { start: -1, end: -1 };
  let { first: start, last: end } = previous;
  if (model === 'hierarchical') {
    while (covered.has(start - 1)) start--;
    while (covered.has(end + 1)) end++;
  }
  return { start, end };
}

function liesInGaps(options: TranslationOptions, option: number, positions: readonly number[]): boolean {
  return setPositions(options, options.optionSet[option]).some(
    (position) => position > positions[0] && position < positions[positions.length - 1],
  );
}

function phraseNumber(steps: readonly DerivationStep[], option: number): number {
  return steps.filter((step) => step.isFirst).findIndex((step) => step.option === option) + 1;
}

function pieceText(options: TranslationOptions, piece: number, targetWord: (id: number) => string): string {
  const words = [];
  for (let i = options.wordStart[piece]; i < options.wordStart[piece + 1]; i++)
    words.push(targetWord(options.words[i]));
  return words.join(' ');
}
