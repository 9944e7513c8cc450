import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Bitext } from '../../../models/corpus/bitext.js';
import { GrowingBitext } from '../../../models/corpus/growing-bitext.js';
import { chooseHeldOut, withoutEntries, withoutPairs } from '../../../models/train/held-out-pairs.js';

const sentence = fc.array(fc.integer({ min: 3, max: 5 }), { minLength: 1, maxLength: 4 });
const bitexts = fc
  .array(fc.tuple(sentence, sentence), { minLength: 1, maxLength: 30 })
  .map((pairs) => pairs.reduce(appended, new GrowingBitext()).view());

function appended(bitext: GrowingBitext, [source, target]: [number[], number[]]): GrowingBitext {
  bitext.append(source, target, [0, target.length - 1]);
  return bitext;
}

const pairOf = ({ source, target, links }: Bitext, pair: number) =>
  JSON.stringify([
    [...source.sentence(pair)],
    [...target.sentence(pair)],
    [...links.positions.subarray(2 * links.offsets[pair], 2 * links.offsets[pair + 1])],
  ]);
const allPairs = (bitext: Bitext) =>
  Array.from({ length: bitext.pairCount }, (_, pair) => pairOf(bitext, pair));

describe('pairs held out', () => {
  it('are single in their source, few, and the same for the same seed', () => {
    fc.assert(
      fc.property(bitexts, fc.nat(20), fc.double({ min: 0, max: 1, noNaN: true }), (bitext, words, share) => {
        const chosen = chooseHeldOut(bitext, { words, share, seed: 4 });
        assert.deepEqual(chosen, chooseHeldOut(bitext, { words, share, seed: 4 }));
        assert.ok(chosen.length <= share * bitext.pairCount);
        const sources = Array.from({ length: bitext.pairCount }, (_, p) => bitext.source.sentence(p).join());
        for (const pair of chosen)
          assert.equal(sources.filter((source) => source === sources[pair]).length, 1);
        // No more than is asked for: without the last one drawn there would be too few words.
        const lengths = [...chosen].map((pair) => bitext.target.sentenceLength(pair));
        const sum = lengths.reduce((a, b) => a + b, 0);
        assert.ok(chosen.length === 0 || sum - Math.max(...lengths) < words);
      }),
    );
  });

  it('leave the other pairs with their links and numbers', () => {
    fc.assert(
      fc.property(bitexts, fc.integer({ min: 1, max: 9 }), (bitext, step) => {
        const left = Uint32Array.from(allPairs(bitext).keys()).filter((pair) => pair % step === 0);
        const rest = allPairs(bitext).filter((_, pair) => pair % step !== 0);
        assert.deepEqual(allPairs(withoutPairs(bitext, left)), rest);
        const numbers = Uint32Array.from(allPairs(bitext).keys());
        assert.deepEqual(
          [...withoutEntries(numbers, left)].map((pair) => pairOf(bitext, pair)),
          rest,
        );
      }),
    );
  });
});
