/**
 * How fast the decoder is, and what it does with its time: words per CPU second over beam sizes with their BLEU, the
 * share of each component, growth with the length of the segment and with the size of the corpus, granularity of the
 * stacks, early distortion cost. Captions de→en with the links of fast_align; Moses on the same data: BLEU 40.33, 339
 * (cube pruning) to 465 words per CPU second.
 *
 *   node out/bench/decoder-speed.bench.js [MODEL …]      models de→en of parliamentary text, by rising size
 *
 * Writes tables, bench/results/decoder-*.json and a plot, bench/results/decoder-speed.svg. `--lines N` for fewer lines,
 * `--only PART,…` (beam, profile, length, corpus, granularity, distortion) for some parts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openContainer } from '../models/core/container.js';
import { BLEU } from '../models/eval/bleu.js';
import { collectRows, sumRows } from '../models/eval/metric.js';
import { NgramModel } from '../models/lm/ngram-model.js';
import { HypothesisPool } from '../models/search/hypothesis-pool.js';
import { openBundle } from '../models/search/model-bundle.js';
import { DEFAULT_SEARCH, type SearchSettings } from '../models/search/search-settings.js';
import { Translator, type TranslatorModel } from '../models/search/translator.js';
import { type Parts, profile } from './cpu-profile.js';
import { cpuSeconds, dataLines } from './data.js';
import { report } from './report.js';
import { type Plot, plotsAsSvg } from './svg-plot.js';
import { buildSetup, tokensOf } from './translation-setup.js';

const option = (name: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? undefined : process.argv[at + 1];
};
const LINES = Number(option('lines') ?? 500);
const ONLY = option('only')?.split(',');
const wants = (part: string) => ONLY === undefined || ONLY.includes(part);
const MODELS = process.argv
  .slice(2)
  .filter((word, n, all) => word.endsWith('.enface') && all[n - 1] !== '--only');

const PARTS: Parts = [
  ['language model', /models\/lm\//],
  ['look-up in the bitext', /models\/corpus\//],
  ['phrase pairs and options', /models\/phrases\//],
  ['search', /models\/search\//],
  ['text', /models\/text\//],
];

const FOLDER = 'reference/multi30k';
const lines = (set: string, language: string) => dataLines(`${FOLDER}/${set}.tok.${language}.gz`);
const captions = (): TranslatorModel =>
  buildSetup(
    { language: 'de', lines: lines('train', 'de') },
    { language: 'en', lines: lines('train', 'en') },
    dataLines(`${FOLDER}/fast_align.de-en.grow-diag-final-and.gz`),
  );
const needsCaptions = ONLY?.join() !== 'corpus';
const model = needsCaptions ? captions() : null;
const source = lines('test_2016_flickr', 'de').slice(0, LINES);
const target = lines('test_2016_flickr', 'en').slice(0, LINES);

interface Measured {
  readonly BLEU: number;
  readonly wordsPerSecond: number;
  readonly millisecondsPerSegment: number;
  readonly hypothesesPerSecond: number;
  readonly hypothesesPerWord: number;
  readonly modelScore: number;
}

function measure(
  translatorModel: TranslatorModel,
  from: readonly string[],
  to: readonly string[] | null,
  search: Partial<SearchSettings> = {},
): Measured {
  const translator = new Translator(translatorModel, { search });
  const segments = from.map((line) => translator.prepare(line));
  // A few segments first, so that all code is compiled.
  for (const segment of segments.slice(0, 10)) translator.search(segment);
  let [hypotheses, score] = [0, 0];
  const { seconds, result } = cpuSeconds(() =>
    segments.map((segment) => {
      const graph = translator.search(segment);
      hypotheses += graph.statistics.hypotheses;
      score += graph.bestPath()?.score ?? 0;
      return graph.bestPath()?.edges.flatMap((edge) => wordsOf(translator, segment, graph, edge)) ?? [];
    }),
  );
  const words = segments.reduce((sum, { ids }) => sum + ids.length, 0);
  const rows =
    to === null
      ? null
      : collectRows(
          BLEU,
          result.map((hypothesis, n) => ({ hypothesis, references: [translator.targetForms(to[n])] })),
        );
  return {
    BLEU: rows === null ? Number.NaN : BLEU.score(sumRows(rows, BLEU.width)),
    wordsPerSecond: words / seconds,
    millisecondsPerSegment: (1000 * seconds) / segments.length,
    hypothesesPerSecond: hypotheses / seconds,
    hypothesesPerWord: hypotheses / words,
    modelScore: score / segments.length,
  };
}

function wordsOf(
  translator: Translator,
  segment: Parameters<Translator['form']>[0],
  graph: ReturnType<Translator['search']>,
  edge: number,
): string[] {
  const { options } = graph;
  const optionOf = graph.option(edge);
  const piece = optionOf === -1 ? graph.piece(edge) : options.pieceStart[optionOf];
  const ids = options.words.subarray(options.wordStart[piece], options.wordStart[piece + 1]);
  return Array.from(ids, (id) => translator.form(segment, id));
}

function row(measured: Measured): Record<string, string> {
  return {
    ...(Number.isNaN(measured.BLEU) ? {} : { BLEU: measured.BLEU.toFixed(2) }),
    'words per CPU s': measured.wordsPerSecond.toFixed(0),
    'ms per segment': measured.millisecondsPerSegment.toFixed(1),
    'hypotheses per s': measured.hypothesesPerSecond.toFixed(0),
    'hypotheses per word': measured.hypothesesPerWord.toFixed(0),
    'mean score': measured.modelScore.toFixed(3),
  };
}

const plots: Plot[] = [];

if (model !== null && wants('beam')) {
  const beams = [1, 5, 10, 20, 50, 100, 200, 400];
  // Once for nothing: what is measured first must not pay for compiling.
  measure(model, source.slice(0, 100), null);
  const measured = beams.map((beamSize) =>
    measure(model, source, target, { beamSize, popLimit: 2 * beamSize }),
  );
  report({
    name: 'decoder-beam',
    title: `Beam sizes, ${source.length} captions de→en; ${bytesPerHypothesis().toFixed(0)} bytes a hypothesis`,
    rows: beams.map((beam, n) => ({ beam, ...row(measured[n]) })),
  });
  plots.push({
    title: 'Quality at speed (captions, by beam)',
    x: 'words per CPU second',
    y: 'BLEU',
    series: [{ name: 'beam', points: measured.map((m) => [Math.round(m.wordsPerSecond), m.BLEU]) }],
    labels: beams.map(String),
  });
}

if (model !== null && wants('profile')) {
  const translator = new Translator(model);
  const segments = source.map((line) => translator.prepare(line));
  for (const segment of segments.slice(0, 20)) translator.search(segment);
  const cold = profile(PARTS, () => {
    for (const segment of segments) translator.search(segment);
  });
  const warm = profile(PARTS, () => {
    for (const segment of segments) translator.search(segment);
  });
  const words = segments.reduce((sum, { ids }) => sum + ids.length, 0);
  const recorded = recordCalls(model, source);
  const alone = new Translator(model);
  for (const segment of segments) alone.search(segment);
  const { seconds } = cpuSeconds(() => {
    for (const segment of segments) alone.search(segment);
  });
  const replay = cpuSeconds(() => {
    for (const [state, word] of recorded) model.languageModel.score(state, word);
  }).seconds;
  console.log(
    `\nThe language model is compiled into the search, so its calls count there. ${(recorded.length / words).toFixed(0)} calls a word; replayed alone they take ${((100 * replay) / seconds).toFixed(1)} % of the time when phrases are known.`,
  );
  const shareOf = (shares: typeof cold.shares, part: string) =>
    `${(100 * (shares.find((one) => one.part === part)?.share ?? 0)).toFixed(1)} %`;
  report({
    name: 'decoder-components',
    title: 'Share of the CPU time by component, captions de→en',
    rows: cold.shares.map(({ part, share }) => ({
      part,
      'first time': `${(100 * share).toFixed(1)} %`,
      'phrases known': shareOf(warm.shares, part),
    })),
  });
  report({
    name: 'decoder-functions',
    title: 'Functions that take most time',
    rows: cold.functions.map(({ part, share }) => ({
      function: part,
      share: `${(100 * share).toFixed(1)} %`,
    })),
  });
}

if (model !== null && wants('length')) {
  const lengths = [10, 20, 40, 80];
  const measured = lengths.map((length) => measure(model, segmentsOf(length), null));
  report({
    name: 'decoder-length',
    title: 'Length of the segment: captions joined and cut to so many words',
    rows: lengths.map((length, n) => ({ words: length, ...row(measured[n]) })),
  });
  plots.push({
    title: 'Length of the segment',
    x: 'words',
    y: 'ms per segment',
    series: [
      { name: 'time', points: lengths.map((length, n) => [length, measured[n].millisecondsPerSegment]) },
    ],
  });
}

if (MODELS.length > 0 && (wants('corpus') || wants('distortion'))) {
  const count = Math.min(LINES, 150);
  const [from, to] = ['de', 'en'].map((language) =>
    dataLines(`corpora/europarl-de-en/test.${language}.gz`, count),
  );
  const rows: Record<string, string | number>[] = [];
  const points: [number, number][] = [];
  for (const file of MODELS) {
    const bundle = openFile(file);
    const pairs = bundle.phrases.bitext.pairCount;
    for (const earlyDistortion of wants('distortion') && file === MODELS[0] ? [true, false] : [true]) {
      const measured = measure(bundle, from, to, { earlyDistortion });
      rows.push({ pairs, 'early distortion': earlyDistortion ? 'on' : 'off', ...row(measured) });
      if (earlyDistortion) points.push([pairs, measured.millisecondsPerSegment]);
    }
  }
  report({ name: 'decoder-corpus', title: `Size of the corpus: ${count} lines of parliamentary text`, rows });
  if (points.length > 1)
    plots.push({
      title: 'Size of the corpus',
      x: 'pairs',
      y: 'ms per segment',
      logX: true,
      series: [{ name: 'time', points }],
    });
}

if (model !== null && wants('granularity')) {
  const rows = [0, 2, 4, 6, 8, 12].flatMap((granularity) =>
    [DEFAULT_SEARCH.beamSize, 50].map((beamSize) => ({
      granularity,
      beam: beamSize,
      ...row(measure(model, source, target, { granularity, beamSize, popLimit: 2 * beamSize })),
    })),
  );
  report({ name: 'decoder-granularity', title: 'Granularity of the stacks, captions de→en', rows });
}

if (model !== null && wants('distortion')) {
  const rows = [200, 50].flatMap((beamSize) =>
    [true, false].map((earlyDistortion) => ({
      'early distortion': earlyDistortion ? 'on' : 'off',
      beam: beamSize,
      ...row(measure(model, source, target, { earlyDistortion, beamSize, popLimit: 2 * beamSize })),
    })),
  );
  report({ name: 'decoder-distortion', title: 'Early distortion cost, captions de→en', rows });
}

if (plots.length > 0) writeFileSync(path.resolve('bench/results', 'decoder-speed.svg'), plotsAsSvg(plots));

/** All calls of the language model, in order. */
function recordCalls(from: TranslatorModel, text: readonly string[]): [number, number][] {
  const calls: [number, number][] = [];
  class RecordingModel extends NgramModel {
    override score(state: number, word: number): number {
      calls.push([state, word]);
      return super.score(state, word);
    }
  }
  const translator = new Translator({
    ...from,
    languageModel: new RecordingModel(from.languageModel.parts),
  });
  for (const line of text) translator.search(translator.prepare(line));
  return calls;
}

/** Captions joined, cut into segments of so many words. */
function segmentsOf(length: number): string[] {
  const words = source.flatMap(tokensOf);
  const count = Math.min(Math.floor(words.length / length), Math.ceil(2000 / length));
  return Array.from({ length: count }, (_, n) => words.slice(n * length, (n + 1) * length).join(' '));
}

function openFile(file: string): TranslatorModel {
  const bytes = readFileSync(file);
  const buffer = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(buffer).set(bytes);
  return openBundle(openContainer(buffer, { trusted: true }));
}

/** Columns and at least two hash slots of four bytes for each row. */
function bytesPerHypothesis(): number {
  const pool = new HypothesisPool();
  const columns = Object.values(pool).filter((value) => ArrayBuffer.isView(value));
  return columns.reduce((sum, column) => sum + column.byteLength, 0) / pool.parent.length + 8;
}
