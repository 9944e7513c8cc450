/**
 * Completions of what is typed. Quick: the typed words are looked for in what was searched before, as they are or with
 * errors corrected. Full: unless most translations begin so anyway, the segment is searched again under the typed words,
 * once for every word finished; what is typed of the next one only filters.
 */
import type { CancelToken } from '../core/cancel.js';
import { chooseLength } from '../posterior/expected-benefit.js';
import { casePositions, SENTENCE_INITIAL } from '../text/letter-case.js';
import { UNKNOWN, type Vocabulary } from '../text/vocabulary.js';
import type { CompletionLength, CompletionRequest, Suggestion } from './assist-records.js';
import { type Continuation, type ContinuationRules, continuations } from './continuations.js';
import { foldForm } from './folding.js';
import { DEFAULT_EDIT_COSTS, type PrefixMatcher } from './prefix-matcher.js';
import type { PrefixSearch } from './prefix-search.js';
import type { Rejections } from './rejections.js';
import type { SegmentSession } from './segment-session.js';
import type { SurfaceWriter } from './surface-writer.js';
import type { TypedText, TypedTextReader } from './typed-text.js';

export interface CompleterParts {
  readonly vocabulary: Vocabulary;
  readonly reader: TypedTextReader;
  readonly writer: SurfaceWriter;
  readonly search: PrefixSearch;
  readonly rejections: Rejections;
}

/** What it costs that a word leans on the one before it although a blank was typed between. */
const UNFIT_BLANK = 6;
/** Log of the share of translations that must begin with the typed words for the free search to be good enough. */
const ENOUGH = Math.log(0.2);

interface Caret {
  readonly session: SegmentSession;
  readonly typed: TypedText;
  /** Words right of the caret; null for none. */
  readonly suffix: readonly string[] | null;
  readonly count: number;
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
    const right = suffix.trim() === '' ? null : reader.words(suffix).map(({ form }) => form);
    // In the middle of a word there is nothing to complete.
    if (typed.tail !== '' && WORD_CHARACTER.test(suffix)) return [];
    const caret = { session, typed, suffix: right, count };
    const answer = (found: readonly Continuation[], at: TypedText, exact: boolean) =>
      found
        .map((continuation) => this.#suggestion({ ...caret, typed: at }, continuation, request, exact))
        .filter(({ completion }) => completion !== '');
    const found = this.#find(caret, effort, cancel);
    if (found !== null) return answer(found.list, typed, found.exact);
    // The tail begins no word that could follow: it may be a word of its own.
    if (typed.tail === '' || !this.#isWord(typed.tail)) return [];
    const forms = reader.words(prefix).map(({ form }) => form);
    const finished: TypedText = { text: prefix, forms, tail: '', tailStart: prefix.length };
    const after = this.#find({ ...caret, typed: finished }, effort, cancel);
    return after === null ? [] : answer(after.list, finished, after.exact);
  }

  /** Null when what is typed has no continuation in what was searched. */
  #find(
    caret: Caret,
    effort: 'quick' | 'full',
    cancel: CancelToken,
  ): { list: Continuation[]; exact: boolean } | null {
    const { session, typed } = caret;
    const rejected = this.#parts.rejections.after(session.source, typed.forms);
    const key = keyOf(typed.forms, '', rejected);
    const free = session.matcher;
    const bound = session.bound(key);
    const begins = free.walker.mass(free.exact(typed.forms)) - free.graphMass > ENOUGH;
    if (bound !== undefined && bound !== null) {
      const list = this.#continue(caret, bound, true);
      if (list !== null) return { list, exact: true };
    } else if (begins) {
      const list = this.#continue(caret, free, true);
      if (list !== null) return { list, exact: true };
    }
    if (effort === 'full') {
      for (const tail of typed.tail === '' ? [''] : ['', foldForm(typed.tail)]) {
        const list = this.#underSearch(caret, tail, rejected, cancel);
        if (list !== null) return { list, exact: true };
      }
    }
    for (const matcher of [...session.boundUnder(typed.forms), free]) {
      const list = this.#continue(caret, matcher, true);
      if (list !== null) return { list, exact: false };
    }
    const list = this.#continue(caret, free, false);
    return list === null ? null : { list, exact: false };
  }

  /** Searches again under the typed words and the beginning of the next, unless that was done. */
  #underSearch(
    caret: Caret,
    tail: string,
    rejected: ReadonlySet<string>,
    cancel: CancelToken,
  ): Continuation[] | null {
    const { session, typed } = caret;
    const key = keyOf(typed.forms, tail, rejected);
    let matcher = session.bound(key);
    if (matcher === undefined) {
      const target = { forms: typed.forms, tail, rejected, closed: false };
      // What is bound in the middle of a word serves this place only.
      const boundForms = tail === '' ? typed.forms : NOWHERE_ELSE;
      matcher = session.bind(key, boundForms, this.#parts.search.search(session, target, cancel));
    }
    return matcher === null ? null : this.#continue(caret, matcher, true);
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
        return blankTyped && last !== undefined && writer.joins(last, form) ? UNFIT_BLANK : 0;
      },
    };
  }

  #suggestion(
    { session, typed }: Caret,
    found: Continuation,
    { length, suffix = '' }: CompletionRequest,
    exact: boolean,
  ): Suggestion {
    const { probabilities, firstNew } = found;
    const { writer } = this.#parts;
    const write = (count: number) => {
      const written = { ...found, forms: found.forms.slice(0, firstNew + count) };
      return writer.complete(typed, written, suffix, session.segment.allUpper);
    };
    const whole = write(probabilities.length);
    const words = whole.spans.map(({ start, end }, i) => ({
      start,
      end,
      confidence:
        i === 0 ? probabilities[0] : Math.min(1, probabilities[i] / Math.max(probabilities[i - 1], 1e-300)),
    }));
    const shown = shownWords(length, found, words);
    if (shown === 0) return { completion: '', confidence: 0, words: [], exact };
    const { text } = shown === probabilities.length ? whole : write(shown);
    return { completion: text, confidence: probabilities[shown - 1], words: words.slice(0, shown), exact };
  }

  /** Whether the text may stand as it is: no beginning of a word that nobody knows. */
  #isWord(tail: string): boolean {
    const { vocabulary, reader } = this.#parts;
    const last = reader.words(tail).at(-1)?.form;
    if (last === undefined || !/\p{L}/u.test(last)) return true;
    return vocabulary.idOf(last) !== UNKNOWN || vocabulary.idOf(last.toLowerCase()) !== UNKNOWN;
  }
}

const NOWHERE_ELSE: readonly string[] = ['\n'];
const WORD_CHARACTER = /^[\p{L}\p{M}\p{N}]/u;

function shownWords(
  length: CompletionLength,
  { probabilities, phraseLength }: Continuation,
  words: readonly { readonly start: number; readonly end: number; readonly confidence: number }[],
): number {
  switch (length) {
    case 'word':
      return 1;
    case 'phrase':
      return phraseLength;
    case 'sentence':
      return probabilities.length;
    case 'benefit': {
      const ends = [0, ...words.map(({ end }) => end)];
      return chooseLength(words.map(({ end, confidence }, i) => ({ characters: end - ends[i], confidence })))
        .count;
    }
  }
}

function keyOf(forms: readonly string[], tail: string, rejected: ReadonlySet<string>): string {
  return `${forms.join('\n')}\t${tail}\t${[...rejected].join('\n')}`;
}
