/**
 * Parallel text in which some source words have one translation and others two, chosen at random: a translator can be
 * sure of the first and must guess at the second. Longer than what other toys give, for learning from.
 */
import { Random } from '../../models/core/random.js';
import type { Pairs } from './trained-model.js';

const SURE = Array.from({ length: 12 }, (_, k) => [`klar${k}`, [`clear${k}`]] as const);
const DOUBTFUL = Array.from(
  { length: 6 },
  (_, k) => [`trüb${k}`, [`dim${k}`, `dull${k}`, `dark${k}`]] as const,
);
const WORDS = [...SURE, ...DOUBTFUL];

export function ambiguousPairs(count: number, seed: number): Pairs {
  const random = new Random(seed);
  return Array.from({ length: count }, () => {
    const words = Array.from({ length: 4 + random.below(5) }, () => WORDS[random.below(WORDS.length)]);
    const target = words.map(([, translations]) => translations[random.below(translations.length)]);
    return [words.map(([source]) => source).join(' '), target.join(' ')] as const;
  });
}
