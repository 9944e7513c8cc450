/** Models for translation benches: from tokenised parallel text and links to what a translator opens. */
import { pairArraysOf } from '../models/align/pair-arrays.js';
import { alignBitext } from '../models/align/word-aligner.js';
import type { Bitext } from '../models/corpus/bitext.js';
import { GrowingBitext } from '../models/corpus/growing-bitext.js';
import { SuffixArray } from '../models/corpus/suffix-array.js';
import { estimateKneserNey } from '../models/lm/kneser-ney.js';
import { countNgrams } from '../models/lm/ngram-counter.js';
import { buildNgramModel } from '../models/lm/ngram-model.js';
import { LexicalWeights } from '../models/phrases/lexical-weights.js';
import { DEFAULT_WEIGHTS } from '../models/search/default-weights.js';
import type { TranslatorModel } from '../models/search/translator.js';
import { StringTable } from '../models/text/string-table.js';
import { Vocabulary } from '../models/text/vocabulary.js';

const LM_ORDER = 5;
const LM_BITS = 8;

export interface TokenisedText {
  readonly language: string;
  /** One segment a line, tokens between blanks. */
  readonly lines: readonly string[];
}

export const tokensOf = (line: string): string[] => line.split(' ').filter((word) => word !== '');

/** `links`: one line of 0-based `i-j` for every pair; without them the words are aligned here. */
export function buildSetup(
  source: TokenisedText,
  target: TokenisedText,
  links?: readonly string[],
): TranslatorModel {
  const sourceWords = vocabularyOf(source.lines);
  const targetWords = vocabularyOf(target.lines);
  const growing = new GrowingBitext();
  source.lines.forEach((line, p) => {
    const sourceIds = tokensOf(line).map((word) => sourceWords.idOf(word));
    const targetIds = tokensOf(target.lines[p]).map((word) => targetWords.idOf(word));
    const positions = tokensOf(links?.[p] ?? '').flatMap((link) => link.split('-').map(Number));
    if (sourceIds.length <= 255 && targetIds.length <= 255) growing.append(sourceIds, targetIds, positions);
  });
  const texts = growing.view();
  const bitext = links === undefined ? aligned(texts, sourceWords.size, targetWords.size) : texts;
  const counts = countNgrams(bitext.target, targetWords.size, LM_ORDER);
  return {
    metadata: {
      source: { language: source.language, lowercased: false },
      target: { language: target.language, lowercased: false },
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
    languageModel: buildNgramModel(estimateKneserNey(counts), { bits: LM_BITS }),
  };
}

function aligned(bitext: Bitext, sourceSize: number, targetSize: number): Bitext {
  const steps = alignBitext(pairArraysOf(bitext.source, bitext.target, sourceSize, targetSize));
  let step = steps.next();
  while (!step.done) step = steps.next();
  return bitext.withLinks(step.value.links);
}

function vocabularyOf(lines: readonly string[]): Vocabulary {
  const words = new StringTable(1 << 16);
  for (const line of lines) for (const word of tokensOf(line)) words.add(word);
  return new Vocabulary(words);
}
