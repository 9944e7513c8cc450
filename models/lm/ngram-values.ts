/**
 * Probabilities or back-off weights of a trie's nodes, natural log, stored either as 32-bit floats or as codes
 * with one codebook per order. `at(node, level)` is the only way to read them.
 */
import { type Codebook, encode, packCodes, unpackCode } from './quantization.js';
import { weightedCodebook } from './weighted-codebook.js';

export interface NgramValues {
  /** 32 for floats, 2–8 for codes. */
  readonly bits: number;
  at(node: number, level: number): number;
  readonly sections: ValueSections;
}

/** The arrays behind the values: floats alone, or packed codes and the codebooks, all of one width. */
export interface ValueSections {
  readonly data: Float32Array | Uint8Array;
  /** Row k (of 2^bits): centres of level k + 1. Empty for floats. */
  readonly centres: Float32Array;
}

export class FloatValues implements NgramValues {
  readonly bits = 32;
  readonly sections: ValueSections;
  readonly #data: Float32Array;

  constructor(data: Float32Array) {
    this.#data = data;
    this.sections = { data, centres: new Float32Array(0) };
  }

  at(node: number, _level: number): number {
    return this.#data[node];
  }
}

export class ByteCodedValues implements NgramValues {
  readonly bits = 8;
  readonly sections: ValueSections;
  readonly #codes: Uint8Array;
  readonly #centres: Float32Array;

  constructor(codes: Uint8Array, centres: Float32Array) {
    this.#codes = codes;
    this.#centres = centres;
    this.sections = { data: codes, centres };
  }

  at(node: number, level: number): number {
    return this.#centres[((level - 1) << 8) + this.#codes[node]];
  }
}

export class PackedCodedValues implements NgramValues {
  readonly bits: number;
  readonly sections: ValueSections;
  readonly #codes: Uint8Array;
  readonly #centres: Float32Array;

  constructor(bits: number, codes: Uint8Array, centres: Float32Array) {
    this.bits = bits;
    this.#codes = codes;
    this.#centres = centres;
    this.sections = { data: codes, centres };
  }

  at(node: number, level: number): number {
    return this.#centres[((level - 1) << this.bits) + unpackCode(this.#codes, this.bits, node)];
  }
}

/** Wraps arrays read back from a container. */
export function openValues(bits: number, { data, centres }: ValueSections): NgramValues {
  if (bits === 32) return new FloatValues(data as Float32Array);
  if (bits === 8) return new ByteCodedValues(data as Uint8Array, centres);
  return new PackedCodedValues(bits, data as Uint8Array, centres);
}

export type CodebookLearner = (
  values: Float32Array,
  weights: Float32Array | undefined,
  bits: number,
) => Codebook;

/**
 * Quantizes `values` level by level (`levelStart` as in `NgramTrie`); bits = 32 keeps them as they are. `usage` says
 * how much each value counts (all alike when absent; values without use do not shape the codebooks).
 */
export function quantizeValues(
  values: Float32Array,
  usage: Float32Array | undefined,
  levelStart: Uint32Array,
  bits: number,
  learn: CodebookLearner = weightedCodebook,
): NgramValues {
  if (bits === 32) return new FloatValues(values);
  const codebooks: Codebook[] = [];
  for (let k = 0; k + 1 < levelStart.length; k++) {
    const start = levelStart[k];
    const end = levelStart[k + 1];
    codebooks.push(learn(values.subarray(start, end), usage?.subarray(start, end), bits));
  }
  const centres = new Float32Array(codebooks.length * 2 ** bits);
  codebooks.forEach((codebook, k) => {
    centres.set(codebook.centres, k * 2 ** bits);
  });
  let level = 0;
  const codes = packCodes(values.length, bits, (node) => {
    while (node >= levelStart[level + 1]) level++;
    return encode(codebooks[level], values[node]);
  });
  return openValues(bits, { data: codes, centres });
}
