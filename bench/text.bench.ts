/**
 * Text processing on every line of the shared corpora: how many lines come back from their bare word forms, how
 * right the truecaser is, how well joined lines are parted into sentences, and how fast it all is.
 * Run: ENFACE_DATA=… npm run bench -- text [causes]   (“causes” lists what the lines that differ have in common)
 */
import { createDetokenizer, gapsOf, joinWithGaps } from '../models/text/detokenizer.js';
import {
  CAPITALIZED,
  capitalize,
  casePositions,
  INSIDE,
  SENTENCE_INITIAL,
  shapeOf,
} from '../models/text/letter-case.js';
import { foldText } from '../models/text/normalize.js';
import { findPlaceables } from '../models/text/placeables.js';
import { splitSentences } from '../models/text/sentence-segmenter.js';
import { detectStyle, withoutStyleBlanks } from '../models/text/text-style.js';
import { TokenSpans } from '../models/text/token-spans.js';
import { createTokenizer } from '../models/text/tokenizer.js';
import { TruecaserBuilder } from '../models/text/truecaser.js';
import { VocabularyBuilder } from '../models/text/vocabulary.js';
import { cpuSeconds, dataLines } from './data.js';
import { report } from './report.js';

interface Corpus {
  readonly name: string;
  readonly language: string;
  lines(): string[];
}

const column = (file: string, index: number) => dataLines(file).map((line) => line.split('\t')[index]);
const plain = (name: string, language: string, file: string): Corpus => ({
  name,
  language,
  lines: () => dataLines(file),
});

const CORPORA: readonly Corpus[] = [
  ...['en', 'de', 'fr'].map((language) =>
    plain('multi30k', language, `corpora/multi30k/train.${language}.gz`),
  ),
  ...['en', 'de'].map((language) =>
    plain('europarl de–en', language, `corpora/europarl-de-en/train.${language}.gz`),
  ),
  ...['en', 'fr'].map((language) =>
    plain('europarl fr–en', language, `corpora/europarl-fr-en/train.${language}.gz`),
  ),
  { name: 'libreoffice', language: 'en', lines: () => column('corpora/libreoffice-help/en-de.tsv.gz', 0) },
  { name: 'libreoffice', language: 'de', lines: () => column('corpora/libreoffice-help/en-de.tsv.gz', 1) },
  { name: 'libreoffice', language: 'fr', lines: () => column('corpora/libreoffice-help/en-fr.tsv.gz', 1) },
];

