/**
 * How many words of a suggestion to show: a simulated translator types the reference word by word; at every place where
 * the search graph still fits, the likeliest continuation is shown in part and the time it really saves is counted
 * (posterior/expected-benefit.ts: reading, keys, typing). Rows: everything, one word, the length chosen by expected
 * benefit from raw posteriors and from calibrated word confidence, and a clairvoyant who shows the right words only.
 *
 *   npm run bench -- suggestion-length --captions MODEL --europarl MODEL [--lines N]
 */
import { parseArgs } from 'node:util';
import { targetWordIds } from '../models/posterior/confidence-features.js';
import { chooseLength, DEFAULT_COSTS, type SuggestedWord } from '../models/posterior/expected-benefit.js';
import { type PrefixPosteriors, prefixPosteriors } from '../models/posterior/prefix-posteriors.js';
import { WordConfidence } from '../models/posterior/word-confidence.js';
import { openBundle } from '../models/search/model-bundle.js';
import { Translator } from '../models/search/translator.js';
import { SENTENCE_END } from '../models/text/vocabulary.js';
import { readModelFile } from '../server/src/training/model-file.js';
import { dataLines } from './data.js';
import { report } from './report.js';

const LONGEST = 40;
const TESTS = {
  captions: 'corpora/multi30k/test_2016_flickr',
  europarl: 'corpora/europarl-de-en/test',
} as const;

const { values } = parseArgs({
  options: { captions: { type: 'string' }, europarl: { type: 'string' }, lines: { type: 'string' } },
});
const models = (['captions', 'europarl'] as const).flatMap((text) => {
  const file = values[text];
  return file === undefined ? [] : [{ text, file }];
});
if (models.length === 0) {
  console.error('Give --captions MODEL or --europarl MODEL: files written by "enface train" on such text.');
  process.exit(2);
}

const rows = [];
for (const { text, file } of models) rows.push(...(await judged(text, file)));
report({ name: 'suggestion-length', title: 'Words of a suggestion shown, and time saved at a place', rows });

interface Tally {
  seconds: number;
  words: number;
  shown: number;
  right: number;
}

async function judged(text: keyof typeof TESTS, file: string): Promise<Record<string, string | number>[]> {
  const bundle = openBundle(await readModelFile(file));
  const translator = new Translator(bundle);
  const words = new WordConfidence(bundle, bundle.confidence);
  const { persistence } = words.metadata;
  const limit = Number(values.lines ?? 300);
  const references = dataLines(`${TESTS[text]}.en.gz`, limit);
  const tallies = new Map<string, Tally>();
  let places = 0;
  for (const [n, source] of dataLines(`${TESTS[text]}.de.gz`, limit).entries()) {
    const segment = translator.prepare(source);
    const lattice = translator.lattice(segment);
    const confidence = words.open(segment, lattice);
    const reference = translator.targetForms(references[n]);
    const ids = targetWordIds(bundle, segment, reference);
    let typed = prefixPosteriors(lattice);
    for (let k = 0; k < ids.length && typed.isExact; typed = typed.append(ids[k++])) {
      const { next, probabilities } = likeliest(typed);
      if (next.length === 0) continue;
      places++;
      const forms = next.map((id) => translator.form(segment, id));
      const shown = (confidences: ArrayLike<number>): SuggestedWord[] =>
        forms.map((form, i) => ({ characters: form.length + 1, confidence: confidences[i] }));
      let right = 0;
      while (right < forms.length && forms[right] === reference[k + right]) right++;
      const calibrated = confidence.ofWords([...ids.slice(0, k), ...next], { given: k }).subarray(k);
      const counts = {
        'all words': forms.length,
        'one word': 1,
        'benefit, raw posteriors': chooseLength(shown(probabilities)).count,
        'benefit, confidence': chooseLength(shown(calibrated), { persistence }).count,
        clairvoyant: right,
      };
      for (const [name, count] of Object.entries(counts)) {
        const tally = tallies.get(name) ?? { seconds: 0, words: 0, shown: 0, right: 0 };
        tallies.set(name, tally);
        tally.seconds += saved(forms, count, right);
        tally.words += count;
        tally.shown += Number(count > 0);
        tally.right += Number(count > 0 && right >= count);
      }
    }
  }
  return [...tallies].map(([shown, tally]) => ({
    text,
    places,
    shown,
    'seconds saved': (tally.seconds / places).toFixed(3),
    'places with a suggestion': `${((100 * tally.shown) / places).toFixed(1)} %`,
    words: (tally.words / Math.max(1, tally.shown)).toFixed(2),
    'wholly right': `${((100 * tally.right) / Math.max(1, tally.shown)).toFixed(1)} %`,
  }));
}

/** Word after word the most probable one. */
function likeliest(from: PrefixPosteriors): { next: number[]; probabilities: number[] } {
  const [next, probabilities]: [number[], number[]] = [[], []];
  for (let typed = from; next.length < LONGEST; typed = typed.append(next.at(-1) as number)) {
    let [best, highest] = [SENTENCE_END, 0];
    for (const [word, probability] of typed.nextWords())
      if (probability > highest) [best, highest] = [word, probability];
    if (best === SENTENCE_END) break;
    next.push(best);
    probabilities.push(highest);
  }
  return { next, probabilities };
}

/** Seconds that showing `count` words saves when the first `right` of all are right. */
function saved(forms: readonly string[], count: number, right: number): number {
  if (count === 0) return 0;
  const { type, read, look, key } = DEFAULT_COSTS;
  const characters = (length: number) =>
    forms.slice(0, length).reduce((sum, form) => sum + form.length + 1, 0);
  const taken = Math.min(right, count);
  const keys = taken === count ? 1 : taken;
  return characters(taken) * type - keys * key - look - characters(count) * read;
}
