/**
 * Completions of what is typed. The next word is chosen by all that is known about it (next-word-model.ts), the rest by
 * the best path of a graph that leads on from there. Quick: from what was searched before. Full: the segment is searched
 * again under the typed words, once for every word finished; letters of the next one only filter.
 *
 * With text right of the caret the graphs alone decide: paths are judged by how well they lead into it.
 */
import type { CancelToken } from '../core/cancel.js';
import { casePositions, SENTENCE_INITIAL } from '../text/letter-case.js';
import type { CompletionLength, CompletionRequest, Suggestion } from './assist-records.js';
import {
  bestContinuation,
  type Continuation,
  type ContinuationRules,
  continuations,
  type Path,
} from './continuations.js';
import { foldForm, foldGlyphs } from './folding.js';
import type { NextWordModel } from './next-word-model.js';
import { DEFAULT_EDIT_COSTS, type PrefixMatcher } from './prefix-matcher.js';
import type { PrefixSearch } from './prefix-search.js';
import type { Rejections } from './rejections.js';
import type { SegmentSession } from './segment-session.js';
import type { SuggestionConfidence } from './suggestion-confidence.js';
import type { Completion, SurfaceWriter } from './surface-writer.js';
import { sameCase } from './tail-matcher.js';
import type { TypedText, TypedTextReader } from './typed-text.js';

export interface CompleterParts {
  readonly reader: TypedTextReader;
  readonly writer: SurfaceWriter;
  readonly search: PrefixSearch;
  readonly nextWords: NextWordModel;
  readonly rejections: Rejections;
  readonly confidence: SuggestionConfidence;
}

/** What it costs that a word leans on the one before it although a blank was typed between. */
const UNFIT_BLANK = 6;
/** Words after the next one of the first answer that are chosen by all evidence; beyond them the best path is as good. */
const PREDICTED_WORDS = 3;
/** … if they are at least so likely. */
const SURE = 0.25;
/** What it costs to set a full stop or the like twice. */
const TWICE = 8;
/** Next words looked at for each one wanted. */
const LOOKED_AT = 4;

interface Caret {
  readonly session: SegmentSession;
  readonly typed: TypedText;
  /** Words right of the caret; null for none. */
  readonly suffix: readonly string[] | null;
  readonly count: number;
}

/** A continuation with the reading of the typed text that it continues. */
interface Found {
  readonly typed: TypedText;
  readonly continuation: Continuation;
}

/** A next word, after what the tail finishes. */
interface Next {
  readonly typed: TypedText;
  /** From the start of the tail to the next word; the other fields as in continuations.ts. */
  readonly forms: readonly string[];
  readonly typedForms: number;
  readonly typedLetters: number;
  readonly firstNew: number;
  readonly probability: number;
  readonly continuation?: Continuation;
}

interface Answer {
  readonly list: readonly Found[];
  readonly exact: boolean;
}

export class Completer {
  readonly #parts: CompleterParts;

  constructor(parts: CompleterParts) {
    this.#parts = parts;
  }

  complete(session: SegmentSession, request: CompletionRequest, cancel: CancelToken): Suggestion[] {
    const { prefix, suffix = '', count, effort = 'full' } = request;
    const { reader } = this.#parts;
    const typed = reader.read(prefix);
    // In the middle of a word there is nothing to complete.
    if (typed.tail !== '' && WORD_CHARACTER.test(suffix)) return [];
    const right = suffix.trim() === '' ? null : reader.words(suffix).map(({ form }) => form);
    const caret = { session, typed, suffix: right, count };
    const found =
      right === null ? this.#predict(caret, request, effort, cancel) : this.#lead(caret, effort, cancel);
    return found.list
      .map(({ typed: at, continuation }) => this.#suggestion(session, at, continuation, request, found.exact))
      .filter(({ completion }) => completion !== '');
  }

  /** By the likeliest next words. */
  #predict(
    caret: Caret,
    { length }: CompletionRequest,
    effort: 'quick' | 'full',
    cancel: CancelToken,
  ): Answer {
    const { session, count } = caret;
    const typed = this.#parts.reader.read(caret.typed.text, 1);
    const here = { ...caret, typed };
    const bound = this.#boundGraph(here, effort, cancel);
    const { list, end } = this.#nextWords(here, bound);
    const { rejections } = this.#parts;
    const wantsMore = [typed.forms, this.#parts.reader.read(`${typed.text} `).forms].some(
      (forms) => rejections.after(session.source, forms).size > 0,
    );
    const whole = this.#joined(caret, typed, bound);
    const best = [...list, ...whole].sort((a, b) => b.probability - a.probability).slice(0, count);
    const exact = bound !== null || typed.forms.length === 0;
    if (best.length === 0 || (best[0].probability < end && !wantsMore)) return { list: [], exact };
    return {
      list: best.map((next, n) => ({
        typed: next.typed,
        continuation:
          next.continuation ?? this.#followed(session, next, bound, length, n === 0 ? PREDICTED_WORDS : 0),
      })),
      exact,
    };
  }

