/** A few German sentences with their English translations, regular enough to train a tiny model on. */
const ANIMALS = [
  ['Hund', 'dog'],
  ['Vogel', 'bird'],
  ['Fisch', 'fish'],
];
const ACTIONS = [
  ['schläft', 'sleeps'],
  ['wartet', 'waits'],
  ['trinkt', 'drinks'],
];

export const ANIMAL_SENTENCES: readonly (readonly [source: string, target: string])[] = ANIMALS.flatMap(
  ([animal, its]) =>
    ACTIONS.flatMap(([action, does]): [string, string][] => [
      [`Der ${animal} ${action}.`, `The ${its} ${does}.`],
      [`Der ${animal} ${action} nicht mehr.`, `The ${its} no longer ${does}.`],
    ]),
);
