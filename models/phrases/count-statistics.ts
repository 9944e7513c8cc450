/**
 * How counts of phrase pairs are spread in a bitext, estimated from a sample of its phrases: what smoothing needs to
 * know of all pairs without extracting them.
 *
 * Phrases are drawn at even distances in the text, so one that occurs c times is drawn in proportion to c; weighing each
 * by 1/c gives figures of *types*. Phrases of every length are drawn equally often, up to the longest there is.
 */
import { AlignedPair } from '../corpus/aligned-pair.js';
import type { Bitext } from '../corpus/bitext.js';
import type { PhraseRange, SuffixArray } from '../corpus/suffix-array.js';
import { CandidateTable } from './candidate-table.js';
import { PhraseExtractor } from './phrase-extractor.js';

export interface CountStatistics {
  /** D of Kneser–Ney smoothing: n_1 / (n_1 + 2 n_2). */
  readonly discount: number;
  /** b of n_c = a c^b, the number of pairs seen c times; below −1. */
  readonly slope: number;
  /** A phrase seen c times has about c to this power different partners; 0–1. */
  readonly partnerExponent: number;
  /** Different phrase pairs in the whole text, about. */
  readonly pairTypes: number;
}

const SAMPLE_SIZE = 2000;
/** More frequent phrases are left out: they are few, and each would take long. */
const MOST_OCCURRENCES = 200;
/** Counts that the slope is fitted to. */
const LARGEST_COUNT = 8;
/** What a text too small for estimates gets. */
const USUAL: CountStatistics = { discount: 0.7, slope: -2.5, partnerExponent: 0.7, pairTypes: 1000 };

export function countStatistics(bitext: Bitext, index: SuffixArray, maxWords: number): CountStatistics {
  const extractor = new PhraseExtractor({ maxTargetWords: maxWords, maxTargetGaps: 0 });
  const table = new CandidateTable([bitext], extractor, 'word');
  const pair = new AlignedPair();
  const positions = new Int32Array(maxWords);
  const range: PhraseRange = { low: 0, high: 0 };
  const { source } = bitext;
  const countsOfCounts = new Float64Array(LARGEST_COUNT + 1);
  const partners = new LineFit();
  let pairTypes = 0;
  const draws = Math.min(SAMPLE_SIZE, source.tokenCount * maxWords);
  for (let draw = 0; draw < draws; draw++) {
    const start = Math.floor(((draw + 0.5) * source.tokenCount) / draws);
    const length = 1 + (draw % maxWords);
    const end = source.offsets[source.sentenceOf(start) + 1];
    if (start + length > end || !index.find(source.ids.subarray(start, start + length), range)) continue;
    const occurrences = range.high - range.low;
    if (occurrences > MOST_OCCURRENCES) continue;
    table.reset();
    for (let k = range.low; k < range.high; k++) {
      const at = index.positions[k];
      const sentence = source.sentenceOf(at);
      pair.load(bitext, sentence);
      for (let i = 0; i < length; i++) positions[i] = at - pair.sourceStart + i;
      table.add(0, pair, positions, length, sentence);
    }
    if (table.count === 0) continue;
    for (let c = 0; c < table.count; c++) {
      if (table.counts[c] <= LARGEST_COUNT) countsOfCounts[table.counts[c]] += 1 / occurrences;
    }
    pairTypes += table.count / occurrences;
    if (occurrences > 1) partners.add(Math.log(occurrences), Math.log(table.count), 1);
  }
  const [, once, twice] = countsOfCounts;
  if (once === 0 || twice === 0) return USUAL;
  const sizes = new LineFit();
  for (let c = 1; c <= LARGEST_COUNT; c++) {
    if (countsOfCounts[c] > 0) sizes.add(Math.log(c), Math.log(countsOfCounts[c]), countsOfCounts[c]);
  }
  return {
    discount: once / (once + 2 * twice),
    slope: Math.min(-1, sizes.slope() ?? USUAL.slope),
    partnerExponent: Math.min(1, Math.max(0, partners.slopeThroughOrigin() ?? USUAL.partnerExponent)),
    pairTypes: Math.max(1, (pairTypes * source.tokenCount * maxWords) / draws),
  };
}

/** Least squares of y on x with weights. */
class LineFit {
  #weight = 0;
  #x = 0;
  #y = 0;
  #xx = 0;
  #xy = 0;

  add(x: number, y: number, weight: number): void {
    this.#weight += weight;
    this.#x += weight * x;
    this.#y += weight * y;
    this.#xx += weight * x * x;
    this.#xy += weight * x * y;
  }

  /** Null without two different x. */
  slope(): number | null {
    const spread = this.#weight * this.#xx - this.#x * this.#x;
    return spread > 1e-9 ? (this.#weight * this.#xy - this.#x * this.#y) / spread : null;
  }

  slopeThroughOrigin(): number | null {
    return this.#xx > 0 ? this.#xy / this.#xx : null;
  }
}