  /** The next words that what is typed allows, with their probabilities, and that of ending here. */
  #nextWords(caret: Caret, bound: PrefixMatcher | null): { list: Next[]; end: number } {
    const { session, typed, count } = caret;
    const { nextWords } = this.#parts;
    const rules = this.#rules(caret);
    const tail = foldForm(typed.tail);
    const ranked = nextWords.rank(session, typed.forms, tail, bound);
    const list: Next[] = [];
    const offer = (forms: readonly string[], typedForms: number, firstNew: number, probability: number) => {
      const cost = rules.cost(forms[firstNew], forms.slice(0, firstNew));
      if (cost === Number.POSITIVE_INFINITY) return;
      const typedLetters = typedForms === 0 ? 0 : tail.length;
      list.push({
        typed,
        forms,
        typedForms,
        typedLetters,
        firstNew,
        probability: probability * Math.exp(-cost),
      });
    };
    if (tail === '') {
      for (const { form, probability } of ranked.words) {
        offer([form], 0, 0, probability);
        if (list.length === LOOKED_AT * count) break;
      }
      return { list, end: ranked.end };
    }
    let end = 0;
    const glyphs = foldGlyphs(typed.tail);
    const enough = LOOKED_AT * count;
    for (const { form, folded, probability } of ranked.words) {
      if (list.length >= 2 * enough) break;
      const likely = sameCase(glyphs, foldGlyphs(form), rules.startsSentence)
        ? 1
        : Math.exp(-rules.otherCase);
      if (folded !== tail) offer([form], 1, 0, probability * likely);
      else {
        // The word may be finished: then the next one counts.
        const after = nextWords.rank(session, [...typed.forms, form], '', bound);
        const before = list.length;
        for (const next of after.words) {
          offer([form, next.form], 1, 1, probability * likely * next.probability);
          if (list.length === before + enough) break;
        }
        end = probability * likely * after.end;
      }
    }
    return { list, end };
  }

  /** Where what is typed is the beginning of several tokens written as one: the graphs know such words. */
  #joined(caret: Caret, single: TypedText, bound: PrefixMatcher | null): Next[] {
    const { typed, session } = caret;
    if (typed.tail === '') return [];
    const isSame = single.tailStart === typed.tailStart;
    const matcher = bound ?? session.matcher;
    const found =
      this.#continue(caret, matcher, true) ??
      (isSame ? null : this.#continue(caret, session.matcher, false)) ??
      [];
    return found
      .filter(({ typedForms }) => !isSame || typedForms > 1)
      .map((continuation) => {
        const { forms, typedForms, typedLetters, firstNew, probabilities } = continuation;
        return {
          typed,
          forms,
          typedForms,
          typedLetters,
          firstNew,
          probability: probabilities[0],
          continuation,
        };
      });
  }

  /** The next word with the best rest of the sentence. */
  #followed(
    session: SegmentSession,
    next: Next,
    bound: PrefixMatcher | null,
    length: CompletionLength,
    predictedWords: number,
  ): Continuation {
    const { forms, typedForms, typedLetters, firstNew, probability } = next;
    const found = { typedForms, typedLetters, firstNew };
    if (length === 'word') return { ...found, forms, probabilities: [probability], phraseLength: 1 };
    const said = [...next.typed.forms, ...forms];
    const predicted = this.#predictOn(session, said, bound, predictedWords);
    const rest = predicted.forms;
    const path = pathAfter(session, [...said, ...rest], bound);
    const reached = probability * (predicted.probabilities.at(-1) ?? 1);
    return {
      ...found,
      forms: [...forms, ...rest, ...path.forms],
      probabilities: [
        probability,
        ...predicted.probabilities.map((share) => probability * share),
        ...path.probabilities.map((share) => reached * share),
      ],
      phraseLength: 1 + (rest.length === 0 ? path.phraseRest : pathAfter(session, said, bound).phraseRest),
    };
  }

  /** The words after the next one, as long as they are likely: by all evidence too. */
  #predictOn(
    session: SegmentSession,
    said: readonly string[],
    bound: PrefixMatcher | null,
    most: number,
  ): { forms: string[]; probabilities: number[] } {
    const forms: string[] = [];
    const probabilities: number[] = [];
    let reached = 1;
    while (forms.length < most) {
      const before = [...said, ...forms];
      // Where the free search says the same, its phrases are the better guide.
      if (session.matcher.exact(before).states.length > 0) break;
      const { words, end } = this.#parts.nextWords.rank(session, before, '', bound);
      const best = words.find(({ form }) => !this.#parts.rejections.has(session.source, before, form));
      if (best === undefined || best.probability < Math.max(end, SURE)) break;
      reached *= best.probability;
      forms.push(best.form);
      probabilities.push(reached);
    }
    return { forms, probabilities };
  }

  /** The graph of a search under the typed words: known, or made now with full effort. */
  #boundGraph(
    { session, typed }: Caret,
    effort: 'quick' | 'full',
    cancel: CancelToken,
  ): PrefixMatcher | null {
    const { forms } = typed;
    if (forms.length === 0) return null;
    const key = forms.join('\n');
    const known = session.bound(key);
    if (known !== undefined || effort === 'quick') return known ?? null;
    const target = { forms, tail: '', rejected: NOTHING, closed: false };
    return session.bind(key, this.#parts.search.search(session, target, cancel));
  }

  /** With text right of the caret. */
  #lead(caret: Caret, effort: 'quick' | 'full', cancel: CancelToken): Answer {
    const bound = this.#boundGraph(caret, effort, cancel);
    const { typed, session } = caret;
    for (const matcher of bound === null ? [session.matcher] : [bound, session.matcher]) {
      const list = this.#continue(caret, matcher, true);
      if (list !== null) return { list: list.map((continuation) => ({ typed, continuation })), exact: true };
    }
    const list = this.#continue(caret, session.matcher, false) ?? [];
    return { list: list.map((continuation) => ({ typed, continuation })), exact: effort === 'full' };
  }

  #continue(caret: Caret, matcher: PrefixMatcher, exact: boolean): Continuation[] | null {
    const { session, typed, suffix, count } = caret;
    const frontier = exact ? matcher.exact(typed.forms) : matcher.corrected(typed.forms);
    const walker = suffix === null ? matcher.walker : session.into(matcher, suffix);
    return continuations(walker, frontier, typed.tail, this.#rules(caret), count);
  }

  #rules({ session, typed }: Caret): ContinuationRules {
    const { writer, rejections } = this.#parts;
    const before = typed.forms;
    const last = before.at(-1);
    const blankTyped = typed.tail === '' && /\s$/u.test(typed.text);
    const positions = casePositions([...before, 'x']);
    return {
      joins: (left, right) => writer.joins(left, right),
      startsSentence: positions[before.length] === SENTENCE_INITIAL,
      otherCase: DEFAULT_EDIT_COSTS.otherCase,
      wantsMore: rejections.after(session.source, before).size > 0,
      cost: (form, within) => {
        const all = within.length === 0 ? before : [...before, ...within];
        if (rejections.has(session.source, all, form)) return Number.POSITIVE_INFINITY;
        if (form === all.at(-1) && PUNCTUATION.test(form)) return TWICE;
        return blankTyped && last !== undefined && writer.joins(last, form) ? UNFIT_BLANK : 0;
      },
    };
  }

  #suggestion(
    session: SegmentSession,
    typed: TypedText,
    found: Continuation,
    { length, suffix = '' }: CompletionRequest,
    exact: boolean,
  ): Suggestion {
    const { firstNew, forms, probabilities } = found;
    const { writer, confidence } = this.#parts;
    const write = (count: number) => {
      const written = { ...found, forms: forms.slice(0, firstNew + count) };
      return writer.complete(typed, written, suffix, session.segment.allUpper);
    };
    const whole = write(probabilities.length);
    const spans = whole.spans.slice(0, this.#soundWords(typed.text, whole));
    const before = [...typed.forms, ...forms.slice(0, firstNew)];
    const suggested = forms.slice(firstNew, firstNew + spans.length);
    const confidences = confidence.of(session, before, suggested, probabilities[0]);
    const words = spans.map(({ start, end }, i) => ({ start, end, confidence: confidences[i] }));
    const worth =
      length === 'benefit'
        ? confidence.worthShowing(
            confidences,
            words.map(({ end }) => end),
          )
        : { word: 1, phrase: found.phraseLength, sentence: words.length }[length];
    const shown = Math.min(worth, words.length);
    if (shown === 0) return { completion: '', confidence: 0, words: [], exact };
    const { text } = shown === probabilities.length ? whole : write(shown);
    return {
      completion: text,
      confidence: confidence.ofAll(confidences.slice(0, shown)),
      words: words.slice(0, shown),
      exact,
    };
  }

  /** How many words of a completion stay words when it is read again: `.` after `.` would become one. */
  #soundWords(prefix: string, { text, spans }: Completion): number {
    const read = this.#parts.reader.words(prefix + text).filter(({ span }) => span.end > prefix.length);
    const unsound = spans.findIndex(({ end }, i) => read[i]?.span.end !== prefix.length + end);
    return unsound === -1 ? spans.length : unsound;
  }
}

const NOTHING: ReadonlySet<string> = new Set();
const PUNCTUATION = /^[.,;:!?…]+$/u;
const WORD_CHARACTER = /^[\p{L}\p{M}\p{N}]/u;

/** The best way on after words, in the first graph that has them. */
function pathAfter(session: SegmentSession, said: readonly string[], bound: PrefixMatcher | null): Path {
  for (const matcher of bound === null ? [session.matcher] : [bound, session.matcher]) {
    const frontier = matcher.exact(said);
    if (frontier.states.length > 0) return bestContinuation(matcher.walker, frontier);
  }
  return bestContinuation(session.matcher.walker, session.matcher.corrected(said));
}
