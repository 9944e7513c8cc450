/** The server's end of the decoder's worker: opens models, asks about segments. */
import {
  BACKGROUND_LANES,
  DECODER_LANES,
  type DecoderLane,
  type DecoderRequestKind,
  type DecoderRequests,
  type ModelSpec,
  type ModelState,
} from './decoder-messages.js';
import { type AskOptions, type PatientOptions, WorkerHost, type WorkerOptions } from './worker-host.js';

export interface DecoderListener {
  model(state: ModelState): void;
  /** The worker died; `final` when it is not started again. */
  died(cause: string, final: boolean): void;
}

export class DecoderHost {
  readonly #host: WorkerHost<DecoderRequests, DecoderLane>;
  readonly #opened = new Map<string, ModelSpec>();

  constructor(listener: DecoderListener, options: WorkerOptions = {}) {
    const program = new URL('./decoder-worker.js', import.meta.url);
    this.#host = new WorkerHost(
      {
        program,
        title: 'The translation engine',
        lanes: DECODER_LANES,
        backgroundLanes: BACKGROUND_LANES,
      },
      {
        event: (event) => listener.model(event as ModelState),
        died: (cause, final) => {
          listener.died(cause, final);
          if (!final) for (const spec of this.#opened.values()) this.#host.tell('open', spec);
        },
      },
      options,
    );
  }

  /** Opens a model (or looks again whether it can be opened); the listener hears how it goes. */
  open(spec: ModelSpec): void {
    this.#opened.set(spec.key, spec);
    this.#host.tell('open', spec);
  }

  close(key: string): void {
    if (this.#opened.delete(key)) this.#host.tell('close', { key });
  }

  filesChanged(paths: readonly string[]): void {
    if (this.#opened.size > 0 && paths.length > 0) this.#host.tell('filesChanged', { paths });
  }

  /** Asks the worker. Throws `CancelledError` when the client cancelled or a newer request took the lane. */
  ask<K extends DecoderRequestKind>(
    kind: K,
    params: DecoderRequests[K]['params'],
    options: AskOptions<DecoderLane> = {},
  ): Promise<DecoderRequests[K]['result']> {
    return this.#host.ask(kind, params, options);
  }

  /** For work in the background: asks again whenever other questions went first. */
  askPatiently<K extends DecoderRequestKind>(
    kind: K,
    params: DecoderRequests[K]['params'],
    options: PatientOptions<DecoderLane>,
  ): Promise<DecoderRequests[K]['result']> {
    return this.#host.askPatiently(kind, params, options);
  }

  stop(): Promise<void> {
    return this.#host.stop();
  }
}
