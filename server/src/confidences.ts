/**
 * How sure the model is of the words of target documents. Computed in the background, segment by segment, and
 * remembered until the model changes; approved segments need no marks.
 */
import { Emitter } from 'vscode-languageserver';
import type { WordConfidenceRecord } from '../../models/assist/assist-records.js';
import type { Span } from '../../models/text/span.js';
import type { ConfidenceLevel, WordMark } from '../protocol/messages.js';
import type { DecoderHost } from './engine/decoder-host.js';
import type { Models } from './models.js';
import type { SegmentStates } from './segment-states.js';
import type { SegmentTable } from './segment-tables.js';
import { rangeIn, segmentTexts } from './segment-texts.js';

/** From here on a word is sure, unless the model's own threshold is higher. */
const SURE = 0.75;
/** Segments looked at for one request: more are not on any screen. */
const MOST_SEGMENTS = 300;
const MOST_REMEMBERED = 5000;
/** Milliseconds between two news of what was found out. */
const TELL_INTERVAL = 700;

interface WantedPair {
  readonly key: string;
  readonly source: string;
  readonly target: string;
}

export class Confidences {
  readonly #decoder: DecoderHost;
  readonly #models: Models;
  readonly #states: SegmentStates;
  readonly #known = new Map<string, readonly WordConfidenceRecord[]>();
  readonly #changed = new Emitter<void>();
  /** Fires when more is known than was answered before. */
  readonly onDidChange = this.#changed.event;
  /** What is still to be found out, of the last request. */
  #wanted: WantedPair[] = [];
  #isRunning = false;

  constructor(decoder: DecoderHost, models: Models, states: SegmentStates) {
    this.#decoder = decoder;
    this.#models = models;
    this.#states = states;
  }

  /** The words inside a span of the target document, in order, as far as they are known; the rest is found out. */
  async of(table: SegmentTable, memoryKey: string, within: Span): Promise<WordMark[]> {
    const key = this.#models.ready(table.pair);
    if (key === null || !this.#models.showsConfidence(table.pair)) return [];
    const places = table.document.segments
      .filter(({ target }) => target !== null && target.end > within.start && target.start < within.end)
      .sort((a, b) => (a.target?.start ?? 0) - (b.target?.start ?? 0))
      .slice(0, MOST_SEGMENTS)
      .map((segment) => segmentTexts(table, segment));
    const texts = places.map(({ source, target }) => ({ source: source.text, target: target.text }));
    const states = await this.#states.of(memoryKey, texts);
    const doubtful = this.#models.doubtful(table.pair);
    const marks: WordMark[] = [];
    const missing: WantedPair[] = [];
    for (const [i, { source, target }] of places.entries()) {
      if (states[i] === 'approved' || target.text.trim() === '') continue;
      const pair = { key, source: source.text, target: target.text };
      const words = this.#known.get(identity(pair));
      if (words === undefined) missing.push(pair);
      for (const { start, end, confidence } of words ?? []) {
        const range = rangeIn(table.target, target, { start, end });
        marks.push({ range, level: levelOf(confidence, doubtful), confidence });
      }
    }
    this.#wanted = missing;
    if (!this.#isRunning) this.#run().catch(() => {});
    return marks;
  }

  /** Another model: ask it again. */
  forget(): void {
    this.#known.clear();
    this.#wanted = [];
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    let told = performance.now();
    let isNews = false;
    try {
      for (let pair = this.#wanted[0]; pair !== undefined; pair = this.#wanted[0]) {
        const isWanted = () => this.#wanted[0] === pair;
        const words = await this.#decoder
          .askPatiently('confidence', pair, { lane: 'confidence', isWanted })
          .catch(() => null);
        if (words !== null) this.#remember(pair, words);
        isNews ||= words !== null;
        if (this.#wanted[0] === pair) this.#wanted.shift();
        if (!isNews || (this.#wanted.length > 0 && performance.now() - told < TELL_INTERVAL)) continue;
        told = performance.now();
        isNews = false;
        this.#changed.fire();
      }
    } finally {
      this.#isRunning = false;
    }
  }

  #remember(pair: WantedPair, words: readonly WordConfidenceRecord[]): void {
    const oldest = this.#known.keys().next();
    if (this.#known.size >= MOST_REMEMBERED && !oldest.done) this.#known.delete(oldest.value);
    this.#known.set(identity(pair), words);
  }
}

function identity({ key, source, target }: WantedPair): string {
  return `${key}\u0000${source}\u0000${target}`;
}

export function levelOf(confidence: number, doubtful: number): ConfidenceLevel {
  return confidence < doubtful ? 'low' : confidence < SURE ? 'medium' : 'high';
}
