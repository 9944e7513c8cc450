import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BitextBuilder } from '../../../models/corpus/bitext-builder.js';
import { UNKNOWN } from '../../../models/text/vocabulary.js';

const ANY_SENTENCE = fc.array(fc.constantFrom('das', 'Haus', 'ist', 'alt', '<s>', '</s>', '.'), {
  maxLength: 8,
});

describe('BitextBuilder', () => {
  it('gives every pair back in order, with frequent words first', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(ANY_SENTENCE, ANY_SENTENCE), { maxLength: 12 }), (pairs) => {
        const builder = new BitextBuilder();
        for (const [source, target] of pairs) builder.add(source, target);
        const { bitext, source, target, origins } = builder.build();
        assert.equal(bitext.pairCount, pairs.length);
        assert.equal(bitext.source.tokenCount, builder.sourceTokenCount);
        assert.equal(bitext.target.tokenCount, builder.targetTokenCount);
        assert.deepEqual(
          [...origins],
          [...pairs.keys()].map((p) => p + 1),
        );
        for (const [p, [sourceForms, targetForms]] of pairs.entries()) {
          const forms = (ids: Int32Array, words = source) =>
            [...ids].map((id) => words.vocabulary.formOf(id));
          assert.deepEqual(forms(bitext.source.sentence(p)), sourceForms);
          assert.deepEqual(forms(bitext.target.sentence(p), target), targetForms);
        }
        const counts = [...source.counts.subarray(3)];
        assert.deepEqual(
          counts,
          [...counts].sort((a, b) => b - a),
        );
      }),
    );
  });

  it('makes rare words unknown and keeps the origins it is given', () => {
    const builder = new BitextBuilder();
    builder.add(['a', 'b', 'a'], ['x'], 7);
    builder.add(['a'], ['x', 'y'], 9);
    const { bitext, source, origins } = builder.build({ byFrequency: true, minCount: 2 });
    assert.deepEqual([...bitext.source.ids], [3, UNKNOWN, 3, 3]);
    assert.equal(source.vocabulary.size, 4);
    assert.deepEqual([...origins], [7, 9]);
  });
});
