/**
 * Run as a worker: decodes with few and with many hypotheses and posts how many there were and what they allocated. A
 * thread of its own, because other tests that decode with other language models change what the engine compiles.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { DEFAULT_SAMPLING, PhraseSampler } from '../../models/phrases/phrase-sampler.js';
import { Decoder } from '../../models/search/decoder.js';
import { weightVector } from '../../models/search/feature-names.js';
import { DEFAULT_SEARCH } from '../../models/search/search-settings.js';
import { toyModel } from './toy-model.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

export interface MemoryUse {
  readonly hypotheses: number;
  readonly bytes: number;
}

const model = toyModel([
  ['a b c d e f g h', 'A B C D E F G H', '0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7'],
  ['b a d c f e h g', 'C A D B E F H G', '0-2 1-1 2-2 3-0 4-5 5-4 6-6 7-7'],
  ['d c b a h g f e', 'X C Y A Z G W E', '0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7'],
]);
const weights = weightVector(model.metadata.weights);
const sampler = new PhraseSampler(model.phrases, { ...DEFAULT_SAMPLING, minTargetGapped: 1 });
const ids = [...'abcdefghabcd'].map((word) => model.source.vocabulary.idOf(word));
const options = sampler.options(ids, weights, { target: () => 0 });
const decoder = new Decoder(model.languageModel);

function run(popLimit: number): MemoryUse {
  collectGarbage();
  const before = process.memoryUsage();
  const { hypotheses } = decoder.decode(options, weights, { ...DEFAULT_SEARCH, popLimit }).statistics;
  const after = process.memoryUsage();
  const bytes = after.heapUsed - before.heapUsed + after.arrayBuffers - before.arrayBuffers;
  return { hypotheses, bytes };
}

/** The least of several runs: the engine may compile or count something of its own in between. */
function least(popLimit: number): MemoryUse {
  return Array.from({ length: 8 }, () => run(popLimit)).reduce((a, b) => (b.bytes < a.bytes ? b : a));
}

for (let n = 0; n < 60; n++) run(600);
parentPort?.postMessage([least(10), least(600)]);
