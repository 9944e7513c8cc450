import assert from 'node:assert/strict';
import { type EffortEvent, effortOf, phrasalKeysOf, type WordForecast } from '../../../models/eval/effort.js';

const key = (word: number): EffortEvent => ({ kind: 'key', word });
const accept = (words: number, characters: number): EffortEvent => ({ kind: 'accept', words, characters });

/** A word of so many letters, and what the suggestion before it had right. */
function word(length: number, rank: number, rightWords: number, rightLetters = 0): WordForecast {
  return { length, rank, rightWords, rightLetters };
}

describe('effort', () => {
  // "the dog ran home": 16 characters, 4 words. Suggested before the first word: "the cat ran home".
  const segment = {
    characters: 16,
    words: [word(3, 1, 1), word(3, 2, 0), word(3, 1, 2), word(4, 0, 0, 2)],
    events: [
      { kind: 'shown' } as const,
      accept(1, 4),
      { kind: 'shown' } as const,
      key(1),
      { kind: 'reject' } as const,
      key(1),
      key(1),
      key(-1),
      { kind: 'move' } as const,
      accept(2, 8),
      { kind: 'approve' } as const,
    ],
  };

  it('counts keys for Thot’s KSR, and pointer actions and the approval for KSMR', () => {
    const effort = effortOf([segment]);
    assert.equal(effort.ksrThot, 4 / 16);
    assert.equal(effort.mar, 4 / 16);
    assert.equal(effort.ksmr, (4 + 4 + 1) / 16);
    assert.equal(effort.wsr, 1 / 4);
  });

  it('counts words among the best k', () => {
    const { wpa } = effortOf([segment]);
    assert.deepEqual(wpa, { '1': 2 / 4, '3': 3 / 4, '5': 3 / 4 });
  });

  it('has Phrasal’s KSR jump over runs of right words', () => {
    // "the" taken (1), "dog" and its blank typed (4), "ran home" taken (1), of 3 + 3 + 3 + 4 letters and 4 blanks.
    assert.equal(phrasalKeysOf(segment.words), 6);
    assert.equal(effortOf([segment]).ksrPhrasal, 6 / 17);
  });

  it('takes right letters of a wrong word along, unless that costs as much as typing them', () => {
    // "houses" where "house" and "hat" were suggested: 1 + "s" + blank; all but nothing.
    assert.equal(phrasalKeysOf([word(6, 0, 0, 5)]), 3);
    assert.equal(phrasalKeysOf([word(6, 0, 0, 1)]), 7);
    assert.equal(phrasalKeysOf([word(6, 0, 0, 0)]), 7);
    // After two right words the letters cost nothing more.
    assert.equal(phrasalKeysOf([word(2, 1, 2, 5), word(2, 1, 1, 0), word(6, 0, 0, 0)]), 3);
  });

  it('adds up over segments and survives empty ones', () => {
    const nothing = effortOf([]);
    assert.equal(nothing.ksmr, 0);
    assert.deepEqual(nothing.wpa, { '1': 0, '3': 0, '5': 0 });
    const both = effortOf([segment, { characters: 0, words: [], events: [{ kind: 'approve' }] }]);
    assert.equal(both.ksmr, 10 / 16);
    assert.deepEqual(both.counts, {
      segments: 2,
      characters: 16,
      words: 4,
      keys: 4,
      typedWords: 1,
      acceptances: 2,
      acceptedWords: 3,
      moves: 1,
      rejections: 1,
      approvals: 2,
      shown: 2,
    });
  });
});
