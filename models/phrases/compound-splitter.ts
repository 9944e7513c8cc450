/**
 * Splits long words into known ones (Koehn & Knight 2003): of all ways to cut a word into parts that the bitext knows,
 * with a filler letter or two between them where the language puts one, the one whose parts have the highest geometric
 * mean of frequencies. A word stays whole when it is itself at least as frequent as that mean. Hyphens always part.
 *
 *   splitter.split('Handtaschenverkäufer')  →  ['Hand', 'Taschen', 'Verkäufer']
 */
export interface CompoundSettings {
  /** Shortest part. */
  readonly minPart: number;
  readonly maxParts: number;
  /** Letters that may stand between two parts and belong to neither. */
  readonly fillers: readonly string[];
}

export const DEFAULT_COMPOUNDS: CompoundSettings = {
  minPart: 4,
  maxParts: 4,
  fillers: ['', 's', 'es', 'n', 'en', 'er', 'e', '-'],
};

/** Languages that write compounds as one word; in others only hyphens part words. */
const COMPOUNDING = new Set(['af', 'da', 'de', 'et', 'fi', 'hu', 'is', 'lb', 'nb', 'nl', 'nn', 'no', 'sv']);

/** What suits a language (BCP 47 tag). */
export function compoundSettings(language: string): CompoundSettings {
  const [primary] = language.toLowerCase().split('-');
  return COMPOUNDING.has(primary) ? DEFAULT_COMPOUNDS : { ...DEFAULT_COMPOUNDS, minPart: 1, fillers: ['-'] };
}

interface KnownPart {
  readonly form: string;
  readonly logFrequency: number;
}

export class CompoundSplitter {
  readonly #frequencyOf: (form: string) => number;
  readonly #settings: CompoundSettings;

  /** `frequencyOf` tells how often a form stands in the text; 0 for unknown ones. */
  constructor(frequencyOf: (form: string) => number, settings: CompoundSettings = DEFAULT_COMPOUNDS) {
    this.#frequencyOf = frequencyOf;
    this.#settings = settings;
  }

  /** The parts as the text writes them; null when the word is better left whole. */
  split(word: string): readonly string[] | null {
    const { minPart, maxParts, fillers } = this.#settings;
    const { length } = word;
    if (length < 2 * minPart) return null;
    // best[n][end]: n parts that end at `end`, by the sum of their log frequencies.
    const sums = Array.from({ length: maxParts + 1 }, () => new Float64Array(length + 1).fill(-Infinity));
    const last: (readonly (KnownPart & { before: number })[] | undefined)[][] = sums.map(() => []);
    sums[0][0] = 0;
    for (let n = 1; n <= maxParts; n++) {
      for (let from = 0; from <= length - minPart; from++) {
        for (const filler of from === 0 ? [''] : fillers) {
          const start = from + filler.length;
          if (sums[n - 1][from] === -Infinity || !word.startsWith(filler, from)) continue;
          for (let end = start + minPart; end <= length; end++) {
            if (end === length && n === 1) continue;
            const part = this.#known(word.slice(start, end));
            if (part === null || sums[n - 1][from] + part.logFrequency <= sums[n][end]) continue;
            sums[n][end] = sums[n - 1][from] + part.logFrequency;
            last[n][end] = [...(last[n - 1][from] ?? []), { ...part, before: from }];
          }
        }
      }
    }
    let best = 0;
    for (let n = 2; n <= maxParts; n++) {
      if (best === 0 || sums[n][length] / n > sums[best][length] / best) best = n;
    }
    if (sums[best][length] / best <= Math.log(this.#frequencyOf(word))) return null;
    return last[best][length]?.map(({ form }) => form) ?? null;
  }

  /** The most frequent way to write the part; inside a compound its own case is lost. */
  #known(part: string): KnownPart | null {
    const lower = part.toLowerCase();
    const capital = lower.charAt(0).toUpperCase() + lower.slice(1);
    let form = '';
    let frequency = 0;
    for (const candidate of [lower, capital]) {
      const count = this.#frequencyOf(candidate);
      if (count > frequency) {
        form = candidate;
        frequency = count;
      }
    }
    return frequency === 0 ? null : { form, logFrequency: Math.log(frequency) };
  }
}
