/** Models for translation benches: from tokenised parallel text and links to everything the decoder needs. */
import { GrowingBitext } from '../models/corpus/growing-bitext.js';
import { SuffixArray } from '../models/corpus/suffix-array.js';
import { estimateKneserNey } from '../models/lm/kneser-ney.js';
import { countNgrams } from '../models/lm/ngram-counter.js';
import { buildNgramModel, type NgramModel } from '../models/lm/ngram-model.js';
import { LexicalWeights } from '../models/phrases/lexical-weights.js';
import type { PhraseModel } from '../models/phrases/phrase-sampler.js';

export class BenchVocabulary {
  readonly words = ['<unk>', '<s>', '</s>'];
  readonly #ids = new Map(this.words.map((word, id) => [word, id]));

  add(word: string): number {
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    this.#ids.set(word, this.words.length);
    return this.words.push(word) - 1;
  }

  find(word: string): number {
    return this.#ids.get(word) ?? 0;
  }
}

export interface TranslationSetup {
  readonly source: BenchVocabulary;
  readonly target: BenchVocabulary;
  readonly lm: NgramModel;
  readonly phrases: PhraseModel;
}

export const tokensOf = (line: string): string[] => line.split(' ').filter((word) => word !== '');

/** `links`: one line of 0-based `i-j` for every pair. */
export function buildSetup(
  sourceLines: readonly string[],
  targetLines: readonly string[],
  links: readonly string[],
): TranslationSetup {
  const source = new BenchVocabulary();
  const target = new BenchVocabulary();
  const growing = new GrowingBitext();
  sourceLines.forEach((line, p) => {
    const sourceIds = tokensOf(line).map((word) => source.add(word));
    const targetIds = tokensOf(targetLines[p]).map((word) => target.add(word));
    const positions = tokensOf(links[p]).flatMap((link) => link.split('-').map(Number));
    if (sourceIds.length <= 255 && targetIds.length <= 255) growing.append(sourceIds, targetIds, positions);
  });
  const bitext = growing.view();
  const lm = buildNgramModel(estimateKneserNey(countNgrams(bitext.target, target.words.length, 5)), {
    bits: 8,
  });
  return {
    source,
    target,
    lm,
    phrases: {
      bitext,
      sourceIndex: SuffixArray.build(bitext.source, source.words.length),
      targetIndex: SuffixArray.build(bitext.target, target.words.length),
      lexical: LexicalWeights.build(bitext, source.words.length, target.words.length),
    },
  };
}
