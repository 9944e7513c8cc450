import assert from 'node:assert/strict';
import fc from 'fast-check';
import { AdaptedModel } from '../../../models/lm/adapted-model.js';
import { estimateKneserNey } from '../../../models/lm/kneser-ney.js';
import { countNgrams } from '../../../models/lm/ngram-counter.js';
import { buildNgramModel } from '../../../models/lm/ngram-model.js';
import { SENTENCE_END, SENTENCE_START } from '../../../models/lm/ngram-trie.js';
import { SessionNgrams } from '../../../models/lm/session-ngrams.js';
import { textOf } from '../../support/random-text.js';

const WORDS = 7;
const SHARE = 0.3;
const anySentence = fc.array(fc.integer({ min: 3, max: WORDS - 1 }), { maxLength: 6 });
const anyText = fc.array(anySentence, { minLength: 1, maxLength: 6 });

const model = buildNgramModel(
  estimateKneserNey(
    countNgrams(
      textOf([
        [3, 4, 5],
        [4, 3, 4],
        [5, 5, 3, 4],
      ]),
      WORDS,
      3,
    ),
  ),
);

/** Witten–Bell by its formula, from sentences with their marks. */
function naive(sentences: readonly number[][], order: number, history: readonly number[], word: number) {
  const marked = sentences.map((words) => [SENTENCE_START, ...words, SENTENCE_END]);
  const after = (context: readonly number[]): number[] =>
    marked.flatMap((words) =>
      words.filter(
        (_, i) =>
          i > 0 && i >= context.length && context.every((c, k) => words[i - context.length + k] === c),
      ),
    );
  const probability = (context: readonly number[]): number => {
    const words = after(context);
    const different = new Set(words).size;
    const count = words.filter((other) => other === word).length;
    if (context.length === 0) return words.length === 0 ? 0 : count / (words.length + different);
    const shorter = probability(context.slice(1));
    return words.length === 0 ? shorter : (count + different * shorter) / (words.length + different);
  };
  return probability(order === 1 ? [] : history.slice(-(order - 1)));
}

describe('session n-grams', () => {
  it('have the probabilities of Witten and Bell, whatever came before', () => {
    fc.assert(
      fc.property(anyText, anySentence, fc.integer({ min: 1, max: 4 }), (sentences, input, order) => {
        const ngrams = new SessionNgrams(order);
        for (const sentence of sentences) ngrams.add(sentence);
        let state = order > 1 ? ngrams.startState : -1;
        [...input, SENTENCE_END].forEach((word, i) => {
          const expected = naive(sentences, order, [SENTENCE_START, ...input.slice(0, i)], word);
          assert.ok(Math.abs(ngrams.probability(state, word) - expected) < 1e-12);
          state = ngrams.nextState;
        });
      }),
    );
  });

  it('are as new when cleared', () => {
    const ngrams = new SessionNgrams(3);
    ngrams.add([3, 4, 5]);
    ngrams.clear();
    assert.equal(ngrams.startState, -1);
    assert.equal(ngrams.probability(-1, 3), 0);
    ngrams.add([3]);
    assert.equal(ngrams.probability(ngrams.startState, 3), naive([[3]], 3, [SENTENCE_START], 3));
  });
});

describe('adapted model', () => {
  it('is the mixture of both, and equal states score every continuation alike', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.array(anySentence, { minLength: 2, maxLength: 12 }),
        anySentence,
        (text, inputs, rest) => {
          const ngrams = new SessionNgrams(3);
          for (const sentence of text) ngrams.add(sentence);
          const adapted = new AdaptedModel(model, ngrams, SHARE);
          const ends = new Map<number, string>();
          for (const input of inputs) {
            let [state, modelState] = [adapted.startState, model.startState];
            const words = [...input, ...rest, SENTENCE_END];
            const scores: number[] = [];
            words.forEach((word, i) => {
              if (i === input.length) scores.length = 0;
              const middle = state;
              const score = adapted.score(state, word);
              state = adapted.nextState;
              const session = naive(text, 3, [SENTENCE_START, ...words.slice(0, i)], word);
              const trained = Math.exp(model.score(modelState, word));
              modelState = model.nextState;
              assert.ok(Math.abs(score - Math.log((1 - SHARE) * trained + SHARE * session)) < 1e-9);
              scores.push(score);
              if (i === input.length) scores.unshift(middle);
            });
            const [at, ...continuation] = scores;
            const known = ends.get(at);
            if (known === undefined) ends.set(at, continuation.join());
            else assert.equal(continuation.join(), known);
          }
        },
      ),
    );
  });
});
