import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readArpa, writeArpa } from '../../../models/lm/arpa.js';
import { estimateKneserNey } from '../../../models/lm/kneser-ney.js';
import { countNgrams } from '../../../models/lm/ngram-counter.js';
import { buildNgramModel, NgramModel } from '../../../models/lm/ngram-model.js';
import { modelSections, openNgramModel } from '../../../models/lm/ngram-sections.js';
import { findChild, SENTENCE_START } from '../../../models/lm/ngram-trie.js';
import { perplexity } from '../../../models/lm/perplexity.js';
import { flatten, sentenceArrays } from '../../support/toy-corpus.js';

const WORDS = 4;
const VOCABULARY = WORDS + 3;

function estimate(sentences: number[][], order: number, pruning: readonly number[] = []) {
  return estimateKneserNey(countNgrams(flatten(sentences), VOCABULARY, order), { pruning });
}

/** The back-off recursion on the full history, without states. */
function naiveScore(
  estimated: ReturnType<typeof estimate>,
  history: readonly number[],
  word: number,
): number {
  const { trie } = estimated;
  let context = history.slice(-(trie.order - 1 || Number.POSITIVE_INFINITY));
  if (trie.order === 1) context = [];
  let score = 0;
  for (;;) {
    const node = context.reduce((at, w) => (at === -2 ? -2 : findOr(trie, at, w)), -1);
    if (node !== -2) {
      const child = findChild(trie, node, word);
      if (child !== -1) return score + estimated.logProbabilities[child];
      score += estimated.logBackoffs[node];
    }
    context = context.slice(1);
  }
}

function findOr(trie: ReturnType<typeof estimate>['trie'], node: number, word: number): number {
  const child = findChild(trie, node, word);
  return child === -1 ? -2 : child;
}

describe('NgramModel', () => {
  it('scores by state what the back-off recursion scores on the whole history', () => {
    const orders = fc.integer({ min: 1, max: 5 });
    const prunings = fc.constantFrom([], [0, 1], [0, 0, 1]);
    fc.assert(
      fc.property(
        sentenceArrays(WORDS),
        sentenceArrays(WORDS, 9, 4),
        orders,
        prunings,
        (train, probes, order, pruning) => {
          const estimated = estimate(train, order, pruning);
          const model = buildNgramModel(estimated);
          for (const probe of probes) {
            let state = model.startState;
            const history = [SENTENCE_START];
            for (const word of probe) {
              const score = model.score(state, word);
              assert.ok(Math.abs(score - naiveScore(estimated, history, word)) < 1e-5);
              state = model.nextState;
              history.push(word);
            }
          }
        },
      ),
    );
  });

  it('treats words out of range as unknown', () => {
    const model = buildNgramModel(estimate([[3, 4]], 3));
    assert.equal(model.score(model.startState, 999), model.score(model.startState, 0));
    assert.equal(model.score(model.startState, -1), model.score(model.startState, 0));
    assert.equal(model.matchedOrder, 1);
  });

  it('says how long the matched n-gram was', () => {
    const model = buildNgramModel(estimate([[3, 4, 5]], 3));
    model.score(model.startState, 3);
    assert.equal(model.matchedOrder, 2);
    model.score(model.nextState, 4);
    assert.equal(model.matchedOrder, 3);
  });

  it('comes back from its sections the same', () => {
    for (const bits of [32, 8, 5]) {
      const model = buildNgramModel(
        estimate(
          [
            [3, 4, 5],
            [3, 4],
            [6, 6, 6],
          ],
          4,
        ),
        { bits },
      );
      const { metadata, arrays } = modelSections(model);
      const opened = openNgramModel(JSON.parse(JSON.stringify(metadata)), (name) => arrays[name]);
      assert.ok(opened instanceof NgramModel);
      const text = flatten([[3, 4, 6], [5]]);
      assert.deepEqual(perplexity(opened, text), perplexity(model, text));
    }
  });
});

describe('ARPA', () => {
  const wordOf = (id: number) => ['<unk>', '<s>', '</s>', 'a', 'b', 'c', 'd'][id];
  const idOf = (word: string) => ['<unk>', '<s>', '</s>', 'a', 'b', 'c', 'd'].indexOf(word);

  it('is read as it was written', () => {
    fc.assert(
      fc.property(sentenceArrays(WORDS), fc.integer({ min: 1, max: 4 }), (sentences, order) => {
        const estimated = estimate(sentences, order);
        const text = [...writeArpa(estimated, wordOf)].join('');
        const read = readArpa(text.split('\n'), idOf);
        assert.deepEqual(read.trie, estimated.trie);
        read.logProbabilities.forEach((value, i) => {
          assert.ok(Math.abs(value - estimated.logProbabilities[i]) < 1e-5);
        });
        read.logBackoffs.forEach((value, i) => {
          assert.ok(Math.abs(value - estimated.logBackoffs[i]) < 1e-5);
        });
      }),
    );
  });

  it('is read in any order, without some suffixes', () => {
    const text = `\\data\\
ngram 1=5
ngram 2=3
ngram 3=1

\\1-grams:
-1.0\tb\t-0.3
-2.0\t<unk>
0\t<s>\t-0.5
-0.8\ta\t-0.2
-0.7\t</s>

\\2-grams:
-0.4\ta b\t-0.1
-0.3\t<s> a\t-0.6
-0.2\tb </s>

\\3-grams:
-0.1\t<s> a </s>

\\end\\
`;
    const model = buildNgramModel(readArpa(text.split('\n'), idOf));
    const log10 = (state: number, word: string) => model.score(state, idOf(word)) / Math.LN10;
    assert.ok(Math.abs(log10(model.startState, 'a') - -0.3) < 1e-6);
    const afterA = model.nextState;
    assert.ok(Math.abs(log10(afterA, '</s>') - -0.1) < 1e-6);
    // <s> a b: back off to “a b”, whose context carries the weight −0.6.
    assert.ok(Math.abs(log10(afterA, 'b') - (-0.6 - 0.4)) < 1e-6);
    // then “a b” has no children but a back-off weight of its own.
    assert.ok(Math.abs(log10(model.nextState, '</s>') - (-0.1 - 0.2)) < 1e-6);
  });

  const broken: [string, string, RegExp][] = [
    ['no header', 'ngram 1=1\n', /does not begin with/],
    ['bad counts', '\\data\\\nngram one\n\n', /bad count line/],
    ['truncated', '\\data\\\nngram 1=2\n\n\\1-grams:\n-1\ta\n', /ends too early/],
    ['not a number', '\\data\\\nngram 1=1\n\n\\1-grams:\nx\ta\n', /not a 1-gram \(line 5\)/],
    [
      'unknown word',
      '\\data\\\nngram 1=1\nngram 2=1\n\n\\1-grams:\n-1\ta\n\n\\2-grams:\n-1\ta zzz\n',
      /“zzz”/,
    ],
  ];
  for (const [what, text, message] of broken) {
    it(`says what is wrong: ${what}`, () => {
      assert.throws(() => readArpa(text.split('\n'), (word) => (word === 'a' ? 3 : -1)), message);
    });
  }
});
