import assert from 'node:assert/strict';
import { Assistant } from '../../../models/assist/assistant.js';
import type { ModelBundle } from '../../../models/search/model-bundle.js';
import { GERMAN_ENGLISH, trainedModel } from '../../support/trained-model.js';

const SOURCE = 'Das Haus ist alt.';

describe('Assistant', () => {
  let model: ModelBundle;
  before(async () => {
    model = await trainedModel(GERMAN_ENGLISH);
  });

  const complete = (assistant: Assistant, prefix: string, source = SOURCE, count = 1) =>
    assistant.complete({ source, prefix, count, length: 'sentence' }).map(({ completion }) => completion);

  it('completes the sentence from any place in it', () => {
    const assistant = new Assistant(model);
    const target = 'The house is old.';
    for (let cut = 0; cut < target.length; cut++) {
      assert.deepEqual(complete(assistant, target.slice(0, cut)), [target.slice(cut)], target.slice(0, cut));
    }
    assert.deepEqual(complete(assistant, target), []);
  });

  it('goes on after words that the search did not find', () => {
    const assistant = new Assistant(model);
    const [first] = assistant.complete({
      source: SOURCE,
      prefix: 'This hovse ',
      count: 1,
      length: 'sentence',
    });
    assert.equal(first.completion, 'is old.');
  });

  it('does not hold to words that were taken back', () => {
    const assistant = new Assistant(model);
    const before = complete(assistant, 'The ');
    complete(assistant, 'The quaint hovse ');
    assert.deepEqual(complete(assistant, 'The '), before);
  });

  it('offers different next words', () => {
    const texts = complete(new Assistant(model), 'The house ', SOURCE, 3);
    assert.equal(new Set(texts.map((text) => text.split(' ')[0])).size, texts.length);
    assert.ok(texts.length >= 2);
  });

  it('cuts a completion at the word or phrase', () => {
    const assistant = new Assistant(model);
    const request = { source: SOURCE, prefix: 'The ho', count: 1 };
    assert.equal(assistant.complete({ ...request, length: 'word' })[0].completion, 'use');
    const [phrase] = assistant.complete({ ...request, length: 'phrase' });
    assert.ok('use is old.'.startsWith(phrase.completion));
  });

  it('says how sure it is of each word and where it stands', () => {
    const [found] = new Assistant(model).complete({
      source: SOURCE,
      prefix: 'The ho',
      count: 1,
      length: 'sentence',
    });
    assert.deepEqual(
      found.words.map(({ start, end }) => found.completion.slice(start, end)),
      ['use', 'is', 'old', '.'],
    );
    for (const { confidence } of found.words) assert.ok(confidence > 0 && confidence <= 1 + 1e-9);
  });

  it('does not offer again what was rejected', () => {
    const assistant = new Assistant(model);
    const seen: string[] = [];
    for (let round = 0; round < 4; round++) {
      const [continuation] = complete(assistant, 'The ');
      if (continuation === undefined) break;
      const word = continuation.split(' ')[0];
      assert.ok(!seen.includes(word), `${word} again`);
      seen.push(word);
      assistant.reject({ source: SOURCE, prefix: 'The ', continuation });
    }
    assert.ok(seen.length > 1);
    assert.ok(!complete(assistant, 'The h').includes('ouse is old.'));
  });

  it('finds other words for a part of the sentence', () => {
    const found = new Assistant(model).alternatives({
      ...{ source: SOURCE, target: 'The house is old.' },
      ...{ start: 13, end: 16, count: 5 },
    });
    for (const { start, end, text } of found) {
      assert.deepEqual([start, end], [13, 16]);
      assert.notEqual(text, 'old');
    }
    assert.equal(new Set(found.map(({ text }) => text)).size, found.length);
  });

  it('says what a source word may become', () => {
    const [best] = new Assistant(model).translationsOf({ source: SOURCE, start: 4, end: 8, count: 5 });
    assert.match(best.text, /house/);
    assert.ok(best.probability > 0.1);
  });

  it('aligns typed text', () => {
    const links = new Assistant(model).align({ source: SOURCE, target: 'The house is old.' });
    const house = links.find(({ source }) => source.start === 4);
    assert.deepEqual(house?.target, { start: 4, end: 9 });
  });

  it('takes any text', () => {
    const assistant = new Assistant(model);
    for (const source of ['', ' ', '😀', 'Xx Yy', '<b>', 'Das\nHaus']) {
      for (const prefix of ['', ' ', 'x', '😀 ', '<b', 'The\n', '“']) {
        complete(assistant, prefix, source, 3);
        assistant.alternatives({ source, target: prefix, start: 0, end: prefix.length, count: 3 });
        assistant.translationsOf({ source, start: 0, end: source.length, count: 3 });
        assistant.align({ source, target: prefix });
      }
    }
  });
});
