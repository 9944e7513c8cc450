/**
 * Parallel text for translation benches, by name: train, held-out and test lines, tokens between blanks, lower-cased.
 *
 *   captions, captions-en-de   with the links of fast_align, or with our own: `--own-links`
 *   captions-fr-en             links by our own word alignment
 *   europarl, europarl-fr-en   the first 100,000 pairs, our tokenizer and word alignment
 */
import { createTokenizer } from '../models/text/tokenizer.js';
import { dataLines } from './data.js';

export interface ParallelLines {
  readonly source: readonly string[];
  readonly target: readonly string[];
}

export interface TranslationData {
  readonly title: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly train: ParallelLines;
  readonly heldOut: ParallelLines;
  readonly test: ParallelLines;
  /** 0-based `i-j` for every training pair; absent where our own word alignment is to be used. */
  readonly links?: readonly string[];
}

export const DATA_NAMES = [
  'captions',
  'captions-en-de',
  'captions-fr-en',
  'europarl',
  'europarl-fr-en',
] as const;

export type DataName = (typeof DATA_NAMES)[number];

const CAPTIONS = 'reference/multi30k';
const CAPTION_LINKS = `${CAPTIONS}/fast_align.de-en.grow-diag-final-and.gz`;
const EUROPARL_PAIRS = 100_000;

/** `--data NAME` of the command line, captions without it. */
export function chosenData(): TranslationData {
  const at = process.argv.indexOf('--data');
  const name = at === -1 ? 'captions' : process.argv[at + 1];
  const known = DATA_NAMES.find((other) => other === name);
  if (known === undefined) {
    console.error(`--data needs one of ${DATA_NAMES.join(', ')}.`);
    process.exit(2);
  }
  return withChosenLinks(translationData(known));
}

/** Without the links that came with the text if the command line says `--own-links`. */
export function withChosenLinks(all: TranslationData): TranslationData {
  const { links, ...data } = all;
  if (links === undefined || !process.argv.includes('--own-links')) return all;
  return { ...data, title: `${data.title}, own links` };
}

export function translationData(name: DataName): TranslationData {
  switch (name) {
    case 'captions':
      return { ...captions('de', 'en'), links: dataLines(CAPTION_LINKS) };
    case 'captions-en-de':
      return { ...captions('en', 'de'), links: dataLines(CAPTION_LINKS).map(turned) };
    case 'captions-fr-en':
      return captions('fr', 'en');
    case 'europarl':
      return europarl('de', 'en');
    case 'europarl-fr-en':
      return europarl('fr', 'en');
  }
}

function captions(source: string, target: string): TranslationData {
  const lines = (set: string, language: string) => dataLines(`${CAPTIONS}/${set}.tok.${language}.gz`);
  const both = (set: string) => ({ source: lines(set, source), target: lines(set, target) });
  return {
    title: `Captions ${source}→${target}, test 2016`,
    sourceLanguage: source,
    targetLanguage: target,
    train: both('train'),
    heldOut: both('val'),
    test: both('test_2016_flickr'),
  };
}

function europarl(source: string, target: string): TranslationData {
  const lines = (set: string, language: string, limit?: number) => {
    const tokenizer = createTokenizer(language);
    return dataLines(`corpora/europarl-${source}-${target}/${set}.${language}.gz`, limit).map((line) =>
      tokenizer.forms(line).join(' ').toLowerCase(),
    );
  };
  const both = (set: string, limit?: number) => ({
    source: lines(set, source, limit),
    target: lines(set, target, limit),
  });
  return {
    title: `Europarl ${source}→${target}, ${EUROPARL_PAIRS} pairs`,
    sourceLanguage: source,
    targetLanguage: target,
    train: both('train', EUROPARL_PAIRS),
    heldOut: both('dev'),
    test: both('test'),
  };
}

/** The same links from the other side. */
function turned(line: string): string {
  return line
    .split(' ')
    .map((link) => link.split('-').reverse().join('-'))
    .join(' ');
}
