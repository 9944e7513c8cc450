/**
 * The server's end of a worker: starts it, asks it, and keeps it alive.
 *
 * - Newest wins: a request in a lane cancels the one before it at once, through a shared cell, even while the
 *   worker computes. Background lanes give way to every request in another lane.
 * - A worker that dies or stops answering is replaced; what was under way ends as cancelled (requests in lanes) or
 *   failed (everything else), never silently. After too many deaths it stays off.
 */
import { Worker } from 'node:worker_threads';
import type { CancellationToken, Disposable } from 'vscode-languageserver';
import { CancelledError, EnfaceError } from '../../../models/core/errors.js';
import type { FromWorker, KindOf, RequestMap, WorkerData, WorkerRequest } from './worker-messages.js';

/** A worker that does not answer a ping for this long is taken for dead. */
const SILENCE_LIMIT = 15_000;
/** More deaths than this within the time below, and the worker stays off. */
const MOST_RESTARTS = 3;
const RESTART_WINDOW = 5 * 60_000;

export interface WorkerSpec<L extends string> {
  readonly program: URL;
  /** What the worker is to the user: "The suggestion engine". */
  readonly title: string;
  /** Kinds of question of which only the newest counts. Each has the cell of its index. */
  readonly lanes: readonly L[];
  readonly backgroundLanes?: readonly L[];
  /** Cells behind those of the lanes, for the owner's own use (`cells`). */
  readonly moreCells?: number;
}

export interface WorkerListener {
  event(event: unknown): void;
  /** The worker died; `final` when it is not started again, else a new one waits for requests. */
  died(cause: string, final: boolean): void;
}

export interface WorkerOptions {
  readonly testHooks?: boolean;
  /** Milliseconds without any sign of life after which the worker is replaced. */
  readonly silenceLimit?: number;
}

export interface AskOptions<L extends string> {
  readonly lane?: L;
  readonly token?: CancellationToken;
  /** Cancelled when this cell changes; for requests outside lanes. */
  readonly cell?: number;
}

export interface PatientOptions<L extends string> {
  readonly lane: L;
  readonly token?: CancellationToken;
  /** Asked before each attempt. */
  readonly isWanted?: () => boolean;
}

interface Pending {
  readonly inLane: boolean;
  readonly inBackground: boolean;
  readonly resolve: (result: never) => void;
  readonly reject: (cause: Error) => void;
  readonly subscription: Disposable | undefined;
}

