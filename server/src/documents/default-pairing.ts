/**
 * Pairs by custom, for workspaces without settings: `name.en.md` ↔ `name.de.md`, `docs/en/…` ↔ `docs/de/…`,
 * `name.md` ↔ `name.de.md`. The functions return every candidate, likeliest first; the caller takes the first
 * whose source exists. Pure, like pairing.ts.
 */
import { normalizePath, Pairing, type PairingOptions, type PairRule, type PathPair } from './pairing.js';

/** Primary language subtags that a folder or a name part is taken for a language by. */
const LANGUAGE_CODES = new Set(
  (
    'af am ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka ' +
    'kk km kn ko ku ky la lb lo lt lv mk ml mn mr ms mt my nb ne nl nn no pa pl ps pt ro ru sa sd si sk sl sq ' +
    'sr sv sw ta te tg th tk tr tt uk ur uz vi xh yi yo zh zu'
  ).split(' '),
);

/** Whether `text` looks like a language tag: `de`, `pt-BR`, `zh_Hant`. */
export function isLanguageTag(text: string): boolean {
  return /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i.test(text) && LANGUAGE_CODES.has(primaryLanguage(text));
}

/** `pt` of `pt-BR`. */
export function primaryLanguage(tag: string): string {
  return (/^[a-z]*/i.exec(tag)?.[0] ?? '').toLowerCase();
}

/** Candidates for the target of a source document, for each of the wanted languages. */
export function defaultTargetsOf(
  path: string,
  sourceLanguage: string,
  targetLanguages: readonly string[],
  options: PairingOptions = {},
): PathPair[] {
  return new Pairing(defaultRules(sourceLanguage, targetLanguages), options).targetsOf(path);
}

/** Candidates for the source of a document whose path names a language other than the source language. */
export function defaultSourcesOf(
  path: string,
  sourceLanguage: string,
  options: PairingOptions = {},
): PathPair[] {
  const tags = languageTagsIn(path).filter((tag) => tag !== sourceLanguage);
  return new Pairing(defaultRules(sourceLanguage, tags), options).sourcesOf(path);
}

/** The rules behind the two functions above, the most specific custom first. */
export function defaultRules(sourceLanguage: string, targetLanguages: readonly string[]): PairRule[] {
  const customs = [
    ['{name}.<source>.{extension}', '{name}.<target>.{extension}'],
    ['**/<source>/**', '**/<target>/**'],
    ['{name}.{extension}', '{name}.<target>.{extension}'],
  ] as const;
  return customs.flatMap(([source, target]) =>
    targetLanguages
      .filter((language) => language !== sourceLanguage)
      .map((language) => ({
        source: source.replace('<source>', sourceLanguage),
        target: target.replace('<target>', language),
        sourceLanguage,
        targetLanguage: language.replaceAll('_', '-'),
      })),
  );
}

function languageTagsIn(path: string): string[] {
  const folders = normalizePath(path).split('/');
  const parts = (folders.pop() ?? '').split('.').slice(1, -1);
  return [...new Set([...parts.reverse(), ...folders.reverse()])].filter(isLanguageTag);
}
