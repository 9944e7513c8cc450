/**
 * XXH32 checksum of bytes: guards the sections of a container against damage, not against intent. A change
 * confined to one aligned 4-byte word always changes the result (every step is a bijection of that word).
 * Words are read in the machine's own byte order, as the container itself is.
 */
const PRIME_1 = 0x9e3779b1 | 0;
const PRIME_2 = 0x85ebca77 | 0;
const PRIME_3 = 0xc2b2ae3d | 0;
const PRIME_4 = 0x27d4eb2f | 0;
const PRIME_5 = 0x165667b1 | 0;

/** Any view, or just the place of the bytes: one view of bytes may be too small for a large section. */
export interface ByteRange {
  readonly buffer: ArrayBufferLike;
  readonly byteOffset: number;
  readonly byteLength: number;
}

/** The 32-bit checksum of the bytes, as an unsigned integer. */
export function checksum({ buffer, byteOffset, byteLength: length }: ByteRange): number {
  const wordCount = Math.floor(length / 4);
  const words =
    byteOffset % 4 === 0
      ? new Int32Array(buffer, byteOffset, wordCount)
      : new Int32Array(buffer.slice(byteOffset, byteOffset + wordCount * 4));
  const tail = new Uint8Array(buffer, byteOffset + wordCount * 4, length % 4);
  let hash = PRIME_5;
  let w = 0;
  if (wordCount >= 4) {
    let a = (PRIME_1 + PRIME_2) | 0;
    let b = PRIME_2;
    let c = 0;
    let d = -PRIME_1 | 0;
    for (const end = wordCount - 3; w < end; w += 4) {
      a = (a + Math.imul(words[w], PRIME_2)) | 0;
      a = Math.imul((a << 13) | (a >>> 19), PRIME_1);
      b = (b + Math.imul(words[w + 1], PRIME_2)) | 0;
      b = Math.imul((b << 13) | (b >>> 19), PRIME_1);
      c = (c + Math.imul(words[w + 2], PRIME_2)) | 0;
      c = Math.imul((c << 13) | (c >>> 19), PRIME_1);
      d = (d + Math.imul(words[w + 3], PRIME_2)) | 0;
      d = Math.imul((d << 13) | (d >>> 19), PRIME_1);
    }
    hash = (rotate(a, 1) + rotate(b, 7) + rotate(c, 12) + rotate(d, 18)) | 0;
  }
  // The length enters modulo 2^32; `| 0` on a larger number does just that.
  hash = (hash + (length | 0)) | 0;
  for (; w < wordCount; w++) {
    hash = Math.imul(rotate((hash + Math.imul(words[w], PRIME_3)) | 0, 17), PRIME_4);
  }
  for (const byte of tail) {
    hash = Math.imul(rotate((hash + Math.imul(byte, PRIME_5)) | 0, 11), PRIME_1);
  }
  hash = Math.imul(hash ^ (hash >>> 15), PRIME_2);
  hash = Math.imul(hash ^ (hash >>> 13), PRIME_3);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
