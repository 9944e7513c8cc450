/**
 * Word alignment against gold links: error rates after training on the gold sentences and the first 20,000 (and, with
 * `--large`, 100,000) Europarl pairs, lower-cased, beside the reference aligner's; and the CPU time of a whole
 * bidirectional training on the captions. `--all` reads the links off in all ways there are.
 *
 * Europarl is split like the gold text: punctuation apart, French elisions spelt out (l’ → le, qu’ → que).
 */
import {
  type AlignerState,
  createAlignerState,
  maximizationStep,
  pruneShard,
} from '../models/align/aligner-state.js';
import { scoreAlignments } from '../models/align/alignment-error-rate.js';
import { type AlignmentModel, finishModel } from '../models/align/alignment-model.js';
import { AlignerWorkspace, expectationStep } from '../models/align/expectation.js';
import { DEFAULT_LINKS, type LinkSettings } from '../models/align/link-decoding.js';
import { type Link, parseGold } from '../models/align/link-text.js';
import { pairArraysOf } from '../models/align/pair-arrays.js';
import { HEURISTICS } from '../models/align/symmetrize.js';
import { ShardLinker, trainingPlan } from '../models/align/word-aligner.js';
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

interface Trained {
  readonly state: AlignerState;
  readonly model: AlignmentModel;
}

/** As `alignBitext` does, but without links: they can then be read off in several ways. */
function train({ source, target }: Sides): Trained {
  const [a, b] = [textOf(source), textOf(target)];
  const preparing = createAlignerState(pairArraysOf(a.text, b.text, a.size, b.size));
  let step = preparing.next();
  while (!step.done) step = preparing.next();
  const state = step.value;
  const workspace = new AlignerWorkspace();
  for (const model of trainingPlan({})) {
    expectationStep(state, 0, state.cells[0], model, workspace);
    maximizationStep(state, model);
    pruneShard(state, 0);
  }
  return { state, model: finishModel(state) };
}

function link({ state, model }: Trained, settings: LinkSettings): LinkTable {
  const linker = new ShardLinker(state, model, settings);
  linker.link(0, state.cells[0]);
  return linker.build();
}

function linksOf(table: LinkTable, pair: number): Link[] {
  const links: Link[] = [];
  for (let k = table.offsets[pair]; k < table.offsets[pair + 1]; k++) {
    links.push({ source: table.positions[2 * k], target: table.positions[2 * k + 1] });
  }
  return links;
}

function errorRows(pair: string, count: number): Record<string, string | number>[] {
  const { gold, ...own } = goldSides(pair);
  const more = europarl(pair, count);
  const sides = { source: [...own.source, ...more.source], target: [...own.target, ...more.target] };
  const training = cpuSeconds(() => train(sides));
  return settings.map((setting) => {
    const { seconds, result } = cpuSeconds(() => link(training.result, setting));
    const scores = scoreAlignments(
      gold.map((_, n) => linksOf(result, n)),
      gold,
    );
    return {
      pair,
      'Europarl pairs': count,
      heuristic: setting.heuristic,
      'empty weight': setting.emptyWeight,
      AER: (100 * scores.errorRate).toFixed(1),
      precision: scores.precision.toFixed(3),
      recall: scores.recall.toFixed(3),
      'reference AER': setting === DEFAULT_LINKS ? REFERENCE[`${pair} ${count}`] : '',
      'CPU s': (training.seconds + seconds).toFixed(1),
    };
  });
}

const large = process.argv.includes('--large');
const settings = process.argv.includes('--all')
  ? [
      DEFAULT_LINKS,
      ...[0.5, 0.2, 0.05, 0].map((emptyWeight) => ({ ...DEFAULT_LINKS, emptyWeight })),
      ...HEURISTICS.filter((heuristic) => heuristic !== DEFAULT_LINKS.heuristic).map((heuristic) => ({
        ...DEFAULT_LINKS,
        heuristic,
      })),
    ]
  : [DEFAULT_LINKS];
const rows = ['de-en', 'en-fr'].flatMap((pair) =>
  (large ? [20_000, 100_000] : [20_000]).flatMap((count) => errorRows(pair, count)),
);
report({ name: 'align', title: 'Alignment error rate on the gold sentences (lower is better)', rows });

const captions = {
  source: dataLines('reference/multi30k/train.tok.de.gz').map(blanks),
  target: dataLines('reference/multi30k/train.tok.en.gz').map(blanks),
};
const { seconds } = cpuSeconds(() => link(train(captions), DEFAULT_LINKS));
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
