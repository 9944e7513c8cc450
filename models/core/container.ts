/**
 * The binary container of one model (`*.enface`): named sections of typed numbers, opened as views without
 * copying. CONTAINER.md beside this file documents the layout.
 *
 * Reading: the host loads the file into one ArrayBuffer or SharedArrayBuffer and calls `openContainer`, which
 * checks the header and the section table. A section's checksum is checked when it is first asked for, or for
 * all at once by `verify()`; a second worker that opens a buffer already verified passes `trusted: true`.
 * Every fault is a FormatError whose `code` is a `ContainerFault`. Writing: see container-writer.ts.
 */
import { checksum } from './checksum.js';
import { FormatError } from './errors.js';

export const CONTAINER_VERSION = 1;

export type ContainerFault =
  | 'model-foreign'
  | 'model-truncated'
  | 'model-damaged'
  | 'model-newer'
  | 'model-byte-order'
  | 'model-section-missing'
  | 'model-section-type';

/** Element types and the arrays that hold them; the position in `ELEMENT_TYPES` is the code in the file. */
export interface SectionArrays {
  int8: Int8Array;
  uint8: Uint8Array;
  int16: Int16Array;
  uint16: Uint16Array;
  int32: Int32Array;
  uint32: Uint32Array;
  float32: Float32Array;
  float64: Float64Array;
}

export type ElementType = keyof SectionArrays;
export type SectionArray = SectionArrays[ElementType];

const ARRAY_CLASSES = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  float32: Float32Array,
  float64: Float64Array,
} as const;

export const ELEMENT_TYPES = Object.keys(ARRAY_CLASSES) as readonly ElementType[];

/** What a model part gives to the writer and gets back from the container: arrays by section name. */
export type Sections = Readonly<Record<string, SectionArray>>;

export interface SectionInfo {
  readonly name: string;
  readonly type: ElementType;
  readonly byteOffset: number;
  readonly byteLength: number;
  /** Number of elements. */
  readonly length: number;
  readonly checksum: number;
}

/** The name of the JSON section that every container has. */
export const METADATA_SECTION = 'metadata';

/** Layout constants, shared with the writer. All offsets are in bytes. */
export const LAYOUT = {
  MAGIC: [0x89, 0x45, 0x4e, 0x46, 0x41, 0x43, 0x45, 0x0a],
  BYTE_ORDER_MARK: 0x0a0b0c0d,
  ALIGNMENT: 64,
  HEADER_BYTES: 64,
  ENTRY_BYTES: 64,
  NAME_BYTES: 40,
  // Positions in the header, counted in 4-byte words.
  BYTE_ORDER: 2,
  VERSION: 3,
  FILE_LENGTH: 4,
  SECTION_COUNT: 6,
  TABLE_CHECKSUM: 7,
  HEADER_CHECKSUM: 15,
  // Positions after the name in a table entry, counted in 4-byte words.
  TYPE: 10,
  CHECKSUM: 11,
  OFFSET: 12,
  LENGTH: 14,
} as const;

type ViewConstructor<View> = new (buffer: ArrayBufferLike, byteOffset: number, length: number) => View;

export interface OpenOptions {
  /** Skip the checksums: only for a buffer that was verified before, for example by another thread. */
  readonly trusted?: boolean;
}

export class Container {
  readonly buffer: ArrayBufferLike;
  readonly version: number;
  readonly sections: readonly SectionInfo[];
  readonly #byName = new Map<string, SectionInfo>();
  readonly #verified = new Set<string>();
  readonly #trusted: boolean;

  constructor(
    buffer: ArrayBufferLike,
    version: number,
    sections: readonly SectionInfo[],
    options: OpenOptions = {},
  ) {
    this.buffer = buffer;
    this.version = version;
    this.sections = sections;
    this.#trusted = options.trusted ?? false;
    for (const section of sections) this.#byName.set(section.name, section);
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** A view on the section; throws when it is missing, of another element type, or damaged. */
  section<T extends ElementType>(name: string, type: T): SectionArrays[T] {
    const section = this.#byName.get(name);
    if (section === undefined) {
      throw fault('model-section-missing', `The model has no section “${name}”.`);
    }
    if (section.type !== type) {
      throw fault(
        'model-section-type',
        `Section “${name}” of the model holds ${section.type} numbers where ${type} was expected.`,
      );
    }
    this.#verifySection(section);
    const ViewClass = ARRAY_CLASSES[type] as unknown as ViewConstructor<SectionArrays[T]>;
    return new ViewClass(this.buffer, section.byteOffset, section.length);
  }

  /** The JSON object written with the model; read afresh at each call. */
  metadata(): Record<string, unknown> {
    const bytes = this.section(METADATA_SECTION, 'uint8');
    try {
      // Copied, because decoders need not accept shared memory.
      const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.slice()));
      if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
    } catch {
      // Falls through to the same complaint as for JSON of another shape.
    }
    throw fault('model-damaged', 'The description inside the model file is not readable.');
  }

  /** Checks every section and the unused bytes between them; throws at the first fault. */
  verify(): void {
    let end = LAYOUT.HEADER_BYTES + this.sections.length * LAYOUT.ENTRY_BYTES;
    for (const section of this.sections) {
      this.#verifyPadding(end, section.byteOffset);
      this.#verifySection(section);
      end = section.byteOffset + section.byteLength;
    }
    this.#verifyPadding(end, this.buffer.byteLength);
  }

  #verifySection(section: SectionInfo): void {
    if (this.#trusted || this.#verified.has(section.name)) return;
    const { byteOffset, byteLength } = section;
    if (checksum({ buffer: this.buffer, byteOffset, byteLength }) !== section.checksum) {
      throw fault(
        'model-damaged',
        `The model file is damaged in its section “${section.name}”: its checksum does not match.`,
      );
    }
    this.#verified.add(section.name);
  }

  #verifyPadding(start: number, end: number): void {
    if (new Uint8Array(this.buffer, start, end - start).some((byte) => byte !== 0)) {
      throw fault('model-damaged', `The model file is damaged: unexpected bytes before byte ${end}.`);
    }
  }
}

