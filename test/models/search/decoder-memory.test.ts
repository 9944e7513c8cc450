import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DEFAULT_SAMPLING, PhraseSampler } from '../../../models/phrases/phrase-sampler.js';
import { Decoder } from '../../../models/search/decoder.js';
import { weightVector } from '../../../models/search/feature-names.js';
import { DEFAULT_SEARCH } from '../../../models/search/search-settings.js';
import { toyModel } from '../../support/toy-model.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('memory of the decoder', () => {
  it('does not grow with the hypotheses that a warm decoder makes', () => {
    const model = toyModel([
      ['a b c d e f g h', 'A B C D E F G H', '0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7'],
      ['b a d c f e h g', 'C A D B E F H G', '0-2 1-1 2-2 3-0 4-5 5-4 6-6 7-7'],
      ['d c b a h g f e', 'X C Y A Z G W E', '0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7'],
    ]);
    const weights = weightVector(model.metadata.weights);
    const sampler = new PhraseSampler(model.phrases, { ...DEFAULT_SAMPLING, minGappedCount: 1 });
    const ids = [...'abcdefghabcd'].map((word) => model.source.vocabulary.idOf(word));
    const options = sampler.options(ids, weights, { target: () => 0 });
    const decoder = new Decoder(model.languageModel);
    const run = (popLimit: number) => {
      collectGarbage();
      const before = process.memoryUsage();
      const { hypotheses } = decoder.decode(options, weights, { ...DEFAULT_SEARCH, popLimit }).statistics;
      const after = process.memoryUsage();
      const bytes = after.heapUsed - before.heapUsed + after.arrayBuffers - before.arrayBuffers;
      return { hypotheses, bytes };
    };
    for (let n = 0; n < 60; n++) run(600);
    // The least of several runs: the engine may compile or count something of its own in between.
    const least = (popLimit: number) =>
      Array.from({ length: 8 }, () => run(popLimit)).reduce((a, b) => (b.bytes < a.bytes ? b : a));
    const few = least(10);
    const many = least(600);
    assert.ok(many.hypotheses > 10 * few.hypotheses, `${few.hypotheses}, ${many.hypotheses}`);
    const perHypothesis = (many.bytes - few.bytes) / (many.hypotheses - few.hypotheses);
    assert.ok(perHypothesis < 4, `${perHypothesis} bytes for each hypothesis`);
  });
});
