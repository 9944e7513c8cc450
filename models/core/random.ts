/**
 * Seeded random numbers (xoshiro128**, seeded through splitmix32) for sampling and tests. The same seed gives
 * the same sequence on every machine.
 */
export class Random {
  readonly #state = new Uint32Array(4);

  constructor(seed: number) {
    let mixed = seed >>> 0;
    for (let i = 0; i < 4; i++) {
      mixed = (mixed + 0x9e3779b9) >>> 0;
      let word = mixed;
      word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
      word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
      this.#state[i] = word ^ (word >>> 16);
    }
  }

  /** Uniform integer in [0, 2^32). */
  nextUint32(): number {
    const state = this.#state;
    const product = Math.imul(state[1], 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const shifted = state[1] << 9;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = (state[3] << 11) | (state[3] >>> 21);
    return result;
  }

  /** Uniform number in [0, 1). */
  next(): number {
    return this.nextUint32() / 4294967296;
  }

  /** Uniform integer in [0, bound). */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }
}
