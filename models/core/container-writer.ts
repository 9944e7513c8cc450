/**
 * Writes a container (see container.ts and CONTAINER.md). Sections are kept by reference and handed out as
 * chunks, so that writing a model of several gigabytes needs no second copy of it. Do not change a section
 * between `add` and the end of `chunks`.
 *
 *   const writer = new ContainerWriter({ name: 'my memory' });
 *   writer.add('source/ids', ids);
 *   for (const chunk of writer.chunks()) file.write(chunk);
 */
import { checksum } from './checksum.js';
import {
  alignUp,
  CONTAINER_VERSION,
  ELEMENT_TYPES,
  elementTypeOf,
  LAYOUT,
  METADATA_SECTION,
  type SectionArray,
  type Sections,
} from './container.js';
import { EnfaceError } from './errors.js';

const DEFAULT_CHUNK_BYTES = 1 << 22;

export class ContainerWriter {
  readonly #sections = new Map<string, SectionArray>();

  /** `metadata` must survive JSON; it becomes the first section. */
  constructor(metadata: Readonly<Record<string, unknown>>) {
    this.add(METADATA_SECTION, new TextEncoder().encode(JSON.stringify(metadata)));
  }

  add(name: string, array: SectionArray): void {
    if (!/^[\x21-\x7e]+$/.test(name) || name.length > LAYOUT.NAME_BYTES) {
      throw new EnfaceError('section-name', `“${name}” cannot name a section of a model.`);
    }
    if (this.#sections.has(name)) {
      throw new EnfaceError('section-name', `The model already has a section “${name}”.`);
    }
    if (elementTypeOf(array) === undefined) {
      throw new EnfaceError(
        'section-type',
        `Section “${name}” has an element type that models do not store.`,
      );
    }
    this.#sections.set(name, array);
  }

  /** Adds all arrays of one model part, each name with `prefix` before it. */
  addAll(sections: Sections, prefix = ''): void {
    for (const [name, array] of Object.entries(sections)) this.add(prefix + name, array);
  }

  /** Bytes of the whole file. */
  get byteLength(): number {
    let end = this.#tableEnd;
    for (const array of this.#sections.values()) end = alignUp(end) + array.byteLength;
    return alignUp(end);
  }

  /** The file in order, in pieces of at most `chunkBytes`. The pieces are views: write them, do not keep them. */
  *chunks(chunkBytes = DEFAULT_CHUNK_BYTES): Generator<Uint8Array, void, void> {
    yield this.#headerAndTable();
    let written = this.#tableEnd;
    for (const array of this.#sections.values()) {
      const padding = alignUp(written) - written;
      if (padding > 0) yield new Uint8Array(padding);
      for (let start = 0; start < array.byteLength; start += chunkBytes) {
        const size = Math.min(chunkBytes, array.byteLength - start);
        yield new Uint8Array(array.buffer, array.byteOffset + start, size);
      }
      written += padding + array.byteLength;
    }
    const padding = alignUp(written) - written;
    if (padding > 0) yield new Uint8Array(padding);
  }

  /** The whole file in one buffer: for small models and tests. */
  toBuffer(): ArrayBuffer {
    const bytes = new Uint8Array(this.byteLength);
    let end = 0;
    for (const chunk of this.chunks()) {
      bytes.set(chunk, end);
      end += chunk.length;
    }
    return bytes.buffer;
  }

  get #tableEnd(): number {
    return LAYOUT.HEADER_BYTES + this.#sections.size * LAYOUT.ENTRY_BYTES;
  }

  #headerAndTable(): Uint8Array {
    const bytes = new Uint8Array(this.#tableEnd);
    let end = this.#tableEnd;
    let entry = LAYOUT.HEADER_BYTES;
    for (const [name, array] of this.#sections) {
      for (let i = 0; i < name.length; i++) bytes[entry + i] = name.charCodeAt(i);
      const words = new Uint32Array(bytes.buffer, entry, LAYOUT.ENTRY_BYTES / 4);
      words[LAYOUT.TYPE] = ELEMENT_TYPES.indexOf(elementTypeOf(array)!);
      words[LAYOUT.CHECKSUM] = checksum(array);
      const start = alignUp(end);
      writeSize(words, LAYOUT.OFFSET, start);
      writeSize(words, LAYOUT.LENGTH, array.byteLength);
      end = start + array.byteLength;
      entry += LAYOUT.ENTRY_BYTES;
    }
    bytes.set(LAYOUT.MAGIC);
    const header = new Uint32Array(bytes.buffer, 0, LAYOUT.HEADER_BYTES / 4);
    header[LAYOUT.BYTE_ORDER] = LAYOUT.BYTE_ORDER_MARK;
    header[LAYOUT.VERSION] = CONTAINER_VERSION;
    writeSize(header, LAYOUT.FILE_LENGTH, alignUp(end));
    header[LAYOUT.SECTION_COUNT] = this.#sections.size;
    header[LAYOUT.TABLE_CHECKSUM] = checksum(bytes.subarray(LAYOUT.HEADER_BYTES));
    header[LAYOUT.HEADER_CHECKSUM] = checksum(bytes.subarray(0, LAYOUT.HEADER_CHECKSUM * 4));
    return bytes;
  }
}

function writeSize(words: Uint32Array, index: number, size: number): void {
  words[index] = size % 0x1_0000_0000;
  words[index + 1] = Math.floor(size / 0x1_0000_0000);
}
