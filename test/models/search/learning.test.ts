import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Translator } from '../../../models/search/translator.js';
import { withAlignment } from '../../support/toy-alignment.js';
import { toyModel } from '../../support/toy-model.js';

/** A word for a word, often enough for the aligner to know them; each translator gets a model of its own. */
const model = () =>
  withAlignment(
    toyModel(
      Array.from({ length: 20 }, () => [
        ['ein Hund schläft heute', 'a dog sleeps today', '0-0 1-1 2-2 3-3'] as const,
        ['der Hund bellt laut', 'the dog barks loudly', '0-0 1-1 2-2 3-3'] as const,
        ['die Tasche ist teuer', 'the bag is expensive', '0-0 1-1 2-2 3-3'] as const,
        ['eine Tasche aus Leder', 'a bag of leather', '0-0 1-1 2-2 3-3'] as const,
      ])
        .flat()
        .slice(0, 40),
    ),
  );

function lists(translator: Translator, texts: readonly string[]): string[] {
  return texts.map((text) =>
    translator
      .nBest(translator.prepare(text), 10)
      .map(({ words, score }) => `${score} ${words.join(' ')}`)
      .join('\n'),
  );
}

const TEXTS = ['die Tasche ist teuer', 'der Hund schläft', 'eine Tasche aus Quark', 'Quark'];

describe('learning while translating', () => {
  it('uses a corrected term in the very next translation of a sentence that has it', () => {
    const translator = new Translator(model());
    assert.equal(translator.translate('die Tasche schläft heute').text, 'the bag sleeps today');
    translator.learn('eine Tasche aus Leder', 'a satchel of leather', 'first');
    assert.equal(translator.translate('die Tasche schläft heute').text, 'the satchel sleeps today');
    translator.learn('die Tasche bellt laut', 'the purse barks loudly', 'second');
    assert.equal(translator.translate('die Tasche schläft heute').text, 'the purse sleeps today');
  });

  it('learns words that the model does not know, on both sides', () => {
    const translator = new Translator(model());
    assert.equal(translator.translate('der Quark ist teuer').text, 'the Quark is expensive');
    translator.learn('ein Quark schläft', 'a curd sleeps', 'unit');
    assert.equal(translator.translate('der Quark ist teuer').text, 'the curd is expensive');
  });

  it('names the unit that an option was learnt from', () => {
    const translator = new Translator(model());
    translator.learn('eine Tasche aus Leder', 'a satchel of leather', 'u7');
    const segment = translator.prepare('die Tasche schläft heute');
    const { derivation } = translator.translate('die Tasche schläft heute');
    const word = derivation.words.findIndex((id) => translator.form(segment, id) === 'satchel');
    const [origin] = derivation.options.origins[derivation.optionOfWord[word]] as number[];
    assert.deepEqual(translator.approvedPair(origin)?.unit, 'u7');
    assert.equal(translator.approvedPair(origin)?.target, 'a satchel of leather');
    assert.equal(translator.approvedPair(0), null);
    translator.unlearn('u7');
    assert.equal(translator.approvedPair(origin), null);
  });

  it('keeps scores equal to features times weights', () => {
    const translator = new Translator(model());
    translator.learn('eine Tasche aus Leder', 'a satchel of leather', 'u');
    for (const translation of translator.nBest(translator.prepare('die Tasche ist teuer'), 10)) {
      const features = translator.features(translation);
      const score = features.reduce((sum, value, f) => sum + value * translator.weights[f], 0);
      assert.ok(Math.abs(score - translation.score) < 1e-5 * Math.max(1, Math.abs(score)));
    }
  });

  it('translates as before when everything is taken back, in any order', () => {
    const words = [...'ein der Hund Tasche schläft Quark teuer'.split(' '), 'dog', 'satchel', 'curd', 'the'];
    const text = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((list) => list.join(' '));
    const shared = model();
    const translator = new Translator(shared);
    const before = lists(translator, TEXTS);
    fc.assert(
      fc.property(
        fc.array(fc.record({ source: text, target: text, unit: fc.constantFrom('a', 'b', 'c') }), {
          minLength: 1,
          maxLength: 6,
        }),
        (pairs) => {
          for (const { source, target, unit } of pairs) translator.learn(source, target, unit);
          lists(translator, TEXTS);
          for (const unit of ['b', 'c', 'a']) translator.unlearn(unit);
          assert.deepEqual(lists(translator, TEXTS), before);
        },
      ),
      { numRuns: 20 },
    );
    assert.equal(translator.unlearn('a'), false);
  });

  it('replaces what it learnt of a unit', () => {
    const [once, twice] = [new Translator(model()), new Translator(model())];
    once.learn('die Tasche', 'the purse', 'u');
    twice.learn('die Tasche', 'the satchel', 'u');
    twice.learn('die Tasche', 'the purse', 'u');
    assert.deepEqual(lists(twice, TEXTS), lists(once, TEXTS));
  });

  it('takes any text', () => {
    const translator = new Translator(model());
    const long = Array.from({ length: 300 }, (_, i) => `w${i}`).join(' ');
    for (const [n, text] of ['', ' ', long, '… !!', 'Собака 犬'].entries()) {
      translator.learn(text, 'a dog', `a${n}`);
      translator.learn('ein Hund', text, `b${n}`);
      translator.learn(text, text, `c${n}`);
      assert.ok(translator.translate('ein Hund schläft').text.length > 0);
    }
  });
});
