/**
 * Decides which pairs of a corpus are worth learning from, and counts why others are not. Two questions, in this
 * order, for every pair: `checkText` on the two texts and, once they are split into tokens, `checkTokens`.
 * A reader that has to leave out a line itself says so through `skip`. `report` is for the person who trains.
 */
import { EnfaceError } from '../core/errors.js';
import { LanguageGuess } from './language-guess.js';
import { MAX_SENTENCE_LENGTH } from './link-table.js';
import { PairHashSet } from './pair-hash-set.js';
import { ScriptProfile } from './script-profile.js';

/** Why a pair is left out, in words for the report. */
export const CLEANING_REASONS = {
  'invalid-encoding': 'not valid UTF-8',
  'line-too-long': 'line too long to be a segment',
  'missing-column': 'no source or no target column',
  empty: 'one side is empty',
  'invalid-characters': 'control or replacement characters',
  identical: 'both sides are the same',
  'wrong-script': 'not written in the script of its language',
  duplicate: 'same pair seen before',
  'too-many-tokens': 'too many tokens',
  'length-ratio': 'sides of very different length',
} as const;

export type CleaningReason = keyof typeof CLEANING_REASONS;

export interface CleaningOptions {
  /** BCP 47 tags. */
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  /** Most tokens of a side; never above 255. */
  readonly maxTokens?: number;
  /** Most UTF-16 units of a side: longer ones are not even split into tokens. */
  readonly maxLength?: number;
  /** Tokens of the longer side by tokens of the shorter. */
  readonly maxRatio?: number;
  /** Equal sides are left out from so many words on: names and numbers stay the same in translation. */
  readonly identicalWords?: number;
  /** Leave out all but the first of equal pairs. They are counted in any case. */
  readonly dropDuplicates?: boolean;
}

export interface CleaningReport {
  readonly pairs: number;
  readonly kept: number;
  /** Counts by reason, only of reasons that occurred. */
  readonly dropped: Partial<Record<CleaningReason, number>>;
  /** Number of the first pair dropped for each reason, counted from 1. */
  readonly firstDropped: Partial<Record<CleaningReason, number>>;
  /** Pairs equal to an earlier one, dropped or not. */
  readonly repeated: number;
  /** What to tell the person who trains although nothing was dropped for it. */
  readonly warnings: readonly string[];
}

/** A pair with more than this share of bad characters is dropped. */
const BAD_SHARE = 0.02;
/** Script is judged from so many letters on. */
const ENOUGH_LETTERS = 5;
/** Language is guessed from the first pairs and then from a sample. */
const GUESS_FIRST = 1000;
const GUESS_EVERY = 50;

export class CorpusCleaner {
  readonly #options: Required<CleaningOptions>;
  readonly #source: Side;
  readonly #target: Side;
  readonly #seen = new PairHashSet();
  readonly #dropped = new Map<CleaningReason, number>();
  readonly #firstDropped = new Map<CleaningReason, number>();
  #pairs = 0;
  #droppedCount = 0;
  #repeated = 0;

