/**
 * Effort of a simulated translator, de→en, our assistant beside the suggester of `@sillsdev/machine` on the same search
 * graphs in the same run: captions (test_2016) and parliament (test). All text is split into the model's tokens first,
 * so that tokenizers and spelling of suggestions play no role. `--lines N` takes another number of segments,
 * `--set NAME` only one of the texts, `--cut` adds the peer as it comes: its suggestions end before punctuation.
 *
 * The models are read from the folder ENFACE_MODELS: captions.enface and europarl-100k.enface, trained with
 * `enface train` on the captions and on the first 100,000 pairs of parliament.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Assistant } from '../models/assist/assistant.js';
import { effortOf, type SegmentLog } from '../models/eval/effort.js';
import { approximateRandomization } from '../models/eval/significance.js';
import { type ModelBundle, openBundle } from '../models/search/model-bundle.js';
import { Translator } from '../models/search/translator.js';
import { readModelFile } from '../server/src/training/model-file.js';
import { dataLines, modelsFolder } from './data.js';
import { actionRows, type Replay, replay, type Suggester, shareMetric, wordRows } from './effort-replay.js';
import { report } from './report.js';
import { SilSession, silGraph } from './sil-suggester.js';

type Row = Record<string, string | number>;
type TestSet = (typeof SETS)[number];

const SETS = [
  { name: 'captions', model: 'captions.enface', corpus: 'corpora/multi30k/test_2016_flickr' },
  { name: 'parliament', model: 'europarl-100k.enface', corpus: 'corpora/europarl-de-en/test' },
];
const { values } = parseArgs({
  options: { lines: { type: 'string' }, set: { type: 'string' }, cut: { type: 'boolean' } },
});
const limit = Number(values.lines ?? 200);

const rows: Row[] = [];
for (const set of SETS)
  if (values.set === undefined || set.name === values.set) rows.push(...(await compare(set)));
report({
  name: 'effort',
  title: 'Effort of a simulated translator on the same search graphs: our assistant and @sillsdev/machine',
  rows,
});

async function compare({ name, model, corpus }: TestSet): Promise<Row[]> {
  const original = openBundle(await readModelFile(path.join(modelsFolder(), model)));
  const reader = new Translator(original);
  const bundle = forTokens(original);
  const translator = new Translator(bundle);
  const assistant = new Assistant(bundle, { now: () => performance.now() });
  const references = dataLines(`${corpus}.en.gz`, limit);
  const ours: Replay[] = [];
  const peer: Replay[] = [];
  const shipped: Replay[] = [];
  dataLines(`${corpus}.de.gz`, limit).forEach((line, i) => {
    const { forms } = reader.prepare(line);
    const source = forms.join(' ');
    const reference = reader.targetForms(references[i]).join(' ');
    assistant.openSegment(source);
    ours.push(replay(reference, assistantFor(assistant, source)));
    const segment = translator.prepare(source);
    const graph = silGraph(translator.lattice(segment), forms, (id) => translator.form(segment, id));
    peer.push(replay(reference, new SilSession(source, graph, false)));
    if (values.cut === true) shipped.push(replay(reference, new SilSession(source, graph, true)));
  });
  const oursLogs = ours.map(({ log }) => log);
  return [
    { text: name, system: 'Enface', ...figures(ours) },
    { text: name, system: 'SIL, not cut', ...figures(peer), ...significance(oursLogs, peer) },
    ...(values.cut === true
      ? [{ text: name, system: 'SIL, cut', ...figures(shipped), ...significance(oursLogs, shipped) }]
      : []),
  ];
}

/** The model for text that is split into its tokens already. */
function forTokens(bundle: ModelBundle): ModelBundle {
  return {
    ...bundle,
    metadata: { ...bundle.metadata, pretokenized: true },
    source: { vocabulary: bundle.source.vocabulary },
    target: { vocabulary: bundle.target.vocabulary },
  };
}

function assistantFor(assistant: Assistant, source: string): Suggester {
  const ask = (prefix: string, count: number, length: 'sentence' | 'word') =>
    assistant.complete({ source, prefix, count, length }).map(({ completion }) => completion);
  return {
    complete: (prefix) => ask(prefix, 1, 'sentence')[0] ?? '',
    nextWords: (prefix, count) => ask(prefix, count, 'word'),
  };
}

function figures(replays: readonly Replay[]): Row {
  const { wpa, ...effort } = effortOf(replays.map(({ log }) => log));
  const percent = (share: number) => (100 * share).toFixed(2);
  const total = (value: (one: Replay) => number) => replays.reduce((sum, one) => sum + value(one), 0);
  return {
    segments: replays.length,
    'WPA@1': percent(wpa['1']),
    'WPA@3': percent(wpa['3']),
    'WPA@5': percent(wpa['5']),
    KSMR: percent(effort.ksmr),
    'KSR Thot': percent(effort.ksrThot),
    'KSR Phrasal': percent(effort.ksrPhrasal),
    WSR: percent(effort.wsr),
    MAR: percent(effort.mar),
    'CPU ms/key': (total(({ microseconds }) => microseconds) / total(({ asked }) => asked) / 1000).toFixed(3),
  };
}

/** Two-sided p-values of the differences to ours. */
function significance(ours: readonly SegmentLog[], theirs: readonly Replay[]): Record<string, string> {
  const logs = theirs.map(({ log }) => log);
  const test = (name: string, higher: boolean, rowsOf: typeof wordRows) =>
    approximateRandomization(shareMetric(name, higher), rowsOf(ours), rowsOf(logs)).toFixed(4);
  return { 'p WPA@1': test('WPA@1', true, wordRows), 'p KSMR': test('KSMR', false, actionRows) };
}
