import assert from 'node:assert/strict';
import { Assistant } from '../../../models/assist/assistant.js';
import type { ModelBundle } from '../../../models/search/model-bundle.js';
import { GERMAN_ENGLISH, trainedModel } from '../../support/trained-model.js';

const SOURCE = 'Das Haus ist nicht alt, sagte sie.';

describe('rejecting', () => {
  let model: ModelBundle;
  before(async () => {
    model = await trainedModel(GERMAN_ENGLISH);
  });

  for (const effort of ['quick', 'full'] as const) {
    for (const prefix of ['', 'The ', 'The house', 'The h', 'Nonsense ']) {
      it(`20 times after “${prefix}” gives different next words each time, or an honest end, ${effort}`, () => {
        const assistant = new Assistant(model);
        const offered = new Set<string>();
        let rounds = 0;
        for (; rounds < 20; rounds++) {
          const list = assistant.complete({ source: SOURCE, prefix, count: 1, length: 'word', effort });
          if (list.length === 0) break;
          const word = list[0].completion.trim().toLowerCase();
          assert.ok(!offered.has(word), `${word} again`);
          offered.add(word);
          assistant.reject({ source: SOURCE, prefix, continuation: list[0].completion });
        }
        // Of the words that can follow there are more than a few; of those with letters typed perhaps not.
        assert.ok(rounds >= (prefix.endsWith('h') ? 1 : 10), `${rounds} only`);
        const again = assistant.complete({ source: SOURCE, prefix, count: 10, length: 'word', effort });
        for (const { completion } of again) assert.ok(!offered.has(completion.trim().toLowerCase()));
      });
    }
  }

  it('holds for the segment and for these words before the caret only', () => {
    const assistant = new Assistant(model);
    const first = (source: string, prefix: string) =>
      assistant.complete({ source, prefix, count: 1, length: 'sentence' })[0]?.completion;
    const before = first(SOURCE, 'The ');
    assistant.reject({ source: SOURCE, prefix: 'The ', continuation: before });
    assert.notEqual(first(SOURCE, 'The '), before);
    const letters = before.slice(0, 2);
    assert.notEqual(letters + first(SOURCE, `The ${letters}`), before);
    assert.equal(first('Das Haus ist alt.', 'The '), 'house is old.');
    assert.match(first(SOURCE, 'I see the '), /^house/);
  });
});

describe('alternatives', () => {
  let model: ModelBundle;
  before(async () => {
    model = await trainedModel(GERMAN_ENGLISH);
  });

  it('are different, fit where they are put, and come by falling confidence', () => {
    const assistant = new Assistant(model);
    const target = 'The house is very old.';
    for (const [start, end] of [
      [4, 9],
      [10, 17],
      [18, 18],
      [0, 22],
    ]) {
      const found = assistant.alternatives({
        source: 'Das Haus ist sehr alt.',
        target,
        start,
        end,
        count: 5,
      });
      assert.ok(found.length >= 1, `${start}–${end}`);
      const texts = found.map((found) => target.slice(0, found.start) + found.text + target.slice(found.end));
      assert.equal(new Set([target, ...texts]).size, texts.length + 1);
      for (const text of texts) assert.doesNotMatch(text, /\s\s|\s\./u);
      for (const { confidence } of found) assert.ok(confidence > 0 && confidence <= 1);
    }
  });

  it('of nothing are translations of the whole sentence', () => {
    const found = new Assistant(model).alternatives({
      ...{ source: 'Das Haus ist alt.', target: '', start: 0, end: 0, count: 5 },
    });
    assert.equal(found[0].text, 'The house is old.');
    assert.equal(found.length, 5);
  });
});
