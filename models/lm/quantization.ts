/**
 * Codebooks: 2^bits values that stand for all others, and codes packed into bytes.
 *
 * `binnedCodebook` is the method of Federico & Bertoldi (2006, §3.2): the distinct values are cut into 2^bits
 * intervals that hold equally many of them, and the centre of an interval is the mean of the probabilities in it.
 * The product uses `weightedCodebook` (see there), which loses less at every width; bench/lm compares them.
 */
export interface Codebook {
  readonly bits: number;
  /** Centre of each code, ascending; natural log. */
  readonly centres: Float32Array;
}

/** Learns a codebook for natural-log `values` by binning; fewer codes are used for fewer distinct values. */
export function binnedCodebook(values: Float32Array, bits: number): Codebook {
  const sorted = values.slice().sort();
  let distinct = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) distinct++;
  const codes = Math.min(2 ** bits, Math.max(distinct, 1));
  const centres = new Float32Array(codes);
  let at = 0;
  let left = distinct;
  for (let code = 0; code < codes; code++) {
    // Greedy cut: what is left of the distinct values is shared evenly by the codes that are left.
    const share = Math.ceil(left / (codes - code));
    left -= share;
    const start = at;
    let sum = 0;
    for (let taken = 0; at < sorted.length; at++) {
      const fresh = at === start || sorted[at] !== sorted[at - 1];
      if (fresh && taken++ === share) break;
      sum += Math.exp(sorted[at]);
    }
    centres[code] = at === start ? 0 : Math.log(sum / (at - start));
  }
  return { bits, centres };
}

/** The code whose centre is nearest to `value`. */
export function encode(codebook: Codebook, value: number): number {
  const { centres } = codebook;
  let low = 0;
  let high = centres.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (value > (centres[middle] + centres[middle + 1]) / 2) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Fixed-width codes of 1 to 8 bits, packed into bytes without gaps; one spare byte ends the array. */
export function packCodes(count: number, bits: number, codeAt: (i: number) => number): Uint8Array {
  const packed = new Uint8Array(Math.ceil((count * bits) / 8) + 1);
  for (let i = 0; i < count; i++) {
    const bit = i * bits;
    const byte = Math.floor(bit / 8);
    const shifted = codeAt(i) << (bit % 8);
    packed[byte] |= shifted & 255;
    packed[byte + 1] |= shifted >>> 8;
  }
  return packed;
}

export function unpackCode(packed: Uint8Array, bits: number, i: number): number {
  const bit = i * bits;
  const byte = Math.floor(bit / 8);
  return ((packed[byte] | (packed[byte + 1] << 8)) >>> (bit & 7)) & ((1 << bits) - 1);
}
