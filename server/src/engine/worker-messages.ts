/**
 * What crosses between the server's thread and one of its workers: plain records only. The server asks, the worker
 * answers each request once, and tells news on its own. What can be asked is a `RequestMap` of each worker
 * (engine-messages.ts, decoder-messages.ts).
 */

/** By kind of request: what is asked and what is answered. */
export type RequestMap = Record<string, { params: unknown; result: unknown }>;
export type KindOf<R> = keyof R & string;

export interface WorkerRequest {
  readonly id: number;
  readonly kind: string;
  readonly params: unknown;
  /** Index into the shared cells and the value that means "go on"; −1 when it cannot be cancelled. */
  readonly cell: number;
  readonly ticket: number;
}

export type WorkerReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: { readonly code: string; readonly message: string } };

/** News of the worker; `event` is a record that host and worker agree on. */
export interface WorkerEvent {
  readonly event: unknown;
}

export type FromWorker = WorkerReply | WorkerEvent;

export interface WorkerData {
  readonly cells: Int32Array;
  readonly testHooks: boolean;
}
