/**
 * Finds, among the segments added so far, those most similar to a query. Exact: the answer is what comparing the
 * query with every segment would give, ranked by the score of `match-score.ts`, newer segments first among equals.
 *
 * How a query is answered, with t the lowest score wanted:
 * 1. Words of the query, rarest first, are taken until the rest weighs less than t · weight(query). A segment
 *    without any of the words taken shares less than t · weight(query) with the query and cannot reach t (prefix
 *    filtering), so the posting lists of the words taken hold every match. Segments of the wrong length are passed
 *    over inside the lists.
 * 2. What a segment was seen to share, plus everything not looked at yet, bounds its score. As long as it is
 *    cheaper than looking at the candidates one by one, further lists are scanned to lower that bound.
 * 3. Best bound first, candidates are compared with the query as multisets of words, which lowers the bound, and
 *    when their turn comes again by edit distance. The search ends when no candidate left can enter the ranking.
 *
 * A query allocates its answer only; scratch arrays grow with the index.
 */
import type { Token } from '../text/token.js';
import { EditCost } from './edit-cost.js';
import { CLASS_WEIGHTS, WORD_WEIGHT } from './match-score.js';
import { LENGTH_LIMIT } from './postings.js';
import { QueryWords } from './query-words.js';
import { Ranking } from './ranking.js';
import type { SegmentIndex } from './segment-index.js';
import { TokenRow } from './token-row.js';
import { PAGE_BITS, PAGE_SIZE } from './token-store.js';

/** What looking at one candidate costs, in scanned postings (measured: a cache miss and some 30 tokens). */
const CANDIDATE_COST = 30;
/** Bounds are sorted in steps of one hundredth. */
const STEPS = 100;

export class MatchIndex {
  readonly #index: SegmentIndex;

  // Scratch of one query.
  readonly #editCost = new EditCost();
  readonly #query = new TokenRow();
  readonly #segment = new TokenRow();
  readonly #words = new QueryWords();
  /** Weight seen to be shared with the query, by segment; all zero between queries. */
  #gains = new Int32Array(0);
  /** Segments with a gain. */
  #touched = new Int32Array(0);
  /** Lists of candidates (places in `#touched`) with the same bound of their score in hundredths, by bound. */
  readonly #bounded = new Int32Array(STEPS + 1);
  /** The same for candidates whose bound comes from all their words. */
  readonly #compared = new Int32Array(STEPS + 1);
  /** The next candidate of the list, by candidate. */
  #next = new Int32Array(0);

  constructor(index: SegmentIndex) {
    this.#index = index;
  }

  /** Bytes of scratch memory. */
  get byteLength(): number {
    return [this.#words, this.#gains, this.#touched, this.#next].reduce(
      (sum, part) => sum + part.byteLength,
      0,
    );
  }

  /**
   * The `limit` best segments scoring at least `minimumPercent` hundredths (1–100). `isLive` tells which segments
   * still count; only candidates are asked about.
   */
  match(
    tokens: readonly Token[],
    minimumPercent: number,
    limit: number,
    isLive: (segment: number) => boolean,
  ): Ranking {
    const ranking = new Ranking(limit);
    const percent = Math.max(1, minimumPercent);
    this.#setQuery(tokens);
    if (this.#query.weight > 0 && limit >= 1) {
      this.#findCandidates(percent, ranking);
      this.#rankCandidates(percent, ranking, isLive);
    }
    this.#words.clear();
    return ranking;
  }

