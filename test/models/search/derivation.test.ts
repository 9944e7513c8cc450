import assert from 'node:assert/strict';
import { OPTION_FEATURE_COUNT } from '../../../models/phrases/option-features.js';
import { ORIENTATION_COUNT, TranslationOptionsBuilder } from '../../../models/phrases/translation-options.js';
import { type Derivation, derivationFeatures } from '../../../models/search/derivation.js';
import { featureIndex } from '../../../models/search/feature-names.js';
import { toyModel } from '../../support/toy-model.js';

/** Distortion of covering source positions by continuous target phrases, one list of positions a step. */
function distortionOf(length: number, order: readonly (readonly number[])[]): number {
  const builder = new TranslationOptionsBuilder(length);
  for (const positions of order) {
    builder.add(positions, {
      pieces: [[3]],
      features: new Float32Array(OPTION_FEATURE_COUNT),
      orientations: new Float32Array(ORIENTATION_COUNT),
    });
  }
  const options = builder.build();
  const optionOf = (positions: readonly number[]) =>
    options.optionStart[
      options.setFirst.findIndex(
        (first, set) => first === positions[0] && options.setSize[set] === positions.length,
      )
    ];
  const steps = order.map((positions) => {
    const option = optionOf(positions);
    return { option, piece: options.pieceStart[option], isFirst: true };
  });
  const derivation: Derivation = { options, steps, words: [], optionOfWord: [] };
  const { languageModel } = toyModel([['a', 'b', '0-0']]);
  return Math.abs(derivationFeatures(derivation, languageModel, 'none')[featureIndex('distortion')]);
}

describe('distortion', () => {
  it('is the sum of jumps between phrases', () => {
    assert.equal(distortionOf(3, [[0], [1], [2]]), 0);
    assert.equal(distortionOf(3, [[0], [2], [1]]), 1 + 2);
    assert.equal(distortionOf(3, [[2], [1], [0]]), 2 + 2 + 2);
  });

  it('does not count filling the gap of the phrase before, but the way over its later words', () => {
    // sieht … an | den Film | heute
    assert.equal(distortionOf(5, [[0, 3], [1, 2], [4]]), 1);
    // The gap is filled from its end.
    assert.equal(distortionOf(5, [[0, 3], [2], [1], [4]]), 1 + 2 + 2);
  });

  it('starts behind the last word of a phrase whose gaps are filled', () => {
    assert.equal(distortionOf(4, [[1], [0, 2], [3]]), 1 + 2);
  });
});
