/**
 * Cancellation through one shared cell. A synchronous search cannot receive messages, but it can read an
 * integer between two steps: the owner bumps the cell, the worker compares it with the ticket it was given.
 */
import { CancelledError } from './errors.js';

export interface CancelToken {
  readonly cancelled: boolean;
}

export const NEVER_CANCELLED: CancelToken = { cancelled: false };

/** A token that turns cancelled as soon as `cell[index]` differs from `ticket`. */
export class SharedCancelToken implements CancelToken {
  readonly #cell: Int32Array;
  readonly #index: number;
  readonly #ticket: number;

  constructor(cell: Int32Array, index: number, ticket: number) {
    this.#cell = cell;
    this.#index = index;
    this.#ticket = ticket;
  }

  get cancelled(): boolean {
    return Atomics.load(this.#cell, this.#index) !== this.#ticket;
  }
}

export function throwIfCancelled(token: CancelToken): void {
  if (token.cancelled) throw new CancelledError();
}
