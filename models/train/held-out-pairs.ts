/**
 * Pairs to keep out of a bitext, so that something learnt from it can be judged on text it has not seen. A pair whose
 * source occurs elsewhere in the bitext would be translated from there and is not taken. Pairs are taken in runs:
 * neighbours are often of one document, and a sentence whose neighbours were learnt from is easier than new text. Runs are
 * short, because neighbours are often by one translator too, and the pairs should be by many.
 */
import { Random } from '../core/random.js';
import type { Bitext } from '../corpus/bitext.js';
import { GrowingBitext } from '../corpus/growing-bitext.js';
import type { TokenText } from '../corpus/token-text.js';

/** Pairs in a run, and runs at least, if so many pairs may be held out at all. */
const RUN = 25;
const LEAST_RUNS = 3;

export interface HoldingOut {
  /** Target words to hold out, if there are so many. */
  readonly words: number;
  /** Share of all pairs that may be held out at most. */
  readonly share: number;
  readonly seed: number;
}

/** Numbers of the pairs to hold out, drawn at random in runs, ascending. */
export function chooseHeldOut(bitext: Bitext, { words, share, seed }: HoldingOut): Uint32Array {
  const most = Math.floor(share * bitext.pairCount);
  const random = new Random(seed);
  // Some will turn out to be repeated, so draw more than wanted.
  const drawn = new Set<number>();
  let drawnWords = 0;
  const run = Math.max(1, Math.min(RUN, Math.floor(most / LEAST_RUNS)));
  for (let draws = 0; draws < 2 * most && drawnWords < 2 * words; draws += run) {
    const first = random.below(bitext.pairCount);
    for (let pair = first; pair < Math.min(first + run, bitext.pairCount); pair++) {
      if (drawn.has(pair)) continue;
      drawn.add(pair);
      drawnWords += bitext.target.sentenceLength(pair);
    }
  }
  const seen = new Map<number, number>();
  for (const pair of drawn) seen.set(sentenceHash(bitext.source, pair), 0);
  for (let pair = 0; pair < bitext.pairCount; pair++) {
    const hash = sentenceHash(bitext.source, pair);
    const times = seen.get(hash);
    if (times !== undefined) seen.set(hash, times + 1);
  }
  const chosen: number[] = [];
  let chosenWords = 0;
  for (const pair of drawn) {
    if (chosen.length === most || chosenWords >= words) break;
    if (seen.get(sentenceHash(bitext.source, pair)) !== 1) continue;
    chosen.push(pair);
    chosenWords += bitext.target.sentenceLength(pair);
  }
  return Uint32Array.from(chosen).sort();
}

/** The bitext without these pairs (ascending); the others keep their order. */
export function withoutPairs(bitext: Bitext, pairs: Uint32Array): Bitext {
  const rest = new GrowingBitext();
  const { positions, offsets } = bitext.links;
  let next = 0;
  for (let pair = 0; pair < bitext.pairCount; pair++) {
    if (pair === pairs[next]) next++;
    else {
      const links = positions.subarray(2 * offsets[pair], 2 * offsets[pair + 1]);
      rest.append(bitext.source.sentence(pair), bitext.target.sentence(pair), links);
    }
  }
  return rest.view();
}

/** The same for one number a pair. */
export function withoutEntries(numbers: Uint32Array, pairs: Uint32Array): Uint32Array {
  const left = new Set(pairs);
  return numbers.filter((_, pair) => !left.has(pair));
}

function sentenceHash(text: TokenText, sentence: number): number {
  let hash = 0x811c9dc5;
  for (let p = text.offsets[sentence]; p < text.offsets[sentence + 1]; p++) {
    hash = Math.imul(hash ^ text.ids[p], 0x01000193);
    hash ^= hash >>> 15;
  }
  return hash;
}
