/** Percentiles of measured times or counts, as columns of a report. */

/** `{ 'p50 …', 'p95 …', 'p99 …', 'max …' }` of the values, with so many digits. */
export function percentiles(name: string, values: readonly number[], digits = 2): Record<string, string> {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  const columns = { p50: 0.5, p95: 0.95, p99: 0.99, max: 1 };
  return Object.fromEntries(
    Object.entries(columns).map(([label, share]) => [`${label} ${name}`, at(share).toFixed(digits)]),
  );
}
