/**
 * Text that a model has not seen, with a model for it. A thousand held-out segments tell differences of half a BLEU point
 * from chance, no smaller ones, and weights tuned on them learn the segments. So parts of the training text are held out
 * too, each translated by a model that was built without it: every `PART`-th pair, as many parts as asked for.
 *
 * Links that come with the data were made from all of the training text: parts then look a little better than new text.
 */
import type { TranslatorModel } from '../models/search/translator.js';
import type { ParallelLines, TranslationData } from './translation-data.js';
import { buildSetup } from './translation-setup.js';

export interface HeldOutText {
  readonly model: TranslatorModel;
  readonly lines: ParallelLines;
}

/** The training text is cut in so many parts. */
const PART = 29;

/** The model of all training text. */
export function wholeModel(data: TranslationData): TranslatorModel {
  return modelWithout(data, () => false);
}

/** The held-out text of the data with the model of all, and `parts` parts of the training text with models of the rest. */
export function heldOutTexts(data: TranslationData, whole: TranslatorModel, parts: number): HeldOutText[] {
  const texts: HeldOutText[] = [{ model: whole, lines: data.heldOut }];
  for (let part = 0; part < parts; part++) {
    const isHeldOut = (i: number) => i % PART === part;
    texts.push({ model: modelWithout(data, isHeldOut), lines: linesOf(data.train, isHeldOut) });
  }
  return texts;
}

function modelWithout(data: TranslationData, isHeldOut: (i: number) => boolean): TranslatorModel {
  const isKept = (i: number) => !isHeldOut(i);
  const { source, target } = linesOf(data.train, isKept);
  return buildSetup(
    { language: data.sourceLanguage, lines: source },
    { language: data.targetLanguage, lines: target },
    data.links?.filter((_, i) => isKept(i)),
  );
}

function linesOf({ source, target }: ParallelLines, isTaken: (i: number) => boolean): ParallelLines {
  const taken = (lines: readonly string[]) => lines.filter((_, i) => isTaken(i));
  return { source: taken(source), target: taken(target) };
}
