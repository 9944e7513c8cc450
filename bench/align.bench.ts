/**
 * Word alignment against gold links: error rates of all heuristics after training on the gold sentences and the first
 * 20,000 (and, with `--large`, 100,000) Europarl pairs, lower-cased, beside the reference aligner's; and the CPU time of
 * a whole bidirectional training on the captions.
 *
 * Europarl is split like the gold text: punctuation apart, French elisions spelt out (l’ → le, qu’ → que).
 */
import { scoreAlignments } from '../models/align/alignment-error-rate.js';
import { type Link, parseGold } from '../models/align/link-text.js';
import { pairArraysOf } from '../models/align/pair-arrays.js';
import { HEURISTICS, type Heuristic } from '../models/align/symmetrize.js';
import { alignBitext } from '../models/align/word-aligner.js';
import type { LinkTable } from '../models/corpus/link-table.js';
import { TokenText } from '../models/corpus/token-text.js';
import { simpleTokens } from './corpus-data.js';
import { cpuSeconds, dataLines } from './data.js';
import { report } from './report.js';

/** Error rate of the reference aligner (grow-diag-final-and) and CPU seconds of one of its directions. */
const REFERENCE: Record<string, number> = {
  'de-en 20000': 36.0,
  'de-en 100000': 33.1,
  'en-fr 20000': 21.3,
  'en-fr 100000': 19.0,
};
const REFERENCE_SECONDS = 8.8;

type Sentence = readonly string[];

interface Sides {
  readonly source: Sentence[];
  readonly target: Sentence[];
}

const blanks = (line: string) =>
  line
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
const french = (line: string) =>
  simpleTokens(line.replace(/(?<=^|[^\p{L}])((?:qu|[cdjlmnst]))['’](?=\p{L})/giu, '$1e '));

function goldSides(pair: string): Sides & { gold: ReturnType<typeof parseGold> } {
  const folder = 'corpora/gold-alignments';
  if (pair === 'de-en') {
    return {
      source: dataLines(`${folder}/de-en/test.uc.de`).map(blanks),
      target: dataLines(`${folder}/de-en/test.uc.en`).map(blanks),
      gold: parseGold(dataLines(`${folder}/de-en/alignment.talp`).join('\n')),
    };
  }
  const pairs = dataLines(`${folder}/enfr.src-tgt`).map((line) => line.split('|||'));
  return {
    source: pairs.map(([source]) => blanks(source)),
    target: pairs.map(([, target]) => blanks(target)),
    gold: parseGold(dataLines(`${folder}/enfr.gold`).join('\n')),
  };
}

function europarl(pair: string, count: number): Sides {
  if (pair === 'de-en') {
    return {
      source: dataLines('corpora/europarl-de-en/train.de.gz', count).map(simpleTokens),
      target: dataLines('corpora/europarl-de-en/train.en.gz', count).map(simpleTokens),
    };
  }
  return {
    source: dataLines('corpora/europarl-fr-en/train.en.gz', count).map(simpleTokens),
    target: dataLines('corpora/europarl-fr-en/train.fr.gz', count).map(french),
  };
}

function textOf(sentences: readonly Sentence[]): { text: TokenText; size: number } {
  const ids = new Map<string, number>();
  const offsets = [0];
  const words: number[] = [];
  for (const sentence of sentences) {
    for (const word of sentence) {
      if (!ids.has(word)) ids.set(word, ids.size + 3);
      words.push(ids.get(word) as number);
    }
    offsets.push(words.length);
  }
  return { text: new TokenText(Int32Array.from(words), Uint32Array.from(offsets)), size: ids.size + 3 };
}

function alignAll({ source, target }: Sides, heuristic: Heuristic): LinkTable {
  const [a, b] = [textOf(source), textOf(target)];
  const steps = alignBitext(pairArraysOf(a.text, b.text, a.size, b.size), { heuristic });
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value.links;
}

function linksOf(table: LinkTable, pair: number): Link[] {
  const links: Link[] = [];
  for (let k = table.offsets[pair]; k < table.offsets[pair + 1]; k++) {
    links.push({ source: table.positions[2 * k], target: table.positions[2 * k + 1] });
  }
  return links;
}

function errorRow(pair: string, count: number, heuristic: Heuristic): Record<string, string | number> {
  const { gold, ...own } = goldSides(pair);
  const more = europarl(pair, count);
  const sides = { source: [...own.source, ...more.source], target: [...own.target, ...more.target] };
  const { seconds, result } = cpuSeconds(() => alignAll(sides, heuristic));
  const scores = scoreAlignments(
    gold.map((_, n) => linksOf(result, n)),
    gold,
  );
  return {
    pair,
    'Europarl pairs': count,
    heuristic,
    AER: (100 * scores.errorRate).toFixed(1),
    precision: scores.precision.toFixed(3),
    recall: scores.recall.toFixed(3),
    'reference AER': heuristic === 'grow-diag-final-and' ? REFERENCE[`${pair} ${count}`] : '',
    'CPU s': seconds.toFixed(1),
  };
}

const large = process.argv.includes('--large');
const heuristics = process.argv.includes('--all') ? HEURISTICS : (['grow-diag-final-and'] as const);
const rows = ['de-en', 'en-fr'].flatMap((pair) =>
  (large ? [20_000, 100_000] : [20_000]).flatMap((count) =>
    heuristics.map((heuristic) => errorRow(pair, count, heuristic)),
  ),
);
report({ name: 'align', title: 'Alignment error rate on the gold sentences (lower is better)', rows });

const captions = {
  source: dataLines('reference/multi30k/train.tok.de.gz').map(blanks),
  target: dataLines('reference/multi30k/train.tok.en.gz').map(blanks),
};
const { seconds } = cpuSeconds(() => alignAll(captions, 'grow-diag-final-and'));
report({
  name: 'align-speed',
  title: 'Captions de–en: whole training of both directions and links',
  rows: [
    {
      'CPU s, ours': seconds.toFixed(1),
      'CPU s, reference (2 × 8.8)': 2 * REFERENCE_SECONDS,
      ratio: `${(seconds / (2 * REFERENCE_SECONDS)).toFixed(2)}×`,
    },
  ],
});
