import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type EstimatedNgrams, estimateKneserNey } from '../../../models/lm/kneser-ney.js';
import { countNgrams } from '../../../models/lm/ngram-counter.js';
import { buildNgramModel } from '../../../models/lm/ngram-model.js';
import { findChild, SENTENCE_END, SENTENCE_START } from '../../../models/lm/ngram-trie.js';
import { flatten, sentenceArrays } from '../../support/toy-corpus.js';
import { naiveKneserNey, naiveNgramCounts } from './naive-kneser-ney.js';

const WORDS = 4;
const VOCABULARY = WORDS + 3;

function nodeOf({ trie }: EstimatedNgrams, ngram: readonly number[]): number {
  return ngram.reduce((node, word) => (node === -2 ? -2 : findOr(trie, node, word)), -1);
}

function findOr(trie: EstimatedNgrams['trie'], node: number, word: number): number {
  const child = findChild(trie, node, word);
  return child === -1 ? -2 : child;
}

describe('countNgrams', () => {
  it('counts what a naive count finds', () => {
    fc.assert(
      fc.property(sentenceArrays(WORDS), fc.integer({ min: 1, max: 5 }), (sentences, order) => {
        const { trie, counts } = countNgrams(flatten(sentences), VOCABULARY, order);
        const naive = naiveNgramCounts(sentences, order);
        let found = 0;
        for (const [key, count] of naive) {
          const node = key
            .split(' ')
            .map(Number)
            .reduce((at, word) => findChild(trie, at, word), -1);
          assert.notEqual(node, -1, key);
          assert.equal(counts[node], count, key);
          found++;
        }
        assert.equal(counts.filter((count) => count > 0).length, found);
      }),
    );
  });
});

describe('estimateKneserNey', () => {
  it('equals the formulas worked out over maps', () => {
    fc.assert(
      fc.property(sentenceArrays(WORDS), fc.integer({ min: 1, max: 4 }), (sentences, order) => {
        const estimated = estimateKneserNey(countNgrams(flatten(sentences), VOCABULARY, order));
        for (const { ngram, probability, backoff } of naiveKneserNey(sentences, VOCABULARY, order)) {
          const node = nodeOf(estimated, ngram);
          assert.ok(node >= 0, ngram.join(' '));
          if (ngram.length > 1 || ngram[0] !== SENTENCE_START) {
            assert.ok(
              Math.abs(Math.exp(estimated.logProbabilities[node]) - probability) < 1e-6,
              ngram.join(' '),
            );
          }
          if (ngram.length < order) {
            assert.ok(Math.abs(Math.exp(estimated.logBackoffs[node]) - backoff) < 1e-6, ngram.join(' '));
          }
        }
      }),
    );
  });

  for (const pruning of [[], [0, 0, 1], [0, 1, 1, 2]]) {
    it(`sums to one in every state with pruning [${pruning}]`, () => {
      fc.assert(
        fc.property(sentenceArrays(WORDS), sentenceArrays(WORDS, 7, 3), (sentences, probes) => {
          const counted = countNgrams(flatten(sentences), VOCABULARY, 4);
          const model = buildNgramModel(estimateKneserNey(counted, { pruning }));
          for (const probe of probes) {
            let state = model.startState;
            for (const word of probe) {
              let mass = 0;
              for (let next = 0; next < VOCABULARY; next++) {
                if (next !== SENTENCE_START) mass += Math.exp(model.score(state, next));
              }
              assert.ok(Math.abs(mass - 1) < 1e-5, `mass ${mass}`);
              model.score(state, word);
              state = model.nextState;
            }
          }
        }),
      );
    });
  }

  it('keeps fewer n-grams with every threshold and all words', () => {
    const sentences = flatten([
      [3, 4, 5],
      [3, 4, 6],
      [3, 4, 5],
      [6, 6, 6],
    ]);
    const sizes = [[0], [0, 0, 1], [0, 1, 1], [0, 2]].map((pruning) => {
      const { trie } = estimateKneserNey(countNgrams(sentences, VOCABULARY, 3), { pruning });
      return Array.from(trie.levelStart);
    });
    assert.deepEqual(sizes, [
      [0, 7, 15, 23],
      [0, 7, 15, 18],
      [0, 7, 13, 16],
      [0, 7, 9, 10],
    ]);
  });

  it('gives words without a count the uniform share', () => {
    const estimated = estimateKneserNey(countNgrams(flatten([[3], [3, 4]]), VOCABULARY, 2));
    const [unknown, unseen] = [0, 5].map((word) => estimated.logProbabilities[word]);
    assert.equal(unknown, unseen);
    assert.ok(unknown > Number.NEGATIVE_INFINITY && unknown < estimated.logProbabilities[SENTENCE_END]);
  });
});
