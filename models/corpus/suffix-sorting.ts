/**
 * Linear-time suffix sorting by induced sorting (SA-IS: Nong, Zhang & Chan 2009) over integer alphabets.
 *
 * A suffix is L-type if it is greater than the one to its right, S-type if smaller; an LMS suffix is S-type
 * with an L-type to its left. Sorting the LMS substrings, naming them, and sorting the string of their names
 * (recursively) gives the order of the LMS suffixes, from which all others follow in two scans. The result
 * array doubles as working space: beside it the largest level needs two counters a symbol.
 */
import { type CancelToken, NEVER_CANCELLED, throwIfCancelled } from '../core/cancel.js';

/**
 * Fills `suffixes` with the positions of `text` in the lexical order of their suffixes; a suffix that is a
 * prefix of another comes first. Symbols are in [0, alphabetSize). Both arrays have the same length.
 */
export function sortSuffixes(
  text: Int32Array,
  alphabetSize: number,
  suffixes: Int32Array,
  cancel: CancelToken = NEVER_CANCELLED,
): void {
  const n = text.length;
  if (n < 2) {
    suffixes.fill(0);
    return;
  }
  const counts = new Int32Array(alphabetSize);
  for (let i = 0; i < n; i++) counts[text[i]]++;
  const buckets = new Int32Array(alphabetSize);

  throwIfCancelled(cancel);
  suffixes.fill(0);
  placeLmsUnsorted(text, suffixes, counts, buckets);
  induce(text, suffixes, counts, buckets, cancel);
  const lmsCount = gatherLms(text, suffixes, buckets);

  throwIfCancelled(cancel);
  const nameCount = nameLmsSubstrings(text, suffixes, lmsCount);
  if (nameCount < lmsCount) sortLmsByNames(text, suffixes, lmsCount, nameCount, cancel);

  throwIfCancelled(cancel);
  placeLmsSorted(text, suffixes, lmsCount, counts, buckets);
  induce(text, suffixes, counts, buckets, cancel);
}

/** Puts every LMS position at the end of its symbol's bucket, in any order. */
function placeLmsUnsorted(
  text: Int32Array,
  suffixes: Int32Array,
  counts: Int32Array,
  buckets: Int32Array,
): void {
  toBucketEnds(counts, buckets);
  let rightIsS = false;
  let right = text[text.length - 1];
  for (let i = text.length - 2; i >= 0; i--) {
    const symbol = text[i];
    if (symbol < right) rightIsS = true;
    else if (symbol > right) {
      if (rightIsS) suffixes[--buckets[right]] = i + 1;
      rightIsS = false;
    }
    right = symbol;
  }
}

function placeLmsSorted(
  text: Int32Array,
  suffixes: Int32Array,
  lmsCount: number,
  counts: Int32Array,
  buckets: Int32Array,
): void {
  toBucketEnds(counts, buckets);
  suffixes.fill(0, lmsCount);
  // The k-th LMS suffix never lands before index k, so that going down overwrites nothing unread.
  for (let i = lmsCount - 1; i >= 0; i--) {
    const position = suffixes[i];
    suffixes[i] = 0;
    suffixes[--buckets[text[position]]] = position;
  }
}

/**
 * From the LMS suffixes in their buckets derives all L-type ones going up, then all S-type ones going down.
 * 0 stands for "empty": position 0 has nothing to its left to derive. Leaves in `buckets` where the S-type
 * part of each bucket starts.
 */
