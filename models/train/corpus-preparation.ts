/**
 * From text pairs to a numbered bitext: cleans, splits into tokens, learns the usual case of words and brings all
 * text into it. Pairs are given one by one as they are read; the text itself is not kept, only word numbers.
 *
 *   const preparation = new CorpusPreparation({ sourceLanguage: 'de', targetLanguage: 'en', pretokenized: false });
 *   for (const { source, target, origin } of pairs) preparation.add(source, target, origin);
 *   const corpus = yield* preparation.finish(cancel);
 */
import { type CancelToken, NEVER_CANCELLED, throwIfCancelled } from '../core/cancel.js';
import { EnfaceError } from '../core/errors.js';
import type { Bitext } from '../corpus/bitext.js';
import { BitextBuilder, type BuiltBitext } from '../corpus/bitext-builder.js';
import {
  CLEANING_REASONS,
  type CleaningOptions,
  type CleaningReason,
  type CleaningReport,
  CorpusCleaner,
} from '../corpus/cleaning.js';
import type { TokenText } from '../corpus/token-text.js';
import { createTokenizer, type TextTokenizer } from '../text/tokenizer.js';
import { type Truecaser, TruecaserBuilder } from '../text/truecaser.js';
import { FIRST_WORD, type Vocabulary } from '../text/vocabulary.js';
import type { TrainingProgress } from './training-progress.js';

export interface PreparationOptions extends CleaningOptions {
  /** The text is split at blanks already; it is neither tokenised nor truecased. */
  readonly pretokenized: boolean;
}

export interface PreparedSide {
  readonly language: string;
  readonly vocabulary: Vocabulary;
  readonly truecaser?: Truecaser;
  /** No word has an upper-case letter. */
  readonly lowercased: boolean;
}

export interface PreparedCorpus {
  /** Without links yet. */
  readonly bitext: Bitext;
  readonly source: PreparedSide;
  readonly target: PreparedSide;
  /** Number of each pair in what was read. */
  readonly origins: Uint32Array;
  readonly pretokenized: boolean;
  readonly cleaning: CleaningReport;
}

/** Pairs between two signs of life. */
const CHUNK = 5000;

export class CorpusPreparation {
  readonly #options: PreparationOptions;
  readonly #cleaner: CorpusCleaner;
  readonly #source: SidePreparation;
  readonly #target: SidePreparation;
  #builder = new BitextBuilder();

  constructor(options: PreparationOptions) {
    this.#options = options;
    this.#cleaner = new CorpusCleaner(options);
    this.#source = new SidePreparation(options.sourceLanguage, options.pretokenized);
    this.#target = new SidePreparation(options.targetLanguage, options.pretokenized);
  }

  /** Counts a pair that its reader could not make into two texts. */
  skip(reason: CleaningReason): void {
    this.#cleaner.skip(reason);
  }

  add(source: string, target: string, origin: number): void {
    if (this.#cleaner.checkText(source, target) !== undefined) return;
    const sourceForms = this.#source.split(source);
    const targetForms = this.#target.split(target);
    if (this.#cleaner.checkTokens(sourceForms.length, targetForms.length) !== undefined) return;
    this.#source.learn(sourceForms);
    this.#target.learn(targetForms);
    this.#builder.add(sourceForms, targetForms, origin);
  }

  /** Ends the preparation's life. Throws an EnfaceError when there is nothing to learn from it. */
  *finish(cancel: CancelToken = NEVER_CANCELLED): Generator<TrainingProgress, PreparedCorpus> {
    const cleaning = this.#cleaner.report();
    if (cleaning.kept === 0) throw nothingLeft(cleaning);
    this.#cleaner.refuseSwapped();
    const { pretokenized, sourceLanguage, targetLanguage } = this.#options;
    const asRead = this.#builder.build(pretokenized ? { byFrequency: true } : {});
    this.#builder = new BitextBuilder();
    const sourceCase = this.#source.truecaser();
    const targetCase = this.#target.truecaser();
    const cased =
      sourceCase === undefined || targetCase === undefined
        ? asRead
        : yield* truecased(asRead, sourceCase, targetCase, cancel);
    return {
      bitext: cased.bitext,
      source: sideOf(sourceLanguage, cased.source.vocabulary, sourceCase),
      target: sideOf(targetLanguage, cased.target.vocabulary, targetCase),
      origins: cased.origins,
      pretokenized,
      cleaning,
    };
  }
}

class SidePreparation {
  readonly #tokenizer: TextTokenizer | null;
  readonly #cases = new TruecaserBuilder();

  constructor(language: string, pretokenized: boolean) {
    this.#tokenizer = pretokenized ? null : createTokenizer(language);
  }

  split(text: string): string[] {
    return this.#tokenizer === null ? splitAtBlanks(text) : this.#tokenizer.forms(text);
  }

  learn(forms: readonly string[]): void {
    if (this.#tokenizer !== null) this.#cases.add(forms);
  }

  truecaser(): Truecaser | undefined {
    return this.#tokenizer === null ? undefined : this.#cases.build();
  }
}

/** The tokens of pretokenised text. */
export function splitAtBlanks(text: string): string[] {
  const tokens = text.split(' ');
  return tokens.includes('') || text.includes('\t') ? text.split(/[ \t]+/).filter(Boolean) : tokens;
}

/** The same pairs with every segment truecased, and their words numbered anew. */
function* truecased(
  asRead: BuiltBitext,
  sourceCase: Truecaser,
  targetCase: Truecaser,
  cancel: CancelToken,
): Generator<TrainingProgress, BuiltBitext> {
  const builder = new BitextBuilder();
  const { bitext, source, target, origins } = asRead;
  const total = bitext.pairCount;
  for (let pair = 0; pair < total; pair++) {
    if (pair % CHUNK === 0) {
      throwIfCancelled(cancel);
      yield { step: 'truecase', done: pair, total };
    }
    builder.add(
      sourceCase.truecase(formsOf(bitext.source, pair, source.vocabulary)),
      targetCase.truecase(formsOf(bitext.target, pair, target.vocabulary)),
      origins[pair],
    );
  }
  return builder.build();
}

function formsOf(text: TokenText, sentence: number, vocabulary: Vocabulary): string[] {
  const forms: string[] = [];
  const end = text.offsets[sentence + 1];
  for (let p = text.offsets[sentence]; p < end; p++) forms.push(vocabulary.formOf(text.ids[p]));
  return forms;
}

function sideOf(language: string, vocabulary: Vocabulary, truecaser: Truecaser | undefined): PreparedSide {
  let lowercased = true;
  for (let id = FIRST_WORD; id < vocabulary.size && lowercased; id++) {
    const form = vocabulary.formOf(id);
    lowercased = form === form.toLowerCase();
  }
  return { language, vocabulary, truecaser, lowercased };
}

function nothingLeft({ pairs, dropped }: CleaningReport): EnfaceError {
  const reasons = Object.entries(dropped).map(
    ([reason, count]) => `${count} × ${CLEANING_REASONS[reason as CleaningReason]}`,
  );
  return new EnfaceError(
    'corpus-nothing-left',
    `None of the ${pairs} pairs can be learned from (${reasons.join(', ')}).`,
  );
}
