/**
 * A translator who has the reference translation in mind and writes it with the help of suggestions. They take as many
 * whole words of the suggestion as are right, in one action, and type the next character when none is; before every
 * word they look at the other suggestions and then at the list of next words. The text written so far is always the true
 * beginning of the reference.
 *
 * The translator is a generator, so that one policy plays against anything, in step or asynchronously: each `Step` is
 * something to do, and only questions are answered.
 *
 *   const translator = simulateTranslator(reference, { loose: false });
 *   for (let turn = translator.next(); !turn.done; turn = translator.next(answer)) answer = play(turn.value);
 *   turn.value // SegmentLog, for effortOf
 */
import { type Agreement, agreement, type ReferenceText, wordAt } from './agreement.js';
import type { EffortEvent, SegmentLog, WordForecast } from './effort.js';

export type Step =
  /** The text grows. Words of one suggestion come one by one; only the first is an action. */
  | { readonly kind: 'insert'; readonly text: string; readonly by: 'key' | 'accept' }
  /** Wanted: suggested continuations of the text so far, best first. */
  | { readonly kind: 'ask completion' }
  /** Wanted: proposed continuations that begin with different next words, best first. */
  | { readonly kind: 'ask words'; readonly count: number }
  | { readonly kind: 'approve' };

/** Continuations of the text so far. */
export type StepAnswer = readonly string[];

export interface TranslatorPolicy {
  /** See agreement.ts. */
  readonly loose: boolean;
  /** How many next words to look at; 0 leaves the list alone. */
  readonly nextWords: number;
}

export const DEFAULT_POLICY: TranslatorPolicy = { loose: false, nextWords: 5 };

export function* simulateTranslator(
  reference: ReferenceText,
  policy: TranslatorPolicy = DEFAULT_POLICY,
): Generator<Step, SegmentLog, StepAnswer | undefined> {
  const { text, words } = reference;
  const { loose, nextWords } = policy;
  const events: EffortEvent[] = [];
  const forecasts: WordForecast[] = [];
  let at = 0;
  /** Up to here the suggestion that is being taken is right. */
  let taking = 0;
  while (at < text.length) {
    const word = wordAt(words, at);
    const suggestions = (yield { kind: 'ask completion' }) ?? [];
    const suggestion = suggestions[0] ?? '';
    const agreed = agreement(reference, at, suggestion, loose);
    if (word < words.length && at === words[word].start) {
      const list = nextWords > 0 ? ((yield { kind: 'ask words', count: nextWords }) ?? []) : [];
      const rank = rankOf(reference, at, [...suggestions, ...list], loose);
      const { start, end } = words[word];
      forecasts.push({ length: end - start, rank, rightWords: agreed.words, rightLetters: agreed.letters });
    }
    if (at >= taking) {
      if (suggestion !== '') events.push({ kind: 'shown' });
      if (isWorthTaking(reference, at, agreed)) {
        taking = agreed.end;
        events.push({ kind: 'accept', words: agreed.words, characters: agreed.end - at });
      }
    }
    const next = at < taking ? nextStop(reference, at, taking) : at + characterLength(text, at);
    if (at >= taking) events.push({ kind: 'key', word: isInWord(reference, word, at) ? word : -1 });
    yield { kind: 'insert', text: text.slice(at, next), by: at < taking ? 'accept' : 'key' };
    at = next;
  }
  yield { kind: 'approve' };
  events.push({ kind: 'approve' });
  return { characters: text.length, words: forecasts, events };
}

/** Taking a single letter of a word that is half typed saves nothing. */
function isWorthTaking({ words }: ReferenceText, at: number, agreed: Agreement): boolean {
  if (agreed.words === 0) return false;
  return agreed.end - at > 1 || words[wordAt(words, at)].start === at;
}

/** Place of the right word among different next words, from 1; 0 when it is not there. */
function rankOf(reference: ReferenceText, at: number, list: StepAnswer, loose: boolean): number {
  const seen = new Set<string>();
  for (const suggestion of list) {
    const first = FIRST_WORD.exec(suggestion)?.[0] ?? '';
    if (first === '') continue;
    if (!seen.has(first) && agreement(reference, at, suggestion, loose).words > 0) return seen.size + 1;
    seen.add(first);
  }
  return 0;
}

const FIRST_WORD = /[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}\s]/u;

/** Where the next word begins, or the end of what is taken. */
function nextStop({ words }: ReferenceText, at: number, end: number): number {
  const word = wordAt(words, at);
  const start = word < words.length && words[word].start > at ? words[word].start : words[word + 1]?.start;
  return Math.min(start ?? end, end);
}

function isInWord({ words }: ReferenceText, word: number, at: number): boolean {
  return word < words.length && words[word].start <= at;
}

/** People type whole characters, also those of two units. */
function characterLength(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
