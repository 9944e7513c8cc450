/**
 * Gapped look-up: time to find all patterns with up to two gaps of one held-out sentence of 20–30 words, in the
 * German side of Europarl de–en at growing size.
 * Run: ENFACE_DATA=… npm run bench -- gapped-lookup
 */
import { GappedLookup, type LookupOptions } from '../models/corpus/gapped-lookup.js';
import { SuffixArray } from '../models/corpus/suffix-array.js';
import { corpusFile, gzipLines, readText, simpleTokens } from './corpus-data.js';
import { report } from './report.js';

const WARM_UP = 50;
const SENTENCES = 200;
const SIZES = [100_000, 300_000, 1_000_000];
const VARIANTS: Record<string, Partial<LookupOptions>> = {
  'no gaps': { maxGaps: 0 },
  'one gap': { maxGaps: 1 },
  'two gaps': {},
  'two gaps, 2000 windows': { windowLimit: 2000 },
};

const heldOut = [...gzipLines(corpusFile('europarl-de-en', 'test.de.gz'))].map(simpleTokens);
const rows: Record<string, string | number>[] = [];
for (const pairs of SIZES) {
  const { text, vocabulary } = readText(gzipLines(corpusFile('europarl-de-en', 'train.de.gz'), pairs));
  const lookup = new GappedLookup(SuffixArray.build(text, vocabulary.size));
  const sentences = heldOut
    .filter(({ length }) => length >= 20 && length <= 30)
    .slice(0, WARM_UP + SENTENCES)
    .map((words) => words.map((word) => vocabulary.idOf(word)));
  for (const [variant, options] of Object.entries(VARIANTS)) {
    rows.push({ pairs, tokens: text.tokenCount, variant, ...measure(lookup, sentences, options) });
  }
}
report({
  name: 'gapped-lookup',
  title: `All patterns of one sentence of 20–30 words (${SENTENCES} held-out sentences), ms`,
  rows,
});

function measure(
  lookup: GappedLookup,
  sentences: readonly number[][],
  options: Partial<LookupOptions>,
): Record<string, string | number> {
  for (const sentence of sentences.slice(0, WARM_UP)) lookup.lookUp(sentence, options);
  const wall: number[] = [];
  const cpu: number[] = [];
  let [patterns, windows, occurrences] = [0, 0, 0];
  for (const sentence of sentences.slice(WARM_UP)) {
    const cpuStart = process.cpuUsage();
    const start = performance.now();
    const matches = lookup.lookUp(sentence, options);
    wall.push(performance.now() - start);
    const { user, system } = process.cpuUsage(cpuStart);
    cpu.push((user + system) / 1000);
    patterns += matches.patternCount;
    windows += matches.windowCount;
    occurrences += matches.occurrenceOffsets[matches.patternCount];
  }
  const mean = (total: number) => Math.round(total / wall.length);
  return {
    'CPU p50': quantile(cpu, 0.5),
    'CPU p95': quantile(cpu, 0.95),
    'CPU p99': quantile(cpu, 0.99),
    'wall p50': quantile(wall, 0.5),
    'wall p95': quantile(wall, 0.95),
    patterns: mean(patterns),
    windows: mean(windows),
    occurrences: mean(occurrences),
  };
}

function quantile(values: readonly number[], share: number): string {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)].toFixed(1);
}
