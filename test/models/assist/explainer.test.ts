import assert from 'node:assert/strict';
import { Assistant } from '../../../models/assist/assistant.js';
import type { ModelBundle } from '../../../models/search/model-bundle.js';
import { GERMAN_ENGLISH, trainedModel } from '../../support/trained-model.js';

const SOURCE = 'Das Schiff ist nicht alt.';

describe('explaining and learning', () => {
  let model: ModelBundle;
  before(async () => {
    model = await trainedModel(GERMAN_ENGLISH);
  });

  it('finds a phrase pair behind every word, with the units it was learnt from', () => {
    const assistant = new Assistant(model);
    const [{ completion: target }] = assistant.complete({
      ...{ source: SOURCE, prefix: '', count: 1, length: 'sentence' },
    });
    for (let offset = 0; offset < target.length; offset++) {
      const found = assistant.explain({ source: SOURCE, target, offset });
      if (target[offset] === ' ' && target[offset - 1] === ' ') continue;
      assert.ok(found !== null);
      assert.ok(found.targetSpans.some(({ start, end }) => start <= offset && offset <= end));
      assert.ok(found.sourceSpans.length > 0);
      assert.equal(found.typed, false);
      assert.ok(found.probability > 0 && found.probability <= 1);
      assert.ok(found.contributions.length > 0);
      assert.ok(found.units.length > 0);
      for (const unit of found.units) assert.ok(GERMAN_ENGLISH.some(([source]) => source === unit.source));
    }
  });

  it('explains what was typed by aligning it', () => {
    const target = 'The vessel is far from old.';
    const found = new Assistant(model).explain({ source: SOURCE, target, offset: 5 });
    assert.equal(found?.typed, true);
    assert.ok(found.targetSpans.some(({ start, end }) => start <= 5 && 5 <= end));
    assert.match(found.drawn, /→ .*vessel/);
    assert.deepEqual(found.units, []);
  });

  it('has nothing to say where no word is', () => {
    const assistant = new Assistant(model);
    assert.equal(assistant.explain({ source: SOURCE, target: 'The  ship', offset: 4 })?.drawn ?? null, null);
    assert.equal(assistant.explain({ source: SOURCE, target: '', offset: 0 }), null);
    assert.equal(assistant.explain({ source: '', target: 'The ship', offset: 1 }), null);
  });

  it('uses an approved pair in the very next suggestion, names it, and forgets it again', () => {
    const assistant = new Assistant(model);
    const complete = () =>
      assistant.complete({ source: SOURCE, prefix: 'The ', count: 1, length: 'sentence' })[0].completion;
    const before = complete();
    assert.doesNotMatch(before, /vessel/);
    assistant.approve({
      source: 'Das Schiff ist schön.',
      target: 'The vessel is beautiful.',
      unit: 'file#7',
    });
    assert.match(complete(), /^vessel/);
    const found = assistant.explain({ source: SOURCE, target: "The vessel isn't old.", offset: 5 });
    assert.deepEqual(found?.units[0], {
      origin: 'file#7',
      source: 'Das Schiff ist schön.',
      target: 'The vessel is beautiful.',
    });
    assistant.forget('file#7');
    assert.equal(complete(), before);
  });

  it('gives every word of a target a confidence', () => {
    const target = 'The ship purple old.';
    const words = new Assistant(model).confidence({ source: SOURCE, target });
    assert.deepEqual(
      words.map(({ start, end }) => target.slice(start, end)),
      ['The', 'ship', 'purple', 'old', '.'],
    );
    const [, ship, purple] = words;
    assert.ok(ship.confidence > purple.confidence);
  });
});
