/**
 * The table of Zens & Ney (2006) on two pairs of languages: baseline, then features of 1-grams, 2-grams, … and length
 * added one by one, from an n-best list as in the paper and from the whole search graph; beside them the second search
 * and MBR.
 *
 *   npm run bench -- posterior [NAME …] [--parts N] [--own-links] [--untuned]
 *                                               (names of translation-data.ts; captions both ways without any)
 *
 * Everything is tuned on the held-out text and on N parts of the training text (held-out-text.ts): first the weights of
 * the model, then, on its translations of the same text, the weights of the list features. γ and the numbers of MBR are
 * those that every model has (tuning them on one text gains nothing that lasts), but for the length it keeps. With
 * thousands of segments the weights do not know them by heart, so they need not be tuned without them. The test is
 * translated at the end. Weights are kept in bench/results/posterior-weights-*.json; a second run begins with them.
 * `--untuned` leaves the model the weights that every model has after training (the defaults, length fitted to the
 * held-out text), which is what most translators work with.
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
import { Translator } from '../models/search/translator.js';
import { neutralPrecision } from '../models/train/mbr-length.js';
import { bestEntry, NBestPool } from '../models/train/n-best-pool.js';
import {
  featuresUpTo,
  type HeldOutLattice,
  listPool,
  NO_OPTIONS,
  tuneListWeights,
} from '../models/train/rescoring-tuning.js';
import { poolScore } from '../models/train/tuner.js';
import { type HeldOutText, heldOutTexts, wholeModel } from './held-out-text.js';
import { report } from './report.js';
import { DATA_NAMES, type DataName, translationData, withChosenLinks } from './translation-data.js';
import { tokensOf } from './translation-setup.js';
import { lengthFitted, tunedWeights, withWeights } from './tuned-weights.js';

const isUntuned = process.argv.includes('--untuned');
const DEFAULT_PARTS = 3;
const ROUNDS = 5;
const LIST_SIZE = 200;
/** The precision of MBR that keeps the length of translations is found on every so many-th segment. */
const MBR_STEP = 4;
const ROWS = ['+ 1-grams', '+ 2-grams', '+ 3-grams', '+ 4-grams', '+ length'];

function measure(name: DataName, parts: number): void {
  const data = withChosenLinks(translationData(name));
  const whole = wholeModel(data);
  const texts = heldOutTexts(data, whole, parts);
  const label = `${name}${data.links === undefined ? '-own-links' : ''}`;
  const weights = isUntuned ? lengthFitted(texts[0]).weights : keptWeights(`${label}-${parts}`, texts);
  const heldOut = texts.flatMap((text) => latticesOf(text, weights));
  const test = latticesOf({ model: whole, lines: data.test }, weights);

  const some = heldOut.filter((_, i) => i % MBR_STEP === 0);
  const settings = {
    ...DEFAULT_RESCORING,
    listSize: LIST_SIZE,
    precision: neutralPrecision(
      some.map(({ lattice }) => lattice),
      DEFAULT_RESCORING,
      NEVER_CANCELLED,
    ),
  };
  console.log(settings);
  const table = new ResultTable(test.map(({ reference }) => reference));
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
    let weights: readonly number[] | undefined;
    ROWS.forEach((row, count) => {
      const used = featuresUpTo(count + 1);
      const found = tuneListWeights(onHeldOut, used, NEVER_CANCELLED, weights);
      weights = found.weights;
      table.add(row, from, found.score, forms([1, ...weights]));
    });
  }
  const translator = new Translator(withWeights(whole, weights));
  for (const passes of [1, 2]) {
    const rescorer = new Rescorer(translator, { ...settings, passes });
    const chosen = data.test.source.map(
      (line) => rescorer.translate(translator.prepare(line), 'iterate').words,
    );
    table.add(`iterate, ${passes} more`, 'graph', Number.NaN, chosen);
  }
  const byMbr = (set: readonly HeldOutLattice[]) =>
    set.map(({ lattice, form }) => pathWords(lattice, mbrPath(lattice, settings).edges).map(form));
  const mbrRows = collectRows(
    BLEU,
    byMbr(heldOut).map((hypothesis, i) => ({ hypothesis, references: [heldOut[i].reference] })),
  );
  table.add('MBR', 'graph', BLEU.score(sumRows(mbrRows, BLEU.width)), byMbr(test));
  report({
    name: `posterior-${label}${isUntuned ? '-untuned' : ''}`,
    title: `${data.title}, ${isUntuned ? 'default' : 'tuned'} weights: choosing by posteriors (γ = ${settings.scale}), tuned on ${heldOut.length} segments`,
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

/** Tuned weights of the model, or those of an earlier run. */
function keptWeights(name: string, texts: readonly HeldOutText[]): Float64Array {
  const file = path.resolve(`bench/results/posterior-weights-${name}.json`);
  if (existsSync(file)) {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { features: string[]; weights: number[] };
    // Weights of another set of features mean nothing.
    if (kept.features.join() === FEATURE_NAMES.join()) return Float64Array.from(kept.weights);
  }
  const { weights } = tunedWeights(texts, { rounds: ROUNDS });
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ features: FEATURE_NAMES, weights: [...weights] })}\n`);
  return weights;
}

function latticesOf({ model, lines }: HeldOutText, weights: Float64Array): HeldOutLattice[] {
  const translator = new Translator(withWeights(model, weights));
  return lines.source.map((line, i) => {
    const segment = translator.prepare(line);
    return {
      lattice: { ...translator.lattice(segment), options: NO_OPTIONS },
      reference: tokensOf(lines.target[i]),
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

const at = process.argv.indexOf('--parts');
const parts = at === -1 ? DEFAULT_PARTS : Number(process.argv[at + 1]);
const asked = DATA_NAMES.filter((name) => process.argv.includes(name));
for (const name of asked.length > 0 ? asked : (['captions', 'captions-en-de'] as const)) measure(name, parts);
