import assert from 'node:assert/strict';
import { SyntheticMemory } from '../../bench/synthetic-memory.js';

describe('synthetic memory', () => {
  const pairs = (seed: number, count: number) => {
    const memory = new SyntheticMemory(seed);
    return Array.from({ length: count }, () => memory.pair());
  };

  it('is the same for the same seed and another for another', () => {
    assert.deepEqual(pairs(1, 50), pairs(1, 50));
    assert.notDeepEqual(pairs(1, 50), pairs(2, 50));
  });

  it('has words as frequent and segments as long as in real text', () => {
    const sources = pairs(3, 4000).map(({ source }) => source.toLowerCase().split(' '));
    const words = sources.flat();
    assert.ok(words.length / sources.length > 10 && words.length / sources.length < 25);
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    const sorted = [...counts.values()].sort((a, b) => b - a);
    assert.ok(sorted[0] > 0.02 * words.length, 'one word is very frequent');
    assert.ok(sorted.filter((count) => count === 1).length > 0.3 * sorted.length, 'many occur once');
  });

  it('holds near repeats', () => {
    const firstWords = pairs(4, 4000).map(({ source }) => source.split(' ').slice(0, 3).join(' '));
    assert.ok(new Set(firstWords).size < 0.95 * firstWords.length);
  });
});
