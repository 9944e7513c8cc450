/**
 * The translation memory alone: how large a million units are, how long they take to add, how fast a segment is
 * matched. Options: `--units N` (default 1,000,000), `--queries N` (default 1000).
 *
 * With ENFACE_DATA the units are the German–English Europarl lines (English as source), else invented ones.
 */
import { parseArgs } from 'node:util';
import { Random } from '../models/core/random.js';
import { TranslationMemory } from '../models/memory/translation-memory.js';
import { createTokenizer } from '../models/text/tokenizer.js';
import { cpuSeconds, dataLines } from './data.js';
import { percentiles } from './percentiles.js';
import { report } from './report.js';
import { SyntheticMemory, type SyntheticPair } from './synthetic-memory.js';

const { values: options } = parseArgs({
  options: {
    units: { type: 'string', default: '1000000' },
    queries: { type: 'string', default: '1000' },
  },
});
const UNITS = Number(options.units);
const QUERIES = Number(options.queries);
const COMMON = [
  'OK',
  'the',
  'of the',
  'Yes.',
  'I agree.',
  '...',
  'Thank you very much.',
  'It is what it is.',
];

interface Text {
  readonly name: string;
  readonly pairs: Iterable<SyntheticPair>;
  readonly heldOut: readonly string[];
}

function text(): Text {
  if (process.env.ENFACE_DATA === undefined) {
    const synthetic = new SyntheticMemory(1);
    const heldOut = Array.from({ length: QUERIES }, () => synthetic.pair().source);
    return { name: 'invented text (set ENFACE_DATA for real text)', pairs: invented(synthetic), heldOut };
  }
  const corpus = 'corpora/europarl-de-en';
  const sources = dataLines(`${corpus}/train.en.gz`, UNITS);
  const targets = dataLines(`${corpus}/train.de.gz`, UNITS);
  const pairs = sources.map((source, i) => ({ source, target: targets[i] }));
  return { name: 'Europarl en–de', pairs, heldOut: dataLines(`${corpus}/test.en.gz`, QUERIES) };
}

function* invented(synthetic: SyntheticMemory): Generator<SyntheticPair> {
  for (let i = 0; i < UNITS; i++) yield synthetic.pair();
}

/** Deletes, replaces or inserts words: about one in eight, at least one. */
function perturb(line: string, random: Random): string {
  const words = line.split(' ');
  const edits = 1 + Math.floor(words.length / 8);
  for (let i = 0; i < edits; i++) {
    const at = random.below(words.length);
    words.splice(at, random.below(3) === 0 ? 0 : 1, ...(random.below(2) === 0 ? ['another'] : []));
  }
  return words.join(' ');
}

function fill(
  memory: TranslationMemory,
  pairs: Iterable<SyntheticPair>,
): { longest: number; sample: string[] } {
  const random = new Random(5);
  const sample: string[] = [];
  let longest = 0;
  let unit = 0;
  for (const { source, target } of pairs) {
    const before = process.cpuUsage();
    memory.add({ source, target, origin: { file: 'bench', unit } });
    const used = process.cpuUsage(before);
    longest = Math.max(longest, (used.user + used.system) / 1000);
    unit++;
    // Every line has the same chance to be in the sample.
    if (sample.length < QUERIES) sample.push(source);
    else if (random.below(unit) < QUERIES) sample[random.below(QUERIES)] = source;
  }
  return { longest, sample };
}

function measure(
  memory: TranslationMemory,
  name: string,
  queries: readonly string[],
  minimumPercent: number,
) {
  for (const query of queries.slice(0, 100)) memory.match(query, { minimumPercent }); // warm up
  const times: number[] = [];
  const candidates: number[] = [];
  let answered = 0;
  let verified = 0;
  const { seconds } = cpuSeconds(() => {
    for (const query of queries) {
      const before = performance.now();
      const matches = memory.match(query, { minimumPercent });
      times.push(performance.now() - before);
      if (matches.length > 0) answered++;
      candidates.push(memory.lastEffort?.candidates ?? 0);
      verified += memory.lastEffort?.verified ?? 0;
    }
  });
  return {
    queries: name,
    'from %': minimumPercent,
    asked: queries.length,
    answered,
    ...percentiles('ms', times),
    'mean CPU ms': ((1000 * seconds) / queries.length).toFixed(2),
    ...percentiles('candidates', candidates, 0),
    'edit distances': (verified / queries.length).toFixed(1),
  };
}

const { name, pairs, heldOut } = text();
const memory = new TranslationMemory(createTokenizer('en'));
const { seconds, result } = cpuSeconds(() => fill(memory, pairs));
const random = new Random(3);
const perturbed = result.sample.map((line) => perturb(line, random));
const rows = [70, 60].flatMap((minimumPercent) => [
  measure(memory, 'held out', heldOut, minimumPercent),
  measure(memory, 'perturbed', perturbed, minimumPercent),
  measure(memory, 'unchanged', result.sample, minimumPercent),
  measure(memory, 'common words', COMMON, minimumPercent),
]);
const bytes = Math.round(memory.byteLength / memory.size);
report({
  name: 'memory-index',
  title:
    `Translation memory of ${memory.size} different units of ${name}: ${bytes} bytes a unit with all texts, ` +
    `built in ${seconds.toFixed(1)} s of CPU (${((1e6 * seconds) / UNITS).toFixed(1)} µs a unit, longest step ` +
    `${result.longest.toFixed(0)} ms)`,
  rows,
});