  #setQuery(tokens: readonly Token[]): void {
    this.#index.readTokens(tokens, this.#query);
    this.#words.set(this.#query, this.#index.forms.size, this.#index.postings);
    const size = this.#index.size;
    if (this.#gains.length < size) {
      const capacity = Math.max(1024, Math.ceil(1.25 * size));
      this.#gains = new Int32Array(capacity);
      this.#touched = new Int32Array(capacity);
      this.#next = new Int32Array(capacity);
    }
  }

  /** Steps 1 and 2: leaves the possible matches in `#touched`, in lists by bound. */
  #findCandidates(percent: number, ranking: Ranking): void {
    const queryWeight = this.#query.weight;
    const words = this.#words;
    const shortest = Math.min(LENGTH_LIMIT, Math.floor((percent * queryWeight) / (100 * WORD_WEIGHT)));
    const longest = Math.min(LENGTH_LIMIT, Math.floor((100 * queryWeight) / (percent * WORD_WEIGHT)));
    let rest = queryWeight;
    let count = 0;
    for (let i = 0; i < words.count; i++) {
      const isRequired = 100 * rest >= percent * queryWeight;
      const postings = words.frequencies[i];
      if (!isRequired) {
        count = this.#dropHopeless(count, rest, percent);
        if (postings > CANDIDATE_COST * count) break;
      }
      const gain = words.weights[i];
      count = this.#index.postings.accumulate(
        words.normals[i],
        shortest,
        longest,
        gain,
        this.#gains,
        this.#touched,
        count,
        !isRequired,
      );
      ranking.effort.postingsScanned += postings;
      rest -= gain;
    }
    this.#listByBound(this.#dropHopeless(count, rest, percent), rest);
  }

  /** Keeps the touched segments that would reach the score if they shared all of `rest`; counts them. */
  #dropHopeless(count: number, rest: number, percent: number): number {
    const queryWeight = this.#query.weight;
    const weights = this.#index.weights.values;
    const gains = this.#gains;
    const touched = this.#touched;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const segment = touched[i];
      const heavier = Math.max(queryWeight, weights[segment]);
      if (100 * (gains[segment] + rest) >= percent * heavier) touched[kept++] = segment;
      else gains[segment] = 0;
    }
    return kept;
  }

  /** Lists the first `count` touched segments by the score they have if they share all of `rest`; clears gains. */
  #listByBound(count: number, rest: number): void {
    this.#bounded.fill(-1);
    for (let i = 0; i < count; i++) {
      const segment = this.#touched[i];
      const shared = Math.min(this.#query.weight, this.#gains[segment] + rest);
      const heavier = Math.max(this.#query.weight, this.#index.weights.values[segment]);
      this.#push(this.#bounded, Math.floor((STEPS * shared) / heavier), i);
      this.#gains[segment] = 0;
    }
  }

  /** Step 3: the best bound first, until none that is left can enter the ranking. */
  #rankCandidates(percent: number, ranking: Ranking, isLive: (segment: number) => boolean): void {
    const compared = this.#compared.fill(-1);
    for (let bound = STEPS; bound >= percent; bound--) {
      // Bounds were rounded down.
      if (ranking.excludesBelow(bound + 1)) return;
      for (let i = this.#bounded[bound], next = 0; i >= 0; i = next) {
        next = this.#next[i];
        const segment = this.#touched[i];
        if (!isLive(segment)) continue;
        const heavier = Math.max(this.#query.weight, this.#index.weights.values[segment]);
        this.#push(compared, Math.floor((STEPS * this.#sharedWeight(segment)) / heavier), i);
        ranking.effort.candidates++;
      }
      for (let i = compared[bound]; i >= 0; i = this.#next[i])
        this.#verify(this.#touched[i], percent, ranking);
    }
  }

  #push(lists: Int32Array, bound: number, candidate: number): void {
    this.#next[candidate] = lists[bound];
    lists[bound] = candidate;
  }

  #verify(segment: number, percent: number, ranking: Ranking): void {
    const row = this.#index.readSegment(segment, this.#segment);
    const heavier = Math.max(this.#query.weight, row.weight);
    const limit = Math.min(Math.floor(((100 - percent) * heavier) / 100), ranking.costLimit(heavier));
    const cost = this.#editCost.within(this.#query, row, limit);
    ranking.effort.verified++;
    if (cost <= limit) ranking.offer(segment, cost, heavier);
  }

  /** Weight of the multiset of normalised forms that the query and a segment have in common. */
  #sharedWeight(segment: number): number {
    const normalOf = this.#index.forms.normal.values;
    const classOfForm = this.#index.forms.classes.values;
    const placeOf = this.#words.places;
    const left = this.#words.startCounting();
    const address = this.#index.addresses.values[segment];
    const bytes = this.#index.store.pages[address >>> PAGE_BITS];
    let at = address & (PAGE_SIZE - 1);
    let count = -1;
    let shared = 0;
    do {
      let byte = bytes[at++];
      let value = byte & 0x7f;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = bytes[at++];
        value |= (byte & 0x7f) << shift;
      }
      if (count < 0) {
        count = value;
        continue;
      }
      count--;
      const place = placeOf[normalOf[value]];
      if (place > 0 && left[place - 1]-- > 0) shared += CLASS_WEIGHTS[classOfForm[value]];
    } while (count > 0);
    return shared;
  }
}
