/**
 * Strings ↔ consecutive integers from 0, on typed arrays: UTF-8 bytes end to end, their offsets, and an
 * open-addressing hash of ids. Grows by `add`; or opens as views on arrays that somebody else holds (a file, a
 * SharedArrayBuffer) and is then read-only. Lone surrogates are kept (as three bytes each, "WTF-8"), so any
 * string comes back as it was.
 */
import { FormatError } from '../core/errors.js';

/** `bytes[offsets[i] .. offsets[i + 1])` is string i; `table` holds ids or −1, its length a power of two. */
export interface StringTableSections {
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
  readonly table: Int32Array;
}

export class StringTable {
  #bytes: Uint8Array;
  #offsets: Uint32Array;
  #table: Int32Array;
  #size = 0;
  #frozen = false;

  constructor(expectedSize = 1024) {
    let slots = 64;
    while (slots < expectedSize * 2) slots *= 2;
    this.#bytes = new Uint8Array(slots * 4);
    this.#offsets = new Uint32Array(slots / 2 + 1);
    this.#table = new Int32Array(slots).fill(-1);
  }

  /** Opens without copying. Throws a FormatError when the arrays cannot belong together. */
  static fromSections(sections: StringTableSections): StringTable {
    const { bytes, offsets, table } = sections;
    const size = offsets.length - 1;
    const powerOfTwo = table.length > 0 && (table.length & (table.length - 1)) === 0;
    if (size < 0 || offsets[size] > bytes.length || !powerOfTwo || table.length < size) {
      throw new FormatError(
        'vocabulary',
        'The vocabulary of this model is damaged: its parts do not fit together.',
      );
    }
    const opened = new StringTable(0);
    opened.#bytes = bytes;
    opened.#offsets = offsets;
    opened.#table = table;
    opened.#size = size;
    opened.#frozen = true;
    return opened;
  }

  get size(): number {
    return this.#size;
  }

  /** Bytes of memory held. */
  get byteLength(): number {
    return this.#bytes.byteLength + this.#offsets.byteLength + this.#table.byteLength;
  }

  /** Id of a string, or −1. */
  find(text: string): number {
    const mask = this.#table.length - 1;
    let slot = hashOf(text) & mask;
    for (let probes = 0; probes <= mask; probes++) {
      const id = this.#table[slot];
      if (id < 0 || this.#equals(id, text)) return id;
      slot = (slot + 1) & mask;
    }
    return -1;
  }

  /** Id of a string, given a new one when it has none yet. */
  add(text: string): number {
    if (this.#frozen) throw new TypeError('A table opened from sections cannot grow.');
    const mask = this.#table.length - 1;
    let slot = hashOf(text) & mask;
    for (let id = this.#table[slot]; id >= 0; id = this.#table[slot]) {
      if (this.#equals(id, text)) return id;
      slot = (slot + 1) & mask;
    }
    const id = this.#size++;
    this.#table[slot] = id;
    this.#append(id, text);
    if (this.#size * 2 >= this.#table.length) this.#rehash();
    return id;
  }

  textOf(id: number): string {
    return id >= 0 && id < this.#size ? decode(this.#bytes, this.#offsets[id], this.#offsets[id + 1]) : '';
  }

  /** The table as exactly sized arrays: views when it was opened from sections, else trimmed copies. */
  toSections(): StringTableSections {
    if (this.#frozen) return { bytes: this.#bytes, offsets: this.#offsets, table: this.#table };
    return {
      bytes: this.#bytes.slice(0, this.#offsets[this.#size]),
      offsets: this.#offsets.slice(0, this.#size + 1),
      table: this.#table.slice(),
    };
  }

  #equals(id: number, text: string): boolean {
    const bytes = this.#bytes;
    const end = this.#offsets[id + 1];
    let at = this.#offsets[id];
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit < 0x80) {
        if (at >= end || bytes[at++] !== unit) return false;
      } else if (unit < 0x800) {
        if (at + 2 > end || bytes[at++] !== (0xc0 | (unit >> 6)) || bytes[at++] !== (0x80 | (unit & 0x3f)))
          return false;
      } else {
        const codePoint = text.codePointAt(i) as number;
        if (codePoint > 0xffff) i++;
        const length = encodeWide(codePoint);
        if (at + length > end) return false;
        for (let b = 0; b < length; b++) if (bytes[at++] !== wide[b]) return false;
      }
    }
    return at === end;
  }

  #append(id: number, text: string): void {
    let at = this.#offsets[id];
    const most = at + text.length * 3;
    if (most > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(most, this.#bytes.length * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    const bytes = this.#bytes;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit < 0x80) bytes[at++] = unit;
      else if (unit < 0x800) {
        bytes[at++] = 0xc0 | (unit >> 6);
        bytes[at++] = 0x80 | (unit & 0x3f);
      } else {
        const codePoint = text.codePointAt(i) as number;
        if (codePoint > 0xffff) i++;
        const length = encodeWide(codePoint);
        for (let b = 0; b < length; b++) bytes[at++] = wide[b];
      }
    }
    this.#offsets[id + 1] = at;
  }

  #rehash(): void {
    const table = new Int32Array(this.#table.length * 2).fill(-1);
    const mask = table.length - 1;
    for (let id = 0; id < this.#size; id++) {
      let slot = hashOf(this.textOf(id)) & mask;
      while (table[slot] >= 0) slot = (slot + 1) & mask;
      table[slot] = id;
    }
    const offsets = new Uint32Array(table.length / 2 + 1);
    offsets.set(this.#offsets.subarray(0, this.#size + 1));
    this.#table = table;
    this.#offsets = offsets;
  }
}

/** The same on every machine: it decides where a stored id stands. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Where {@link encodeWide} leaves three or four bytes. */
const wide = new Uint8Array(4);

function encodeWide(codePoint: number): number {
  if (codePoint < 0x10000) {
    wide[0] = 0xe0 | (codePoint >> 12);
    wide[1] = 0x80 | ((codePoint >> 6) & 0x3f);
    wide[2] = 0x80 | (codePoint & 0x3f);
    return 3;
  }
  wide[0] = 0xf0 | (codePoint >> 18);
  wide[1] = 0x80 | ((codePoint >> 12) & 0x3f);
  wide[2] = 0x80 | ((codePoint >> 6) & 0x3f);
  wide[3] = 0x80 | (codePoint & 0x3f);
  return 4;
}

function decode(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; ) {
    const lead = bytes[at++];
    if (lead < 0x80) text += String.fromCharCode(lead);
    else if (lead < 0xe0) text += String.fromCharCode(((lead & 0x1f) << 6) | (bytes[at++] & 0x3f));
    else if (lead < 0xf0) {
      text += String.fromCharCode(((lead & 0x0f) << 12) | ((bytes[at++] & 0x3f) << 6) | (bytes[at++] & 0x3f));
    } else {
      const high = ((lead & 0x07) << 18) | ((bytes[at++] & 0x3f) << 12);
      text += String.fromCodePoint(
        Math.min(0x10ffff, high | ((bytes[at++] & 0x3f) << 6) | (bytes[at++] & 0x3f)),
      );
    }
  }
  return text;
}
