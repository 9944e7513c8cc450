/**
 * What posteriors cost on captions de→en with the default beam: time of the sweep, of the n-grams, of the choice by MBR,
 * of one more typed word, and the bytes that are held. Sentences of 22 to 28 words; each measured several times, warm.
 */
import { forwardBackward } from '../models/posterior/forward-backward.js';
import { lengthPosterior } from '../models/posterior/length-posterior.js';
import { ngramPosteriors } from '../models/posterior/ngram-posteriors.js';
import { prefixPosteriors } from '../models/posterior/prefix-posteriors.js';
import { mbrPath, POSTERIOR_ORDER } from '../models/posterior/rescorer.js';
import { type Lattice, latticeBytes } from '../models/search/lattice.js';
import { latticePaths, pathWords } from '../models/search/lattice-paths.js';
import { DEFAULT_RESCORING } from '../models/search/rescoring-settings.js';
import { Translator } from '../models/search/translator.js';
import { dataLines } from './data.js';
import { percentiles } from './percentiles.js';
import { report } from './report.js';
import { buildSetup, tokensOf } from './translation-setup.js';

const FOLDER = 'reference/multi30k';
const SENTENCES = 60;
const REPEATS = 5;
/** CPU and wall time of every measurement: on a busy machine only the first says what the work costs. */
class Times {
  readonly cpu: number[] = [];
  readonly wall: number[] = [];
}

const SETTINGS = { scale: DEFAULT_RESCORING.scale, order: POSTERIOR_ORDER };

const lines = (set: string, language: string) => dataLines(`${FOLDER}/${set}.tok.${language}.gz`);
const translator = new Translator(
  buildSetup(
    { language: 'de', lines: lines('train', 'de') },
    { language: 'en', lines: lines('train', 'en') },
    dataLines(`${FOLDER}/fast_align.de-en.grow-diag-final-and.gz`),
  ),
);
const long = lines('val', 'de')
  .filter((line) => tokensOf(line).length >= 22 && tokensOf(line).length <= 28)
  .slice(0, SENTENCES);
const searches = new Times();
const lattices = long.map((line) => timed(searches, () => translator.lattice(translator.prepare(line))));

const rows: Record<string, string>[] = [
  row('search and lattice', searches),
  measured('forward–backward', (lattice) => forwardBackward(lattice, SETTINGS.scale)),
  measured('n-grams 1–4 with the sweep', (lattice) => ngramPosteriors(lattice, SETTINGS)),
  measured('length', (lattice) => lengthPosterior(lattice, forwardBackward(lattice, SETTINGS.scale))),
  measured('MBR with all of it', (lattice) => mbrPath(lattice, DEFAULT_RESCORING)),
  ...afterTyping(),
  { what: 'edges', ...percentiles('', edgeCounts(), 0) },
  { what: 'bytes of a lattice', ...percentiles('', lattices.map(latticeBytes), 0) },
  {
    what: 'bytes of its n-grams',
    ...percentiles(
      '',
      lattices.map((lattice) => ngramPosteriors(lattice, SETTINGS).byteLength),
      0,
    ),
  },
];
report({
  name: 'posterior-cost',
  title: `Cost of posteriors, ${long.length} sentences of 22–28 words; CPU ms`,
  rows,
});

function measured(what: string, work: (lattice: Lattice) => unknown): Record<string, string> {
  for (const lattice of lattices) work(lattice);
  const times = new Times();
  for (let repeat = 0; repeat < REPEATS; repeat++)
    for (const lattice of lattices) timed(times, () => work(lattice));
  return row(what, times);
}

/** One more word of the best translation each time: the step alone, and with everything counted again. */
function afterTyping(): Record<string, string>[] {
  const [steps, words, counted, warming] = [new Times(), new Times(), new Times(), new Times()];
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    for (const lattice of lattices) {
      const [best] = latticePaths(lattice);
      let typed = prefixPosteriors(lattice, SETTINGS);
      for (const word of pathWords(lattice, best.edges)) {
        typed = timed(repeat > 0 ? steps : warming, () => typed.append(word));
        timed(repeat > 0 ? words : warming, () => typed.nextWords());
        timed(repeat > 0 ? counted : warming, () => [typed.ngrams(), typed.lengths()]);
      }
    }
  }
  return [
    row('one more typed word', steps),
    row('its next words', words),
    row('its n-grams and lengths', counted),
  ];
}

function timed<T>(times: Times, work: () => T): T {
  const wall = performance.now();
  const cpu = process.cpuUsage();
  const result = work();
  const used = process.cpuUsage(cpu);
  times.cpu.push((used.user + used.system) / 1000);
  times.wall.push(performance.now() - wall);
  return result;
}

function row(what: string, { cpu, wall }: Times): Record<string, string> {
  const { 'p95 wall': p95 } = percentiles('wall', wall, 2);
  return { what, ...percentiles('', cpu, 2), 'p95 wall': p95 };
}

function edgeCounts(): number[] {
  return lattices.map(({ edgeTo }) => edgeTo.length);
}
