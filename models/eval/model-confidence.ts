/**
 * The confidences of a model's own translations of held-out text, with which of their words were right: what the
 * measures (confidence-measures.ts) are computed from. A generator that yields after every segment.
 */
import { type CancelToken, NEVER_CANCELLED, throwIfCancelled } from '../core/cancel.js';
import type { Rescorer } from '../posterior/rescorer.js';
import type { WordConfidence } from '../posterior/word-confidence.js';
import type { SourceSegment, Translator } from '../search/translator.js';
import type { JudgedWords } from './confidence-measures.js';
import { labelWords, type WordLabelling } from './word-labels.js';

/** A source as the model sees it, and the word forms of its translation. */
export interface ReferencePair {
  readonly segment: SourceSegment;
  readonly reference: readonly string[];
}

export interface ModelConfidence {
  readonly confidence: JudgedWords;
  /** The same words judged by the plain word posterior. */
  readonly plain: JudgedWords;
}

export function* judgeModel(
  translator: Translator,
  rescorer: Rescorer,
  words: WordConfidence,
  pairs: readonly ReferencePair[],
  { labelling = 'wer', cancel = NEVER_CANCELLED }: { labelling?: WordLabelling; cancel?: CancelToken } = {},
): Generator<number, ModelConfidence> {
  const [confidences, posteriors, right]: [number[], number[], number[]] = [[], [], []];
  for (const [done, { segment, reference }] of pairs.entries()) {
    throwIfCancelled(cancel);
    yield done;
    const lattice = translator.lattice(segment);
    const ids = rescorer.words(segment, lattice, cancel);
    const judged = words.open(segment, lattice);
    confidences.push(...judged.ofWords(ids));
    posteriors.push(...judged.posteriorsOf(ids));
    const forms = ids.map((id) => translator.form(segment, id));
    right.push(...labelWords(forms, [reference], labelling).map(Number));
  }
  return { confidence: { confidences, right }, plain: { confidences: posteriors, right } };
}
