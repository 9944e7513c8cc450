/**
 * The engine in the translator's words. One assistant serves one model in one thread; plain records in and out.
 *
 *   const assistant = new Assistant(openBundle(container));
 *   assistant.openSegment('Das Haus ist alt.');
 *   assistant.complete({ source: 'Das Haus ist alt.', prefix: 'The h', count: 1, length: 'sentence' })
 *   // [{ completion: 'ouse is old.', … }]
 *
 * Segments are searched when they are first asked about, or before by `openSegment`, and a few are kept. Any text is
 * valid; a raised cancel token makes any call throw a CancelledError.
 */
import { OnlineAligner } from '../align/online-aligner.js';
import { type CancelToken, NEVER_CANCELLED } from '../core/cancel.js';
import type { ModelBundle } from '../search/model-bundle.js';
import type { SearchSettings } from '../search/search-settings.js';
import { Translator } from '../search/translator.js';
import { casePositions, SENTENCE_INITIAL } from '../text/letter-case.js';
import { UNKNOWN } from '../text/vocabulary.js';
import { findAlternatives } from './alternatives.js';
import type {
  Alternative,
  AlternativesRequest,
  ApprovedPair,
  CompletionRequest,
  Explanation,
  Rejection,
  SourceTranslation,
  SourceTranslationsRequest,
  Suggestion,
  TargetPosition,
  TextPair,
  WordConfidenceRecord,
  WordLink,
} from './assist-records.js';
import { type Continuation, type ContinuationRules, continuations } from './continuations.js';
import { foldForm } from './folding.js';
import { DEFAULT_EDIT_COSTS, type PrefixMatcher } from './prefix-matcher.js';
import { PrefixSearch } from './prefix-search.js';
import { Rejections } from './rejections.js';
import { SegmentSession } from './segment-session.js';
import { sourceTranslations } from './source-translations.js';
import { SurfaceWriter } from './surface-writer.js';
import { type TypedText, TypedTextReader } from './typed-text.js';

export interface AssistSettings {
  /** Segments kept open. */
  readonly openSegments: number;
  /** What model scores are multiplied with to make probabilities of them. */
  readonly scale: number;
  /** How to search under a prefix. */
  readonly boundSearch: Partial<SearchSettings>;
  /** Milliseconds, for time budgets. */
  readonly now: () => number;
}

export const DEFAULT_ASSIST: AssistSettings = {
  openSegments: 16,
  scale: 1,
  boundSearch: { beamSize: 60, popLimit: 120, timeBudget: 40 },
  now: () => 0,
};

/** What it costs that a word leans on the one before it although a blank was typed between. */
const UNFIT_BLANK = 6;

export class Assistant {
  readonly #model: ModelBundle;
  readonly #settings: AssistSettings;
  readonly #translator: Translator;
  readonly #aligner: OnlineAligner;
  readonly #prefixSearch: PrefixSearch;
  readonly #sourceReader: TypedTextReader;
  readonly #targetReader: TypedTextReader;
  readonly #writer: SurfaceWriter;
  readonly #rejections = new Rejections();
  /** In the order of their last use. */
  readonly #sessions = new Map<string, SegmentSession>();

  constructor(model: ModelBundle, settings: Partial<AssistSettings> = {}) {
    const { metadata } = model;
    const { pretokenized } = metadata;
    this.#model = model;
    this.#settings = { ...DEFAULT_ASSIST, ...settings };
    this.#translator = new Translator(model, { now: this.#settings.now });
    this.#aligner = new OnlineAligner(model.alignment);
    this.#prefixSearch = new PrefixSearch(model, this.#translator, this.#aligner, this.#settings.boundSearch);
    this.#sourceReader = new TypedTextReader({ ...metadata.source, ...model.source, pretokenized });
    this.#targetReader = new TypedTextReader({ ...metadata.target, ...model.target, pretokenized });
    this.#writer = new SurfaceWriter(metadata.target.language, pretokenized);
  }

  /** Searches the segment, so that later calls about it are quick. For the segments to come, too. */
  openSegment(source: string, cancel: CancelToken = NEVER_CANCELLED): void {
    this.#open(source, cancel);
  }

