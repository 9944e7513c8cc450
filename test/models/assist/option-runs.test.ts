import assert from 'node:assert/strict';
import { OptionRuns } from '../../../models/assist/option-runs.js';
import { OPTION_FEATURE_COUNT } from '../../../models/phrases/option-features.js';
import { ORIENTATION_COUNT, TranslationOptionsBuilder } from '../../../models/phrases/translation-options.js';

/** An option whose first feature is log p(target | source). */
function option(probability: number, ...pieces: number[][]) {
  const features = new Float32Array(OPTION_FEATURE_COUNT);
  features[0] = Math.log(probability);
  return { pieces, features, orientations: new Float32Array(ORIENTATION_COUNT) };
}

function close(found: ReadonlyMap<number, number>, expected: readonly (readonly [number, number])[]): void {
  assert.deepEqual([...found.keys()].sort(), expected.map(([word]) => word).sort());
  for (const [word, value] of expected) assert.ok(Math.abs((found.get(word) ?? 0) - value) < 1e-6, `${word}`);
}

describe('option runs', () => {
  const builder = new TranslationOptionsBuilder(3);
  builder.add([0], option(0.5, [10, 11]));
  builder.add([1], option(0.25, [12]));
  builder.add([1, 2], option(0.5, [12, 11, 13], [10, 11, 14]));
  const runs = new OptionRuns(builder.build());

  it('finds the options that begin with a word, near and open ones first', () => {
    const { begins } = runs.after(-1, -1, Float64Array.of(1, 1, 1));
    const next = Math.exp(-1 / 3);
    close(begins, [
      [10, 0.5 + 0.5 * next],
      [12, 0.25 * next + 0.5 * next],
    ]);
    // The first source word is said, the last half: where the translator is now, the second comes next.
    close(runs.after(-1, 0, Float64Array.of(0, 1, 0.5)).begins, [
      [10, 0.25],
      [12, 0.25 + 0.25],
    ]);
  });

  it('finds what options have after a word, in every piece', () => {
    const { goesOn } = runs.after(11, 0, Float64Array.of(1, 1, 1));
    close(goesOn, [
      [13, 0.5],
      [14, 0.5],
    ]);
    close(runs.after(10, 0, Float64Array.of(1, 1, 1)).goesOn, [[11, 0.5]]);
    close(runs.after(99, 0, Float64Array.of(1, 1, 1)).goesOn, []);
  });
});
