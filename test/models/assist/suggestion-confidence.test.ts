import assert from 'node:assert/strict';
import { Assistant } from '../../../models/assist/assistant.js';
import { chooseLength, prefixProbabilities } from '../../../models/posterior/expected-benefit.js';
import { WordConfidence } from '../../../models/posterior/word-confidence.js';
import type { ModelBundle } from '../../../models/search/model-bundle.js';
import { GERMAN_ENGLISH, trainedModel } from '../../support/trained-model.js';

const SOURCE = 'Das Schiff ist sehr alt, ich sehe das Dorf.';

describe('confidence of suggestions', () => {
  let model: ModelBundle;
  let assistant: Assistant;
  before(async () => {
    model = await trainedModel(GERMAN_ENGLISH);
    assistant = new Assistant(model);
  });

  const suggest = (prefix: string, length: 'sentence' | 'benefit' | 'word') =>
    assistant.complete({ source: SOURCE, prefix, count: 1, length });

  it('is the probability that all words shown are right, and falls with every word', () => {
    const { persistence } = new WordConfidence(model, model.confidence).metadata;
    for (const prefix of ['', 'The', 'The sh', 'The ship is ']) {
      const [whole] = suggest(prefix, 'sentence');
      const confidences = whole.words.map(({ confidence }) => confidence);
      for (const confidence of confidences) assert.ok(confidence > 0 && confidence <= 1);
      const all = prefixProbabilities(confidences, persistence).at(-1) as number;
      assert.ok(Math.abs(whole.confidence - all) < 1e-12);
      const [next] = suggest(prefix, 'word');
      assert.ok(next.confidence >= whole.confidence);
      assert.equal(next.words[0].confidence, whole.words[0].confidence);
    }
  });

  it('decides how many words are worth showing', () => {
    const { persistence } = new WordConfidence(model, model.confidence).metadata;
    for (const prefix of ['', 'The ', 'The ship is very old, ']) {
      const [whole] = suggest(prefix, 'sentence');
      const words = whole.words.map(({ end, confidence }, i) => ({
        characters: end - (whole.words[i - 1]?.end ?? 0),
        confidence,
      }));
      const { count } = chooseLength(words, { persistence });
      const shown = suggest(prefix, 'benefit');
      assert.equal(shown[0]?.words.length ?? 0, count);
      if (count > 0) assert.ok(whole.completion.startsWith(shown[0].completion));
    }
  });
});
