/**
 * Whether segments are untranslated, drafts or approved. "Approved" is asked of the memory, in one message for all
 * segments not asked about before; answers are remembered until the memory changes.
 */
import type { SegmentState } from '../protocol/messages.js';
import type { EngineHost } from './engine/engine-host.js';

/** Answers remembered beyond those of the segments asked about last. */
const MOST_REMEMBERED = 200;

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
    if (held.size > MOST_REMEMBERED + segments.length) this.#forgetOthers(key, held, segments);
    return segments.map((texts) => {
      if (texts.target === '') return 'untranslated';
      return held.get(identity(texts)) === true ? 'approved' : 'draft';
    });
  }

  /** Every key typed makes another text; only those of the documents at hand are worth remembering. */
  #forgetOthers(key: string, held: Map<string, boolean>, segments: readonly SegmentTexts[]): void {
    const ids = segments.map(identity).filter((id) => held.has(id));
    this.#held.set(key, new Map(ids.map((id) => [id, held.get(id) ?? false])));
  }

  /** The memory changed: ask again. */
  forget(key: string): void {
    this.#held.delete(key);
  }
}

function identity({ source, target }: SegmentTexts): string {
  return `${source}\u0000${target}`;
}
