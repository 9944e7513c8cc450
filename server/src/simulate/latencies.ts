/** How long the translator waited, by what they waited for. */

/**
 * From sending a change until the ghost text for it is there: a typed character (`key`), an accepted word (`accept`),
 * the first look at a segment (`open`). From the question until the answer: the list of next words (`words`), an
 * approval (`approve`).
 */
export const WAITS = ['key', 'accept', 'open', 'words', 'approve'] as const;
export type Wait = (typeof WAITS)[number];

export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export class Latencies {
  readonly #times = new Map<Wait, number[]>(WAITS.map((wait) => [wait, []]));

  add(wait: Wait, milliseconds: number): void {
    this.#times.get(wait)!.push(milliseconds);
  }

  count(...waits: readonly Wait[]): number {
    return this.#of(waits).length;
  }

  /** Nearest-rank percentiles of some kinds together, in milliseconds; zeros when there are none. */
  percentiles(...waits: readonly Wait[]): Percentiles {
    const sorted = Float64Array.from(this.#of(waits)).sort();
    const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
    return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
  }

  #of(waits: readonly Wait[]): number[] {
    return waits.flatMap((wait) => this.#times.get(wait)!);
  }
}
