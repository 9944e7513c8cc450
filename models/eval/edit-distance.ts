/** Levenshtein distance of token sequences. */
export function editDistance(a: readonly string[], b: readonly string[]): number {
  let previous = Int32Array.from({ length: b.length + 1 }, (_, j) => j);
  let current = new Int32Array(b.length + 1);
  for (let i = 1; i <= a.length; i++) {
    current[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const substituted = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      current[j] = Math.min(substituted, previous[j] + 1, current[j - 1] + 1);
    }
    [previous, current] = [current, previous];
  }
  return previous[b.length];
}

export type EditOperation = 'match' | 'substitute' | 'insert' | 'delete';

/**
 * A cheapest way to make `reference` out of `hypothesis`: `delete` drops a hypothesis token, `insert` adds one of the
 * reference. Among equally cheap ways the one found from the end that prefers match, substitute, delete, insert.
 */
export function editOperations(hypothesis: readonly string[], reference: readonly string[]): EditOperation[] {
  const width = reference.length + 1;
  const cost = new Int32Array((hypothesis.length + 1) * width);
  for (let j = 0; j < width; j++) cost[j] = j;
  for (let i = 1; i <= hypothesis.length; i++) {
    cost[i * width] = i;
    for (let j = 1; j < width; j++) {
      const same = hypothesis[i - 1] === reference[j - 1] ? 0 : 1;
      const at = i * width + j;
      cost[at] = Math.min(cost[at - width - 1] + same, cost[at - width] + 1, cost[at - 1] + 1);
    }
  }
  const operations: EditOperation[] = [];
  for (let i = hypothesis.length, j = reference.length; i > 0 || j > 0; ) {
    const at = i * width + j;
    if (i > 0 && j > 0) {
      const same = hypothesis[i - 1] === reference[j - 1];
      if (cost[at] === cost[at - width - 1] + (same ? 0 : 1)) {
        operations.push(same ? 'match' : 'substitute');
        i--;
        j--;
        continue;
      }
    }
    if (i > 0 && cost[at] === cost[at - width] + 1) {
      operations.push('delete');
      i--;
    } else {
      operations.push('insert');
      j--;
    }
  }
  return operations.reverse();
}
