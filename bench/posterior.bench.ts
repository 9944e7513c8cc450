/**
 * The table of Zens & Ney (2006) on captions, two directions: baseline, then features of 1-grams, 2-grams, … and length
 * added one by one, from an n-best list as in the paper and from the whole search graph; beside them the second search
 * and MBR. Links by fast_align (exchanged for en→de).
 *
 * The model's weights are tuned on the validation text. What chooses by posteriors is tuned on the same text, each half
 * translated with weights tuned on the other half (train/rescoring-tuning.ts). The test text is translated at the end.
 * Weights are kept in bench/results/posterior-weights-*.json; a second run begins with them.
 *
 *   node out/bench/posterior.bench.js [de-en | en-de …]
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { NEVER_CANCELLED } from '../models/core/cancel.js';
import { BLEU } from '../models/eval/bleu.js';
import { collectRows, sumRows } from '../models/eval/metric.js';
import { bootstrapInterval, pairedBootstrap } from '../models/eval/significance.js';
import { lengthPosteriorOf } from '../models/posterior/length-posterior.js';
import {
  listProbabilities,
  ngramPosteriorsOfList,
  type ScoredWords,
} from '../models/posterior/ngram-posteriors.js';
import { NgramScorer } from '../models/posterior/ngram-scorer.js';
import { posteriorFeatures } from '../models/posterior/posterior-features.js';
import {
  differentTranslations,
  type ListEntry,
  mbrPath,
  POSTERIOR_ORDER,
  Rescorer,
} from '../models/posterior/rescorer.js';
import { FEATURE_NAMES } from '../models/search/feature-names.js';
import type { Lattice } from '../models/search/lattice.js';
import { latticePaths, pathWords } from '../models/search/lattice-paths.js';
import { DEFAULT_RESCORING } from '../models/search/rescoring-settings.js';
import { Translator, type TranslatorModel } from '../models/search/translator.js';
import { batchMira } from '../models/train/mira.js';
import { bestEntry, NBestPool } from '../models/train/n-best-pool.js';
import {
  crossTunedWeights,
  featuresUpTo,
  type HeldOutLattice,
  listPool,
  tuneListWeights,
  tuneMbr,
} from '../models/train/rescoring-tuning.js';
import { poolScore } from '../models/train/tuner.js';
import {
  FROZEN_FEATURES,
  type TuningOptions,
  type TuningRound,
  type TuningTask,
  tuneWeights,
} from '../models/train/weight-tuning.js';
import { dataLines } from './data.js';
import { report } from './report.js';
import { buildSetup, tokensOf } from './translation-setup.js';

const FOLDER = 'reference/multi30k';
const ROUNDS = 4;
const TUNING_LIST = 60;
const LIST_SIZE = 200;
const ROWS = ['+ 1-grams', '+ 2-grams', '+ 3-grams', '+ 4-grams', '+ length'];

interface PairWeights {
  readonly all: Float64Array;
  readonly halves: readonly [Float64Array, Float64Array];
}

function measure(source: string, target: string): void {
  const lines = (set: string, language: string) => dataLines(`${FOLDER}/${set}.tok.${language}.gz`);
  const model = buildSetup(
    { language: source, lines: lines('train', source) },
    { language: target, lines: lines('train', target) },
    linksFor(source),
  );
  const references = lines('val', target).map(tokensOf);
  const weights = tunedWeights(model, `${source}-${target}`, lines('val', source), references);
  const heldOut = [0, 1].flatMap((half) => {
    const ofHalf = (_: unknown, i: number) => i % 2 === half;
    return latticesOf(
      withWeights(model, weights.halves[1 - half]),
      lines('val', source).filter(ofHalf),
      references.filter(ofHalf),
    );
  });
  const tuned = withWeights(model, weights.all);
  const testReferences = lines('test_2016_flickr', target).map(tokensOf);
  const testSource = lines('test_2016_flickr', source);
  const test = latticesOf(tuned, testSource, testReferences);

  const { settings, score: mbrHeldOut } = tuneMbr(
    heldOut,
    { ...DEFAULT_RESCORING, listSize: LIST_SIZE },
    NEVER_CANCELLED,
  );
  console.log(settings);
  const table = new ResultTable(testReferences);
  for (const from of ['list', 'graph'] as const) {
    const [onHeldOut, onTest] = [heldOut, test].map((set) => poolOf(set, settings.scale, from));
    const forms = (weights: ArrayLike<number>) =>
      onTest.segments.map((entries, i) => {
        const best = entries.indexOf(bestEntry(entries, weights));
        return differentTranslations(test[i].lattice, LIST_SIZE)[best].words.map((id) => test[i].form(id));
      });
    const none = new Float64Array(POSTERIOR_ORDER + 2);
    none[0] = 1;
    if (from === 'list') table.add('baseline', '', poolScore(onHeldOut, BLEU, none), forms(none));
    ROWS.forEach((row, count) => {
      const { weights, score } = tuneListWeights(onHeldOut, featuresUpTo(count + 1), NEVER_CANCELLED);
      table.add(row, from, score, forms([1, ...weights]));
    });
  }
  const translator = new Translator(tuned);
  for (const passes of [1, 2]) {
    const rescorer = new Rescorer(translator, { ...settings, passes });
    const chosen = testSource.map((line) => rescorer.translate(translator.prepare(line), 'iterate').words);
    table.add(`iterate, ${passes} more`, 'graph', Number.NaN, chosen);
  }
  const byMbr = test.map(({ lattice, form }) =>
    pathWords(lattice, mbrPath(lattice, settings).edges).map(form),
  );
  table.add('MBR', 'graph', mbrHeldOut, byMbr);
  report({
    name: `posterior-${source}-${target}`,
    title: `Captions ${source}→${target}, test 2016: choosing by posteriors (γ = ${settings.scale})`,
    rows: table.rows,
  });
}

class ResultTable {
  readonly rows: Record<string, string>[] = [];
  readonly #references: readonly (readonly string[])[];
  #baseline: Float64Array | null = null;

  constructor(references: readonly (readonly string[])[]) {
    this.#references = references;
  }

  add(row: string, posteriors: string, heldOut: number, words: readonly (readonly string[])[]): void {
    const pairs = words.map((hypothesis, i) => ({ hypothesis, references: [this.#references[i]] }));
    const collected = collectRows(BLEU, pairs);
    this.#baseline ??= collected;
    const { score, low, high } = bootstrapInterval(BLEU, collected);
    const difference = score - BLEU.score(sumRows(this.#baseline, BLEU.width));
    this.rows.push({
      row,
      posteriors,
      'held-out': Number.isNaN(heldOut) ? '' : heldOut.toFixed(2),
      BLEU: score.toFixed(2),
      '95 %': `${low.toFixed(2)}–${high.toFixed(2)}`,
      difference: difference.toFixed(2),
      'not better': pairedBootstrap(BLEU, collected, this.#baseline).toFixed(3),
    });
    console.log(JSON.stringify(this.rows.at(-1)));
  }
}

/** Links of fast_align, source first. */
function linksFor(source: string): string[] {
  const links = dataLines(`${FOLDER}/fast_align.de-en.grow-diag-final-and.gz`);
  if (source === 'de') return links;
  return links.map((line) =>
    tokensOf(line)
      .map((link) => link.split('-').reverse().join('-'))
      .join(' '),
  );
}

