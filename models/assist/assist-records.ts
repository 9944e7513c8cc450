/** What the assistant takes and gives: plain records. Offsets are UTF-16 offsets in the texts handed in. */
import type { Span } from '../text/span.js';

export type CompletionLength =
  /** The rest of the sentence. */
  | 'sentence'
  /** To the end of the phrase that was learnt as one. */
  | 'phrase'
  | 'word'
  /** As much as pays off on average. */
  | 'benefit';

export interface CompletionRequest {
  readonly source: string;
  /** Target text left of the caret. */
  readonly prefix: string;
  /** Target text right of the caret, if any: completions lead into it. */
  readonly suffix?: string;
  /** Completions wanted; they differ in their next word. */
  readonly count: number;
  readonly length: CompletionLength;
  /**
   * `quick` answers from what was searched before; `full`, the default, searches again under the prefix when what is
   * typed is not in it.
   */
  readonly effort?: 'quick' | 'full';
}

export interface Suggestion {
  /** The text to insert at the caret. */
  readonly completion: string;
  /** How likely the whole completion is right as it stands. */
  readonly confidence: number;
  /** The words of the completion: their places in it, and how likely each is right if those before it are. */
  readonly words: readonly WordConfidenceRecord[];
  /** False for a first cheap answer that was found by correcting errors: `full` effort may find a better one. */
  readonly exact: boolean;
}

export interface AlternativesRequest {
  readonly source: string;
  readonly target: string;
  /** The words that this range touches are replaced; an empty target or its whole range: the sentence. */
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

export interface Alternative {
  readonly text: string;
  /** The range of the target it replaces: whole words. */
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
}

export interface SourceTranslationsRequest {
  readonly source: string;
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

export interface SourceTranslation {
  readonly text: string;
  readonly probability: number;
  /** The source words it translates; several spans when there are others between them. */
  readonly sourceSpans: readonly Span[];
}

export interface TargetPosition {
  readonly source: string;
  readonly target: string;
  readonly offset: number;
}

export interface TextPair {
  readonly source: string;
  readonly target: string;
}

export interface Explanation {
  readonly targetSpans: readonly Span[];
  readonly sourceSpans: readonly Span[];
  /** Source and target phrase with gaps drawn: `ne … pas → not`. */
  readonly drawn: string;
  /** How likely this phrase pair is used here, of all translations considered; 0 for words only the translator wrote. */
  readonly probability: number;
  /** Whether the words were typed: not what the model would say, aligned word by word. */
  readonly typed: boolean;
  /** What spoke for the phrase pair and against it, by plain names; the greatest first. */
  readonly contributions: readonly { readonly name: string; readonly value: number }[];
  /** Where it was learnt: line or unit number of the training text, or the name of an approved unit. */
  readonly units: readonly {
    readonly origin: number | string;
    readonly source: string;
    readonly target: string;
  }[];
}

export interface WordLink {
  readonly source: Span;
  readonly target: Span;
  readonly probability: number;
}

export interface WordConfidenceRecord {
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
}

export interface Rejection {
  readonly source: string;
  readonly prefix: string;
  /** What was offered there. */
  readonly continuation: string;
}

export interface ApprovedPair {
  readonly source: string;
  readonly target: string;
  /** Names the pair, for explanations and for forgetting it. */
  readonly unit: string;
}
