/**
 * One progress on the editor's screen while memories load. It appears when loading takes a while, can be cancelled,
 * and ends when the last memory is ready.
 */
import type { Connection, WorkDoneProgressServerReporter } from 'vscode-languageserver';
import type { MemoryState } from './engine/engine-messages.js';
import type { Log } from './log.js';

/** Loading that ends sooner is not worth a progress. */
const DELAY = 200;

export class LoadingProgress {
  readonly #connection: Connection;
  readonly #log: Log;
  readonly #cancel: () => void;
  readonly #loading = new Map<string, MemoryState>();
  #timer: NodeJS.Timeout | undefined;
  #reporter: WorkDoneProgressServerReporter | null = null;

  constructor(connection: Connection, log: Log, cancel: () => void) {
    this.#connection = connection;
    this.#log = log;
    this.#cancel = cancel;
  }

  update(state: MemoryState): void {
    if (state.state === 'loading') this.#loading.set(state.key, state);
    else this.#loading.delete(state.key);
    if (this.#loading.size === 0) this.#end();
    else if (this.#reporter !== null) this.#report(this.#reporter);
    else this.#timer ??= setTimeout(() => this.#begin(), DELAY);
  }

  /** Nothing loads any more: the engine ended. */
  stop(): void {
    this.#loading.clear();
    this.#end();
  }

  #begin(): void {
    this.#connection.window
      .createWorkDoneProgress()
      .then((reporter) => {
        if (this.#loading.size === 0 || this.#reporter !== null) return;
        this.#reporter = reporter;
        reporter.token.onCancellationRequested(() => this.#cancel());
        reporter.begin('Enface: loading translation memories', 0, '', true);
        this.#report(reporter);
      })
      .catch((cause) => this.#log.error('The editor did not show the progress.', cause));
  }

  #report(reporter: WorkDoneProgressServerReporter): void {
    const states = [...this.#loading.values()];
    const share = states.reduce((sum, { progress }) => sum + progress, 0) / states.length;
    const units = states.reduce((sum, state) => sum + state.units, 0);
    reporter.report(Math.floor(100 * share), `${units} units`);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#reporter?.done();
    this.#reporter = null;
  }
}
