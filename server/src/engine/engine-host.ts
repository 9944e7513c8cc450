/**
 * The server's end of the engine: starts the worker, asks it, and keeps it alive.
 *
 * - Newest wins: a request in a lane cancels the one before it at once, through a shared cell, even while the
 *   worker computes.
 * - A worker that dies or stops answering is replaced and the memories are opened again; what was under way ends
 *   as cancelled (look-ups) or failed (everything else), never silently.
 */
import { Worker } from 'node:worker_threads';
import type { CancellationToken, Disposable } from 'vscode-languageserver';
import { CancelledError, EnfaceError } from '../../../models/core/errors.js';
import {
  CELL_COUNT,
  type EngineRequest,
  type EngineRequests,
  type FromWorker,
  LANES,
  type Lane,
  LOADING_CELL,
  type MemorySpec,
  type MemoryState,
  type RequestKind,
  type WorkerData,
} from './engine-messages.js';

/** A worker that does not answer a ping for this long is taken for dead. */
const SILENCE_LIMIT = 15_000;
/** More deaths than this within the time below, and the engine stays off. */
const MOST_RESTARTS = 3;
const RESTART_WINDOW = 5 * 60_000;

export interface EngineListener {
  memory(state: MemoryState): void;
  /** The worker died; `final` when it is not started again. */
  died(cause: string, final: boolean): void;
}

export interface EngineOptions {
  readonly testHooks?: boolean;
  /** Milliseconds without any sign of life after which the worker is replaced. */
  readonly silenceLimit?: number;
}

interface Pending {
  readonly kind: RequestKind;
  readonly lane: Lane | null;
  readonly resolve: (result: never) => void;
  readonly reject: (cause: Error) => void;
  readonly subscription: Disposable | undefined;
}

export interface AskOptions {
  readonly lane?: Lane;
  readonly token?: CancellationToken;
}

