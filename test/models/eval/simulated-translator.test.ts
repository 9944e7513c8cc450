import assert from 'node:assert/strict';
import fc from 'fast-check';
import { effortOf, type SegmentLog } from '../../../models/eval/effort.js';
import { DEFAULT_POLICY, simulateTranslator } from '../../../models/eval/simulated-translator.js';
import { createTokenizer } from '../../../models/text/tokenizer.js';

const tokenizer = createTokenizer('en');

interface Replay {
  readonly log: SegmentLog;
  readonly written: string;
  readonly inserts: readonly string[];
}

/** Plays against functions from the text so far to continuations. */
function replay(
  text: string,
  complete: (written: string) => string[],
  nextWords: (written: string) => string[] = () => [],
): Replay {
  const reference = { text, words: tokenizer.tokenize(text).map(({ span }) => span) };
  const translator = simulateTranslator(reference, DEFAULT_POLICY);
  const inserts: string[] = [];
  let written = '';
  let answer: readonly string[] | undefined;
  for (;;) {
    const turn = answer === undefined ? translator.next() : translator.next(answer);
    if (turn.done) return { log: turn.value, written, inserts };
    const step = turn.value;
    answer = undefined;
    if (step.kind === 'insert') {
      written += step.text;
      inserts.push(step.text);
    } else if (step.kind === 'ask completion') answer = complete(written);
    else if (step.kind === 'ask words') answer = nextWords(written);
  }
}

describe('simulated translator', () => {
  const text = 'The dog ran home.';

  it('types everything without help', () => {
    const { log, written } = replay(text, () => []);
    assert.equal(written, text);
    const effort = effortOf([log]);
    assert.equal(effort.ksrThot, 1);
    assert.equal(effort.wsr, 1);
    assert.equal(effort.mar, 0);
    assert.equal(effort.wpa['5'], 0);
    assert.equal(effort.ksmr, 18 / 17);
  });

  it('takes a right sentence in one action, word by word', () => {
    const { log, written, inserts } = replay(text, (prefix) => [text.slice(prefix.length)]);
    assert.equal(written, text);
    assert.deepEqual(inserts, ['The ', 'dog ', 'ran ', 'home', '.']);
    const effort = effortOf([log]);
    assert.equal(effort.counts.acceptances, 1);
    assert.equal(effort.counts.acceptedWords, 5);
    assert.equal(effort.ksmr, 2 / 17);
    assert.equal(effort.ksrPhrasal, 1 / (14 + 5));
    assert.equal(effort.wpa['1'], 1);
  });

  it('types the first letter of a wrong word and takes the rest when it comes', () => {
    const suggested = (prefix: string): string[] =>
      prefix === 'The ' || prefix === '' ? ['The cat ran'.slice(prefix.length)] : [text.slice(prefix.length)];
    const { log, inserts } = replay(text, suggested);
    assert.deepEqual(inserts, ['The ', 'd', 'og ', 'ran ', 'home', '.']);
    const { counts } = effortOf([log]);
    assert.deepEqual([counts.keys, counts.acceptances, counts.typedWords], [1, 2, 1]);
  });

  it('ranks different next words', () => {
    const { log } = replay(
      text,
      () => [],
      (prefix) =>
        prefix === '' ? ['A', 'A dog', 'The', 'No'] : ['x', 'y', 'z', 'u', text.slice(prefix.length)],
    );
    assert.deepEqual(
      log.words.map(({ rank }) => rank),
      [2, 5, 5, 5, 5],
    );
  });

  it('always ends with the reference, whatever is suggested', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 25 }),
        fc.infiniteStream(fc.array(fc.string({ maxLength: 6 }), { maxLength: 3 })),
        fc.infiniteStream(fc.boolean()),
        (reference, noise, luck) => {
          const some = (written: string): string[] => {
            const right = luck.next().value ? [reference.slice(written.length)] : [];
            return [...right, ...noise.next().value];
          };
          const { written, log } = replay(reference, some, some);
          assert.equal(written, reference);
          assert.equal(log.words.length, tokenizer.tokenize(reference).length);
          const { keys, acceptances } = effortOf([log]).counts;
          assert.ok(keys + acceptances <= Math.max(reference.length, 1));
        },
      ),
    );
  });
});
