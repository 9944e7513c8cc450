/**
 * TMX files as the engine uses them: units for a memory in, approved segments out, and whatever is wrong with a file
 * as one sentence for the user.
 */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { EnfaceError, FormatError } from '../../../models/core/errors.js';
import type { MemoryUnit } from '../../../models/memory/translation-memory.js';
import { type TmxLanguages, TmxReader } from '../formats/tmx-reader.js';
import { appendTmxUnit } from '../formats/tmx-writer.js';
import { version } from '../version.js';
import type { Approval } from './engine-messages.js';
import { placeOfUnit } from './unit-places.js';

/** The neighbours of an approved segment, so that a match in the same context is known as one. */
const PREVIOUS = 'x-enface-previous';
const NEXT = 'x-enface-next';

/** One reading of a file; `units` may be iterated once. */
export class TmxMemoryFile {
  readonly #file: string;
  readonly #reader: TmxReader;
  #failure: string | null = null;

  constructor(file: string, languages: TmxLanguages) {
    this.#file = file;
    this.#reader = new TmxReader(createReadStream(file), languages);
  }

  get bytesRead(): number {
    return this.#reader.bytesRead;
  }

  /** What was left out and why; null when nothing was. Final once `units` has ended. */
  get problem(): string | null {
    const name = path.basename(this.#file);
    if (this.#failure !== null) return `${name} is not in use: ${this.#failure}`;
    const { problemCount, problems } = this.#reader;
    const [first] = problems;
    if (first === undefined) return null;
    const count = problemCount === 1 ? 'one unit was' : `${problemCount} units were`;
    const reason = `line ${first.line}: ${first.reason}`;
    return `${name}: ${count} left out (${reason}); the rest is in use.`;
  }

  async *units(): AsyncGenerator<MemoryUnit> {
    let number = 0;
    let variant = 0;
    try {
      for await (const unit of this.#reader.units()) {
        // Several translations of one unit are pairs of their own and need places of their own.
        variant = unit.number === number ? variant + 1 : 0;
        number = unit.number;
        const { source, target, properties } = unit;
        const origin = { file: this.#file, unit: placeOfUnit(number, variant) };
        const [previousSource, nextSource] = [properties[PREVIOUS], properties[NEXT]];
        yield { source, target, origin, previousSource, nextSource };
      }
    } catch (cause) {
      if (cause instanceof FormatError) this.#failure = cause.message;
      else if (isSystemError(cause)) this.#failure = `it cannot be read (${cause.code}).`;
      else throw cause;
    }
  }
}

/** Adds an approved segment to a file, which is made when it is missing. */
export async function appendApproved(
  file: string,
  languages: TmxLanguages,
  approval: Approval,
): Promise<void> {
  const { source, target, previousSource, nextSource } = approval;
  const { sourceLanguage } = languages;
  try {
    await appendTmxUnit(
      file,
      { sourceLanguage, toolVersion: version() },
      {
        ...languages,
        source,
        target,
        date: new Date(),
        properties: { [PREVIOUS]: previousSource, [NEXT]: nextSource },
      },
    );
  } catch (cause) {
    const name = path.basename(file);
    if (cause instanceof FormatError)
      throw new FormatError(cause.code, `${name}: ${cause.message}`, { cause });
    if (!isSystemError(cause)) throw cause;
    const message = `${name} cannot be written (${cause.code}): nothing was changed.`;
    throw new EnfaceError('not-writable', message, { cause });
  }
}

function isSystemError(cause: unknown): cause is NodeJS.ErrnoException & { code: string } {
  return cause instanceof Error && typeof (cause as NodeJS.ErrnoException).syscall === 'string';
}
