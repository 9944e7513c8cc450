/** Models trained on a few sentences of our own, complete as a file would hold them. */
import { DEFAULT_WEIGHTS } from '../../models/search/default-weights.js';
import type { ModelBundle } from '../../models/search/model-bundle.js';
import { CorpusPreparation } from '../../models/train/corpus-preparation.js';
import { DEFAULT_TRAINING, trainBundle } from '../../models/train/training-pipeline.js';

export type Pairs = readonly (readonly [source: string, target: string])[];

export async function trainedModel(
  pairs: Pairs,
  { source = 'de', target = 'en', pretokenized = false } = {},
): Promise<ModelBundle> {
  const preparation = new CorpusPreparation({ sourceLanguage: source, targetLanguage: target, pretokenized });
  pairs.forEach(([from, to], i) => {
    preparation.add(from, to, i + 1);
  });
  const settings = { ...DEFAULT_TRAINING, order: 4, bits: 32, createdBy: 'test', created: 'today' };
  const training = trainBundle(preparation, settings);
  let step = await training.next();
  while (!step.done) step = await training.next();
  const { bundle } = step.value;
  return { ...bundle, metadata: { ...bundle.metadata, weights: DEFAULT_WEIGHTS } };
}

const GERMAN_NOUNS = [
  ['Haus', 'house'],
  ['Buch', 'book'],
  ['Kind', 'child'],
  ['Dorf', 'village'],
  ['Schiff', 'ship'],
];
const GERMAN_ADJECTIVES = [
  ['groß', 'big'],
  ['alt', 'old'],
  ['schön', 'beautiful'],
  ['neu', 'new'],
];

/** German and English, with quotes, numbers, brackets, markup and negations. */
export const GERMAN_ENGLISH: Pairs = GERMAN_NOUNS.flatMap(([noun, englishNoun], n) =>
  GERMAN_ADJECTIVES.flatMap(([adjective, english], a): (readonly [string, string])[] => [
    [`Das ${noun} ist ${adjective}.`, `The ${englishNoun} is ${english}.`],
    [`Das ${noun} ist nicht ${adjective}.`, `The ${englishNoun} isn't ${english}.`],
    [`Ist das ${noun} sehr ${adjective}?`, `Is the ${englishNoun} very ${english}?`],
    [`Ich sehe das ${noun}, es ist ${adjective}.`, `I see the ${englishNoun}, it is ${english}.`],
    [`Sie sagte: „Das ${noun} ist ${adjective}.“`, `She said: "The ${englishNoun} is ${english}."`],
    [`Das ${noun} (${n + 2} Jahre) ist ${adjective}!`, `The ${englishNoun} (${n + 2} years) is ${english}!`],
    [`Es kostet ${1 + n + a},50 € für das ${noun}.`, `It costs ${1 + n + a}.50 € for the ${englishNoun}.`],
    [`Wir wollen das <b>${noun}</b> sehen.`, `We want to see the <b>${englishNoun}</b>.`],
  ]),
);

const FRENCH_NOUNS = [
  ['house', 'la maison'],
  ['tree', "l'arbre"],
  ['school', "l'école"],
  ['car', 'la voiture'],
];
const FRENCH_ADJECTIVES = [
  ['tall', 'grand'],
  ['small', 'petit'],
  ['red', 'rouge'],
];

/** English and French, with elisions, guillemets and high punctuation. */
export const ENGLISH_FRENCH: Pairs = FRENCH_NOUNS.flatMap(([noun, french]) =>
  FRENCH_ADJECTIVES.flatMap(([adjective, frenchAdjective]): (readonly [string, string])[] => [
    [`The ${noun} is ${adjective}.`, `${capital(french)} est ${frenchAdjective}.`],
    [`Is the ${noun} ${adjective}?`, `Est-ce que ${french} est ${frenchAdjective} ?`],
    [`The ${noun} is not ${adjective}.`, `${capital(french)} n'est pas ${frenchAdjective}.`],
    [`He says: "The ${noun} is ${adjective}!"`, `Il dit : « ${capital(french)} est ${frenchAdjective} ! »`],
    [`I see the ${noun}; it is ${adjective}.`, `Je vois ${french} ; il est ${frenchAdjective}.`],
    [`20% of the ${noun}s are ${adjective}.`, `20 % des ${noun}s sont ${frenchAdjective}s.`],
  ]),
);

function capital(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}