function induce(
  text: Int32Array,
  suffixes: Int32Array,
  counts: Int32Array,
  buckets: Int32Array,
  cancel: CancelToken,
): void {
  const n = text.length;
  toBucketStarts(counts, buckets);
  suffixes[buckets[text[n - 1]]++] = n - 1;
  for (let i = 0; i < n; i++) {
    const position = suffixes[i];
    if (position === 0) continue;
    const left = text[position - 1];
    if (left >= text[position]) suffixes[buckets[left]++] = position - 1;
  }
  throwIfCancelled(cancel);
  toBucketEnds(counts, buckets);
  for (let i = n - 1; i >= 0; i--) {
    const position = suffixes[i];
    if (position === 0) continue;
    const left = text[position - 1];
    const symbol = text[position];
    // Equal neighbours share their type, and entry i is S-type if it lies in the part filled by this scan.
    if (left < symbol || (left === symbol && i >= buckets[symbol])) suffixes[--buckets[left]] = position - 1;
  }
}

/** Moves the LMS positions, now sorted by their substrings, to the front; returns their number. */
function gatherLms(text: Int32Array, suffixes: Int32Array, buckets: Int32Array): number {
  let count = 0;
  for (let i = 0; i < suffixes.length; i++) {
    const position = suffixes[i];
    if (position === 0) continue;
    const symbol = text[position];
    if (i >= buckets[symbol] && text[position - 1] > symbol) suffixes[count++] = position;
  }
  return count;
}

/**
 * Numbers the distinct LMS substrings from 1 in their order, at `suffixes[lmsCount + position / 2]` (two LMS
 * positions are never adjacent). Returns the highest number.
 */
function nameLmsSubstrings(text: Int32Array, suffixes: Int32Array, lmsCount: number): number {
  const n = text.length;
  suffixes.fill(0, lmsCount);
  // First the length of each substring, up to and including the next LMS position.
  let next = n;
  forEachLms(text, (position) => {
    suffixes[lmsCount + (position >> 1)] = next - position + 1;
    next = position;
  });
  let name = 0;
  let last = 0;
  let lastLength = 0;
  for (let i = 0; i < lmsCount; i++) {
    const position = suffixes[i];
    const length = suffixes[lmsCount + (position >> 1)];
    // The last substring reaches beyond the text and equals no other.
    let equal = length === lastLength && position + length <= n && last + length <= n;
    for (let k = 0; equal && k < length; k++) equal = text[position + k] === text[last + k];
    if (!equal) {
      name++;
      last = position;
      lastLength = length;
    }
    suffixes[lmsCount + (position >> 1)] = name;
  }
  return name;
}

/** Sorts the LMS suffixes by sorting the suffixes of the string of their names. */
function sortLmsByNames(
  text: Int32Array,
  suffixes: Int32Array,
  lmsCount: number,
  nameCount: number,
  cancel: CancelToken,
): void {
  const n = text.length;
  let at = n;
  for (let i = lmsCount + (n >> 1); i >= lmsCount; i--) {
    if (i < n && suffixes[i] !== 0) suffixes[--at] = suffixes[i] - 1;
  }
  const names = suffixes.subarray(n - lmsCount);
  const order = suffixes.subarray(0, lmsCount);
  sortSuffixes(names, nameCount, order, cancel);
  at = lmsCount;
  forEachLms(text, (position) => {
    names[--at] = position;
  });
  for (let i = 0; i < lmsCount; i++) order[i] = names[order[i]];
}

/** Visits the LMS positions from the last to the first. */
function forEachLms(text: Int32Array, visit: (position: number) => void): void {
  let rightIsS = false;
  let right = text[text.length - 1];
  for (let i = text.length - 2; i >= 0; i--) {
    const symbol = text[i];
    if (symbol < right) rightIsS = true;
    else if (symbol > right) {
      if (rightIsS) visit(i + 1);
      rightIsS = false;
    }
    right = symbol;
  }
}

function toBucketStarts(counts: Int32Array, buckets: Int32Array): void {
  for (let symbol = 0, start = 0; symbol < counts.length; symbol++) {
    buckets[symbol] = start;
    start += counts[symbol];
  }
}

function toBucketEnds(counts: Int32Array, buckets: Int32Array): void {
  for (let symbol = 0, end = 0; symbol < counts.length; symbol++) buckets[symbol] = end += counts[symbol];
}
