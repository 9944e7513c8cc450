/**
 * Lines of a text file of any size, gzipped or not, in batches and in bounded memory. Lines end with LF or CR LF;
 * the last needs no end; a byte order mark is dropped. A line that cannot be text (not UTF-8, with NUL, longer
 * than a mebibyte) comes as its fault. A file full of such lines is refused: it is no text.
 */
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CancelledError, EnfaceError } from '../../../models/core/errors.js';

export type LineFault = 'invalid-encoding' | 'invalid-characters' | 'line-too-long';

/** The text of a line, or what is wrong with it. */
export type Line = { readonly text: string } | { readonly fault: LineFault };

export const MAX_LINE_BYTES = 1 << 20;

const LF = 0x0a;
const CR = 0x0d;
/** A file is refused once it has so many lines that are no text, if they are more than a tenth of all. */
const BAD_LINES_TOLERATED = 20;

/** Yields the lines of each chunk of the file together. Throws an EnfaceError that names the file. */
export async function* readLines(file: string, signal?: AbortSignal): AsyncGenerator<Line[], void, void> {
  const splitter = new LineSplitter(file);
  for await (const chunk of readBytes(file, signal)) {
    const lines = splitter.push(chunk);
    if (lines.length > 0) yield lines;
  }
  const lines = splitter.end();
  if (lines.length > 0) yield lines;
}

class LineSplitter {
  readonly #file: string;
  /** Bytes of the line in hand that came with earlier chunks. */
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #tooLong = false;
  #lineCount = 0;
  #badCount = 0;
  #byteCount = 0;
  #firstBad = '';

  constructor(file: string) {
    this.#file = file;
  }

  push(chunk: Buffer): Line[] {
    if (this.#byteCount === 0) this.#checkStart(chunk);
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      this.#hold(chunk.subarray(start, end));
      lines.push(this.#takeLine(this.#byteCount + end));
      start = end + 1;
    }
    // A copy, so that a few waiting bytes do not keep the whole chunk alive.
    this.#hold(Buffer.from(chunk.subarray(start)));
    this.#byteCount += chunk.length;
    return lines;
  }

  end(): Line[] {
    if (this.#byteCount === 0) throw new EnfaceError('corpus-empty', `${nameOf(this.#file)} is empty.`);
    const lines = this.#pendingBytes > 0 || this.#tooLong ? [this.#takeLine(this.#byteCount)] : [];
    if (this.#badCount === this.#lineCount) this.#refuse();
    return lines;
  }

  #hold(bytes: Buffer): void {
    if (bytes.length === 0 || this.#tooLong) return;
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes <= MAX_LINE_BYTES) return;
    this.#tooLong = true;
    this.#pending = [];
  }

  #takeLine(end: number): Line {
    const bytes = this.#pending.length === 1 ? (this.#pending[0] as Buffer) : Buffer.concat(this.#pending);
    const fault = this.#tooLong ? 'line-too-long' : faultOf(bytes);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#tooLong = false;
    this.#lineCount++;
    if (fault === undefined) return { text: textOf(bytes, this.#lineCount === 1) };
    if (fault !== 'line-too-long') this.#countBad(end - bytes.length);
    return { fault };
  }

  #countBad(start: number): void {
    this.#badCount++;
    this.#firstBad ||= `line ${this.#lineCount} (from byte ${start})`;
    if (this.#badCount >= BAD_LINES_TOLERATED && this.#badCount * 10 > this.#lineCount) this.#refuse();
  }

  #refuse(): never {
    throw new EnfaceError(
      'corpus-not-text',
      `${nameOf(this.#file)} is not a UTF-8 text file: ${this.#badCount} of its first ${this.#lineCount} lines are not, beginning with ${this.#firstBad}.`,
    );
  }

  #checkStart(chunk: Buffer): void {
    const [first, second] = chunk;
    if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
      throw new EnfaceError('corpus-not-text', `${nameOf(this.#file)} is in UTF-16; save it as UTF-8.`);
    }
  }
}

function faultOf(bytes: Buffer): LineFault | undefined {
  if (!isUtf8(bytes)) return 'invalid-encoding';
  return bytes.includes(0) ? 'invalid-characters' : undefined;
}

function textOf(bytes: Buffer, isFirst: boolean): string {
  const end = bytes.length > 0 && bytes[bytes.length - 1] === CR ? bytes.length - 1 : bytes.length;
  const text = bytes.toString('utf8', 0, end);
  return isFirst && text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** The bytes of the file, unpacked if they are gzip, whatever the name says. */
export async function* readBytes(file: string, signal?: AbortSignal): AsyncGenerator<Buffer, void, void> {
  try {
    const packed = await isGzip(file);
    const raw = createReadStream(file, { signal, highWaterMark: 1 << 18 });
    // Errors of either stream arrive through the loop; the callback only keeps pipeline from throwing them.
    const stream = packed ? pipeline(raw, createGunzip({ chunkSize: 1 << 18 }), () => {}) : raw;
    yield* stream as AsyncIterable<Buffer>;
  } catch (cause) {
    if (signal?.aborted) throw new CancelledError();
    throw readError(file, cause);
  }
}

async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

function readError(file: string, cause: unknown): EnfaceError {
  const code = (cause as NodeJS.ErrnoException).code ?? '';
  if (code === 'Z_BUF_ERROR') {
    return new EnfaceError('corpus-damaged', `${nameOf(file)} is cut short: its gzip data has no end.`, {
      cause,
    });
  }
  if (code.startsWith('Z_')) {
    return new EnfaceError('corpus-damaged', `${nameOf(file)} is damaged: its gzip data cannot be read.`, {
      cause,
    });
  }
  const reason = { ENOENT: 'there is no such file', EISDIR: 'it is a folder', EACCES: 'access is denied' }[
    code
  ];
  return new EnfaceError('corpus-unreadable', `Cannot read ${file}: ${reason ?? String(cause)}.`, { cause });
}

function nameOf(file: string): string {
  return path.basename(file);
}
