/**
 * Many strings as UTF-8 in pages of one mebibyte: no string object per text, no copying when the store grows.
 * A text is named by its address, a number below 2^32 − 1, so a store holds 4 GiB. Texts are never freed. A lone
 * surrogate is stored as U+FFFD, as UTF-8 has no other way to write it.
 */
import { EnfaceError } from '../core/errors.js';

const PAGE_BITS = 20;
const PAGE_SIZE = 1 << PAGE_BITS;
const PAGE_LIMIT = 1 << (32 - PAGE_BITS);

export class PackedTexts {
  readonly #pages: Uint8Array<ArrayBuffer>[] = [];
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** First free byte of the last page. */
  #used = PAGE_SIZE;
  #byteLength = 0;
  #scratch = new Uint8Array(1024);

  get byteLength(): number {
    return this.#byteLength;
  }

  /** Stores a text and returns its address. */
  append(text: string): number {
    const length = this.#encode(text);
    const needed = sizeOfNumber(length) + length;
    if (this.#used + needed > PAGE_SIZE) this.#addPage(needed);
    const page = this.#pages.length - 1;
    const bytes = this.#pages[page];
    const start = this.#used;
    const body = writeNumber(bytes, start, length);
    bytes.set(this.#scratch.subarray(0, length), body);
    this.#used = start + needed;
    return ((page << PAGE_BITS) | start) >>> 0;
  }

  read(address: number): string {
    const bytes = this.#pages[address >>> PAGE_BITS];
    const start = address & (PAGE_SIZE - 1);
    const length = readNumber(bytes, start);
    const body = start + sizeOfNumber(length);
    return this.#decoder.decode(bytes.subarray(body, body + length));
  }

  /** Whether the text at `address` is `text`, without building a string. */
  equals(address: number, text: string): boolean {
    const bytes = this.#pages[address >>> PAGE_BITS];
    const start = address & (PAGE_SIZE - 1);
    const length = readNumber(bytes, start);
    if (length < text.length || length > 3 * text.length) return false;
    if (this.#encode(text) !== length) return false;
    const body = start + sizeOfNumber(length);
    for (let i = 0; i < length; i++) if (bytes[body + i] !== this.#scratch[i]) return false;
    return true;
  }

  /** Writes the UTF-8 bytes of `text` into the scratch buffer; returns how many. */
  #encode(text: string): number {
    if (this.#scratch.length < 3 * text.length) this.#scratch = new Uint8Array(6 * text.length);
    return this.#encoder.encodeInto(text, this.#scratch).written;
  }

  #addPage(needed: number): void {
    if (this.#pages.length === PAGE_LIMIT) {
      throw new EnfaceError('memory-full', 'The translation memory is full: it holds 4 GiB of text.');
    }
    // A text longer than a page gets a page of its own; nothing else is put behind it.
    this.#pages.push(new Uint8Array(Math.max(PAGE_SIZE, needed)));
    this.#byteLength += this.#pages[this.#pages.length - 1].length;
    this.#used = 0;
  }
}

/** Bytes `writeNumber` needs for a number below 2^28. */
export function sizeOfNumber(value: number): number {
  if (value < 0x80) return 1;
  if (value < 0x4000) return 2;
  return value < 0x200000 ? 3 : 4;
}

/** Writes a number below 2^28 in groups of seven bits, lowest first; returns the place behind it. */
export function writeNumber(bytes: Uint8Array, at: number, value: number): number {
  while (value >= 0x80) {
    bytes[at++] = value | 0x80;
    value >>>= 7;
  }
  bytes[at++] = value;
  return at;
}

export function readNumber(bytes: Uint8Array, at: number): number {
  let byte = bytes[at];
  let value = byte & 0x7f;
  for (let shift = 7; byte >= 0x80; shift += 7) {
    byte = bytes[++at];
    value |= (byte & 0x7f) << shift;
  }
  return value;
}
