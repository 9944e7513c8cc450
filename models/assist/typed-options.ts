/**
 * Phrase pairs for what the translator typed: the source and the typed words are aligned online, and every run of typed
 * words whose links stay among themselves becomes an option for the source words it is linked to, wherever these stand.
 * Words without a link lean on their neighbours. So a prefix that the model would never say still covers its share of
 * the source, and the search goes on with the rest. Such options are dear: what was learnt from the memory is preferred.
 */
import { type LexicalWeights, NULL_WORD } from '../phrases/lexical-weights.js';
import { OPTION_FEATURE_COUNT, optionFeatureIndex } from '../phrases/option-features.js';
import type { PlacedOption } from '../phrases/options-extension.js';
import { UNSEEN_ORIENTATIONS } from '../phrases/translation-options.js';

export interface TypedPair {
  readonly sourceIds: readonly number[];
  readonly targetIds: readonly number[];
  readonly links: readonly { readonly source: number; readonly target: number }[];
  /** Whether the typed words are the whole translation: then source words without a link lean on their neighbours too. */
  readonly closed: boolean;
}

/** Marks an option that stands for typed words and was learnt from nothing. */
export const TYPED_ORIGIN = 'typed';

/** Longest run; the whole of the typed words is one in any case. */
const MOST_WORDS = 7;
/** Runs kept that begin with the same word. */
const RUNS_A_WORD = 3;
/** What the search believes of a pair that nobody has seen before. */
const PHRASE_SCORE = -3;
const LEAST_LEXICAL = -6;
/** Share of the penalty for an unknown word, for every typed word. */
const UNKNOWN_SHARE = 0.2;

const FEATURE = {
  phraseForward: optionFeatureIndex('phraseForward'),
  phraseBackward: optionFeatureIndex('phraseBackward'),
  lexicalForward: optionFeatureIndex('lexicalForward'),
  lexicalBackward: optionFeatureIndex('lexicalBackward'),
  phraseCount: optionFeatureIndex('phraseCount'),
  wordCount: optionFeatureIndex('wordCount'),
  sourceGaps: optionFeatureIndex('sourceGaps'),
  sourceGapLength: optionFeatureIndex('sourceGapLength'),
  seenOnce: optionFeatureIndex('seenOnce'),
  unknownWords: optionFeatureIndex('unknownWords'),
};

export function typedOptions(pair: TypedPair, lexical: LexicalWeights): PlacedOption[] {
  const { sourceIds, targetIds } = pair;
  if (sourceIds.length === 0 || targetIds.length === 0) return [];
  const sourcesOf = targetIds.map(() => [] as number[]);
  const targetsOf = sourceIds.map(() => [] as number[]);
  for (const { source, target } of pair.links) {
    sourcesOf[target].push(source);
    targetsOf[source].push(target);
  }
  if (pair.closed) leanOnNeighbours(sourcesOf, targetsOf);
  const options: PlacedOption[] = [];
  const add = (from: number, to: number, positions: readonly number[]) => {
    options.push(placed(pair, lexical, from, to, positions, sourcesOf));
  };
  for (let from = 0; from < targetIds.length; from++) {
    let runs = 0;
    const covered = new Set<number>();
    for (let to = from + 1; to <= Math.min(targetIds.length, from + MOST_WORDS) && runs < RUNS_A_WORD; to++) {
      for (const source of sourcesOf[to - 1]) covered.add(source);
      const isClosed = [...covered].every((source) =>
        targetsOf[source].every((target) => target >= from && target < to),
      );
      if (covered.size === 0 || !isClosed) continue;
      add(from, to, ascending(covered));
      runs++;
    }
  }
  const linked = new Set(sourcesOf.flat());
  if (pair.closed) for (let i = 0; i < sourceIds.length; i++) linked.add(i);
  add(0, targetIds.length, linked.size > 0 ? ascending(linked) : guessedPositions(pair));
  return options;
}

/** Links source words that have none where the word before them is linked, or else the one after. */
function leanOnNeighbours(sourcesOf: number[][], targetsOf: number[][]): void {
  const lean = (source: number, neighbour: number) => {
    if (targetsOf[source].length > 0 || (targetsOf[neighbour]?.length ?? 0) === 0) return;
    targetsOf[source].push(...targetsOf[neighbour]);
    for (const target of targetsOf[source]) sourcesOf[target].push(source);
  };
  for (let i = 1; i < targetsOf.length; i++) lean(i, i - 1);
  for (let i = targetsOf.length - 2; i >= 0; i--) lean(i, i + 1);
}

/** Nothing is linked: as if the words translated the beginning of the source, a little less than word by word. */
function guessedPositions({ sourceIds, targetIds }: TypedPair): number[] {
  const count = Math.min(sourceIds.length, Math.ceil(targetIds.length / 2));
  return Array.from({ length: count }, (_, i) => i);
}

function placed(
  { sourceIds, targetIds }: TypedPair,
  lexical: LexicalWeights,
  from: number,
  to: number,
  positions: readonly number[],
  sourcesOf: readonly (readonly number[])[],
): PlacedOption {
  const words = targetIds.slice(from, to);
  const features = new Float32Array(OPTION_FEATURE_COUNT);
  let forward = 0;
  for (let j = from; j < to; j++) {
    const sources = sourcesOf[j].length === 0 ? [NULL_WORD] : sourcesOf[j].map((i) => sourceIds[i]);
    const sum = sources.reduce((total, source) => total + lexical.forward(source, targetIds[j]), 0);
    forward += Math.max(LEAST_LEXICAL, Math.log(sum / sources.length));
  }
  let backward = 0;
  for (const i of positions) {
    let best = lexical.backward(sourceIds[i], NULL_WORD);
    for (const word of words) best = Math.max(best, lexical.backward(sourceIds[i], word));
    backward += Math.max(LEAST_LEXICAL, Math.log(best));
  }
  const span = positions[positions.length - 1] - positions[0] + 1;
  features[FEATURE.phraseForward] = PHRASE_SCORE;
  features[FEATURE.phraseBackward] = PHRASE_SCORE;
  features[FEATURE.lexicalForward] = forward;
  features[FEATURE.lexicalBackward] = backward;
  features[FEATURE.phraseCount] = 1;
  features[FEATURE.wordCount] = words.length;
  features[FEATURE.sourceGaps] = -positions.filter((at, k) => k > 0 && at !== positions[k - 1] + 1).length;
  features[FEATURE.sourceGapLength] = -(span - positions.length);
  features[FEATURE.seenOnce] = -1;
  features[FEATURE.unknownWords] = -UNKNOWN_SHARE * words.length;
  return {
    positions,
    option: { pieces: [words], features, orientations: UNSEEN_ORIENTATIONS, origin: TYPED_ORIGIN },
  };
}

function ascending(positions: ReadonlySet<number>): number[] {
  return [...positions].sort((a, b) => a - b);
}
