/**
 * A typed array that grows by doubling: for streams whose length is not known beforehand. `view()` shows what
 * was pushed so far without copying; it goes stale when the array grows. `trim()` gives an exact copy and is
 * what a model keeps.
 */
type Growable = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float32Array;

export class GrowableArray<T extends Growable> {
  #data: T;
  #length = 0;

  /** `empty` fixes the element type: `new GrowableArray(new Int32Array(1024))`. Its content is not used. */
  constructor(empty: T) {
    this.#data = empty;
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#data.length) this.#grow(this.#length + 1);
    this.#data[this.#length++] = value;
  }

  pushAll(values: ArrayLike<number>, start = 0, end = values.length): void {
    const length = this.#length + end - start;
    if (length > this.#data.length) this.#grow(length);
    const data = this.#data;
    for (let i = start, at = this.#length; i < end; i++) data[at++] = values[i];
    this.#length = length;
  }

  at(index: number): number {
    return this.#data[index];
  }

  /** Forgets all but the first `length` values. */
  truncate(length: number): void {
    if (length < this.#length) this.#length = length;
  }

  view(): T {
    return this.#data.subarray(0, this.#length) as T;
  }

  trim(): T {
    return this.#data.slice(0, this.#length) as T;
  }

  #grow(atLeast: number): void {
    const ArrayClass = this.#data.constructor as new (length: number) => T;
    const grown = new ArrayClass(Math.max(atLeast, this.#data.length * 2, 16));
    grown.set(this.#data.subarray(0, this.#length));
    this.#data = grown;
  }
}
