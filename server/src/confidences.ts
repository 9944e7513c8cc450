/**
 * How sure the model is of the words of target documents. Computed in the background, segment by segment, and
 * remembered until the model changes; approved segments need no marks.
 */
import type { CancellationToken } from 'vscode-languageserver';
import type { WordConfidenceRecord } from '../../models/assist/assist-records.js';
import type { Span } from '../../models/text/span.js';
import type { ConfidenceLevel, WordMark } from '../protocol/messages.js';
import type { DecoderHost } from './engine/decoder-host.js';
import type { Models } from './models.js';
import type { SegmentStates } from './segment-states.js';
import type { SegmentTable } from './segment-tables.js';
import { rangeIn, segmentTexts } from './segment-texts.js';

/** Below the first a word is marked as doubtful, from the second on as sure. */
const LOW = 0.4;
const HIGH = 0.75;
/** Segments looked at for one request: more are not on any screen. */
const MOST_SEGMENTS = 300;
const MOST_REMEMBERED = 5000;

export class Confidences {
  readonly #decoder: DecoderHost;
  readonly #models: Models;
  readonly #states: SegmentStates;
  readonly #known = new Map<string, readonly WordConfidenceRecord[]>();

  constructor(decoder: DecoderHost, models: Models, states: SegmentStates) {
    this.#decoder = decoder;
    this.#models = models;
    this.#states = states;
  }

  /** The words inside a span of the target document, in order. */
  async of(
    table: SegmentTable,
    memoryKey: string,
    within: Span,
    token: CancellationToken,
  ): Promise<WordMark[]> {
    const key = this.#models.ready(table.pair);
    if (key === null || !this.#models.showsConfidence(table.pair)) return [];
    const places = table.document.segments
      .filter(({ target }) => target !== null && target.end > within.start && target.start < within.end)
      .sort((a, b) => (a.target?.start ?? 0) - (b.target?.start ?? 0))
      .slice(0, MOST_SEGMENTS)
      .map((segment) => segmentTexts(table, segment));
    const texts = places.map(({ source, target }) => ({ source: source.text, target: target.text }));
    const states = await this.#states.of(memoryKey, texts);
    const marks: WordMark[] = [];
    for (const [i, { target }] of places.entries()) {
      const pair = texts[i];
      if (pair === undefined || states[i] === 'approved' || pair.target.trim() === '') continue;
      for (const { start, end, confidence } of await this.#words(key, pair, token)) {
        const range = rangeIn(table.target, target, { start, end });
        marks.push({ range, level: levelOf(confidence), confidence });
      }
    }
    return marks;
  }

  /** Another model: ask it again. */
  forget(): void {
    this.#known.clear();
  }

  async #words(
    key: string,
    pair: { readonly source: string; readonly target: string },
    token: CancellationToken,
  ): Promise<readonly WordConfidenceRecord[]> {
    const id = `${key}\u0000${pair.source}\u0000${pair.target}`;
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const words = await this.#decoder.askPatiently(
      'confidence',
      { key, ...pair },
      { lane: 'confidence', token },
    );
    const oldest = this.#known.keys().next();
    if (this.#known.size >= MOST_REMEMBERED && !oldest.done) this.#known.delete(oldest.value);
    this.#known.set(id, words);
    return words;
  }
}

export function levelOf(confidence: number): ConfidenceLevel {
  return confidence < LOW ? 'low' : confidence < HIGH ? 'medium' : 'high';
}
