/** The segment pairs of a translation memory in two languages, for a training run. Gzip is unpacked. */
import path from 'node:path';
import { FormatError } from '../../../models/core/errors.js';
import { TmxReader } from '../formats/tmx-reader.js';
import type { TextPair } from './corpus-reader.js';
import { readBytes } from './line-reader.js';

/** Throws a FormatError that names the file when it is no memory or damaged beyond single units. */
export async function* readTmxPairs(
  file: string,
  sourceLanguage: string,
  targetLanguage: string,
  signal?: AbortSignal,
): AsyncGenerator<TextPair, void, void> {
  const reader = new TmxReader(readBytes(file, signal), { sourceLanguage, targetLanguage });
  try {
    for await (const { source, target } of reader.units()) yield { source, target };
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause;
    throw new FormatError(cause.code, `${path.basename(file)}: ${cause.message}`, { cause });
  }
}
