/**
 * Decides whether and when a server that stopped by itself is started again. Pure: the caller passes the time.
 *
 * Stops that follow each other within `WINDOW` belong to one incident. An incident is announced once, each
 * restart in it waits longer than the one before, and after `DELAYS.length` restarts the policy gives up.
 */
const WINDOW = 3 * 60 * 1000;
const DELAYS = [200, 1000, 3000, 8000] as const;

export type RestartDecision =
  | { readonly action: 'restart'; readonly delay: number; readonly announce: boolean }
  | { readonly action: 'giveUp' };

export class RestartPolicy {
  #restarts = 0;
  #lastStop = Number.NEGATIVE_INFINITY;

  /** The server stopped by itself at `now` (milliseconds). */
  stopped(now: number): RestartDecision {
    if (now - this.#lastStop > WINDOW) this.reset();
    this.#lastStop = now;
    const delay = DELAYS[this.#restarts];
    if (delay === undefined) return { action: 'giveUp' };
    this.#restarts++;
    return { action: 'restart', delay, announce: this.#restarts === 1 };
  }

  /** Forgets the incident: the user restarted the server by hand. */
  reset(): void {
    this.#restarts = 0;
    this.#lastStop = Number.NEGATIVE_INFINITY;
  }
}
