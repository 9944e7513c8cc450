/** Small translation models from a few aligned sentences, as a translator takes them. */
import { GrowingBitext } from '../../models/corpus/growing-bitext.js';
import { SuffixArray } from '../../models/corpus/suffix-array.js';
import { estimateKneserNey } from '../../models/lm/kneser-ney.js';
import { countNgrams } from '../../models/lm/ngram-counter.js';
import { buildNgramModel } from '../../models/lm/ngram-model.js';
import { LexicalWeights } from '../../models/phrases/lexical-weights.js';
import { DEFAULT_WEIGHTS } from '../../models/search/default-weights.js';
import type { TranslatorModel } from '../../models/search/translator.js';
import { StringTable } from '../../models/text/string-table.js';
import { Vocabulary } from '../../models/text/vocabulary.js';

/** Source and target split at blanks, and links as `i-j` from 0. */
export type AlignedSentences = readonly (readonly [source: string, target: string, links: string])[];

export function toyModel(
  pairs: AlignedSentences,
  { source = 'de', target = 'en' }: { source?: string; target?: string } = {},
): TranslatorModel {
  const sourceWords = vocabularyOf(pairs.map(([line]) => line));
  const targetWords = vocabularyOf(pairs.map(([, line]) => line));
  const growing = new GrowingBitext();
  for (const [from, to, links] of pairs) {
    growing.append(
      from.split(' ').map((word) => sourceWords.idOf(word)),
      to.split(' ').map((word) => targetWords.idOf(word)),
      links.split(' ').flatMap((link) => link.split('-').map(Number)),
    );
  }
  const bitext = growing.view();
  return {
    metadata: {
      source: { language: source, lowercased: false },
      target: { language: target, lowercased: false },
      pretokenized: true,
      weights: DEFAULT_WEIGHTS,
    },
    source: { vocabulary: sourceWords },
    target: { vocabulary: targetWords },
    phrases: {
      bitext,
      sourceIndex: SuffixArray.build(bitext.source, sourceWords.size),
      targetIndex: SuffixArray.build(bitext.target, targetWords.size),
      lexical: LexicalWeights.build(bitext, sourceWords.size, targetWords.size),
    },
    languageModel: buildNgramModel(estimateKneserNey(countNgrams(bitext.target, targetWords.size, 4))),
  };
}

function vocabularyOf(lines: readonly string[]): Vocabulary {
  const words = new StringTable(64);
  for (const line of lines) for (const word of line.split(' ')) words.add(word);
  return new Vocabulary(words);
}
