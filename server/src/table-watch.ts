/**
 * Tells the editor when a segment table it asked for has changed: some time after the last of several quick changes,
 * and never for tables nobody asked for.
 */
import { SEGMENTS_CHANGED_METHOD, type SegmentsChangedParams } from '../protocol/messages.js';
import type { Pair } from './pair-registry.js';

/** Milliseconds without a further change after which the editor is told. */
const QUIET = 120;

export class TableWatch {
  readonly #send: (method: string, params: SegmentsChangedParams) => void;
  readonly #watched = new Map<
    string,
    { readonly pair: Pair; readonly key: string; readonly targetUri: string }
  >();
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(send: (method: string, params: SegmentsChangedParams) => void) {
    this.#send = send;
  }

  /** The editor has the table of this pair. `targetUri` is spelt as the editor does. */
  watch(pair: Pair, key: string, targetUri: string): void {
    this.#watched.set(pair.targetUri, { pair, key, targetUri });
  }

  documentChanged(uri: string): void {
    for (const { pair } of this.#watched.values()) {
      if (pair.sourceUri === uri || pair.targetUri === uri) this.#schedule(pair.targetUri);
    }
  }

  memoryChanged(key: string): void {
    for (const watched of this.#watched.values())
      if (watched.key === key) this.#schedule(watched.pair.targetUri);
  }

  allChanged(): void {
    for (const uri of this.#watched.keys()) this.#schedule(uri);
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #schedule(uri: string): void {
    clearTimeout(this.#timers.get(uri));
    const tell = (): void => {
      this.#timers.delete(uri);
      const watched = this.#watched.get(uri);
      if (watched !== undefined) this.#send(SEGMENTS_CHANGED_METHOD, { targetUri: watched.targetUri });
    };
    this.#timers.set(uri, setTimeout(tell, QUIET));
  }
}
