/** The server's end of the memory's worker: opens memories, asks for matches, approves. */
import type { CancellationToken } from 'vscode-languageserver';
import {
  type EngineRequests,
  LANES,
  type Lane,
  LOADING_CELL,
  type MemorySpec,
  type MemoryState,
  type RequestKind,
} from './engine-messages.js';
import { WorkerHost, type WorkerOptions } from './worker-host.js';

export interface EngineListener {
  memory(state: MemoryState): void;
  /** The worker died; `final` when it is not started again. */
  died(cause: string, final: boolean): void;
}

export class EngineHost {
  readonly #host: WorkerHost<EngineRequests, Lane>;
  readonly #opened = new Map<string, MemorySpec>();
  readonly #approvals = new Set<Promise<unknown>>();

  constructor(listener: EngineListener, options: WorkerOptions = {}) {
    const program = new URL('./engine-worker.js', import.meta.url);
    this.#host = new WorkerHost(
      { program, title: 'The suggestion engine', lanes: LANES, moreCells: 1 },
      {
        event: (event) => listener.memory(event as MemoryState),
        died: (cause, final) => {
          listener.died(cause, final);
          if (!final) for (const spec of this.#opened.values()) this.#open(spec);
        },
      },
      options,
    );
  }

  /** Opens a memory (or opens it anew when its files are other ones); the listener hears how it goes. */
  open(spec: MemorySpec): void {
    this.#opened.set(spec.key, spec);
    this.#open(spec);
  }

  close(key: string): void {
    if (this.#opened.delete(key)) this.#host.tell('close', { key });
  }

  /** Stops loading; what was read so far stays in use. */
  cancelLoading(): void {
    Atomics.add(this.#host.cells, LOADING_CELL, 1);
  }

  filesChanged(paths: readonly string[]): void {
    if (this.#opened.size === 0 || paths.length === 0) return;
    this.#host.tell('filesChanged', { paths }, { cell: LOADING_CELL });
  }

  /** Asks the worker. Throws `CancelledError` when the client cancelled or a newer request took the lane. */
  ask<K extends RequestKind>(
    kind: K,
    params: EngineRequests[K]['params'],
    options: { readonly lane?: Lane; readonly token?: CancellationToken } = {},
  ): Promise<EngineRequests[K]['result']> {
    const answer = this.#host.ask(kind, params, options);
    return kind === 'approve' ? this.#remember(answer) : answer;
  }

  /** Lets approvals that are being written finish, then ends the worker. */
  async stop(): Promise<void> {
    await Promise.allSettled(this.#approvals);
    await this.#host.stop();
  }

  #open(spec: MemorySpec): void {
    this.#host.tell('open', spec, { cell: LOADING_CELL });
  }

  #remember<T>(answer: Promise<T>): Promise<T> {
    this.#approvals.add(answer);
    const forget = (): void => {
      this.#approvals.delete(answer);
    };
    answer.then(forget, forget);
    return answer;
  }
}
