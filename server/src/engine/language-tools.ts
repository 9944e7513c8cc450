/** What the engine knows about the two languages of a memory. */
import { localizeNumber } from '../../../models/text/numbers.js';
import type { Tokenizer } from '../../../models/text/token.js';
import { createTokenizer } from '../../../models/text/tokenizer.js';

export interface LanguageTools {
  readonly source: Tokenizer;
  readonly target: Tokenizer;
  /** Writes a number of the source language as the target language does. */
  localizeNumber(text: string): string;
}

export function languageTools(sourceLanguage: string, targetLanguage: string): LanguageTools {
  return {
    source: createTokenizer(sourceLanguage),
    target: createTokenizer(targetLanguage),
    localizeNumber: (text) => localizeNumber(text, sourceLanguage, targetLanguage),
  };
}
