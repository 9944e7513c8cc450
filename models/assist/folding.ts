/**
 * What typed text and word forms are compared by: without case, without the difference between kinds of quotation marks,
 * apostrophes, hyphens and blanks, composed. Whoever types `"Ca va` may mean the forms `“ ça va`, but not their letters:
 * accents stay.
 */
const PLAIN = new Map<string, string>(
  [
    ["'", '’ʼ‘`´‚‛‹›'],
    ['"', '“”„‟«»＂'],
    ['-', '‐‑−'],
    [' ', '\u00a0\u202f\u2007\u2009\t\n\r'],
  ].flatMap(([to, from]) => [...from].map((character) => [character, to] as const)),
);
const REWRITTEN = new RegExp(`[${[...PLAIN.keys()].join('')}]`, 'gu');

/** The form as it is compared. Forms that differ only in the ways above become equal. */
export function foldForm(text: string): string {
  return foldGlyphs(text).toLowerCase();
}

/** The same, with its case. */
export function foldGlyphs(text: string): string {
  return text.normalize('NFC').replace(REWRITTEN, (character) => PLAIN.get(character) ?? character);
}