function tunedWeights(
  model: TranslatorModel,
  pair: string,
  source: readonly string[],
  references: readonly (readonly string[])[],
): PairWeights {
  const file = path.resolve(`bench/results/posterior-weights-${pair}.json`);
  if (existsSync(file)) {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as { features: string[]; weights: number[][] };
    const [all, first, second] = stored.weights.map((weights) => Float64Array.from(weights));
    // Weights of another set of features mean nothing.
    if (stored.features.join() === FEATURE_NAMES.join()) return { all, halves: [first, second] };
  }
  const translator = new Translator(model);
  const segments = source.map((line) => translator.prepare(line));
  const task: TuningTask = {
    segmentCount: segments.length,
    references: references.map((reference) => [reference]),
    translate: (segment, weights) =>
      translator.nBest(segments[segment], TUNING_LIST, weights).map((translation) => ({
        words: translation.words,
        features: translator.features(translation),
      })),
  };
  const options: TuningOptions = {
    tuner: batchMira(),
    start: translator.weights,
    frozen: FROZEN_FEATURES,
    rounds: ROUNDS,
    seed: 1,
    cancel: NEVER_CANCELLED,
  };
  const halves = finished(crossTunedWeights(task, options));
  const all = finished(tuneWeights(task, options));
  mkdirSync(path.dirname(file), { recursive: true });
  const weights = [all, ...halves].map((vector) => [...vector]);
  writeFileSync(file, `${JSON.stringify({ features: FEATURE_NAMES, weights })}\n`);
  return { all, halves };
}

