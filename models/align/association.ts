/**
 * Which words may belong together at all. Moore (2004, “On log-likelihood-ratios and the significance of rare
 * events”) ranks word pairs by G², the log-likelihood ratio of their joint presence in sentence pairs against
 * chance. Pairs that occur together no more than chance would have it cannot be told from noise; leaving them
 * out keeps rare words from collecting the frequent words around them and saves memory and time.
 */

/**
 * G² of two words that are present in `source` and `target` of `total` pairs and in `both` together; 0 when
 * they meet no more often than by chance.
 */
export function association(both: number, source: number, target: number, total: number): number {
  if (both * total <= source * target) return 0;
  return (
    2 *
    (surprise(both, source, target, total) +
      surprise(source - both, source, total - target, total) +
      surprise(target - both, total - source, target, total) +
      surprise(total - source - target + both, total - source, total - target, total))
  );
}

/** observed · ln(observed / expected), where expected = row · column / total. */
function surprise(observed: number, row: number, column: number, total: number): number {
  return observed > 0 ? observed * Math.log((observed * total) / (row * column)) : 0;
}
