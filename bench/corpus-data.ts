/** Corpora for the benches: gzipped lines from the folder in ENFACE_DATA, split into words in a simple way. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { GrowableArray } from '../models/core/growable-array.js';
import { TokenText } from '../models/corpus/token-text.js';
import { type Vocabulary, VocabularyBuilder } from '../models/text/vocabulary.js';

/** A file below `$ENFACE_DATA/corpora`; ends the program with a clear message when it is not there. */
export function corpusFile(...parts: string[]): string {
  const folder = process.env.ENFACE_DATA;
  if (folder === undefined) {
    console.error('Set ENFACE_DATA to the folder that holds corpora/ and reference/.');
    process.exit(2);
  }
  const file = path.join(folder, 'corpora', ...parts);
  if (!existsSync(file)) {
    console.error(`There is no ${file}: is ENFACE_DATA right?`);
    process.exit(2);
  }
  return file;
}

/** The first `limit` lines of a gzipped UTF-8 file. */
export function* gzipLines(file: string, limit = Number.POSITIVE_INFINITY): Generator<string> {
  const bytes = gunzipSync(readFileSync(file));
  let start = 0;
  for (let count = 0; start < bytes.length && count < limit; count++) {
    let end = bytes.indexOf(10, start);
    if (end === -1) end = bytes.length;
    yield bytes.toString('utf8', start, end);
    start = end + 1;
  }
}

/** Lower-cased words and single punctuation marks: near enough to a tokenizer for measuring. */
export function simpleTokens(line: string): string[] {
  return line.toLowerCase().match(/[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? [];
}

export interface WordText {
  readonly text: TokenText;
  readonly vocabulary: Vocabulary;
}

/** The text with the words numbered by frequency, as in a model. Lines above 100 words are left out. */
export function readText(lines: Iterable<string>, tokenLimit = Number.POSITIVE_INFINITY): WordText {
  const words = new VocabularyBuilder();
  const ids = new GrowableArray(new Int32Array(1 << 20));
  const offsets = new GrowableArray(new Uint32Array(1 << 16));
  offsets.push(0);
  for (const line of lines) {
    const tokens = simpleTokens(line);
    if (tokens.length === 0 || tokens.length > 100) continue;
    if (ids.length + tokens.length > tokenLimit) break;
    for (const token of tokens) ids.push(words.add(token));
    offsets.push(ids.length);
  }
  const { vocabulary, newIds } = words.freeze({ byFrequency: true });
  const renumbered = ids.view().map((id) => newIds[id]);
  return { text: new TokenText(renumbered, offsets.trim()), vocabulary };
}

/** CPU seconds (user and system) of this process since `start`. */
export function cpuSeconds(start?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}