  constructor(options: CleaningOptions) {
    this.#options = {
      maxTokens: 100,
      maxLength: 20_000,
      maxRatio: 9,
      identicalWords: 3,
      dropDuplicates: false,
      ...options,
    };
    this.#source = new Side(options.sourceLanguage);
    this.#target = new Side(options.targetLanguage);
  }

  /** Counts a pair that the reader could not make into two texts. */
  skip(reason: CleaningReason): void {
    this.#pairs++;
    this.#drop(reason);
  }

  /** Undefined if the texts may be split into tokens, else why not. Starts a new pair. */
  checkText(source: string, target: string): CleaningReason | undefined {
    this.#pairs++;
    const reason = this.#judgeText(source, target);
    if (reason !== undefined) this.#drop(reason);
    return reason;
  }

  /** Undefined if the pair last given to `checkText` is kept, else why not. */
  checkTokens(sourceTokens: number, targetTokens: number): CleaningReason | undefined {
    const reason = this.#judgeTokens(sourceTokens, targetTokens);
    if (reason !== undefined) this.#drop(reason);
    return reason;
  }

  report(): CleaningReport {
    return {
      pairs: this.#pairs,
      kept: this.#pairs - this.#droppedCount,
      dropped: Object.fromEntries(this.#dropped),
      firstDropped: Object.fromEntries(this.#firstDropped),
      repeated: this.#repeated,
      warnings: this.#warnings(),
    };
  }

  #judgeText(source: string, target: string): CleaningReason | undefined {
    const { maxLength, dropDuplicates } = this.#options;
    if (source.trim() === '' || target.trim() === '') return 'empty';
    if (source.length > maxLength || target.length > maxLength) return 'line-too-long';
    const guess = this.#pairs <= GUESS_FIRST || this.#pairs % GUESS_EVERY === 0;
    this.#source.read(source, guess);
    this.#target.read(target, guess);
    if (this.#source.hasBadCharacters(source) || this.#target.hasBadCharacters(target)) {
      return 'invalid-characters';
    }
    if (this.#source.isForeign() || this.#target.isForeign()) return 'wrong-script';
    if (source.trim() === target.trim() && this.#isProse(source)) return 'identical';
    if (this.#seen.add(source, target)) return undefined;
    this.#repeated++;
    return dropDuplicates ? 'duplicate' : undefined;
  }

  /** Throws when each text is in the other's language: a model of them would be of no use. */
  refuseSwapped(): void {
    const [source, target] = [this.#source, this.#target];
    if (!source.seemsToBe(target.language) || !target.seemsToBe(source.language)) return;
    throw new EnfaceError(
      'corpus-swapped',
      `The source text seems to be ${target.language} and the target text ${source.language}: they are swapped, or their languages are.`,
    );
  }

  #judgeTokens(sourceTokens: number, targetTokens: number): CleaningReason | undefined {
    const { maxTokens, maxRatio } = this.#options;
    const shorter = Math.min(sourceTokens, targetTokens);
    const longer = Math.max(sourceTokens, targetTokens);
    if (shorter === 0) return 'empty';
    if (longer > Math.min(maxTokens, MAX_SENTENCE_LENGTH)) return 'too-many-tokens';
    return longer > maxRatio * shorter ? 'length-ratio' : undefined;
  }

  #isProse(text: string): boolean {
    return (text.match(/\p{L}+/gu)?.length ?? 0) >= this.#options.identicalWords;
  }

  #drop(reason: CleaningReason): void {
    this.#droppedCount++;
    this.#dropped.set(reason, (this.#dropped.get(reason) ?? 0) + 1);
    if (!this.#firstDropped.has(reason)) this.#firstDropped.set(reason, this.#pairs);
  }

  #warnings(): string[] {
    const [source, target] = [this.#source, this.#target];
    const warnings: string[] = [];
    for (const [name, side] of [['source', source] as const, ['target', target] as const]) {
      const guess = side.otherLanguage();
      if (guess !== undefined) {
        warnings.push(`The ${name} text is given as ${side.language} but seems to be ${guess}.`);
      }
    }
    return warnings;
  }
}

/** What is known of one side: its language and what its texts look like. */
class Side {
  readonly language: string;
  readonly #profile: ScriptProfile;
  readonly #guess = new LanguageGuess();

  constructor(language: string) {
    this.language = language;
    this.#profile = new ScriptProfile(language);
  }

  read(text: string, guess: boolean): void {
    this.#profile.read(text);
    if (guess) this.#guess.read(text);
  }

  hasBadCharacters(text: string): boolean {
    return this.#profile.hasNul || this.#profile.badCharacters > BAD_SHARE * text.length;
  }

  isForeign(): boolean {
    const { letters, expectedLetters } = this.#profile;
    return letters >= ENOUGH_LETTERS && expectedLetters * 2 < letters;
  }

  seemsToBe(language: string): boolean {
    return this.otherLanguage() === baseLanguage(language);
  }

  /** The language the texts seem to be in, if that is another than the one given. */
  otherLanguage(): string | undefined {
    const best = this.#guess.best();
    return best === baseLanguage(this.language) ? undefined : best;
  }
}

function baseLanguage(tag: string): string {
  return tag.split('-')[0].toLowerCase();
}