  /** Texts to insert at the caret, best first; they differ in their next word. Empty when nothing is left to say. */
  complete(request: CompletionRequest, cancel: CancelToken = NEVER_CANCELLED): Suggestion[] {
    const session = this.#open(request.source, cancel);
    const typed = this.#targetReader.read(request.prefix);
    const { count, effort = 'full' } = request;
    const answer = (found: readonly Continuation[], at: TypedText, exact: boolean) =>
      found.map((continuation) => this.#suggestion(session, at, continuation, request, exact));
    for (const matcher of [session.boundUnder(request.prefix), session.matcher]) {
      const found = matcher === null ? null : this.#continue(session, matcher, typed, count, true);
      if (found !== null) return answer(found, typed, true);
    }
    const isOpen = typed.tail === '' || !this.#isWord(typed.tail);
    if (effort === 'full') {
      const bound = this.#searchUnder(session, typed, cancel);
      const found = bound === null ? null : this.#continue(session, bound, typed, count, true);
      if (found !== null) return answer(found, typed, true);
    } else {
      const near = this.#continue(session, session.matcher, typed, count, false);
      if (near !== null) return answer(near, typed, false);
    }
    if (isOpen) return [];
    const finished = this.#finished(typed);
    if (effort === 'full') {
      const bound = this.#searchUnder(session, finished, cancel);
      const found = bound === null ? null : this.#continue(session, bound, finished, count, true);
      if (found !== null) return answer(found, finished, true);
    }
    return answer(this.#continue(session, session.matcher, finished, count, false) ?? [], finished, false);
  }

  /** Never again offers this continuation after this prefix; the next `complete` gives what comes after it. */
  reject({ source, prefix, continuation }: Rejection): void {
    const typed = this.#targetReader.read(prefix);
    const words = this.#targetReader.words(prefix + continuation);
    // The first word that reaches beyond the prefix is the one that was offered.
    const next = words.findIndex(({ span }) => span.end > prefix.length);
    if (next === -1) return;
    const before = [...typed.forms, ...words.slice(typed.forms.length, next).map(({ form }) => form)];
    this.#rejections.add(source, before, words[next].form);
  }

  /** Other ways to say the words of a range that fit what stands around them, or the whole sentence; best first. */
  alternatives(request: AlternativesRequest, cancel: CancelToken = NEVER_CANCELLED): Alternative[] {
    const session = this.#open(request.source, cancel);
    return findAlternatives(session, this.#targetReader.words(request.target), this.#writer, request);
  }

  /** The dictionary view: what the source words of a range may become here. */
  translationsOf(
    request: SourceTranslationsRequest,
    cancel: CancelToken = NEVER_CANCELLED,
  ): SourceTranslation[] {
    return sourceTranslations(this.#open(request.source, cancel), this.#writer, request);
  }

  /** The phrase pair behind the word at an offset of the target; null where no word is. */
  explain(_request: TargetPosition, _cancel: CancelToken = NEVER_CANCELLED): Explanation | null {
    return null;
  }

  /** All links between the words of both texts. */
  align({ source, target }: TextPair): WordLink[] {
    const from = this.#sourceReader.words(source);
    const to = this.#targetReader.words(target);
    const { links } = this.#aligner.align(
      { ids: from.map(({ form }) => this.#model.source.vocabulary.idOf(form)), forms: from.map(lowerForm) },
      { ids: to.map(({ form }) => this.#model.target.vocabulary.idOf(form)), forms: to.map(lowerForm) },
    );
    return links.map((link) => ({
      source: from[link.source].span,
      target: to[link.target].span,
      probability: link.posterior,
    }));
  }

  /** How likely each word of a target text is right. */
  confidence(_request: TextPair, _cancel: CancelToken = NEVER_CANCELLED): WordConfidenceRecord[] {
    return [];
  }

  /** Learns a pair at once: the next suggestions use it. */
  approve(_pair: ApprovedPair): void {
    this.#sessions.clear();
  }

  /** Unlearns a pair. */
  forget(_unit: string): void {
    this.#sessions.clear();
  }

  #open(source: string, cancel: CancelToken): SegmentSession {
    const known = this.#sessions.get(source);
    if (known !== undefined) {
      this.#sessions.delete(source);
      this.#sessions.set(source, known);
      return known;
    }
    const segment = this.#translator.prepare(source);
    const lattice = this.#translator.lattice(segment, this.#translator.weights, cancel);
    const session = new SegmentSession(
      source,
      segment,
      this.#sourceReader.words(source),
      lattice,
      (id) => this.#translator.form(segment, id),
      this.#settings.scale,
    );
    this.#sessions.set(source, session);
    const oldest = this.#sessions.keys().next();
    if (this.#sessions.size > this.#settings.openSegments && !oldest.done)
      this.#sessions.delete(oldest.value);
    return session;
  }

  /** Null when the typed text is not in the graph, as it is typed or with errors corrected. */
  #continue(
    session: SegmentSession,
    matcher: PrefixMatcher,
    typed: TypedText,
    count: number,
    exact: boolean,
  ): Continuation[] | null {
    const frontier = exact ? matcher.exact(typed.forms) : matcher.corrected(typed.forms);
    return continuations(matcher.walker, frontier, typed.tail, this.#rules(session, typed), count);
  }

  #searchUnder(session: SegmentSession, typed: TypedText, cancel: CancelToken): PrefixMatcher | null {
    const found = this.#prefixSearch.search(
      session,
      {
        forms: typed.forms,
        tail: foldForm(typed.tail),
        rejected: this.#rejections.after(session.source, typed.forms),
        closed: false,
      },
      cancel,
    );
    return found === null ? null : session.bind(typed.text, found.lattice, found.formOf);
  }

  #rules(session: SegmentSession, typed: TypedText): ContinuationRules {
    const before = typed.forms;
    const last = before.at(-1);
    const blankTyped = typed.tail === '' && typed.text !== '' && /\s$/u.test(typed.text);
    const positions = casePositions([...before, 'x']);
    return {
      joins: (left, right) => this.#writer.joins(left, right),
      startsSentence: positions[before.length] === SENTENCE_INITIAL,
      otherCase: DEFAULT_EDIT_COSTS.otherCase,
      wantsMore: this.#rejections.after(session.source, before).size > 0,
      cost: (form, within) => {
        const all = within.length === 0 ? before : [...before, ...within];
        if (this.#rejections.has(session.source, all, form)) return Number.POSITIVE_INFINITY;
        return blankTyped && last !== undefined && this.#writer.joins(last, form) ? UNFIT_BLANK : 0;
      },
    };
  }

  #suggestion(
    session: SegmentSession,
    typed: TypedText,
    found: Continuation,
    { length }: CompletionRequest,
    exact: boolean,
  ): Suggestion {
    const { probabilities, phraseLength, firstNew } = found;
    const shown = length === 'word' ? 1 : length === 'phrase' ? phraseLength : probabilities.length;
    const written = { ...found, forms: found.forms.slice(0, firstNew + shown) };
    const { text, spans } = this.#writer.complete(typed, written, session.segment.allUpper);
    return {
      completion: text,
      confidence: probabilities[shown - 1],
      words: spans.map(({ start, end }, i) => ({
        start,
        end,
        confidence: i === 0 ? probabilities[0] : probabilities[i] / Math.max(probabilities[i - 1], 1e-300),
      })),
      exact,
    };
  }

  /** Whether the text may stand as it is: no beginning of a word that nobody knows. */
  #isWord(tail: string): boolean {
    const forms = this.#targetReader.words(tail).map(({ form }) => form);
    const last = forms.at(-1);
    if (last === undefined || !/\p{L}/u.test(last)) return true;
    const { vocabulary } = this.#model.target;
    return vocabulary.idOf(last) !== UNKNOWN || vocabulary.idOf(last.toLowerCase()) !== UNKNOWN;
  }

  /** The typed text with its tail taken for finished. */
  #finished({ text }: TypedText): TypedText {
    const forms = this.#targetReader.words(text).map(({ form }) => form);
    return { text, forms, tail: '', tailStart: text.length };
  }
}

function lowerForm({ form }: { readonly form: string }): string {
  return form.toLowerCase();
}
