/**
 * The interactive peer: the error-correcting word-graph search and the phrase suggester of `@sillsdev/machine`, fed with
 * our lattices. Words are what stands between blanks, on both sides, so that neither side's tokenizer matters.
 */
import { createRequire } from 'node:module';
import type * as Tokenization from '@sillsdev/machine/tokenization';
import type * as Translation from '@sillsdev/machine/translation';
import type { Lattice } from '../models/search/lattice.js';

// Its ES modules do not load in Node (imports without file endings), its CommonJS ones do.
const require = createRequire(import.meta.url);
const { WHITESPACE_DETOKENIZER, WHITESPACE_TOKENIZER } =
  require('@sillsdev/machine/tokenization') as typeof Tokenization;
const {
  ErrorCorrectionModel,
  InteractiveTranslator,
  PhraseTranslationSuggester,
  WordAlignmentMatrix,
  WordGraph,
  WordGraphArc,
} = require('@sillsdev/machine/translation') as typeof Translation;

/** Its `TranslationSources.Smt`, which is not exported as a value. */
const SMT = 1;
/** Results that are looked through for different next words. */
const RESULTS = 20;

const correction = new ErrorCorrectionModel();
const engine = {
  getWordGraph: () => Promise.reject(new Error('not used')),
  trainSegment: () => Promise.resolve(),
} as never;

export class SilSession {
  readonly #translator: Translation.InteractiveTranslator;
  readonly #suggester: Translation.PhraseTranslationSuggester;

  constructor(source: string, graph: Translation.WordGraph, breakOnPunctuation: boolean) {
    this.#suggester = new PhraseTranslationSuggester(0, breakOnPunctuation);
    this.#translator = new InteractiveTranslator(
      correction,
      engine,
      WHITESPACE_TOKENIZER,
      WHITESPACE_DETOKENIZER,
      source,
      graph,
      true,
    );
  }

  /** What would be shown after the prefix; empty for nothing. */
  complete(prefix: string): string {
    const translator = this.#translator;
    translator.setPrefix(prefix);
    const { prefixWordRanges, isLastWordComplete } = translator;
    const results = translator.getCurrentResults();
    const [best] = this.#suggester.getSuggestions(1, prefixWordRanges.length, isLastWordComplete, results);
    return best === undefined ? '' : this.#behind(best.targetWords);
  }

  /** Different next words, best first. */
  nextWords(prefix: string, count: number): string[] {
    const translator = this.#translator;
    translator.setPrefix(prefix);
    const at = translator.prefixWordRanges.length;
    const words = new Set<string>();
    let looked = 0;
    for (const { targetTokens } of translator.getCurrentResults()) {
      if (targetTokens.length > at) words.add(targetTokens[at]);
      if (words.size === count || ++looked === RESULTS) break;
    }
    return [...words];
  }

  #behind(words: readonly string[]): string {
    const { prefix, prefixWordRanges, isLastWordComplete } = this.#translator;
    const text = words.join(' ');
    if (isLastWordComplete) return text;
    const typed = prefix.slice(prefixWordRanges.at(-1)?.start);
    return text.startsWith(typed) ? text.slice(typed.length) : '';
  }
}

/** Our lattice in the peer's form. Scores of ending go to the arcs that lead to where translations end. */
export function silGraph(
  lattice: Lattice,
  source: readonly string[],
  formOf: (id: number) => string,
): Translation.WordGraph {
  const { nodeCount, edgeFrom, edgeTo, edgeScore, wordStart, words } = lattice;
  const end = nodeCount - 1;
  const endScore = new Map<number, number>();
  for (let e = 0; e < edgeFrom.length; e++) if (edgeTo[e] === end) endScore.set(edgeFrom[e], edgeScore[e]);
  const arcs: Translation.WordGraphArc[] = [];
  for (let e = 0; e < edgeFrom.length; e++) {
    if (edgeTo[e] === end) continue;
    const tokens = Array.from(words.subarray(wordStart[e], wordStart[e + 1]), formOf);
    const score = edgeScore[e] + (endScore.get(edgeTo[e]) ?? 0);
    const range = { start: 0, end: source.length, length: source.length };
    arcs.push(
      new WordGraphArc(
        edgeFrom[e],
        edgeTo[e],
        score,
        tokens,
        new WordAlignmentMatrix(source.length, tokens.length),
        range,
        tokens.map(() => SMT),
        tokens.map(() => 1),
      ),
    );
  }
  return new WordGraph([...source], arcs, [...endScore.keys()], 0);
}