export class WorkerHost<R extends RequestMap, L extends string> {
  readonly cells: Int32Array;
  readonly #spec: WorkerSpec<L>;
  readonly #listener: WorkerListener;
  readonly #testHooks: boolean;
  readonly #silenceLimit: number;
  readonly #pending = new Map<number, Pending>();
  readonly #newest = new Map<L, number>();
  /** By background lane: the end of the last patient question. */
  readonly #turns = new Map<L, Promise<unknown>>();
  /** Who waits until only background work is under way. */
  #idleWaiters: (() => void)[] = [];
  #worker: Worker | null = null;
  #nextId = 1;
  #deaths: number[] = [];
  #lastHeard = 0;
  #lastCheck = 0;
  #watchdog: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(spec: WorkerSpec<L>, listener: WorkerListener, options: WorkerOptions = {}) {
    this.#spec = spec;
    this.#listener = listener;
    this.#testHooks = options.testHooks ?? false;
    this.#silenceLimit = options.silenceLimit ?? SILENCE_LIMIT;
    const cells = spec.lanes.length + (spec.moreCells ?? 0);
    this.cells = new Int32Array(new SharedArrayBuffer(cells * Int32Array.BYTES_PER_ELEMENT));
  }

  /** Asks the worker. Throws `CancelledError` when the client cancelled or a newer request took the lane. */
  ask<K extends KindOf<R>>(
    kind: K,
    params: R[K]['params'],
    { lane, token, cell: watched }: AskOptions<L> = {},
  ): Promise<R[K]['result']> {
    if (this.#stopped) return Promise.reject(lane === undefined ? this.#offError() : new CancelledError());
    if (token?.isCancellationRequested) return Promise.reject(new CancelledError());
    const id = this.#nextId++;
    let cell = watched ?? -1;
    let ticket = cell < 0 ? 0 : Atomics.load(this.cells, cell);
    if (lane !== undefined) {
      this.#clearBackground(lane);
      cell = this.#spec.lanes.indexOf(lane);
      ticket = this.#clear(lane);
      this.#newest.set(lane, id);
    }
    const answer = new Promise<R[K]['result']>((resolve, reject) => {
      const subscription = token?.onCancellationRequested(() => {
        // Only while no newer request owns the cell: that one's ticket must stay good.
        if (cell >= 0) Atomics.compareExchange(this.cells, cell, ticket, ticket + 1);
        this.#cancel(id);
      });
      const inBackground = lane !== undefined && this.#isBackground(lane);
      this.#pending.set(id, { inLane: lane !== undefined, inBackground, resolve, reject, subscription });
    });
    const request: WorkerRequest = { id, kind, params, cell, ticket };
    this.#running().postMessage(request);
    this.#watch();
    return answer;
  }

  /** A request whose answer nobody reads; the listener hears of its effects. */
  tell<K extends KindOf<R>>(kind: K, params: R[K]['params'], options: AskOptions<L> = {}): void {
    this.ask(kind, params, options).catch(() => {
      // The worker died meanwhile: the listener was told, and its owner tells a new worker everything again.
    });
  }

  /**
   * Asks in a background lane and asks again whenever other questions went first, until there is an answer. Throws
   * `CancelledError` only when the token is cancelled, the worker is off, or `isWanted` says no. Those who ask
   * patiently in one lane take turns.
   */
  askPatiently<K extends KindOf<R>>(
    kind: K,
    params: R[K]['params'],
    options: PatientOptions<L>,
  ): Promise<R[K]['result']> {
    const before = this.#turns.get(options.lane) ?? Promise.resolve();
    const turn = before.then(() => this.#askUntilAnswered(kind, params, options));
    this.#turns.set(
      options.lane,
      turn.catch(() => {}),
    );
    return turn;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const worker = this.#worker;
    this.#worker = null;
    this.#failAll();
    this.#watch();
    await worker?.terminate();
  }

  async #askUntilAnswered<K extends KindOf<R>>(
    kind: K,
    params: R[K]['params'],
    { lane, token, isWanted = () => true }: PatientOptions<L>,
  ): Promise<R[K]['result']> {
    for (;;) {
      await this.#idle();
      if (this.#stopped || token?.isCancellationRequested || !isWanted()) throw new CancelledError();
      try {
        return await this.ask(kind, params, token === undefined ? { lane } : { lane, token });
      } catch (cause) {
        if (!(cause instanceof CancelledError) || token?.isCancellationRequested) throw cause;
      }
    }
  }

  #clearBackground(lane: L): void {
    if (this.#isBackground(lane)) return;
    for (const other of this.#spec.backgroundLanes ?? []) this.#clear(other);
  }

  #isBackground(lane: L): boolean {
    return this.#spec.backgroundLanes?.includes(lane) ?? false;
  }

  /** Resolves when nothing but background work is under way. */
  #idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idleWaiters.push(resolve);
      this.#wakeIfIdle();
    });
  }

  #wakeIfIdle(): void {
    if (this.#idleWaiters.length === 0) return;
    for (const { inBackground } of this.#pending.values()) if (!inBackground) return;
    const waiters = this.#idleWaiters;
    this.#idleWaiters = [];
    for (const wake of waiters) wake();
  }

  /** Cancels what is under way in a lane; returns the ticket of the next request there. */
  #clear(lane: L): number {
    this.#cancel(this.#newest.get(lane));
    this.#newest.delete(lane);
    return Atomics.add(this.cells, this.#spec.lanes.indexOf(lane), 1) + 1;
  }

  #running(): Worker {
    this.#worker ??= this.#start();
    return this.#worker;
  }

  #start(): Worker {
    const workerData: WorkerData = { cells: this.cells, testHooks: this.#testHooks };
    // Standard output may be the protocol's wire, so the worker gets none.
    const worker = new Worker(this.#spec.program, { workerData, stdout: true });
    worker.stdout.pipe(process.stderr);
    let cause = 'it ended';
    worker.on('message', (message: FromWorker) => {
      if (this.#worker === worker) this.#receive(message);
    });
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
      this.#listener.event(message.event);
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
    this.#watch();
  }

  /** While answers are outstanding, makes sure that the worker is alive: a busy one still answers pings. */
  #watch(): void {
    if (this.#pending.size === 0) {
      clearInterval(this.#watchdog);
      this.#watchdog = undefined;
    } else {
      if (this.#watchdog === undefined) this.#lastCheck = performance.now();
      this.#watchdog ??= setInterval(() => this.#check(), this.#silenceLimit / 3);
    }
  }

  #check(): void {
    const worker = this.#worker;
    if (worker === null) return;
    const now = performance.now();
    // A check that comes late itself says that the machine was busy or asleep, not that the worker hangs.
    const isLate = now - this.#lastCheck > (2 * this.#silenceLimit) / 3;
    this.#lastCheck = now;
    if (isLate) this.#lastHeard = now;
    if (now - this.#lastHeard < this.#silenceLimit) {
      this.tell('ping' as KindOf<R>, null);
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
      const message = `${this.#spec.title} stopped before it was done; please try again.`;
      pending?.reject(pending.inLane ? new CancelledError() : new EnfaceError('engine-died', message));
    }
  }

  #offError(): EnfaceError {
    return new EnfaceError(
      'engine-stopped',
      `${this.#spec.title} is off; restart the server to use it again.`,
    );
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.subscription?.dispose();
    this.#wakeIfIdle();
    return pending;
  }
}
