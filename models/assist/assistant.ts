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
import { WordConfidence } from '../posterior/word-confidence.js';
import type { ModelBundle } from '../search/model-bundle.js';
import type { SearchSettings } from '../search/search-settings.js';
import { Translator } from '../search/translator.js';
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
import { Completer } from './completer.js';
import { Explainer } from './explainer.js';
import { NextWordModel } from './next-word-model.js';
import { PrefixSearch } from './prefix-search.js';
import { Rejections } from './rejections.js';
import { SegmentSession } from './segment-session.js';
import { sourceTranslations } from './source-translations.js';
import { SuggestionConfidence } from './suggestion-confidence.js';
import { SurfaceWriter } from './surface-writer.js';
import { TypedTextReader } from './typed-text.js';

export interface AssistSettings {
  /** Segments kept open. */
  readonly openSegments: number;
  /** What model scores are multiplied with to make probabilities of them. */
  readonly scale: number;
  /** How to search a segment that is opened. */
  readonly search: Partial<SearchSettings>;
  /** How to search under a prefix. */
  readonly boundSearch: Partial<SearchSettings>;
  /** Milliseconds, for time budgets. */
  readonly now: () => number;
}

export const DEFAULT_ASSIST: AssistSettings = {
  openSegments: 16,
  scale: 0.5,
  search: { beamSize: 200, popLimit: 400 },
  boundSearch: { beamSize: 60, popLimit: 120, timeBudget: 40 },
  now: () => 0,
};

export class Assistant {
  readonly #settings: AssistSettings;
  readonly #translator: Translator;
  readonly #sourceReader: TypedTextReader;
  readonly #targetReader: TypedTextReader;
  readonly #writer: SurfaceWriter;
  readonly #nextWords: NextWordModel;
  readonly #completer: Completer;
  readonly #explainer: Explainer;
  readonly #confidence: WordConfidence;
  readonly #rejections = new Rejections();
  /** In the order of their last use. */
  readonly #sessions = new Map<string, SegmentSession>();

  constructor(model: ModelBundle, settings: Partial<AssistSettings> = {}) {
    const { metadata, source, target } = model;
    const { pretokenized } = metadata;
    this.#settings = { ...DEFAULT_ASSIST, ...settings };
    const translator = new Translator(model, { now: this.#settings.now, search: this.#settings.search });
    const aligner = new OnlineAligner(model.alignment);
    const search = new PrefixSearch(model, translator, aligner, this.#settings.boundSearch);
    const writer = new SurfaceWriter(metadata.target.language, pretokenized);
    const reader = new TypedTextReader({ ...metadata.target, ...target, pretokenized });
    this.#translator = translator;
    this.#writer = writer;
    this.#sourceReader = new TypedTextReader({ ...metadata.source, ...source, pretokenized });
    this.#targetReader = reader;
    this.#nextWords = new NextWordModel({ model, translator, aligner });
    const { nextWords, rejections } = { nextWords: this.#nextWords, rejections: this.#rejections };
    this.#confidence = new WordConfidence(model, model.confidence);
    const confidence = new SuggestionConfidence(this.#confidence);
    this.#completer = new Completer({ reader, writer, search, nextWords, rejections, confidence });
    this.#explainer = new Explainer({ model, translator, aligner, search });
  }

  /** Searches the segment, so that later calls about it are quick. For the segments to come, too. */
  openSegment(source: string, cancel: CancelToken = NEVER_CANCELLED): void {
    this.#open(source, cancel);
  }

  /** Texts to insert at the caret, best first; they differ in their next word. Empty when nothing is left to say. */
  complete(request: CompletionRequest, cancel: CancelToken = NEVER_CANCELLED): Suggestion[] {
    return this.#completer.complete(this.#open(request.source, cancel), request, cancel);
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

  /** The phrase pair behind the word at an offset of the target, machine-made or typed; null where no word is. */
  explain(
    { source, target, offset }: TargetPosition,
    cancel: CancelToken = NEVER_CANCELLED,
  ): Explanation | null {
    const session = this.#open(source, cancel);
    return this.#explainer.explain(session, this.#targetReader.words(target), offset, cancel);
  }

  /** All links between the words of both texts. */
  align({ source, target }: TextPair, _cancel: CancelToken = NEVER_CANCELLED): WordLink[] {
    return this.#explainer.align(this.#sourceReader.words(source), this.#targetReader.words(target));
  }

  /** How likely each word of a target text is right. */
  confidence({ source, target }: TextPair, cancel: CancelToken = NEVER_CANCELLED): WordConfidenceRecord[] {
    const { segment, graph } = this.#open(source, cancel);
    const words = this.#targetReader.words(target);
    const opened = this.#confidence.open(segment, graph.lattice);
    // Machine text or a person's: in a document nobody knows any more.
    const confidences = opened.ofForms(
      words.map(({ form }) => form),
      { origin: 'unknown' },
    );
    return words.map(({ span }, i) => ({ ...span, confidence: confidences[i] }));
  }

  /** Learns a pair at once: the next suggestions use it. */
  approve({ source, target, unit }: ApprovedPair): void {
    this.#translator.learn(source, target, unit);
    this.#forgetSessions();
  }

  /** Unlearns a pair. */
  forget(unit: string): void {
    if (this.#translator.unlearn(unit)) this.#forgetSessions();
  }

  /** What was searched before does not know what is known now. */
  #forgetSessions(): void {
    this.#sessions.clear();
    this.#nextWords.forget();
  }

  #open(source: string, cancel: CancelToken): SegmentSession {
    const known = this.#sessions.get(source);
    if (known !== undefined) {
      this.#sessions.delete(source);
      this.#sessions.set(source, known);
      return known;
    }
    const segment = this.#translator.prepare(source);
    const session = new SegmentSession({
      source,
      segment,
      sourceWords: this.#sourceReader.words(source),
      lattice: this.#translator.lattice(segment, this.#translator.weights, cancel),
      formOf: (id) => this.#translator.form(segment, id),
      scale: this.#settings.scale,
    });
    this.#sessions.set(source, session);
    const oldest = this.#sessions.keys().next();
    if (this.#sessions.size > this.#settings.openSegments && !oldest.done)
      this.#sessions.delete(oldest.value);
    return session;
  }
}
