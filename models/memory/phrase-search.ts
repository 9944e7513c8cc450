/**
 * Concordance: the segments that contain a phrase, newest first. Words are compared by their normalised forms, so
 * case does not matter, any number finds numbers, and punctuation inside the phrase must be there too.
 */
import type { Token } from '../text/token.js';
import { LENGTH_LIMIT } from './postings.js';
import { QueryWords } from './query-words.js';
import type { SegmentIndex } from './segment-index.js';
import { TokenRow } from './token-row.js';

export interface PhraseHit {
  readonly segment: number;
  /** Position of the phrase's first token in the segment. */
  readonly position: number;
}

export class PhraseSearch {
  readonly #index: SegmentIndex;
  readonly #phrase = new TokenRow();
  readonly #row = new TokenRow();
  readonly #words = new QueryWords();

  constructor(index: SegmentIndex) {
    this.#index = index;
  }

  /** The newest `limit` segments containing the phrase for which `isWanted` holds. */
  find(tokens: readonly Token[], limit: number, isWanted: (segment: number) => boolean): PhraseHit[] {
    const phrase = this.#index.readTokens(tokens, this.#phrase);
    const hits: PhraseHit[] = [];
    if (phrase.count === 0 || phrase.normals.subarray(0, phrase.count).includes(-1)) return hits;
    const candidates = this.#segmentsWithAllWords(phrase);
    for (let i = candidates.length - 1; i >= 0 && hits.length < limit; i--) {
      const segment = candidates[i];
      if (!isWanted(segment)) continue;
      const position = findRun(this.#index.readSegment(segment, this.#row), phrase);
      if (position >= 0) hits.push({ segment, position });
    }
    return hits;
  }

  /** Segments with every word of the phrase, oldest first: the rarest word's list, thinned by the others'. */
  #segmentsWithAllWords(phrase: TokenRow): Int32Array {
    const { postings, forms, size } = this.#index;
    const words = this.#words;
    words.set(phrase, forms.size, postings);
    const gains = new Int32Array(words.count > 1 ? size : 0);
    let segments: Int32Array = new Int32Array(words.frequencies[0]);
    postings.segments(words.normals[0], segments);
    if (words.count > 1) {
      for (const segment of segments) gains[segment] = 1;
      for (let i = 1; i < words.count; i++) {
        postings.accumulate(words.normals[i], 0, LENGTH_LIMIT, 1, gains, segments, 0, true);
      }
      const all = words.count;
      segments = segments.filter((segment) => gains[segment] === all);
    }
    words.clear();
    return segments;
  }
}

/** Where the tokens of `phrase` stand one after the other in `row`, or −1. */
function findRun(row: TokenRow, phrase: TokenRow): number {
  for (let start = 0; start + phrase.count <= row.count; start++) {
    let length = 0;
    while (length < phrase.count && row.normals[start + length] === phrase.normals[length]) length++;
    if (length === phrase.count) return start;
  }
  return -1;
}
