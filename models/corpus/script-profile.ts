/**
 * What the characters of one text say about it: how many letters, how many of them in the script that its
 * language is written in, and how many characters that no proper text has. One pass over the code units.
 */
import { CLASS_OF_UNIT, LETTER, UNSPACED } from '../text/char-class.js';

/** Scripts that are written with the letters of several Unicode scripts. */
const MIXED_SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  Jpan: ['Hani', 'Hira', 'Kana'],
  Kore: ['Hang', 'Hani'],
  Hans: ['Hani', 'Bopo'],
  Hant: ['Hani', 'Bopo'],
};

const FOREIGN = 1;
const EXPECTED = 2;
const BAD = 3;
const REPLACEMENT_CHARACTER = 0xfffd;

export class ScriptProfile {
  letters = 0;
  expectedLetters = 0;
  /** Control characters and U+FFFD, which stands for bytes that were no text. */
  badCharacters = 0;
  hasNul = false;
  readonly #kinds: Uint8Array;

  /** For a language without a known script every letter is as expected. */
  constructor(language: string) {
    this.#kinds = unitKinds(scriptsOf(language));
  }

  read(text: string): void {
    const kinds = this.#kinds;
    let [foreign, expected, bad] = [0, 0, 0];
    for (let i = 0; i < text.length; i++) {
      const kind = kinds[text.charCodeAt(i)];
      if (kind === EXPECTED) expected++;
      else if (kind === FOREIGN) foreign++;
      else if (kind === BAD) bad++;
    }
    this.letters = foreign + expected;
    this.expectedLetters = expected;
    this.badCharacters = bad;
    this.hasNul = bad > 0 && text.includes('\0');
  }
}

/** Unicode scripts of a language by its BCP 47 tag; empty when the tag tells none. */
function scriptsOf(language: string): readonly string[] {
  try {
    const script = new Intl.Locale(language).maximize().script ?? '';
    return MIXED_SCRIPTS[script] ?? (script === '' ? [] : [script]);
  } catch {
    return [];
  }
}

function unitKinds(scripts: readonly string[]): Uint8Array {
  const expected = expectedPattern(scripts);
  const kinds = new Uint8Array(0x10000);
  for (let unit = 0; unit < kinds.length; unit++) {
    const isLetter = CLASS_OF_UNIT[unit] === LETTER || CLASS_OF_UNIT[unit] === UNSPACED;
    if (isLetter) kinds[unit] = expected.test(String.fromCharCode(unit)) ? EXPECTED : FOREIGN;
  }
  for (let unit = 0; unit < 0xa0; unit++) {
    const isControl = unit < 0x20 || unit >= 0x7f;
    if (isControl && unit !== 0x09 && unit !== 0x85) kinds[unit] = BAD;
  }
  kinds[REPLACEMENT_CHARACTER] = BAD;
  return kinds;
}

function expectedPattern(scripts: readonly string[]): RegExp {
  // Common and inherited letters (ª, ー, …) belong to whatever surrounds them.
  const names =
    scripts.length === 0
      ? ['Any']
      : [...scripts.map((name) => `Script=${name}`), 'Script=Zyyy', 'Script=Zinh'];
  try {
    return new RegExp(`[${names.map((name) => `\\p{${name}}`).join('')}]`, 'u');
  } catch {
    return /./u;
  }
}
