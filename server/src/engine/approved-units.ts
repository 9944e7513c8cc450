/**
 * What an assistant learns beside its model: the segments of the workspace's memory file that were approved after the
 * model was trained. Follows the file: a unit that is taken out of it is unlearnt.
 */
import { createReadStream } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { ApprovedPair, TextPair } from '../../../models/assist/assist-records.js';
import { FormatError } from '../../../models/core/errors.js';
import { type TmxLanguages, TmxReader } from '../formats/tmx-reader.js';

/** The part of the assistant that learns. */
export interface Learner {
  approve(pair: ApprovedPair): void;
  forget(unit: string): void;
}

/** Milliseconds of learning after which questions get their turn. */
const SLICE = 8;

export class ApprovedUnits {
  readonly #learner: Learner;
  readonly #languages: TmxLanguages;
  /** Units dated before this are in the model; as TMX writes dates. */
  readonly #since: string;
  readonly #learnt = new Set<string>();
  /** Names of all units at the last look at the file. */
  #seen: Set<string> | null = null;

  /** `created`: when the model was trained, ISO 8601. */
  constructor(learner: Learner, languages: TmxLanguages, created: string) {
    this.#learner = learner;
    this.#languages = languages;
    this.#since = created.replace(/[-:]|\.\d+/g, '');
  }

  get count(): number {
    return this.#learnt.size;
  }

  /** Learns a pair at once. */
  approve(pair: TextPair): void {
    const unit = nameOf(pair);
    if (this.#learnt.has(unit)) return;
    this.#learner.approve({ ...pair, unit });
    this.#learnt.add(unit);
  }

  /** Brings what is learnt in line with the file; a file that is missing or broken changes nothing. */
  async follow(file: string): Promise<void> {
    const seen = new Set<string>();
    const wanted: TextPair[] = [];
    try {
      for await (const { source, target, date } of new TmxReader(
        createReadStream(file),
        this.#languages,
      ).units()) {
        const unit = nameOf({ source, target });
        // At the first look the date tells what is new, later that it was not there before.
        const isNew = this.#seen === null ? date !== null && date >= this.#since : !this.#seen.has(unit);
        if (isNew && !seen.has(unit)) wanted.push({ source, target });
        seen.add(unit);
      }
    } catch (cause) {
      if (cause instanceof FormatError || (cause as NodeJS.ErrnoException).syscall !== undefined) return;
      throw cause;
    }
    for (const unit of this.#learnt) {
      if (seen.has(unit)) continue;
      this.#learner.forget(unit);
      this.#learnt.delete(unit);
    }
    let turn = performance.now();
    for (const pair of wanted) {
      this.approve(pair);
      if (performance.now() - turn < SLICE) continue;
      await setImmediate();
      turn = performance.now();
    }
    this.#seen = seen;
  }
}

function nameOf({ source, target }: TextPair): string {
  return `${source}\u0000${target}`;
}
