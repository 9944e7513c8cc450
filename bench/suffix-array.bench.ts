/**
 * Suffix array: CPU time to sort both sides of Europarl de–en at growing size, and time of a look-up.
 * Run: ENFACE_DATA=… npm run bench -- suffix-array
 */
import { Random } from '../models/core/random.js';
import { SuffixArray } from '../models/corpus/suffix-array.js';
import { corpusFile, cpuSeconds, gzipLines, readText } from './corpus-data.js';
import { report } from './report.js';

const SIZES = [1e6, 3e6, 1e7, Number.POSITIVE_INFINITY];
const LOOK_UPS = 100_000;

const rows: Record<string, string | number>[] = [];
for (const side of ['de', 'en']) {
  for (const size of SIZES) {
    const { text, vocabulary } = readText(gzipLines(corpusFile('europarl-de-en', `train.${side}.gz`)), size);
    const start = process.cpuUsage();
    const index = SuffixArray.build(text, vocabulary.size);
    const buildSeconds = cpuSeconds(start);
    const words = measureLookUps(index, 1);
    const phrases = measureLookUps(index, 4);
    rows.push({
      side,
      tokens: text.tokenCount,
      vocabulary: vocabulary.size,
      'build CPU s': buildSeconds.toFixed(2),
      'ns a token': ((buildSeconds / text.tokenCount) * 1e9).toFixed(0),
      'µs, 1 word': words.toFixed(2),
      'µs, 4 words': phrases.toFixed(2),
      'bytes a token': ((index.positions.byteLength + index.wordStarts.byteLength) / text.tokenCount).toFixed(
        2,
      ),
    });
  }
}
report({ name: 'suffix-array', title: 'Suffix array of Europarl de–en: building and looking up', rows });

/** CPU µs of one look-up of a phrase of that many words, drawn from random places of the text. */
function measureLookUps(index: SuffixArray, length: number): number {
  const { ids } = index.text;
  const random = new Random(length);
  const range = { low: 0, high: 0 };
  const phrases = Array.from({ length: LOOK_UPS }, () => {
    const start = random.below(ids.length - length);
    return ids.subarray(start, start + length);
  });
  let found = 0;
  const start = process.cpuUsage();
  for (const phrase of phrases) if (index.find(phrase, range)) found += range.high - range.low;
  const seconds = cpuSeconds(start);
  if (found < LOOK_UPS / 2) throw new Error('Phrases of the text were not found.');
  return (seconds / LOOK_UPS) * 1e6;
}
