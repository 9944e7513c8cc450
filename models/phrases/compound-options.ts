/**
 * Translates a word by its parts: options of the parts, side by side in their order, as options of the one word. Their
 * features are the sums of those of the parts' options. There are none when a part has no translation.
 */
import { OPTION_FEATURE_COUNT, optionFeatureIndex } from './option-features.js';
import { type NewOption, type TranslationOptions, UNSEEN_ORIENTATIONS } from './translation-options.js';

/** Options looked at for each block of parts, and kept for the word. */
const BLOCK_LIMIT = 6;
const WORD_LIMIT = 12;
const PHRASE_COUNT = optionFeatureIndex('phraseCount');
const UNKNOWN_WORDS = optionFeatureIndex('unknownWords');
/** What a split word counts against one that is passed through. */
const SPLIT_MARK = -0.5;

interface Rendering {
  readonly words: readonly number[];
  readonly features: Float32Array;
  readonly score: number;
  readonly origin: readonly number[];
}

/** `parts` holds the options of the parts as a segment of their own. */
export function compoundOptions(parts: TranslationOptions, weights: ArrayLike<number>): NewOption[] {
  const count = parts.sourceLength;
  // best[start]: renderings of the parts from `start` to the end.
  const best: (readonly Rendering[])[] = Array.from({ length: count + 1 }, () => []);
  best[count] = [{ words: [], features: new Float32Array(OPTION_FEATURE_COUNT), score: 0, origin: [] }];
  const blocks = blockRenderings(parts, weights);
  for (let start = count - 1; start >= 0; start--) {
    const all: Rendering[] = [];
    for (let end = start + 1; end <= count; end++) {
      for (const block of blocks.get(start * (count + 1) + end) ?? []) {
        for (const rest of best[end]) all.push(joined(block, rest));
      }
    }
    best[start] = strongest(all, WORD_LIMIT);
  }
  return best[0].map(({ words, features, origin }) => {
    features[PHRASE_COUNT] = 1;
    features[UNKNOWN_WORDS] = SPLIT_MARK;
    return {
      pieces: [words],
      features,
      orientations: UNSEEN_ORIENTATIONS,
      origin,
    };
  });
}

/** The strongest options without gaps of every block of parts, by `start · (parts + 1) + end`. */
function blockRenderings(
  parts: TranslationOptions,
  weights: ArrayLike<number>,
): Map<number, readonly Rendering[]> {
  const blocks = new Map<number, readonly Rendering[]>();
  for (let set = 0; set < parts.setCount; set++) {
    const start = parts.setFirst[set];
    const end = parts.setLast[set] + 1;
    if (end - start !== parts.setSize[set]) continue;
    const renderings: Rendering[] = [];
    for (let o = parts.optionStart[set]; o < parts.optionStart[set + 1]; o++) {
      const piece = parts.pieceStart[o];
      if (parts.pieceStart[o + 1] - piece > 1) continue;
      if (parts.features[o * OPTION_FEATURE_COUNT + UNKNOWN_WORDS] !== 0) continue;
      const features = parts.features.slice(o * OPTION_FEATURE_COUNT, (o + 1) * OPTION_FEATURE_COUNT);
      let score = 0;
      for (let f = 0; f < OPTION_FEATURE_COUNT; f++) score += weights[f] * features[f];
      const words = [...parts.words.subarray(parts.wordStart[piece], parts.wordStart[piece + 1])];
      renderings.push({
        words,
        features,
        score,
        origin: (parts.origins[o] as readonly number[] | null) ?? [],
      });
    }
    blocks.set(start * (parts.sourceLength + 1) + end, strongest(renderings, BLOCK_LIMIT));
  }
  return blocks;
}

function joined(first: Rendering, second: Rendering): Rendering {
  return {
    words: [...first.words, ...second.words],
    features: first.features.map((value, f) => value + second.features[f]),
    score: first.score + second.score,
    origin: [...first.origin, ...second.origin].slice(0, 4),
  };
}

function strongest(renderings: Rendering[], limit: number): readonly Rendering[] {
  return renderings.sort((a, b) => b.score - a.score).slice(0, limit);
}
