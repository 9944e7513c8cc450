import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Assistant } from '../../../models/assist/assistant.js';
import type { ModelBundle } from '../../../models/search/model-bundle.js';
import { createTokenizer } from '../../../models/text/tokenizer.js';
import { ENGLISH_FRENCH, GERMAN_ENGLISH, type Pairs, trainedModel } from '../../support/trained-model.js';

const LANGUAGES = [
  { source: 'de', target: 'en', pairs: GERMAN_ENGLISH },
  { source: 'en', target: 'fr', pairs: ENGLISH_FRENCH },
];

describe('texts of completions', () => {
  for (const { source, target, pairs } of LANGUAGES) {
    describe(`${source} to ${target}`, () => {
      let model: ModelBundle;
      before(async () => {
        model = await trainedModel(pairs, { source, target });
      });

      for (const effort of ['quick', 'full'] as const) {
        it(`begin where the typed text ends, at every cut, ${effort}`, () => {
          const assistant = new Assistant(model);
          let given = 0;
          for (const [text, translation] of every(pairs, 5)) {
            for (const cut of cuts(translation)) {
              given += check(assistant, target, { source: text, prefix: translation.slice(0, cut), effort });
            }
          }
          assert.ok(given > 300, `${given} completions only`);
        });
      }

      it('are well-formed after any typed text', () => {
        const assistant = new Assistant(model);
        const words = pairs.flatMap(([, translation]) => translation.split(' '));
        const piece = fc.oneof(
          fc.constantFrom(...words),
          fc.constantFrom(' ', '  ', '(', '"', '«', '’', '…', 'x', '😀', '\n'),
        );
        fc.assert(
          fc.property(fc.nat(pairs.length - 1), fc.array(piece, { maxLength: 6 }), (n, typed) => {
            check(assistant, target, { source: pairs[n][0], prefix: typed.join(' '), effort: 'quick' });
          }),
          { numRuns: 150 },
        );
      });
    });
  }

  it('follow French spacing, whatever blank was typed', async () => {
    const assistant = new Assistant(await trainedModel(ENGLISH_FRENCH, { source: 'en', target: 'fr' }));
    const complete = (prefix: string) =>
      assistant.complete({ source: 'Is the car red?', prefix, count: 1, length: 'sentence' })[0]?.completion;
    assert.equal(complete('Est-ce que la voiture est rouge'), '\u202f?');
    assert.equal(complete('Est-ce que la voiture est rouge '), '?');
    assert.equal(complete('Est-ce que la voiture est rouge\u00a0'), '?');
    assert.equal(complete('Est-ce q'), 'ue la voiture est rouge\u202f?');
  });

  it('go on in capitals after capitals', async () => {
    const assistant = new Assistant(await trainedModel(GERMAN_ENGLISH));
    const request = { source: 'Das Haus ist alt.', count: 1, length: 'sentence' } as const;
    assert.equal(assistant.complete({ ...request, prefix: 'THE HOUSE ' })[0].completion, 'IS OLD.');
  });

  it('lead into what stands right of the caret', async () => {
    const assistant = new Assistant(await trainedModel(GERMAN_ENGLISH));
    const complete = (prefix: string, suffix: string) =>
      assistant.complete({
        source: 'Das Haus ist nicht alt.',
        prefix,
        suffix,
        count: 1,
        length: 'sentence',
      })[0]?.completion;
    assert.equal(complete('The ', 'old.'), "house isn't ");
    assert.equal(complete('The ', ' old.'), "house isn't");
    assert.equal(complete('The ho', " isn't old."), 'use');
    assert.equal(complete('The ho', 'use is old.'), undefined);
  });
});

/** Checks the completion there, if any; 1 if there is one. */
function check(
  assistant: Assistant,
  language: string,
  request: { source: string; prefix: string; effort: 'quick' | 'full' },
): number {
  const { prefix } = request;
  const [found] = assistant.complete({ ...request, count: 1, length: 'sentence' });
  if (found === undefined) return 0;
  const { completion, words } = found;
  const told = JSON.stringify([prefix, completion]);
  assert.doesNotMatch(completion, /\s\s|\s$/u, told);
  if (prefix === '' || /\s$/u.test(prefix)) assert.doesNotMatch(completion, /^\s/u, told);
  const tokenizer = createTokenizer(language);
  const after = tokenizer.tokenize(prefix + completion);
  const finished = prefix.search(/\S*$/u);
  for (const { span } of tokenizer.tokenize(prefix)) {
    const stays = after.some((token) => token.span.start === span.start && token.span.end === span.end);
    assert.ok(
      span.end > finished || stays,
      `${told}: ${prefix.slice(span.start, span.end)} is no token any more`,
    );
  }
  // The words of the completion are its tokens; the first may have begun before.
  const ends = after.map(({ span }) => span.end).filter((end) => end > prefix.length);
  assert.deepEqual(
    words.map(({ end }) => prefix.length + end),
    ends,
    told,
  );
  return 1;
}

/** Offsets between characters. */
function cuts(text: string): number[] {
  const offsets = [0];
  for (const character of text) offsets.push(offsets[offsets.length - 1] + character.length);
  return offsets;
}

function every(pairs: Pairs, step: number): Pairs {
  return pairs.filter((_, i) => i % step === 0);
}
