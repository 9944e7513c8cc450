/** Small tests that several scanners share. Units are UTF-16 code units; NaN (past the end) is none of them. */
/** End of a sticky expression's match at `start`, or 0. */
export function matchAt(sticky: RegExp, text: string, start: number): number {
  sticky.lastIndex = start;
  return sticky.test(text) ? sticky.lastIndex : 0;
}

export function isAsciiLetter(unit: number): boolean {
  return (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
}

export function isAsciiDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
