/**
 * What the model suggests at a caret: a quick answer first, and a better one later where the quick one had to guess.
 * Remembers what was answered last, so that it can be rejected, and what was rejected, so that no one suggests it again
 * there.
 */
import type { CancellationToken } from 'vscode-languageserver';
import type { Suggestion } from '../../models/assist/assist-records.js';
import { CancelledError } from '../../models/core/errors.js';
import type { SuggestionsChangedParams } from '../protocol/messages.js';
import type { Caret } from './caret.js';
import type { DecoderHost } from './engine/decoder-host.js';
import type { DecoderLane } from './engine/decoder-messages.js';
import type { Models } from './models.js';

/** Refined answers and rejections are kept for so many places. */
const MOST_PLACES = 500;

export interface Answer {
  readonly caret: Caret;
  /** What was offered, best first, without markup before it. */
  readonly texts: readonly string[];
}

export interface SuggestionsContext {
  readonly decoder: Pick<DecoderHost, 'ask' | 'askPatiently'>;
  readonly models: Pick<Models, 'ready'>;
  /** Null when the editor does not ask again. */
  readonly tellBetter: ((params: SuggestionsChangedParams) => void) | null;
}

export class Suggestions {
  readonly #context: SuggestionsContext;
  /** Better answers that came after the quick ones, by place. */
  readonly #refined = new Map<string, Suggestion[]>();
  /** First words that were rejected, by place. */
  readonly #rejected = new Map<string, Set<string>>();
  #last: Answer | null = null;
  /** The place that was asked about last. */
  #newest = '';

  constructor(context: SuggestionsContext) {
    this.#context = context;
  }

  /** How the model would go on at the caret, best first. */
  async of(caret: Caret, lane: DecoderLane, token: CancellationToken): Promise<Suggestion[]> {
    const { decoder, models, tellBetter } = this.#context;
    const key = models.ready(caret.pair);
    if (key === null) return [];
    const known = this.#refined.get(placeOf(caret));
    if (known !== undefined) return known;
    const query = { key, ...request(caret) };
    this.#newest = placeOf(caret);
    try {
      const effort = tellBetter === null ? 'full' : 'quick';
      const quick = await decoder.ask('complete', { ...query, effort }, { lane, token });
      if (tellBetter !== null && !(quick[0]?.exact ?? false)) this.#refine(caret, query, quick, tellBetter);
      return quick;
    } catch (cause) {
      // The memory's matches still help when the model's thread has just died.
      if (cause instanceof CancelledError && !token.isCancellationRequested) return [];
      throw cause;
    }
  }

  /** What was answered last, for events about it. */
  answered(answer: Answer): void {
    this.#last = answer;
  }

  isRejected(caret: Caret, text: string): boolean {
    return this.#rejected.get(placeOf(caret))?.has(firstWord(text)) ?? false;
  }

  /** The first suggestion of the last answer, if that was for this place. */
  offeredAt(caret: Caret): string | null {
    if (this.#last === null || placeOf(this.#last.caret) !== placeOf(caret)) return null;
    return this.#last.texts[0] ?? null;
  }

  /**
   * A suggestion is not wanted, by default the first that was offered: neither it nor what begins like it is offered
   * there again.
   */
  reject(caret: Caret, text?: string): void {
    const { decoder, models } = this.#context;
    const offered = text ?? this.offeredAt(caret);
    if (offered === null) return;
    const continuation = offered.startsWith(caret.lead) ? offered.slice(caret.lead.length) : offered;
    const place = placeOf(caret);
    const words = this.#rejected.get(place) ?? new Set<string>();
    words.add(firstWord(continuation));
    remember(this.#rejected, place, words);
    this.#refined.delete(place);
    const key = models.ready(caret.pair);
    const { source, prefix } = caret;
    if (key !== null) decoder.ask('reject', { key, source, prefix, continuation }).catch(() => {});
  }

  /** Another model: what the old one said counts no more. */
  forgetAnswers(): void {
    this.#refined.clear();
  }

  /** Looks for a better answer while nobody asks anything; a newer question ends that. */
  #refine(
    caret: Caret,
    query: { readonly key: string } & ReturnType<typeof request>,
    quick: readonly Suggestion[],
    tellBetter: (params: SuggestionsChangedParams) => void,
  ): void {
    const { decoder } = this.#context;
    const isWanted = () => this.#newest === placeOf(caret);
    decoder.askPatiently('complete', { ...query, effort: 'full' }, { lane: 'refinement', isWanted }).then(
      (better) => {
        remember(this.#refined, placeOf(caret), better);
        const { version } = caret.table.target;
        if (version === null || !isWanted() || better[0]?.completion === quick[0]?.completion) return;
        const position = caret.table.target.positionAt(caret.offset);
        tellBetter({ targetUri: caret.uri, version, position });
      },
      () => {
        // Overtaken by a keystroke: the next answer is refined in its turn.
      },
    );
  }
}

/** How sure the model is of a suggestion, word by word: what a person takes for its quality. */
export function sureness({ words }: Suggestion): number {
  return words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length);
}

function request({ pair, source, prefix, suffix }: Caret) {
  const { suggestionsMaximum, suggestionsLength } = pair.folder.settings;
  return { source, prefix, suffix, count: suggestionsMaximum, length: suggestionsLength };
}

function placeOf({ pair, source, prefix, suffix }: Caret): string {
  return [pair.targetUri, source, prefix, suffix].join('\u0000');
}

/** The first word a text brings, with the blank before it: after a blank another word is meant than inside one. */
function firstWord(text: string): string {
  return /^\s*\S*/u.exec(text)?.[0] ?? '';
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > MOST_PLACES && !oldest.done) map.delete(oldest.value);
}
