/**
 * A made-up language pair with known links: every source word has one target word, target sentences leave out
 * some words, insert a filler word (id 0) and swap neighbours. For tests of word alignment.
 */
import type { PairArrays } from '../../models/align/pair-arrays.js';
import { Random } from '../../models/core/random.js';

export interface ToyBitext {
  readonly pairs: PairArrays;
  /** True links of each pair as `source-target`. */
  readonly links: readonly ReadonlySet<string>[];
}

export interface ToyBitextOptions {
  readonly count: number;
  readonly words?: number;
  readonly maxLength?: number;
  readonly seed?: number;
}

export function toyBitext({ count, words = 60, maxLength = 12, seed = 1 }: ToyBitextOptions): ToyBitext {
  const random = new Random(seed);
  const sources: number[][] = [];
  const targets: number[][] = [];
  const links: Set<string>[] = [];
  for (let n = 0; n < count; n++) {
    const length = 1 + random.below(maxLength);
    // Squaring makes small ids frequent, as in real text.
    const source = Array.from({ length }, () => Math.floor(random.next() ** 2 * words));
    const order = source.map((_, i) => i).filter(() => random.next() < 0.9);
    for (let k = 0; k + 1 < order.length; k++) {
      if (random.next() < 0.2) [order[k], order[k + 1]] = [order[k + 1], order[k]];
    }
    const target: number[] = [];
    const truth = new Set<string>();
    for (const i of order) {
      if (random.next() < 0.15) target.push(0);
      truth.add(`${i}-${target.length}`);
      target.push(translate(source[i], words));
    }
    if (target.length === 0) target.push(0);
    sources.push(source);
    targets.push(target);
    links.push(truth);
  }
  return { pairs: pairsOf(sources, targets, words, words + 1), links };
}

/** The target word of a source word: a permutation of 1 … words. */
export function translate(source: number, words: number): number {
  return words - source;
}

export function pairsOf(
  sources: readonly (readonly number[])[],
  targets: readonly (readonly number[])[],
  sourceVocabularySize: number,
  targetVocabularySize: number,
): PairArrays {
  const flat = (sentences: readonly (readonly number[])[]) => {
    const offsets = new Uint32Array(sentences.length + 1);
    sentences.forEach((sentence, n) => {
      offsets[n + 1] = offsets[n] + sentence.length;
    });
    return { ids: Int32Array.from(sentences.flat()), offsets };
  };
  const source = flat(sources);
  const target = flat(targets);
  return {
    sourceIds: source.ids,
    sourceOffsets: source.offsets,
    targetIds: target.ids,
    targetOffsets: target.offsets,
    sourceVocabularySize,
    targetVocabularySize,
  };
}
