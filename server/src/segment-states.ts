/**
 * Whether segments are untranslated, drafts or approved. "Approved" is asked of the memory, in one message for all
 * segments not asked about before; answers are remembered until the memory changes.
 */
import type { SegmentState } from '../protocol/messages.js';
import type { EngineHost } from './engine/engine-host.js';

export interface SegmentTexts {
  readonly source: string;
  readonly target: string;
}

export class SegmentStates {
  readonly #engine: EngineHost;
  /** By memory key: what the memory said about a pair of texts. */
  readonly #held = new Map<string, Map<string, boolean>>();

  constructor(engine: EngineHost) {
    this.#engine = engine;
  }

  /** The states of segments, in their order. */
  async of(key: string, segments: readonly SegmentTexts[]): Promise<SegmentState[]> {
    const held = this.#held.get(key) ?? new Map<string, boolean>();
    this.#held.set(key, held);
    const asked = new Map<string, SegmentTexts>();
    for (const texts of segments) {
      const id = identity(texts);
      if (texts.target !== '' && !held.has(id)) asked.set(id, texts);
    }
    if (asked.size > 0) {
      const texts = [...asked.values()];
      const answers = await this.#engine.ask('holds', {
        key,
        sources: texts.map(({ source }) => source),
        targets: texts.map(({ target }) => target),
      });
      [...asked.keys()].forEach((id, i) => {
        held.set(id, answers[i] === 1);
      });
    }
    return segments.map((texts) => {
      if (texts.target === '') return 'untranslated';
      return held.get(identity(texts)) === true ? 'approved' : 'draft';
    });
  }

  /** The memory changed: ask again. */
  forget(key: string): void {
    this.#held.delete(key);
  }
}

function identity({ source, target }: SegmentTexts): string {
  return `${source}\u0000${target}`;
}
