/**
 * Where units come from: each origin is a unit number in a file, with hashes of the source texts before and after
 * it there. A unit may have many origins; an origin belongs to at most one unit. Records are linked lists in typed
 * arrays and are used again when the same place of the same file is seen again.
 */
import { growingInt32, growingUint32 } from './growing-array.js';
import { HashSlots, hashText, mixHash } from './hash-slots.js';

export interface MemoryOrigin {
  /** Name of the file, usually its URI. */
  readonly file: string;
  /** Number of the unit in the file, 0 or greater. */
  readonly unit: number;
}

/** The context hash of a neighbour that is not known. */
export const UNKNOWN_CONTEXT = 0;

const NONE = -1;
const NOT_LISTED = -2;

export class UnitOrigins {
  readonly #fileIds = new Map<string, number>();
  readonly #fileNames: string[] = [];
  /** First origin of each file. */
  readonly #firstOfFile: number[] = [];
  /** First origin of each unit. */
  readonly #firstOfUnit = growingInt32();
  // By origin:
  readonly #files = growingInt32();
  readonly #numbers = growingUint32();
  readonly #units = growingInt32();
  readonly #nextOfUnit = growingInt32();
  readonly #nextOfFile = growingInt32();
  readonly #previous = growingUint32();
  readonly #next = growingUint32();
  readonly #hashes = growingUint32();
  readonly #slots = new HashSlots(this.#hashes);

  get byteLength(): number {
    return [
      this.#firstOfUnit,
      this.#files,
      this.#numbers,
      this.#units,
      this.#nextOfUnit,
      this.#nextOfFile,
      this.#previous,
      this.#next,
      this.#hashes,
      this.#slots,
    ].reduce((sum, part) => sum + part.byteLength, 0);
  }

  /** Whether anything still vouches for the unit. */
  has(unit: number): boolean {
    return unit < this.#firstOfUnit.length && this.#firstOfUnit.values[unit] !== NONE;
  }

  /** The unit that came from this place, or −1. */
  unitAt(origin: MemoryOrigin): number {
    const id = this.#find(this.#fileIds.get(origin.file), origin.unit);
    return id === NONE ? NONE : this.#units.values[id];
  }

  /** Notes that a unit comes from `origin`, which must not belong to another unit. */
  attach(unit: number, origin: MemoryOrigin, previous: number, next: number): void {
    while (this.#firstOfUnit.length <= unit) this.#firstOfUnit.push(NONE);
    const file = this.#fileId(origin.file);
    let id = this.#find(file, origin.unit);
    if (id === NONE) id = this.#create(file, origin.unit);
    if (this.#nextOfFile.values[id] === NOT_LISTED) {
      this.#nextOfFile.values[id] = this.#firstOfFile[file];
      this.#firstOfFile[file] = id;
    }
    if (this.#units.values[id] === NONE) {
      this.#units.values[id] = unit;
      this.#nextOfUnit.values[id] = this.#firstOfUnit.values[unit];
      this.#firstOfUnit.values[unit] = id;
    }
    this.#previous.values[id] = previous;
    this.#next.values[id] = next;
  }

  /** Forgets one origin; returns the unit it belonged to, or −1. */
  detach(origin: MemoryOrigin): number {
    const id = this.#find(this.#fileIds.get(origin.file), origin.unit);
    return id === NONE ? NONE : this.#release(id);
  }

  /** Forgets any one origin of a file; returns the unit it belonged to, or −1 when the file has none left. */
  detachFromFile(name: string): number {
    const file = this.#fileIds.get(name);
    if (file === undefined) return NONE;
    for (let id = this.#firstOfFile[file]; id !== NONE; id = this.#firstOfFile[file]) {
      this.#firstOfFile[file] = this.#nextOfFile.values[id];
      this.#nextOfFile.values[id] = NOT_LISTED;
      const unit = this.#release(id);
      if (unit !== NONE) return unit;
    }
    return NONE;
  }

  /** Forgets all origins of a unit. */
  detachAll(unit: number): void {
    while (this.has(unit)) this.#release(this.#firstOfUnit.values[unit]);
  }

  /** The latest origins of a unit, at most `limit`. */
  of(unit: number, limit: number): MemoryOrigin[] {
    const origins: MemoryOrigin[] = [];
    if (!this.has(unit)) return origins;
    let id = this.#firstOfUnit.values[unit];
    for (; id !== NONE && origins.length < limit; id = this.#nextOfUnit.values[id]) {
      origins.push({ file: this.#fileNames[this.#files.values[id]], unit: this.#numbers.values[id] });
    }
    return origins;
  }

  /** Whether the unit occurred somewhere between these two neighbours. */
  occursBetween(unit: number, previous: number, next: number): boolean {
    if (previous === UNKNOWN_CONTEXT || next === UNKNOWN_CONTEXT || !this.has(unit)) return false;
    let id = this.#firstOfUnit.values[unit];
    for (; id !== NONE; id = this.#nextOfUnit.values[id]) {
      if (this.#previous.values[id] === previous && this.#next.values[id] === next) return true;
    }
    return false;
  }

  /** Takes an origin from its unit; returns the unit or −1. */
  #release(id: number): number {
    const unit = this.#units.values[id];
    if (unit === NONE) return NONE;
    const next = this.#nextOfUnit.values[id];
    let before = this.#firstOfUnit.values[unit];
    if (before === id) {
      this.#firstOfUnit.values[unit] = next;
    } else {
      while (this.#nextOfUnit.values[before] !== id) before = this.#nextOfUnit.values[before];
      this.#nextOfUnit.values[before] = next;
    }
    this.#units.values[id] = NONE;
    return unit;
  }

  #fileId(name: string): number {
    const known = this.#fileIds.get(name);
    if (known !== undefined) return known;
    const file = this.#fileNames.push(name) - 1;
    this.#firstOfFile.push(NONE);
    this.#fileIds.set(name, file);
    return file;
  }

  #find(file: number | undefined, number: number): number {
    if (file === undefined) return NONE;
    const hash = originHash(file, number);
    for (let slot = this.#slots.start(hash); ; slot++) {
      const id = this.#slots.idAt(hash, slot);
      if (id < 0 || (this.#files.values[id] === file && this.#numbers.values[id] === number)) return id;
    }
  }

  #create(file: number, number: number): number {
    this.#files.push(file);
    this.#numbers.push(number);
    this.#units.push(NONE);
    this.#nextOfUnit.push(NONE);
    this.#nextOfFile.push(NOT_LISTED);
    this.#previous.push(UNKNOWN_CONTEXT);
    this.#next.push(UNKNOWN_CONTEXT);
    const id = this.#hashes.push(originHash(file, number));
    this.#slots.insert(id);
    return id;
  }
}

/**
 * The hash by which a neighbouring source text is remembered. `undefined` is a neighbour not known, which matches
 * nothing; the empty text stands for the edge of the document.
 */
export function contextHash(neighbour: string | undefined): number {
  return neighbour === undefined ? UNKNOWN_CONTEXT : hashText(neighbour) || 1;
}

function originHash(file: number, number: number): number {
  return mixHash(Math.imul(file, 0x9e3779b1) ^ number);
}
