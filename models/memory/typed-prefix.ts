/**
 * Whether typed text is the beginning of another text, as a translator sees it: any blanks stand for any blanks,
 * straight and curly apostrophes, quotation marks and hyphens for one another, and the first letter may have the
 * other case. Composed and decomposed letters are the same when what is typed is decomposed.
 */

/**
 * Where `text` goes on after `typed`, or −1 when `typed` is no beginning of it. Never inside a letter with its
 * marks or a surrogate pair. Blanks at the end of `typed` must be there in `text` too.
 */
export function prefixEnd(typed: string, text: string): number {
  const wanted = typed.normalize('NFC');
  let i = skipBlanks(wanted, 0);
  let at = skipBlanks(text, 0);
  const first = i;
  while (i < wanted.length) {
    if (at >= text.length) return -1;
    if (isBlank(wanted, i)) {
      if (!isBlank(text, at)) return -1;
      i = skipBlanks(wanted, i);
      at = skipBlanks(text, at);
      continue;
    }
    const typedCharacter = characterAt(wanted, i);
    const character = characterAt(text, at);
    if (plain(typedCharacter) !== plain(character)) {
      const isOtherCase = i === first && typedCharacter.toLowerCase() === character.toLowerCase();
      if (!isOtherCase) return -1;
    }
    i += typedCharacter.length;
    at += character.length;
  }
  return COMBINING.test(characterAt(text, at)) ? -1 : at;
}

const COMBINING = /^[\p{M}\u200d]/u;
const BLANK = /[\s\u00a0\u2007\u202f]/;
const LOOK_ALIKES: readonly [string, string][] = [
  ["'", '’ʼ‘`´'],
  ['"', '“”„«»‟'],
  ['-', '‐‑'],
];
const PLAIN = new Map(LOOK_ALIKES.flatMap(([to, from]) => [...from].map((character) => [character, to])));

function plain(character: string): string {
  return PLAIN.get(character) ?? character;
}

function characterAt(text: string, at: number): string {
  return at < text.length ? String.fromCodePoint(text.codePointAt(at)!) : '';
}

function isBlank(text: string, at: number): boolean {
  return BLANK.test(text[at]);
}

function skipBlanks(text: string, at: number): number {
  while (at < text.length && isBlank(text, at)) at++;
  return at;
}
