/** A text of words split at blanks, one sentence a line, as word ids: four bytes a word, whatever its length. */
import { GrowableArray } from '../../../models/core/growable-array.js';
import type { Sentences } from '../../../models/lm/ngram-counter.js';
import { readLines } from './line-reader.js';

export interface WordLines extends Sentences {
  /** Lines that are no text (not UTF-8, NUL bytes, a megabyte long) and were left out. */
  readonly skipped: number;
}

/** `idOf` is asked for every word, with the number of its line. */
export async function readWordLines(
  file: string,
  idOf: (word: string, line: number) => number,
  signal?: AbortSignal,
): Promise<WordLines> {
  const ids = new GrowableArray(new Int32Array(1 << 16));
  const offsets = new GrowableArray(new Uint32Array(1 << 12));
  offsets.push(0);
  let skipped = 0;
  let number = 0;
  for await (const lines of readLines(file, signal)) {
    for (const line of lines) {
      number++;
      if ('fault' in line) {
        skipped++;
        continue;
      }
      for (const word of line.text.split(/[ \t]+/)) if (word !== '') ids.push(idOf(word, number));
      offsets.push(ids.length);
    }
  }
  return { ids: ids.trim(), offsets: offsets.trim(), skipped };
}