const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`;
const listsCauses = process.argv.includes('causes');

const roundTrips: Record<string, string | number>[] = [];
const speeds: Record<string, string | number>[] = [];
const sentences: Record<string, string | number>[] = [];
const cases: Record<string, string | number>[] = [];
for (const corpus of CORPORA) {
  const lines = corpus.lines();
  roundTrips.push(roundTrip(corpus, lines));
  speeds.push(speed(corpus, lines.slice(0, 100_000)));
  sentences.push(sentenceJoints(corpus, lines.slice(0, 100_000)));
  if (corpus.name !== 'multi30k') cases.push(truecasing(corpus, lines.slice(0, 200_000)));
}
report({
  name: 'text-round-trip',
  title:
    'Lines that come back: from tokens and gaps (lossless), from bare word forms (up to declared normalisation; also with blanks that style decides left out)',
  rows: roundTrips,
});
report({
  name: 'text-speed',
  title: 'Speed of text processing (first 100,000 lines, CPU time)',
  rows: speeds,
});
report({
  name: 'text-sentences',
  title: 'Lines joined in pairs: breaks found at the joint; breaks elsewhere',
  rows: sentences,
});
report({
  name: 'text-truecase',
  title: 'Truecaser, nine tenths of the lines against the rest: capitalised words put back into their case',
  rows: cases,
});

function roundTrip({ name, language }: Corpus, lines: readonly string[]): Record<string, string | number> {
  const style = detectStyle(lines.slice(0, 20_000).join('\n'), language);
  const tokenizer = createTokenizer(language);
  const detokenizer = createDetokenizer(language, style);
  const causes = new Map<string, string[]>();
  let [tokenCount, lossless, exact, folded, styled] = [0, 0, 0, 0, 0];
  for (const line of lines) {
    const tokens = tokenizer.tokenize(line);
    tokenCount += tokens.length;
    if (joinWithGaps(tokens, gapsOf(line, tokens)) === line) lossless++;
    const written = detokenizer.detokenize(tokenizer.forms(line));
    if (written === line) exact++;
    const [expected, got] = [foldText(line), foldText(written)];
    if (expected === got) folded++;
    else if (listsCauses) addCause(causes, expected, got);
    if (foldText(withoutStyleBlanks(line)) === foldText(withoutStyleBlanks(written))) styled++;
  }
  if (listsCauses) printCauses(`${name} ${language}`, causes);
  const [all, of] = [lines.length, (part: number) => share(part, lines.length)];
  return {
    corpus: name,
    language,
    lines: all,
    tokens: tokenCount,
    lossless: of(lossless),
    exact: of(exact),
    'forms, declared': of(folded),
    'forms, any style': of(styled),
  };
}

/** The characters around the first difference, with letters and digits made alike. */
function addCause(causes: Map<string, string[]>, expected: string, got: string): void {
  let at = 0;
  while (expected[at] === got[at]) at++;
  const shape = (text: string) =>
    text
      .slice(Math.max(0, at - 2), at + 2)
      .replace(/\p{L}/gu, 'x')
      .replace(/\p{N}/gu, '0');
  const cause = `${shape(expected)} → ${shape(got)}`;
  const examples = causes.get(cause) ?? [];
  examples.push(expected.slice(Math.max(0, at - 15), at + 10));
  causes.set(cause, examples);
}

function printCauses(title: string, causes: ReadonlyMap<string, string[]>): void {
  console.log(`\n${title}`);
  const worst = [...causes].sort((a, b) => b[1].length - a[1].length).slice(0, 15);
  for (const [cause, examples] of worst)
    console.log(`${examples.length}\t${cause}\t${examples.slice(0, 3).join(' | ')}`);
}

function speed({ name, language }: Corpus, lines: readonly string[]): Record<string, string | number> {
  const tokenizer = createTokenizer(language);
  const spans = new TokenSpans();
  let [tokens, characters] = [0, 0];
  for (const line of lines.slice(0, 5000)) tokenizer.forms(line);
  const scan = cpuSeconds(() => {
    for (const line of lines) {
      tokenizer.scan(line, spans);
      tokens += spans.count;
      characters += line.length;
    }
  }).seconds;
  const forms = cpuSeconds(() => lines.map((line) => tokenizer.forms(line)));
  const detokenizer = createDetokenizer(language);
  const write = cpuSeconds(() => {
    for (const line of forms.result) detokenizer.detokenize(line);
  }).seconds;
  const vocabulary = cpuSeconds(() => {
    const builder = new VocabularyBuilder();
    for (const line of forms.result) for (const form of line) builder.add(form);
    return builder.freeze({ byFrequency: true }).vocabulary;
  });
  const placeables = cpuSeconds(() => {
    for (const line of lines) findPlaceables(line);
  }).seconds;
  const split = cpuSeconds(() => {
    for (const line of lines) splitSentences(line, language);
  }).seconds;
  const millions = (count: number, seconds: number) => (count / seconds / 1e6).toFixed(2);
  return {
    corpus: name,
    language,
    'scan M tokens/s': millions(tokens, scan),
    'forms M tokens/s': millions(tokens, forms.seconds),
    'detokenize M tokens/s': millions(tokens, write),
    'vocabulary M tokens/s': millions(tokens, vocabulary.seconds),
    words: vocabulary.result.size,
    'placeables M chars/s': millions(characters, placeables),
    'sentences M chars/s': millions(characters, split),
  };
}

function sentenceJoints(
  { name, language }: Corpus,
  lines: readonly string[],
): Record<string, string | number> {
  const whole = lines.filter((line) => /^[\p{Lu}].*[.?!]$/u.test(line));
  let [joints, found, inside] = [0, 0, 0];
  for (let i = 0; i + 1 < whole.length; i += 2) {
    const joint = whole[i].length;
    const ends = splitSentences(`${whole[i]} ${whole[i + 1]}`, language).map(({ end }) => end);
    joints++;
    if (ends.includes(joint)) found++;
    inside += ends.filter((end) => end !== joint).length - 1;
  }
  return {
    corpus: name,
    language,
    joints,
    'found at the joint': share(found, joints),
    'breaks inside lines': share(inside, 2 * joints),
  };
}

function truecasing({ name, language }: Corpus, lines: readonly string[]): Record<string, string | number> {
  const tokenizer = createTokenizer(language);
  const builder = new TruecaserBuilder();
  const training = cpuSeconds(() => {
    lines.forEach((line, i) => {
      if (i % 10 !== 0) builder.add(tokenizer.forms(line));
    });
    return builder.build();
  });
  const truecaser = training.result;
  const initialCounts = new Map<string, number>();
  const perWord = new Map<string, { seen: number; right: number }>();
  let [seen, right] = [0, 0];
  for (let i = 0; i < lines.length; i += 10) {
    const forms = tokenizer.forms(lines[i]);
    const positions = casePositions(forms);
    forms.forEach((form, at) => {
      const lower = form.toLowerCase();
      if (positions[at] === SENTENCE_INITIAL) initialCounts.set(lower, (initialCounts.get(lower) ?? 0) + 1);
      if (positions[at] !== INSIDE || shapeOf(form) > CAPITALIZED) return;
      const word = perWord.get(lower) ?? { seen: 0, right: 0 };
      perWord.set(lower, word);
      const hit = truecaser.usualCase(capitalize(form), forms[at + 1]) === form ? 1 : 0;
      seen++;
      right += hit;
      word.seen++;
      word.right += hit;
    });
  }
  let [weight, score] = [0, 0];
  for (const [lower, count] of initialCounts) {
    const word = perWord.get(lower);
    if (!word) continue;
    weight += count;
    score += (count * word.right) / word.seen;
  }
  return {
    corpus: name,
    language,
    words: truecaser.size,
    'train CPU s': training.seconds.toFixed(1),
    'all words': share(right, seen),
    'weighted as sentence starts': share(score, weight),
  };
}
