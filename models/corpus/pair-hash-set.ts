/** Remembers text pairs by 52-bit hashes, 16–32 bytes each: enough to call a pair "seen" without keeping it. */
export class PairHashSet {
  #slots = new Float64Array(1 << 12);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Whether the pair is new. */
  add(source: string, target: string): boolean {
    if (this.#size * 2 >= this.#slots.length) this.#grow();
    const key = hashPair(source, target);
    if (!insert(this.#slots, key)) return false;
    this.#size++;
    return true;
  }

  #grow(): void {
    const slots = new Float64Array(this.#slots.length * 2);
    for (const key of this.#slots) if (key !== 0) insert(slots, key);
    this.#slots = slots;
  }
}

function insert(slots: Float64Array, key: number): boolean {
  const mask = slots.length - 1;
  // `| 0` keeps the low 32 bits of the key.
  let slot = (key | 0) & mask;
  while (slots[slot] !== 0) {
    if (slots[slot] === key) return false;
    slot = (slot + 1) & mask;
  }
  slots[slot] = key;
  return true;
}

/** Never 0, which marks an empty slot. */
function hashPair(source: string, target: string): number {
  let low = 0x9e3779b9 | 0;
  let high = 0x85ebca6b | 0;
  for (const text of [source, target]) {
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      low = Math.imul(low ^ unit, 0x01000193);
      high = Math.imul((high ^ unit) + 0x7f4a7c15, 0x5bd1e995);
      high ^= high >>> 13;
    }
    low = Math.imul(low ^ 0xffff, 0x01000193);
    high = Math.imul(high ^ text.length, 0x2c1b3c6d);
  }
  low ^= low >>> 16;
  return ((high & 0xfffff) + 1) * 0x1_0000_0000 + (low >>> 0);
}
