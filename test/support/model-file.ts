/** A small English–German model of our own sentences, trained once for all tests of a run. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DEFAULT_TRAINING } from '../../models/train/training-pipeline.js';
import { trainModel } from '../../server/src/training/train-model.js';
import { tmx } from './tmx.js';

const SUBJECTS = [
  ['the small dog', 'der kleine Hund'],
  ['the big cat', 'die große Katze'],
  ['a young girl', 'ein junges Mädchen'],
  ['the old man', 'der alte Mann'],
  ['the new teacher', 'die neue Lehrerin'],
] as const;
const VERBS = [
  ['sees', 'sieht'],
  ['finds', 'findet'],
  ['likes', 'mag'],
  ['carries', 'trägt'],
] as const;
const OBJECTS = [
  ['a red ball', 'einen roten Ball'],
  ['the green book', 'das grüne Buch'],
  ['a white house', 'ein weißes Haus'],
  ['the key', 'den Schlüssel'],
] as const;

/** All sentences but those of the old man with the key, which no memory holds: only a model can translate them. */
export const TRAINING_PAIRS: readonly (readonly [string, string])[] = SUBJECTS.flatMap(([subject, Subjekt]) =>
  VERBS.flatMap(([verb, Verb]) =>
    OBJECTS.filter(([object]) => subject !== 'the old man' || object !== 'the key').map(
      ([object, Objekt]) =>
        [`${capital(subject)} ${verb} ${object}.`, `${capital(Subjekt)} ${Verb} ${Objekt}.`] as const,
    ),
  ),
);

const models = new Map<string, Promise<Uint8Array>>();

/** The bytes of the model file; other languages only by name. */
export function trainedModel(sourceLanguage = 'en', targetLanguage = 'de'): Promise<Uint8Array> {
  const key = `${sourceLanguage} ${targetLanguage}`;
  const known = models.get(key) ?? train(sourceLanguage, targetLanguage);
  models.set(key, known);
  return known;
}

async function train(sourceLanguage: string, targetLanguage: string): Promise<Uint8Array> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'enface-model-'));
  try {
    const [memory, output] = [path.join(folder, 'memory.tmx'), path.join(folder, 'model.enface')];
    writeFileSync(memory, tmx(TRAINING_PAIRS, sourceLanguage, targetLanguage));
    const training = trainModel(
      {
        ...DEFAULT_TRAINING,
        inputs: [{ kind: 'tmx', file: memory }],
        sourceLanguage,
        targetLanguage,
        pretokenized: false,
        maxTokens: 100,
        maxPairs: Number.POSITIVE_INFINITY,
        threads: 1,
        output,
        createdBy: 'test',
        created: '2026-01-01T00:00:00.000Z',
      },
      new AbortController().signal,
    );
    for await (const _ of training);
    return new Uint8Array(readFileSync(output));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
