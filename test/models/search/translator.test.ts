import assert from 'node:assert/strict';
import { Translator } from '../../../models/search/translator.js';
import { toyModel } from '../../support/toy-model.js';

const MODEL = toyModel([
  ['ein Hund schläft', 'a dog sleeps', '0-0 1-1 2-2'],
  ['ein Hund bellt', 'a dog barks', '0-0 1-1 2-2'],
  ['die Tasche ist aus Leder', 'the bag is made of leather', '0-0 1-1 2-2 3-3 3-4 4-5'],
  ['Leder ist teuer', 'leather is expensive', '0-0 1-1 2-2'],
  ['eine Tasche', 'a bag', '0-0 1-1'],
]);

describe('Translator', () => {
  const translator = new Translator(MODEL);

  it('translates by phrases and draws them', () => {
    const segment = translator.prepare('ein Hund schläft');
    const [best] = translator.nBest(segment, 1);
    assert.equal(best.text, 'a dog sleeps');
    assert.match(translator.draw(segment, best), /→/);
  });

  it('keeps words that are passed through in their order, whatever the weights of the orientations', () => {
    for (const previousMonotone of [0, 0.3, 0.6]) {
      const weights = { ...MODEL.metadata.weights, previousMonotone, previousSwap: 0.1 };
      const other = new Translator({ ...MODEL, metadata: { ...MODEL.metadata, weights } });
      assert.equal(other.translate('Anna Berta Clara Dora').text, 'Anna Berta Clara Dora');
    }
  });

  it('gives different translations, best first, whose scores are features times weights', () => {
    const list = translator.nBest(translator.prepare('die Tasche ist teuer'), 8);
    assert.equal(list.length, 8);
    assert.equal(new Set(list.map(({ text }) => text)).size, 8);
    list.forEach((translation, n) => {
      const features = translator.features(translation);
      const score = features.reduce((sum, value, f) => sum + value * translator.weights[f], 0);
      assert.ok(Math.abs(score - translation.score) < 1e-5 * Math.max(1, Math.abs(score)));
      if (n > 0) assert.ok(translation.score <= list[n - 1].score + 1e-9);
    });
  });

  it('translates an unknown compound by its parts', () => {
    assert.equal(translator.translate('eine Ledertasche').text, 'a leather bag');
  });

  it('passes unknown words through', () => {
    assert.equal(translator.translate('ein Quark schläft').text, 'a Quark sleeps');
    assert.equal(translator.translate('Xx Yy Zz').words.length, 3);
  });

  for (const [what, text] of [
    ['an empty segment', ''],
    ['blanks', ' \t '],
    ['one word', 'Hund'],
    ['punctuation', '… !! ? ; —'],
    ['mixed scripts', 'ein Собака 犬 كلب 🐕 schläft'],
    ['300 words', Array.from({ length: 100 }, () => 'ein Hund bellt').join(' ')],
    ['300 unknown words', Array.from({ length: 300 }, (_, i) => `x${i}`).join(' ')],
  ]) {
    it(`takes ${what}`, () => {
      const { words } = translator.translate(text);
      const expected = text.split(/\s+/).filter((word) => word !== '').length;
      assert.equal(words.length, expected);
    });
  }

  it('tokenises, recases and detokenises text', () => {
    const { metadata } = MODEL;
    const plain = new Translator({ ...MODEL, metadata: { ...metadata, pretokenized: false } });
    assert.equal(plain.translate('ein Hund, ein Hund.').text, 'A dog, a dog.');
    assert.equal(plain.translate('').text, '');
  });
});
