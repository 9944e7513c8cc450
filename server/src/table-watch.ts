/**
 * Tells the editor when a segment table it asked for has changed: some time after the last of several quick changes,
 * and never for tables nobody asked for.
 */
import { SEGMENTS_CHANGED_METHOD, type SegmentsChangedParams } from '../protocol/messages.js';
import type { Pair } from './pair-registry.js';

/** Milliseconds without a further change after which the editor is told; longer where a table takes long to make. */
const QUIET = 120;
const QUIET_PER_COST = 4;

interface Watched {
  readonly pair: Pair;
  readonly key: string;
  /** As the editor spells it. */
  readonly targetUri: string;
  /** Milliseconds the last table took. */
  readonly cost: number;
}

export class TableWatch {
  readonly #send: (method: string, params: SegmentsChangedParams) => void;
  readonly #watched = new Map<string, Watched>();
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(send: (method: string, params: SegmentsChangedParams) => void) {
    this.#send = send;
  }

  /** The editor wants to know when this table changes. */
  watch(watched: Watched): void {
    this.#watched.set(watched.pair.targetUri, watched);
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
    const cost = this.#watched.get(uri)?.cost ?? 0;
    this.#timers.set(uri, setTimeout(tell, Math.max(QUIET, QUIET_PER_COST * cost)));
  }
}
