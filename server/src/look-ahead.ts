/**
 * Searches the segments a translator is likely to go to next, while the decoder has nothing else to do: the first key
 * in a new segment then finds its search graph ready.
 */

import type { SegmentPlace } from './caret.js';
import type { DecoderHost } from './engine/decoder-host.js';
import { segmentText } from './formats/logical-text.js';
import type { Models } from './models.js';

/** The segment at hand and so many behind it. */
const SEGMENTS_AHEAD = 3;

export class LookAhead {
  readonly #decoder: DecoderHost;
  readonly #models: Models;
  /** What is still to be searched, and the sources that were. */
  #wanted: string[] = [];
  #done = new Set<string>();
  #key = '';
  #isRunning = false;

  constructor(decoder: DecoderHost, models: Models) {
    this.#decoder = decoder;
    this.#models = models;
  }

  /** The translator is at this segment now. */
  moveTo({ pair, table, segment }: Pick<SegmentPlace, 'pair' | 'table' | 'segment'>): void {
    const key = this.#models.ready(pair);
    if (key === null) return;
    if (key !== this.#key) this.forget();
    this.#key = key;
    const { segments, source } = table.document;
    const next = segments.slice(segment.index, segment.index + 1 + SEGMENTS_AHEAD);
    const sources = next.map((one) => segmentText(source, one.source).text);
    // The assistant keeps a few segments only: what was left behind may have to be searched again.
    this.#done = new Set(sources.filter((text) => this.#done.has(text)));
    this.#wanted = sources.filter((text) => !this.#done.has(text));
    if (!this.#isRunning) this.#run().catch(() => {});
  }

  /** Another model: everything is to be searched again. */
  forget(): void {
    this.#done.clear();
    this.#wanted = [];
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      for (let source = this.#wanted[0]; source !== undefined; source = this.#wanted[0]) {
        const params = { key: this.#key, source };
        const isWanted = () => this.#wanted[0] === source;
        await this.#decoder.askPatiently('openSegment', params, { lane: 'lookAhead', isWanted }).then(
          () => this.#done.add(source),
          () => {},
        );
        if (this.#wanted[0] === source) this.#wanted.shift();
      }
    } finally {
      this.#isRunning = false;
    }
  }
}
