/**
 * Streaming reader of TMX 1.4b (Translation Memory eXchange), levels 1 and 2.
 *
 *   const reader = new TmxReader(createReadStream(file), { sourceLanguage: 'en', targetLanguage: 'de' });
 *   for await (const unit of reader.units()) …
 *   reader.problems                       // what was left out, with place and reason
 *
 * Memory is bounded by the largest unit, not by the file. A broken unit is skipped and noted, a file that ends too early
 * gives the units before; only a file that is no TMX at all is an error (FormatError). Entities declared in the file
 * are not expanded.
 *
 * Languages match exactly (`de-AT`), else by their first part (`de` finds `de-DE` and the other way round). A unit with
 * several variants in the target language gives one pair for each.
 */
import type { TextDecoder } from 'node:util';
import { FormatError } from '../../../models/core/errors.js';
import { textDecoder, tmxEncoding } from './tmx-decoding.js';
import { TmxUnitError, TmxUnitParser, type TmxVariant } from './tmx-unit-parser.js';
import { findUnits } from './tmx-units.js';

export interface TmxLanguages {
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}

export interface TmxUnit {
  /** Place of the unit in the file, from 1. */
  readonly number: number;
  readonly id: string | null;
  readonly source: string;
  readonly target: string;
  /** Language tags as the file has them. */
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly date: string | null;
  readonly properties: Readonly<Record<string, string>>;
}

export interface TmxProblem {
  readonly line: number;
  readonly column: number;
  /** One clause in the user's words. */
  readonly reason: string;
}

/** Problems beyond this many are counted only. */
const MAX_PROBLEMS = 100;
/** The byte order mark and the XML declaration are in so many first bytes. */
const HEAD_LENGTH = 256;
/** The end tag is looked for in so many last characters. */
const TAIL_LENGTH = 4096;
/** A unit larger than this is given up. */
const MAX_UNIT_LENGTH = 8 << 20;

export class TmxReader {
  /** Bytes taken from the stream so far. */
  bytesRead = 0;
  /** The first problems; `problemCount` has all. */
  readonly problems: TmxProblem[] = [];
  problemCount = 0;
  /** Units met, and those that had no text in one of the languages. */
  unitCount = 0;
  otherLanguages = 0;

  readonly #chunks: AsyncIterable<Uint8Array>;
  readonly #languages: TmxLanguages;
  readonly #parser = new TmxUnitParser();
  #line = 1;
  #column = 1;

  constructor(chunks: AsyncIterable<Uint8Array>, languages: TmxLanguages) {
    this.#chunks = chunks;
    this.#languages = languages;
  }

  async *units(): AsyncGenerator<TmxUnit> {
    let decoder: TextDecoder | undefined;
    let text = '';
    let hasRoot = false;
    let tail = '';
    for await (const chunk of withLongHead(this.#chunks)) {
      this.bytesRead += chunk.length;
      decoder ??= textDecoder(tmxEncoding(chunk));
      const more = decoder.decode(chunk, { stream: true });
      text += more;
      tail = (tail + more).slice(-TAIL_LENGTH);
      hasRoot ||= this.#checkRoot(text, false);
      if (!hasRoot) continue;
      const done = yield* this.#takeUnits(text, false);
      text = text.slice(done);
      if (text.length > MAX_UNIT_LENGTH) text = this.#giveUp(text);
    }
    const rest = decoder?.decode() ?? '';
    text += rest;
    if (!hasRoot) this.#checkRoot(text, true);
    const done = yield* this.#takeUnits(text, true);
    if (!/<\/tmx\s*>/.test(tail + rest)) {
      this.#advance(text.slice(done));
      this.#note('the file ends before its last tag');
    }
  }

  /** True once the start of the file shows `<tmx`; throws if it cannot be TMX. */
  #checkRoot(text: string, isLast: boolean): boolean {
    const head = text
      .replace(/^\uFEFF/, '')
      .replace(/<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(\[[\s\S]*?\]\s*)?>/g, '');
    const root = /<\s*([\w:.-]+)[\s/>]/.exec(head);
    if (root?.[1] === 'tmx') return true;
    if (text.trim() === '' && isLast)
      throw new FormatError('tmx-empty', 'The file is empty: it is not a TMX file.');
    if (root !== null || isLast || /^\s*[^<\s]/.test(head) || head.includes('\0')) {
      throw new FormatError('tmx-foreign', 'This is not a TMX file: it does not begin with a <tmx> element.');
    }
    return false;
  }

  *#takeUnits(text: string, isLast: boolean): Generator<TmxUnit, number> {
    const { units, resume } = findUnits(text, 0, isLast);
    let at = 0;
    for (const { start, end, isBroken } of units) {
      this.#advance(text.slice(at, start));
      this.unitCount++;
      const unitText = text.slice(start, end);
      if (isBroken) this.#note('the unit has no end');
      else yield* this.#pairs(unitText);
      this.#advance(unitText);
      at = end;
    }
    this.#advance(text.slice(at, resume));
    return resume;
  }

  *#pairs(unitText: string): Generator<TmxUnit> {
    if (unitText.includes('\uFFFD'))
      return this.#note('the unit has characters that are not in the encoding of the file');
    try {
      const { id, date, properties, variants } = this.#parser.parse(unitText);
      const sources = inLanguage(variants, this.#languages.sourceLanguage);
      const targets = inLanguage(variants, this.#languages.targetLanguage);
      const source = sources.find(({ text }) => text !== '');
      if (source === undefined || !targets.some(({ text }) => text !== '')) this.otherLanguages++;
      else {
        for (const target of targets) {
          if (target.text === '') continue;
          yield {
            number: this.unitCount,
            id,
            date,
            properties,
            source: source.text,
            target: target.text,
            sourceLanguage: source.language,
            targetLanguage: target.language,
          };
        }
      }
    } catch (error) {
      if (!(error instanceof TmxUnitError)) throw error;
      const line = this.#line + error.line - 1;
      this.#note(error.message, line, error.line === 1 ? this.#column + error.column : error.column + 1);
    }
  }

  #giveUp(text: string): string {
    this.#note('a unit is too large');
    this.#advance(text.slice(0, -16));
    return text.slice(-16);
  }

  #note(reason: string, line = this.#line, column = this.#column): void {
    this.problemCount++;
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ line, column, reason });
  }

  #advance(text: string): void {
    let last = -1;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
      this.#line++;
      last = at;
    }
    this.#column = last === -1 ? this.#column + text.length : text.length - last;
  }
}

/** The same bytes, but the first chunk is long enough to tell the encoding. */
async function* withLongHead(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array(0);
  for await (const chunk of chunks) {
    if (head === null) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < HEAD_LENGTH) continue;
    yield head;
    head = null;
  }
  if (head !== null && head.length > 0) yield head;
}

/** Variants of a language: those with exactly this tag, else those with the same first part. */
export function inLanguage(variants: readonly TmxVariant[], language: string): TmxVariant[] {
  const wanted = language.toLowerCase().replaceAll('_', '-');
  const tagOf = ({ language: tag }: TmxVariant) => tag.toLowerCase().replaceAll('_', '-');
  const exact = variants.filter((variant) => tagOf(variant) === wanted);
  if (exact.length > 0) return exact;
  const primary = wanted.split('-')[0];
  return variants.filter((variant) => tagOf(variant).split('-')[0] === primary);
}
