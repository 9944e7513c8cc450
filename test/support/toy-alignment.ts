/** A word alignment model trained on a few aligned sentences, for models that learn while they are used. */
import type { AlignmentModel } from '../../models/align/alignment-model.js';
import { alignBitext } from '../../models/align/word-aligner.js';
import type { TranslatorModel } from '../../models/search/translator.js';
import { finished } from './finished.js';

export function withAlignment(model: TranslatorModel): TranslatorModel {
  return { ...model, alignment: alignmentOf(model) };
}

function alignmentOf({ source, target, phrases }: TranslatorModel): AlignmentModel {
  const { bitext } = phrases;
  return finished(
    alignBitext({
      sourceIds: bitext.source.ids,
      sourceOffsets: bitext.source.offsets,
      targetIds: bitext.target.ids,
      targetOffsets: bitext.target.offsets,
      sourceVocabularySize: source.vocabulary.baseSize,
      targetVocabularySize: target.vocabulary.baseSize,
    }),
  ).model;
}
