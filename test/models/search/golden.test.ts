/** Translations and search statistics of small models, kept in test/golden/decoder; its README says how to renew them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FeatureWeights } from '../../../models/search/default-weights.js';
import { Translator, type TranslatorSettings } from '../../../models/search/translator.js';
import { REPOSITORY } from '../../support/repository.js';
import { toyModel } from '../../support/toy-model.js';

const FOLDER = path.join(REPOSITORY, 'test/golden/decoder');
/** Mocha shows the difference below. */
const GOLDEN_HINT = 'Differs from expected.txt; if that is meant, see test/golden/decoder/README.md.';
const RENEWS = process.env.ENFACE_RENEW_GOLDEN === '1';

interface GoldenSettings extends TranslatorSettings {
  readonly weights: FeatureWeights;
  readonly nbest: number;
}

function outputOf(folder: string): string {
  const linesOf = (name: string) => readFileSync(path.join(folder, name), 'utf8').split('\n').slice(0, -1);
  const pairs = linesOf('pairs.tsv').map((line) => line.split('\t') as [string, string, string]);
  const { weights, nbest, ...settings } = JSON.parse(linesOf('settings.json').join('\n')) as GoldenSettings;
  const model = toyModel(pairs);
  const translator = new Translator({ ...model, metadata: { ...model.metadata, weights } }, settings);
  return linesOf('input.txt')
    .map((line) => {
      const segment = translator.prepare(line);
      const list = translator.nBest(segment, nbest);
      const { hypotheses, recombined, evaluated, pruned } = translator.search(segment).statistics;
      return [
        `# ${line}`,
        ...list.map(({ text, score }) => `${score.toFixed(3)}  ${text}`),
        translator.draw(segment, list[0]),
        `made ${hypotheses}, recombined ${recombined}, evaluated ${evaluated}, pruned ${pruned}`,
        '',
      ].join('\n');
    })
    .join('\n');
}

describe('golden translations', () => {
  for (const entry of readdirSync(FOLDER, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    it(`are what they were: ${entry.name}`, () => {
      const folder = path.join(FOLDER, entry.name);
      const expected = path.join(folder, 'expected.txt');
      const output = outputOf(folder);
      if (RENEWS) writeFileSync(expected, output);
      assert.equal(output, readFileSync(expected, 'utf8'), GOLDEN_HINT);
    });
  }
});
