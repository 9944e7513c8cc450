/**
 * Open-addressing look-up from a 32-bit hash to ids, for things kept in parallel arrays: the owner stores the
 * hash of each id and compares the things themselves. Slots live in 256 small tables that grow one at a time,
 * so that no single insertion has to move a million entries.
 *
 * Look-up: `for (let slot = slots.start(hash); (id = slots.idAt(hash, slot)) >= 0; slot++) if (same(id)) …`.
 */
import type { GrowingArray } from './growing-array.js';

const TABLES = 256;
const INITIAL_SIZE = 16;
const EMPTY = -1;

export class HashSlots {
  readonly #tables: Int32Array[] = [];
  readonly #counts = new Int32Array(TABLES);
  readonly #hashes: GrowingArray<Uint32Array>;

  /** `hashes` holds the hash of every inserted id, at the place of the id. */
  constructor(hashes: GrowingArray<Uint32Array>) {
    this.#hashes = hashes;
    for (let i = 0; i < TABLES; i++) this.#tables.push(new Int32Array(INITIAL_SIZE).fill(EMPTY));
  }

  get byteLength(): number {
    return this.#tables.reduce((sum, table) => sum + table.byteLength, 0);
  }

  start(hash: number): number {
    return hash >>> 8;
  }

  /** The id in a slot of the run that `start(hash)` begins, or −1 at its end. */
  idAt(hash: number, slot: number): number {
    const table = this.#tables[hash & 0xff];
    return table[slot & (table.length - 1)];
  }

  insert(id: number): void {
    const hash = this.#hashes.values[id];
    const part = hash & 0xff;
    let table = this.#tables[part];
    if (4 * (this.#counts[part] + 1) > 3 * table.length) {
      const grown = new Int32Array(table.length * 2).fill(EMPTY);
      for (const old of table) if (old !== EMPTY) place(grown, this.#hashes.values[old], old);
      this.#tables[part] = table = grown;
    }
    place(table, hash, id);
    this.#counts[part]++;
  }
}

/** Hash of a string's UTF-16 code units (FNV-1a with a final mix, so that low bits can choose the table). */
export function hashText(text: string, seed = 0): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mixHash(hash);
}

/** Spreads the bits of a 32-bit number over all of its places. */
export function mixHash(hash: number): number {
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function place(table: Int32Array, hash: number, id: number): void {
  const mask = table.length - 1;
  let slot = (hash >>> 8) & mask;
  while (table[slot] !== EMPTY) slot = (slot + 1) & mask;
  table[slot] = id;
}