function finished<T>(rounds: Generator<TuningRound, T>): T {
  let step = rounds.next();
  for (; !step.done; step = rounds.next())
    console.log(`round ${step.value.round}: BLEU ${step.value.score.toFixed(2)}`);
  return step.value;
}

function withWeights(model: TranslatorModel, vector: Float64Array): TranslatorModel {
  const weights = Object.fromEntries(FEATURE_NAMES.map((name, f) => [name, vector[f]]));
  return { ...model, metadata: { ...model.metadata, weights } };
}

function latticesOf(
  model: TranslatorModel,
  source: readonly string[],
  references: readonly (readonly string[])[],
): HeldOutLattice[] {
  const translator = new Translator(model);
  return source.map((line, i) => {
    const segment = translator.prepare(line);
    return {
      lattice: translator.lattice(segment),
      reference: references[i],
      form: (id: number) => translator.form(segment, id),
    };
  });
}

/** Lists with the model score and the features of posteriors from the list itself or from the graph. */
function poolOf(set: readonly HeldOutLattice[], scale: number, from: 'list' | 'graph'): NBestPool {
  if (from === 'graph')
    return listPool(set, { ...DEFAULT_RESCORING, scale, listSize: LIST_SIZE }, NEVER_CANCELLED);
  const pool = new NBestPool(set.length);
  set.forEach(({ lattice, reference, form }, i) => {
    const list = differentTranslations(lattice, LIST_SIZE);
    const features = ownFeatures(lattice, list, scale);
    list.forEach(({ path: { score }, words }, k) => {
      const row = new Float64Array(BLEU.width);
      BLEU.collect({ hypothesis: words.map(form), references: [reference] }, row, 0);
      pool.segments[i].push({ features: Float64Array.of(score, ...features[k]), row });
    });
  });
  return pool;
}

/** As in the paper: from the list alone, derivations of the same string summed. */
function ownFeatures(lattice: Lattice, list: readonly ListEntry[], scale: number): Float64Array[] {
  const last = list[list.length - 1].path.score;
  const derivations: ScoredWords[] = [];
  for (const { edges, score } of latticePaths(lattice)) {
    if (score < last) break;
    derivations.push({ words: pathWords(lattice, edges), score });
  }
  const scorer = new NgramScorer(ngramPosteriorsOfList(derivations, { scale, order: POSTERIOR_ORDER }));
  const lengths = lengthPosteriorOf(
    derivations.map(({ words }) => words.length),
    listProbabilities(derivations, scale),
  );
  return list.map(({ words }) => {
    const features = new Float64Array(POSTERIOR_ORDER + 1);
    posteriorFeatures(words, scorer, lengths, features);
    return features;
  });
}

const asked = process.argv.slice(2);
for (const [source, target] of [
  ['de', 'en'],
  ['en', 'de'],
]) {
  if (asked.length === 0 || asked.includes(`${source}-${target}`)) measure(source, target);
}
