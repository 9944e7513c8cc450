/**
 * The token sequences of many segments as variable-length numbers in pages: about two bytes a token, because
 * frequent forms were met early and have small ids. A sequence is named by its address, like a packed text.
 */
import { EnfaceError } from '../core/errors.js';
import { readNumber, sizeOfNumber, writeNumber } from './packed-texts.js';

export const PAGE_BITS = 20;
export const PAGE_SIZE = 1 << PAGE_BITS;
const PAGE_LIMIT = 1 << (32 - PAGE_BITS);

export class TokenStore {
  /** Raw pages for hot loops: at an address stands the count of tokens, then the form ids. */
  readonly pages: Uint8Array[] = [];
  #used = PAGE_SIZE;

  get byteLength(): number {
    return this.pages.reduce((sum, page) => sum + page.byteLength, 0);
  }

  /** Stores the first `count` ids of `forms` and returns the address of the sequence. */
  append(forms: Int32Array, count: number): number {
    let needed = sizeOfNumber(count);
    for (let i = 0; i < count; i++) needed += sizeOfNumber(forms[i]);
    if (this.#used + needed > PAGE_SIZE) this.#addPage(needed);
    const page = this.pages.length - 1;
    const bytes = this.pages[page];
    const start = this.#used;
    let at = writeNumber(bytes, start, count);
    for (let i = 0; i < count; i++) at = writeNumber(bytes, at, forms[i]);
    this.#used = at;
    return ((page << PAGE_BITS) | start) >>> 0;
  }

  /** How many tokens the sequence at `address` has. */
  count(address: number): number {
    return readNumber(this.pages[address >>> PAGE_BITS], address & (PAGE_SIZE - 1));
  }

  /** Reads as many form ids as fit into `forms`; returns the count of tokens of the sequence. */
  read(address: number, forms: Int32Array): number {
    const bytes = this.pages[address >>> PAGE_BITS];
    const count = this.count(address);
    let at = (address & (PAGE_SIZE - 1)) + sizeOfNumber(count);
    const end = Math.min(count, forms.length);
    for (let i = 0; i < end; i++) {
      let byte = bytes[at++];
      let value = byte & 0x7f;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = bytes[at++];
        value |= (byte & 0x7f) << shift;
      }
      forms[i] = value;
    }
    return count;
  }

  #addPage(needed: number): void {
    if (this.pages.length === PAGE_LIMIT) {
      throw new EnfaceError('memory-full', 'The translation memory is full: it holds 4 GiB of tokens.');
    }
    this.pages.push(new Uint8Array(Math.max(PAGE_SIZE, needed)));
    this.#used = 0;
  }
}