/** Opens the bytes of one whole file. Costs the same for any size: only header and table are read. */
export function openContainer(buffer: ArrayBufferLike, options: OpenOptions = {}): Container {
  const actual = buffer.byteLength;
  const start = new Uint8Array(buffer, 0, Math.min(actual, LAYOUT.MAGIC.length));
  if (start.length === 0 || start.some((byte, i) => byte !== LAYOUT.MAGIC[i])) {
    throw fault('model-foreign', 'This file is not an Enface model.');
  }
  if (actual < LAYOUT.HEADER_BYTES) throw truncated(LAYOUT.HEADER_BYTES, actual, 'at least ');
  const header = new Uint32Array(buffer, 0, LAYOUT.HEADER_BYTES / 4);
  if (header[LAYOUT.BYTE_ORDER] === swapBytes(LAYOUT.BYTE_ORDER_MARK)) {
    throw fault(
      'model-byte-order',
      'This model was trained on a machine with another byte order; train it again on this kind of machine.',
    );
  }
  if (header[LAYOUT.BYTE_ORDER] !== LAYOUT.BYTE_ORDER_MARK) throw damagedHeader();
  const version = header[LAYOUT.VERSION];
  if (version > CONTAINER_VERSION) {
    throw fault(
      'model-newer',
      `This model has format version ${version}, but this Enface reads versions up to ${CONTAINER_VERSION}; update Enface.`,
    );
  }
  const headerBytes = new Uint8Array(buffer, 0, LAYOUT.HEADER_CHECKSUM * 4);
  if (version === 0 || checksum(headerBytes) !== header[LAYOUT.HEADER_CHECKSUM]) throw damagedHeader();
  const expected = readSize(header, LAYOUT.FILE_LENGTH);
  if (actual < expected) throw truncated(expected, actual);
  if (actual > expected) {
    throw fault('model-damaged', `The model file has ${actual - expected} bytes too many.`);
  }
  const sections = readTable(buffer, header[LAYOUT.SECTION_COUNT], header[LAYOUT.TABLE_CHECKSUM]);
  return new Container(buffer, version, sections, options);
}

/** The next multiple of the alignment. */
export function alignUp(byteOffset: number): number {
  return Math.ceil(byteOffset / LAYOUT.ALIGNMENT) * LAYOUT.ALIGNMENT;
}

/** The element type of an array, or undefined for a class that no section can hold. */
export function elementTypeOf(array: SectionArray): ElementType | undefined {
  return ELEMENT_TYPES.find((type) => array instanceof ARRAY_CLASSES[type]);
}

function readTable(buffer: ArrayBufferLike, count: number, expectedChecksum: number): SectionInfo[] {
  const tableEnd = LAYOUT.HEADER_BYTES + count * LAYOUT.ENTRY_BYTES;
  if (tableEnd > buffer.byteLength) throw damagedTable();
  const table = new Uint8Array(buffer, LAYOUT.HEADER_BYTES, count * LAYOUT.ENTRY_BYTES);
  if (checksum(table) !== expectedChecksum) throw damagedTable();
  const sections: SectionInfo[] = [];
  const names = new Set<string>();
  let end = tableEnd;
  for (let i = 0; i < count; i++) {
    const entryOffset = LAYOUT.HEADER_BYTES + i * LAYOUT.ENTRY_BYTES;
    const words = new Uint32Array(buffer, entryOffset, LAYOUT.ENTRY_BYTES / 4);
    const name = readName(new Uint8Array(buffer, entryOffset, LAYOUT.NAME_BYTES));
    const type = ELEMENT_TYPES[words[LAYOUT.TYPE]];
    const byteOffset = readSize(words, LAYOUT.OFFSET);
    const byteLength = readSize(words, LAYOUT.LENGTH);
    if (type === undefined || name === '' || names.has(name)) throw damagedTable();
    const length = byteLength / ARRAY_CLASSES[type].BYTES_PER_ELEMENT;
    if (byteOffset < end || byteOffset !== alignUp(byteOffset) || !Number.isInteger(length)) {
      throw damagedTable();
    }
    end = byteOffset + byteLength;
    if (end > buffer.byteLength) throw damagedTable();
    names.add(name);
    sections.push({ name, type, byteOffset, byteLength, length, checksum: words[LAYOUT.CHECKSUM] });
  }
  return sections;
}

/** Names are ASCII, filled up with NUL bytes. */
function readName(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return String.fromCharCode(...(end === -1 ? bytes : bytes.subarray(0, end)));
}

/** A 64-bit size as two words, low one first; exact up to 2^53. */
function readSize(words: Uint32Array, index: number): number {
  return words[index] + words[index + 1] * 0x1_0000_0000;
}

function swapBytes(word: number): number {
  return (
    ((word >>> 24) | ((word >>> 8) & 0xff00) | ((word << 8) & 0xff0000) | ((word << 24) & 0xff000000)) >>> 0
  );
}

function fault(code: ContainerFault, message: string): FormatError {
  return new FormatError(code, message);
}

function truncated(expected: number, actual: number, least = ''): FormatError {
  return fault(
    'model-truncated',
    `The model file is cut short: it should have ${least}${expected} bytes but has ${actual}.`,
  );
}

function damagedHeader(): FormatError {
  return fault('model-damaged', 'The model file is damaged in its header.');
}

function damagedTable(): FormatError {
  return fault('model-damaged', 'The model file is damaged in its table of sections.');
}
