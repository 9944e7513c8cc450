/** Sorts ids by descending score, in place and without allocating; equal scores by ascending id. */
export function sortByScore(ids: Int32Array, start: number, end: number, scores: Float64Array): void {
  while (end - start > 16) {
    const pivot = medianOfThree(ids, start, end, scores);
    let low = start;
    let high = end - 1;
    while (low <= high) {
      while (precedes(ids[low], pivot, scores)) low++;
      while (precedes(pivot, ids[high], scores)) high--;
      if (low <= high) {
        const id = ids[low];
        ids[low++] = ids[high];
        ids[high--] = id;
      }
    }
    // The smaller part by recursion, the larger in the loop: the stack stays logarithmic.
    if (high + 1 - start < end - low) {
      sortByScore(ids, start, high + 1, scores);
      start = low;
    } else {
      sortByScore(ids, low, end, scores);
      end = high + 1;
    }
  }
  for (let i = start + 1; i < end; i++) {
    const id = ids[i];
    let at = i;
    for (; at > start && precedes(id, ids[at - 1], scores); at--) ids[at] = ids[at - 1];
    ids[at] = id;
  }
}

function precedes(a: number, b: number, scores: Float64Array): boolean {
  return scores[a] > scores[b] || (scores[a] === scores[b] && a < b);
}

function medianOfThree(ids: Int32Array, start: number, end: number, scores: Float64Array): number {
  const a = ids[start];
  const b = ids[(start + end) >>> 1];
  const c = ids[end - 1];
  if (precedes(a, b, scores)) return precedes(b, c, scores) ? b : precedes(a, c, scores) ? c : a;
  return precedes(a, c, scores) ? a : precedes(b, c, scores) ? c : b;
}
