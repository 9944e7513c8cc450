/**
 * Writes TMX 1.4b, and changes single units of an existing file. Appending and removing keep every other byte of the
 * file as it was, whatever tool wrote it. All changes are atomic (atomic-file.ts).
 */
import { readFile } from 'node:fs/promises';
import { FormatError } from '../../../models/core/errors.js';
import { type Chunks, writeFileAtomically } from './atomic-file.js';
import { latin1, type TmxEncoding, textDecoder, tmxEncoding } from './tmx-decoding.js';
import { inLanguage } from './tmx-reader.js';
import { TmxUnitParser } from './tmx-unit-parser.js';
import { findUnits } from './tmx-units.js';

export interface NewTmxUnit {
  readonly source: string;
  readonly target: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly id?: string;
  readonly date?: Date;
  readonly properties?: Readonly<Record<string, string>>;
}

export interface TmxHeader {
  readonly sourceLanguage: string;
  readonly toolVersion: string;
}

/** A whole file, piece by piece. */
export async function* tmxChunks(
  header: TmxHeader,
  units: Iterable<NewTmxUnit> | AsyncIterable<NewTmxUnit>,
): AsyncGenerator<string> {
  yield headerText(header);
  for await (const unit of units) yield unitText(unit);
  yield FOOTER;
}

export async function writeTmx(
  file: string,
  header: TmxHeader,
  units: Iterable<NewTmxUnit> | AsyncIterable<NewTmxUnit>,
): Promise<void> {
  await writeFileAtomically(file, tmxChunks(header, units));
}

/** Adds a unit at the end of the file; makes the file if there is none. */
export async function appendTmxUnit(file: string, header: TmxHeader, unit: NewTmxUnit): Promise<void> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (bytes === null) return writeTmx(file, header, [unit]);
  const encoding = tmxEncoding(bytes);
  const end = findLast(bytes, '</body>', encoding);
  if (end === -1)
    throw new FormatError('tmx-foreign', 'This is not a TMX file: it has no <body> to add a unit to.');
  const lineStart = startOfLine(bytes, end, encoding);
  await writeFileAtomically(file, [
    bytes.subarray(0, lineStart),
    encodeText(unitText(unit), encoding),
    bytes.subarray(lineStart),
  ] satisfies Chunks);
}

/** Removes every unit with exactly this source and target; returns how many there were. */
export async function removeTmxUnit(
  file: string,
  unit: Pick<NewTmxUnit, 'source' | 'target' | 'sourceLanguage' | 'targetLanguage'>,
): Promise<number> {
  const bytes = await readFile(file);
  const encoding = tmxEncoding(bytes);
  const width = encoding.startsWith('utf-16') ? 2 : 1;
  const text = width === 2 ? textDecoder(encoding).decode(bytes) : latin1(bytes);
  // The decoder drops a byte order mark: places shift by it.
  const shift = width === 2 ? (bytes.length - 2 * text.length) / 2 : 0;
  const parser = new TmxUnitParser();
  const kept: Uint8Array[] = [];
  let at = 0;
  let removed = 0;
  for (const { start, end, isBroken } of findUnits(text, 0, true).units) {
    if (isBroken) continue;
    const from = (start + shift) * width;
    const to = (end + shift) * width;
    if (!isSame(parser, textDecoder(encoding).decode(bytes.subarray(from, to)), unit)) continue;
    const lineStart = startOfLine(bytes, from, encoding);
    kept.push(bytes.subarray(at, lineStart));
    at = behindLineEnd(bytes, to, width, encoding);
    removed++;
  }
  if (removed > 0) await writeFileAtomically(file, [...kept, bytes.subarray(at)]);
  return removed;
}

const FOOTER = '  </body>\n</tmx>\n';

function headerText({ sourceLanguage, toolVersion }: TmxHeader): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
  <header creationtool="enface" creationtoolversion="${escapeXml(toolVersion)}" segtype="sentence" o-tmf="enface" adminlang="en" srclang="${escapeXml(sourceLanguage)}" datatype="plaintext"/>
  <body>
`;
}

function unitText({
  source,
  target,
  sourceLanguage,
  targetLanguage,
  id,
  date,
  properties,
}: NewTmxUnit): string {
  const idText = id === undefined ? '' : ` tuid="${escapeXml(id)}"`;
  const dateText = date === undefined ? '' : ` changedate="${tmxDate(date)}"`;
  const propertyText = Object.entries(properties ?? {})
    .map(([type, value]) => `<prop type="${escapeXml(type)}">${escapeXml(value)}</prop>`)
    .join('');
  const variant = (language: string, text: string) =>
    `<tuv xml:lang="${escapeXml(language)}"><seg>${escapeXml(text)}</seg></tuv>`;
  return `    <tu${idText}${dateText}>${propertyText}${variant(sourceLanguage, source)}${variant(targetLanguage, target)}</tu>\n`;
}

/** 20250312T101500Z */
function tmxDate(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Characters that XML 1.0 cannot hold at all are left out; a carriage return is kept as a reference. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"\r]/g, (character) => ESCAPES[character] as string);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

function isSame(
  parser: TmxUnitParser,
  text: string,
  unit: Pick<NewTmxUnit, 'source' | 'target' | 'sourceLanguage' | 'targetLanguage'>,
): boolean {
  try {
    const { variants } = parser.parse(text);
    return (
      inLanguage(variants, unit.sourceLanguage).some((variant) => variant.text === unit.source) &&
      inLanguage(variants, unit.targetLanguage).some((variant) => variant.text === unit.target)
    );
  } catch {
    return false;
  }
}

function encodeText(text: string, encoding: TmxEncoding): Uint8Array {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text, 'utf8');
    case 'utf-16le':
      return Buffer.from(text, 'utf16le');
    case 'utf-16be':
      return Buffer.from(text, 'utf16le').swap16();
    case 'windows-1252':
      // What the encoding cannot say is written as a character reference.
      return Buffer.from(
        text.replace(/[^\0-\u007f\u00a0-\u00ff]/gu, (character) => `&#${character.codePointAt(0)};`),
        'latin1',
      );
  }
}

function findLast(bytes: Buffer, tag: string, encoding: TmxEncoding): number {
  return bytes.lastIndexOf(encodeText(tag, encoding));
}

/** Back over blanks to the start of the line; `at` itself when other text comes before it on the line. */
function startOfLine(bytes: Uint8Array, at: number, encoding: TmxEncoding): number {
  const width = encoding.startsWith('utf-16') ? 2 : 1;
  const low = encoding === 'utf-16be' ? 1 : 0;
  let start = at;
  while (start >= width) {
    const character = bytes[start - width + low];
    if (character === 0x0a) return start;
    if (character !== 0x20 && character !== 0x09) return at;
    start -= width;
  }
  return at;
}

function behindLineEnd(bytes: Uint8Array, at: number, width: number, encoding: TmxEncoding): number {
  const low = encoding === 'utf-16be' ? 1 : 0;
  let end = at;
  if (bytes[end + low] === 0x0d) end += width;
  return bytes[end + low] === 0x0a ? end + width : at;
}
