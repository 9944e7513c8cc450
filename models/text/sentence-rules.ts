/**
 * Our sentence rules, as SRX records: language rules first, then the common ones. Colons and semicolons never
 * end a sentence; a single line feed is a blank; a blank line always ends one. The rules keep their look-behind
 * short and bounded, so that hostile text costs no more than ordinary text.
 */
import { ABBREVIATION_LANGUAGES, abbreviationsOf } from './abbreviations.js';
import type { SrxRule, SrxRules } from './srx.js';

/** Quotes, brackets, emphasis, closing tags and footnote marks that still belong to the sentence they follow. */
const CLOSERS = '(?:["\'”’“‘»›«‹)\\]}*_¹²³⁰-⁹]|\\[[0-9]{1,3}\\]|<\\/[A-Za-z][A-Za-z0-9]{0,15}>){0,6}';
const OPENERS = '["\'“‘„‚«»‹›(\\[{¿¡*_–—-]';
const STOP = '[.?!…‼⁇⁈⁉؟۔܀։።။។៕]';
const CJK_STOP = '[。．！？｡]';
const CJK_CLOSERS = '[」』）】〉》〕］｝”’"\')]';
const NOT_IN_WORD = '(?<![\\p{L}\\p{M}\\p{N}])';
const WORD_ENDS = '(?![\\p{L}\\p{M}\\p{N}.])';

const stay = (before: string, after: string): SrxRule => ({ break: false, before, after });
const split = (before: string, after: string): SrxRule => ({ break: true, before, after });

const COMMON: readonly SrxRule[] = [
  // Blank lines.
  split('\\n[ \\t]{0,20}\\r?\\n', ''),
  // A list marker opens what follows it: “1. Save.”, “… done. 2. Print.”
  stay('(?:^|\\n)[ \\t]{0,8}(?:[0-9]{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.)]', '\\s'),
  stay(`\\p{L}{4}${STOP} {1,2}[0-9]{1,2}\\.`, '\\s+[^\\p{Ll}\\s]'),
  // An initial: “J. Smith”, “U.S. Government”.
  stay(`${NOT_IN_WORD}\\p{Lu}\\.`, '\\s'),
  // What goes on in lower case, also after an opening mark, is the same sentence.
  stay(`${STOP}${CLOSERS}`, `\\s+${OPENERS}{0,3}\\p{Ll}`),
  // Marks that stand alone go with what is before them: “Really ?!”, “… !”, “. . .”.
  stay(`${STOP}${CLOSERS}`, `\\s{1,4}[.?!…,;:)\\]}]`),
  // A menu path goes on: “Extras – Optionen… – Sprachen”.
  stay('…|\\.{3}', '\\s{1,2}[–—\\[-]'),
  split(`${STOP}${CLOSERS}`, '\\s'),
  // Quoted speech goes on with a particle in Japanese.
  stay(`${CJK_STOP}[」』]`, 'と|って'),
  split('[।॥]', '\\s|[^।॥\\s"”’)\\]]'),
  stay('．', '\\p{Nd}'),
  split(`${CJK_STOP}${CJK_CLOSERS}{0,4}`, `(?!${CJK_STOP}|${CJK_CLOSERS}|[、，；：])\\S`),
  split(`${CJK_STOP}${CJK_CLOSERS}{0,4}`, '\\s'),
];

/** French sets a blank inside its guillemets, so the mark after a stop and a blank may close. */
const FRENCH_QUOTES: readonly SrxRule[] = [
  stay(`${STOP}`, '[ \\u00a0\\u202f]»'),
  stay(`${STOP}[ \\u00a0\\u202f]»`, '\\s+\\p{Ll}'),
  split(`${STOP}[ \\u00a0\\u202f]»`, '\\s'),
];

const GREEK: readonly SrxRule[] = [split('[;\\u037e][»”"]?', '\\s+[«“"(]?\\p{Lu}')];

/** Thai and Lao set a blank between sentences, but also after the repetition mark and around foreign words. */
const SPACED_CLAUSES: readonly SrxRule[] = [
  stay('[ๆໆฯ]', '\\s'),
  split('[\\p{Script=Thai}\\p{Script=Lao}][”"\')]?', '\\s+[“"\'(]?[\\p{Script=Thai}\\p{Script=Lao}]'),
];

export const SENTENCE_RULES: SrxRules = {
  cascade: true,
  ruleSets: {
    common: COMMON,
    greek: GREEK,
    spacedClauses: SPACED_CLAUSES,
    ...Object.fromEntries(ABBREVIATION_LANGUAGES.map((language) => [language, languageRules(language)])),
  },
  languageMaps: [
    ...ABBREVIATION_LANGUAGES.map((language) => ({
      languagePattern: `${language}([-_].*)?`,
      ruleSet: language,
    })),
    { languagePattern: 'el([-_].*)?', ruleSet: 'greek' },
    { languagePattern: '(th|lo)([-_].*)?', ruleSet: 'spacedClauses' },
    { languagePattern: '.*', ruleSet: 'common' },
  ],
};

function languageRules(language: string): SrxRule[] {
  const { leading, numbered, closing, starters } = abbreviationsOf(language);
  const starts = `\\s+${OPENERS}{0,2}(?:${starters.join('|')})${WORD_ENDS}`;
  const rules = [
    ...insideAbbreviations([...leading, ...numbered, ...closing]),
    // “See Fig. 3. Then …”: the number ends the sentence, it does not open a list.
    split(`${NOT_IN_WORD}(?:${alternatives(numbered)}) ?[0-9]{1,3}\\.`, '\\s+\\p{Lu}'),
    stay(`${NOT_IN_WORD}(?:${alternatives(leading)})`, '\\s'),
    stay(
      `${NOT_IN_WORD}(?:${alternatives(numbered)})`,
      `\\s+[(\\[]?(?:\\p{N}|[IVXLCDM]{1,6}${WORD_ENDS}|\\p{L}${WORD_ENDS})`,
    ),
    split(`${NOT_IN_WORD}\\p{Lu}\\.${CLOSERS}`, starts),
  ];
  if (language === 'de') {
    // Ordinals (“12. März”) and, as nouns are capitals, closing abbreviations: only a sure starter breaks.
    const doubtful = `${NOT_IN_WORD}(?:(?<![.,:/-])\\p{Nd}{1,2}\\.|[IVX]{1,5}\\.|${alternatives(closing)})`;
    rules.push(split(`${doubtful}${CLOSERS}`, starts), stay(doubtful, '\\s'));
  }
  if (language === 'fr') rules.push(...FRENCH_QUOTES);
  return rules;
}

/** No break at the blanks within `z. B.` and the like. */
function insideAbbreviations(abbreviations: readonly string[]): SrxRule[] {
  return abbreviations.flatMap((entry) =>
    [...entry.matchAll(/ /g)].map(({ index }) =>
      stay(
        `${NOT_IN_WORD}(?:${alternatives([entry.slice(0, index)])})`,
        `\\s${alternatives([entry.slice(index + 1)])}`,
      ),
    ),
  );
}

function alternatives(abbreviations: readonly string[]): string {
  return abbreviations
    .map((entry) => {
      const [first, ...rest] = entry;
      const head = first.toUpperCase() === first ? escaped(first) : `[${first}${first.toUpperCase()}]`;
      return head + rest.map((c) => (c === ' ' ? '\\s?' : escaped(c))).join('');
    })
    .join('|');
}

function escaped(character: string): string {
  return /[.*+?^${}()|[\]\\/]/.test(character) ? `\\${character}` : character;
}
