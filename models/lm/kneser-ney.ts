/**
 * Interpolated modified Kneser–Ney estimates (Chen & Goodman 1998, §3), with the conventions of the standard
 * toolkits: n-grams that begin with `<s>` and those of the highest order keep their raw counts, all others count
 * their distinct left neighbours; the unigrams are interpolated with the uniform distribution over every word
 * but `<s>`, which is where `<unk>` and words without a count get their probability from.
 *
 *   p(w | h) = max(c(h w) − D(c(h w)), 0) / Σ_v c(h v)  +  γ(h) · p(w | h′)          h′ = h without its first word
 *   γ(h)     = 1 − Σ_kept (c(h w) − D(c(h w))) / Σ_v c(h v)
 *   D(1) = 1 − 2Y n₂/n₁   D(2) = 2 − 3Y n₃/n₂   D(3+) = 3 − 4Y n₄/n₃   Y = n₁ / (n₁ + 2 n₂)     per order
 *
 * Without pruning γ(h) is the usual (D₁ N₁ + D₂ N₂ + D₃ N₃₊) / Σ c; what pruning takes away flows into it too, so
 * that every context still sums to one.
 */
import { type CancelToken, NEVER_CANCELLED, throwIfCancelled } from '../core/cancel.js';
import type { NgramCounts } from './ngram-counter.js';
import { type NgramTrie, SENTENCE_START, UNKNOWN_WORD } from './ngram-trie.js';
import { pruneTrie } from './trie-pruning.js';

export interface KneserNeyOptions {
  /**
   * `pruning[k − 1]`: n-grams of order k that occur at most so often are left out (0 keeps all). Must not fall
   * with the order; missing entries repeat the last one. Single words are never left out.
   */
  readonly pruning?: readonly number[];
  readonly cancel?: CancelToken;
}

/** A trie with natural-log probabilities of all nodes and natural-log back-off weights of all inner nodes. */
export interface EstimatedNgrams {
  readonly trie: NgramTrie;
  readonly logProbabilities: Float32Array;
  readonly logBackoffs: Float32Array;
  /** How often each probability and each back-off weight is expected to be used; shapes the codebooks. */
  readonly usage: NgramUsage;
  /** D(1), D(2), D(3+) of every order. */
  readonly discounts: readonly Discounts[];
}

export interface NgramUsage {
  readonly probabilities: Float32Array;
  readonly backoffs: Float32Array;
}

export type Discounts = readonly [number, number, number];

/** Used where the counts of counts are too thin for the formula (tiny corpora). */
const FALLBACK_DISCOUNTS: Discounts = [0.5, 1, 1.5];

/** Discounts can be zero; log 0 would make impossible what is only unseen. */
const LEAST_BACKOFF = 1e-9;

export function estimateKneserNey(counted: NgramCounts, options: KneserNeyOptions = {}): EstimatedNgrams {
  const { trie, counts } = counted;
  const cancel = options.cancel ?? NEVER_CANCELLED;
  const adjusted = adjustedCounts(trie, counts);
  const discounts: Discounts[] = [];
  for (let k = 1; k <= trie.order; k++) {
    discounts.push(modifiedDiscounts(adjusted, trie.levelStart[k - 1], trie.levelStart[k]));
  }
  const kept = keptNodes(trie, counts, options.pruning ?? []);
  const probabilities = new Float64Array(trie.words.length);
  const backoffs = new Float64Array(trie.levelStart[trie.order - 1]);
  estimateUnigrams(trie, adjusted, discounts[0], probabilities);
  for (let k = 2; k <= trie.order; k++) {
    throwIfCancelled(cancel);
    estimateLevel(trie, adjusted, discounts[k - 1], kept, k, probabilities, backoffs);
  }
  const logProbabilities = Float32Array.from(probabilities, Math.log);
  // `<s>` is never predicted; its probability is one by convention.
  logProbabilities[SENTENCE_START] = 0;
  const estimated: EstimatedNgrams = {
    trie,
    logProbabilities,
    logBackoffs: Float32Array.from(backoffs, Math.log),
    usage: expectedUsage(trie, counts, discounts),
    discounts,
  };
  return kept === null ? estimated : pruneTrie(estimated, kept);
}

/** Left-neighbour counts for lower orders, raw counts for the top order and for what begins with `<s>`. */
function adjustedCounts(trie: NgramTrie, counts: Uint32Array): Uint32Array {
  const { order, levelStart, suffixes, childStart } = trie;
  const adjusted = new Uint32Array(counts.length);
  for (let node = levelStart[1]; node < counts.length; node++) adjusted[suffixes[node]]++;
  adjusted.set(counts.subarray(levelStart[order - 1]), levelStart[order - 1]);
  if (order === 1) {
    adjusted[SENTENCE_START] = 0;
    return adjusted;
  }
  // What begins with <s> is one run on every level, because children follow the order of their parents.
  let start = SENTENCE_START;
  let end = SENTENCE_START + 1;
  for (let k = 2; k <= order; k++) {
    start = childStart[start];
    end = childStart[end];
    adjusted.set(counts.subarray(start, end), start);
  }
  return adjusted;
}

