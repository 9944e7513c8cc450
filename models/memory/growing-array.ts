/**
 * Typed arrays that grow by doubling: one number per unit, source, form … without a JavaScript object each.
 * `values` is the raw storage for hot loops; fetch it anew after every `push`, for growing replaces it.
 */
interface TypedArray<Self> {
  readonly length: number;
  readonly byteLength: number;
  [index: number]: number;
  set(from: Self, offset?: number): void;
}

/** Arrays that are filled side by side start with different sizes, so that they do not all double in one call. */
const FIRST_SIZES = 32;
let made = 0;

export class GrowingArray<Storage extends TypedArray<Storage>> {
  values: Storage;
  length = 0;
  readonly #make: (length: number) => Storage;

  constructor(make: (length: number) => Storage) {
    this.#make = make;
    this.values = make(FIRST_SIZES + (made++ % FIRST_SIZES));
  }

  get byteLength(): number {
    return this.values.byteLength;
  }

  /** Appends a value and returns its index. */
  push(value: number): number {
    const index = this.length;
    if (index === this.values.length) this.#grow(index + 1);
    this.values[index] = value;
    this.length = index + 1;
    return index;
  }

  /** Makes the array at least `length` long; new places hold zero. */
  extend(length: number): void {
    if (length > this.values.length) this.#grow(length);
    if (length > this.length) this.length = length;
  }

  #grow(atLeast: number): void {
    const grown = this.#make(Math.max(atLeast, this.values.length * 2));
    grown.set(this.values);
    this.values = grown;
  }
}

export function growingInt32(): GrowingArray<Int32Array> {
  return new GrowingArray((length) => new Int32Array(length));
}

export function growingUint32(): GrowingArray<Uint32Array> {
  return new GrowingArray((length) => new Uint32Array(length));
}

export function growingUint16(): GrowingArray<Uint16Array> {
  return new GrowingArray((length) => new Uint16Array(length));
}

export function growingUint8(): GrowingArray<Uint8Array> {
  return new GrowingArray((length) => new Uint8Array(length));
}
