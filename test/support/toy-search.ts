/**
 * Random small translation problems, and a search that tries everything: every order of options, every moment for
 * every waiting piece. The oracle of the decoder.
 */
import fc from 'fast-check';
import { estimateKneserNey } from '../../models/lm/kneser-ney.js';
import { countNgrams } from '../../models/lm/ngram-counter.js';
import { buildNgramModel, type NgramModel } from '../../models/lm/ngram-model.js';
import { OPTION_FEATURE_COUNT } from '../../models/phrases/option-features.js';
import {
  ORIENTATION_COUNT,
  setPositions,
  type TranslationOptions,
  TranslationOptionsBuilder,
} from '../../models/phrases/translation-options.js';
import { type Derivation, type DerivationStep, derivationFeatures } from '../../models/search/derivation.js';
import { FEATURE_COUNT } from '../../models/search/feature-names.js';
import { MOST_PENDING } from '../../models/search/pending-table.js';
import type { OrientationModel } from '../../models/search/search-settings.js';
import { FIRST_WORD, flatten } from './toy-corpus.js';

const WORDS = 4;

export interface ToyProblem {
  readonly options: TranslationOptions;
  readonly lm: NgramModel;
  readonly weights: Float64Array;
}

const word = fc.integer({ min: FIRST_WORD, max: FIRST_WORD + WORDS - 1 });
const logs = (length: number) =>
  fc.array(fc.double({ min: -4, max: 0, noNaN: true }), { minLength: length, maxLength: length });

/** Problems of up to `maxLength` source words; every word can be translated alone, so there is always a translation. */
export function toyProblems(maxLength: number, maxExtra: number, gaps = true): fc.Arbitrary<ToyProblem> {
  const option = fc.record({
    pieces: fc.array(fc.array(word, { minLength: 1, maxLength: 2 }), {
      minLength: 1,
      maxLength: gaps ? 3 : 1,
    }),
    features: logs(OPTION_FEATURE_COUNT),
    orientations: logs(ORIENTATION_COUNT),
  });
  const lm = fc
    .array(fc.array(word, { maxLength: 5 }), { minLength: 1, maxLength: 4 })
    .map((text) => buildNgramModel(estimateKneserNey(countNgrams(flatten(text), WORDS + FIRST_WORD, 3))));
  const weights = fc
    .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: FEATURE_COUNT, maxLength: FEATURE_COUNT })
    .map((values) => Float64Array.from(values));
  return fc.integer({ min: 1, max: maxLength }).chain((length) => {
    const extra = fc.record({
      positions: gaps
        ? fc
            .uniqueArray(fc.nat(length - 1), { minLength: 1, maxLength: 3 })
            .map((list) => list.sort((a, b) => a - b))
        : fc
            .tuple(fc.nat(length - 1), fc.nat(2))
            .map(([start, more]) => run(start, Math.min(length, start + more + 1))),
      option,
    });
    const single = option.map((given) => ({ ...given, pieces: given.pieces.slice(0, 1) }));
    return fc
      .record({
        singles: fc.array(single, { minLength: length, maxLength: length }),
        extras: fc.array(extra, { maxLength: maxExtra }),
        lm,
        weights,
      })
      .map((parts) => {
        const builder = new TranslationOptionsBuilder(length);
        parts.singles.forEach((given, position) => {
          builder.add([position], given);
        });
        for (const { positions, option: given } of parts.extras) builder.add(positions, given);
        return { options: builder.build(), lm: parts.lm, weights: parts.weights };
      });
  });
}

/** Every derivation there is, with its score. */
export function* everyDerivation(
  problem: ToyProblem,
  orientation: OrientationModel,
): Generator<{ derivation: Derivation; score: number }> {
  const { options, lm, weights } = problem;
  for (const steps of everyStepList(options, [], new Set(), [])) {
    const derivation = derivationOfSteps(options, steps);
    const values = derivationFeatures(derivation, lm, orientation);
    yield { derivation, score: values.reduce((sum, value, f) => sum + value * weights[f], 0) };
  }
}

interface Waiting {
  readonly option: number;
  readonly piece: number;
}

function* everyStepList(
  options: TranslationOptions,
  steps: readonly DerivationStep[],
  covered: ReadonlySet<number>,
  waiting: readonly Waiting[],
): Generator<readonly DerivationStep[]> {
  if (covered.size === options.sourceLength && waiting.length === 0) yield steps;
  for (let option = 0; option < options.optionCount; option++) {
    const positions = setPositions(options, options.optionSet[option]);
    if (positions.some((position) => covered.has(position))) continue;
    const piece = options.pieceStart[option];
    const isGappy = options.pieceStart[option + 1] > piece + 1;
    if (isGappy && waiting.length === MOST_PENDING) continue;
    const nowWaiting = isGappy ? [...waiting, { option, piece: piece + 1 }] : waiting;
    yield* everyStepList(
      options,
      [...steps, { option, piece, isFirst: true }],
      new Set([...covered, ...positions]),
      nowWaiting,
    );
  }
  for (const entry of waiting) {
    const last = steps[steps.length - 1];
    const gapIsEmpty = last.option === entry.option && last.piece === entry.piece - 1;
    if (gapIsEmpty) continue;
    const rest = waiting.filter((other) => other !== entry);
    const more = entry.piece + 1 < options.pieceStart[entry.option + 1];
    yield* everyStepList(
      options,
      [...steps, { option: entry.option, piece: entry.piece, isFirst: false }],
      covered,
      more ? [...rest, { option: entry.option, piece: entry.piece + 1 }] : rest,
    );
  }
}

function derivationOfSteps(options: TranslationOptions, steps: readonly DerivationStep[]): Derivation {
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

function run(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, i) => start + i);
}