function modifiedDiscounts(adjusted: Uint32Array, start: number, end: number): Discounts {
  const n = [0, 0, 0, 0, 0];
  for (let node = start; node < end; node++) if (adjusted[node] <= 4) n[adjusted[node]]++;
  const y = n[1] / (n[1] + 2 * n[2]);
  const discounts = [1, 2, 3].map((c) => c - ((c + 1) * y * n[c + 1]) / n[c]);
  const usable = discounts.every((discount, i) => discount >= 0 && discount <= i + 1);
  return usable ? [discounts[0], discounts[1], discounts[2]] : FALLBACK_DISCOUNTS;
}

/**
 * Expected use in new text, by the same reasoning as the discounts: of c occurrences of an n-gram, D(c) will not be
 * met again. So an n-gram of the top order, or one that begins with `<s>`, is used c − D(c) times, a shorter one as
 * often as its longer forms are missed, and a back-off weight as often as the context's continuations are.
 */
function expectedUsage(trie: NgramTrie, counts: Uint32Array, discounts: readonly Discounts[]): NgramUsage {
  const { order, levelStart, suffixes, childStart } = trie;
  const probabilities = new Float32Array(counts.length);
  const backoffs = new Float32Array(levelStart[order - 1]);
  let startsAt = SENTENCE_START;
  let startsEnd = SENTENCE_START + 1;
  for (let k = 1; k <= order; k++) {
    if (k > 1) {
      startsAt = childStart[startsAt];
      startsEnd = childStart[startsEnd];
    }
    for (let node = levelStart[k - 1]; node < levelStart[k]; node++) {
      const missed = discountOf(discounts[k - 1], counts[node]);
      if (k === order || (node >= startsAt && node < startsEnd)) probabilities[node] += counts[node] - missed;
      // A word that is missed altogether is an unknown one.
      probabilities[k > 1 ? suffixes[node] : UNKNOWN_WORD] += missed;
    }
    if (k === order) break;
    for (let node = levelStart[k - 1]; node < levelStart[k]; node++) {
      for (let child = childStart[node]; child < childStart[node + 1]; child++) {
        backoffs[node] += discountOf(discounts[k], counts[child]);
      }
    }
  }
  return { probabilities, backoffs };
}

function discountOf(discounts: Discounts, count: number): number {
  return count === 0 ? 0 : discounts[count > 2 ? 2 : count - 1];
}

/** One byte a node, 1 = kept; null when nothing is pruned. Raw counts never grow along parents or suffixes. */
function keptNodes(trie: NgramTrie, counts: Uint32Array, pruning: readonly number[]): Uint8Array | null {
  if (!pruning.some((threshold) => threshold > 0)) return null;
  const kept = new Uint8Array(counts.length).fill(1);
  let threshold = 0;
  for (let k = 2; k <= trie.order; k++) {
    threshold = Math.max(threshold, pruning[Math.min(k, pruning.length) - 1]);
    for (let node = trie.levelStart[k - 1]; node < trie.levelStart[k]; node++) {
      if (counts[node] <= threshold) kept[node] = 0;
    }
  }
  return kept;
}

function estimateUnigrams(
  trie: NgramTrie,
  adjusted: Uint32Array,
  discounts: Discounts,
  probabilities: Float64Array,
): void {
  const size = trie.levelStart[1];
  let total = 0;
  let discounted = 0;
  for (let word = 0; word < size; word++) {
    total += adjusted[word];
    discounted += discountOf(discounts, adjusted[word]);
  }
  const uniform = 1 / (size - 1);
  const backoff = total === 0 ? 1 : Math.max(discounted / total, LEAST_BACKOFF);
  for (let word = 0; word < size; word++) {
    const count = adjusted[word];
    const own = total === 0 ? 0 : Math.max(count - discountOf(discounts, count), 0) / total;
    probabilities[word] = own + backoff * uniform;
  }
}

function estimateLevel(
  trie: NgramTrie,
  adjusted: Uint32Array,
  discounts: Discounts,
  kept: Uint8Array | null,
  k: number,
  probabilities: Float64Array,
  backoffs: Float64Array,
): void {
  const { levelStart, childStart, suffixes } = trie;
  for (let context = levelStart[k - 2]; context < levelStart[k - 1]; context++) {
    const start = childStart[context];
    const end = childStart[context + 1];
    let total = 0;
    let freed = 0;
    for (let node = start; node < end; node++) {
      const count = adjusted[node];
      total += count;
      freed += kept !== null && kept[node] === 0 ? count : discountOf(discounts, count);
    }
    const backoff = total === 0 ? 1 : Math.max(freed / total, LEAST_BACKOFF);
    backoffs[context] = backoff;
    for (let node = start; node < end; node++) {
      const count = adjusted[node];
      const own = Math.max(count - discountOf(discounts, count), 0) / total;
      probabilities[node] = own + backoff * probabilities[suffixes[node]];
    }
  }
}