export class EngineHost {
  readonly #listener: EngineListener;
  readonly #testHooks: boolean;
  readonly #silenceLimit: number;
  readonly #cells = new Int32Array(new SharedArrayBuffer(CELL_COUNT * Int32Array.BYTES_PER_ELEMENT));
  readonly #pending = new Map<number, Pending>();
  readonly #newest = new Map<Lane, number>();
  readonly #opened = new Map<string, MemorySpec>();
  readonly #approvals = new Set<Promise<unknown>>();
  #worker: Worker | null = null;
  #nextId = 1;
  #deaths: number[] = [];
  #lastHeard = 0;
  #watchdog: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(listener: EngineListener, options: EngineOptions = {}) {
    this.#listener = listener;
    this.#testHooks = options.testHooks ?? false;
    this.#silenceLimit = options.silenceLimit ?? SILENCE_LIMIT;
  }

  /** Opens a memory (or opens it anew when its files are other ones); the listener hears how it goes. */
  open(spec: MemorySpec): void {
    this.#opened.set(spec.key, spec);
    this.#tell('open', spec);
  }

  close(key: string): void {
    if (this.#opened.delete(key)) this.#tell('close', { key });
  }

  /** Stops loading; what was read so far stays in use. */
  cancelLoading(): void {
    Atomics.add(this.#cells, LOADING_CELL, 1);
  }

  filesChanged(paths: readonly string[]): void {
    if (this.#opened.size > 0 && paths.length > 0) this.#tell('filesChanged', { paths });
  }

  /** Asks the worker. Throws `CancelledError` when the client cancelled or a newer request took the lane. */
  ask<K extends RequestKind>(
    kind: K,
    params: EngineRequests[K]['params'],
    { lane, token }: AskOptions = {},
  ): Promise<EngineRequests[K]['result']> {
    if (this.#stopped) {
      return Promise.reject(
        lane === undefined
          ? new EnfaceError(
              'engine-stopped',
              'The suggestion engine is off; restart the server to use it again.',
            )
          : new CancelledError(),
      );
    }
    if (token?.isCancellationRequested) return Promise.reject(new CancelledError());
    const id = this.#nextId++;
    let cell = -1;
    let ticket = 0;
    if (lane !== undefined) {
      this.#cancel(this.#newest.get(lane));
      this.#newest.set(lane, id);
      cell = LANES.indexOf(lane);
      ticket = Atomics.add(this.#cells, cell, 1) + 1;
    } else if (kind === 'open' || kind === 'filesChanged') {
      cell = LOADING_CELL;
      ticket = Atomics.load(this.#cells, cell);
    }
    const answer = new Promise<EngineRequests[K]['result']>((resolve, reject) => {
      const subscription = token?.onCancellationRequested(() => {
        // Only while no newer request owns the cell: that one's ticket must stay good.
        if (cell >= 0) Atomics.compareExchange(this.#cells, cell, ticket, ticket + 1);
        this.#cancel(id);
      });
      this.#pending.set(id, { kind, lane: lane ?? null, resolve, reject, subscription });
    });
    const request: EngineRequest<K> = { id, kind, params, cell, ticket };
    this.#running().postMessage(request);
    this.#watch();
    return kind === 'approve' ? this.#remember(answer) : answer;
  }

  /** Lets approvals that are being written finish, then ends the worker. */
  async stop(): Promise<void> {
    await Promise.allSettled(this.#approvals);
    this.#stopped = true;
    const worker = this.#worker;
    this.#worker = null;
    this.#failAll();
    this.#watch();
    await worker?.terminate();
  }

  /** A request whose answer nobody reads; the listener hears of its effects. */
  #tell<K extends RequestKind>(kind: K, params: EngineRequests[K]['params']): void {
    this.ask(kind, params).catch(() => {
      // The worker died meanwhile: the listener was told, and a new worker gets all open memories anyway.
    });
  }

  #running(): Worker {
    this.#worker ??= this.#start();
    return this.#worker;
  }

  #start(): Worker {
    const workerData: WorkerData = { cells: this.#cells, testHooks: this.#testHooks };
    // Standard output may be the protocol's wire, so the worker gets none.
    const worker = new Worker(new URL('./engine-worker.js', import.meta.url), { workerData, stdout: true });
    worker.stdout.pipe(process.stderr);
    let cause = 'it ended';
    worker.on('message', (message: FromWorker) => this.#receive(message));
    worker.on('error', (error) => {
      cause = error instanceof Error ? error.message : String(error);
    });
    worker.on('exit', () => {
      if (this.#worker === worker) this.#replace(cause);
    });
    this.#lastHeard = performance.now();
    return worker;
  }

  #receive(message: FromWorker): void {
    this.#lastHeard = performance.now();
    if ('event' in message) {
      this.#listener.memory(message.memory);
      return;
    }
    const pending = this.#settle(message.id);
    if (pending === undefined) return;
    if ('result' in message) pending.resolve(message.result as never);
    else if (message.error.code === 'cancelled') pending.reject(new CancelledError());
    else pending.reject(new EnfaceError(message.error.code, message.error.message));
    this.#watch();
  }

  #replace(cause: string): void {
    this.#worker = null;
    this.#failAll();
    const now = performance.now();
    this.#deaths = [...this.#deaths.filter((death) => now - death < RESTART_WINDOW), now];
    this.#stopped = this.#deaths.length > MOST_RESTARTS;
    this.#listener.died(cause, this.#stopped);
    if (!this.#stopped) for (const spec of this.#opened.values()) this.#tell('open', spec);
    this.#watch();
  }

  /** While answers are outstanding, makes sure that the worker is alive: a busy one still answers pings. */
  #watch(): void {
    if (this.#pending.size === 0) {
      clearInterval(this.#watchdog);
      this.#watchdog = undefined;
    } else {
      this.#watchdog ??= setInterval(() => this.#check(), this.#silenceLimit / 3);
    }
  }

  #check(): void {
    const worker = this.#worker;
    if (worker === null) return;
    if (performance.now() - this.#lastHeard < this.#silenceLimit) {
      this.#tell('ping', null);
      return;
    }
    this.#worker = null;
    worker.terminate().catch(() => {});
    this.#replace('it stopped answering');
  }

  #cancel(id: number | undefined): void {
    if (id !== undefined) this.#settle(id)?.reject(new CancelledError());
  }

  #failAll(): void {
    for (const id of [...this.#pending.keys()]) {
      const pending = this.#settle(id);
      pending?.reject(
        pending.lane === null
          ? new EnfaceError(
              'engine-died',
              'The suggestion engine stopped before it was done; please try again.',
            )
          : new CancelledError(),
      );
    }
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.subscription?.dispose();
    return pending;
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
