/** The one replacement that turns a text into another: what lies between their common start and common end. */
export interface TextReplacement {
  readonly start: number;
  /** End of the replaced part in the old text, and of what replaces it in the new one. */
  readonly oldEnd: number;
  readonly newEnd: number;
}

/** Characters compared at once: slices are compared at memory speed, single characters are not. */
const STRIDE = 4096;

export function findTextEdit(before: string, after: string): TextReplacement {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (
    start + STRIDE <= shorter &&
    before.slice(start, start + STRIDE) === after.slice(start, start + STRIDE)
  )
    start += STRIDE;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  const limit = shorter - start;
  let tail = 0;
  const tailSlice = (text: string) => text.slice(text.length - tail - STRIDE, text.length - tail);
  while (tail + STRIDE <= limit && tailSlice(before) === tailSlice(after)) tail += STRIDE;
  while (
    tail < limit &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail++;
  return { start, oldEnd: before.length - tail, newEnd: after.length - tail };
}
