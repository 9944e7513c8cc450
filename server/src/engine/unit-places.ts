/**
 * How places in a file are written as the one number a memory keeps per origin. A unit of a file may hold several
 * translations, and a segment approved since the file was read has no number in it yet.
 */

/** The n-th further translation of a unit is so many times this behind it. */
const VARIANT_STRIDE = 1 << 25;
const FIRST_APPROVED = 1 << 30;

export function placeOfUnit(number: number, variant: number): number {
  return (number % VARIANT_STRIDE) + (variant % (FIRST_APPROVED / VARIANT_STRIDE)) * VARIANT_STRIDE;
}

/** The place of the n-th segment approved in this session. */
export function placeOfApproval(count: number): number {
  return FIRST_APPROVED + count;
}

/** The number of the unit in its file; null for a segment approved in this session. */
export function unitNumber(place: number): number | null {
  return place >= FIRST_APPROVED ? null : place % VARIANT_STRIDE;
}
