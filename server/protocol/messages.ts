/**
 * The messages Enface adds to LSP: method names and plain records, shared by server and client. Positions and
 * ranges are LSP's (zero-based line, UTF-16 character). This folder imports nothing.
 */
export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/**
 * `untranslated`: no target text yet. `draft`: there is target text. `approved`: the memory holds exactly this
 * pair of source and target.
 */
export type SegmentState = 'untranslated' | 'draft' | 'approved';

/** One row of the segment table. */
export interface SegmentRow {
  readonly index: number;
  readonly source: Range;
  /** Where the translation stands; null while the target document has no place for it. */
  readonly target: Range | null;
  readonly state: SegmentState;
}

/** The source and target documents that belong together. */
export interface PairInfo {
  readonly sourceUri: string;
  readonly targetUri: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly targetExists: boolean;
}

/** Request, client → server: the pairs that `uri` belongs to (a source may have several targets). */
export const PAIRS_METHOD = 'enface/pairs';
export interface PairsParams {
  readonly uri: string;
}
export interface PairsResult {
  /** Which side of its pairs the document is; null when it belongs to none. */
  readonly side: 'source' | 'target' | null;
  readonly pairs: readonly PairInfo[];
}

/**
 * Request, client → server: pair two documents by hand for this session (no settings glob matches them). The
 * target need not exist yet. Answers the pair as `PairInfo`.
 */
export const SET_PAIR_METHOD = 'enface/setPair';
export interface SetPairParams {
  readonly sourceUri: string;
  readonly targetUri: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}

/**
 * Request, client → server: the segment table of the pair whose target is `targetUri`; null when it has no pair.
 * From then on the server tells of changes with `enface/segmentsChanged`.
 */
export const SEGMENTS_METHOD = 'enface/segments';
export interface SegmentsParams {
  readonly targetUri: string;
}
export interface SegmentsResult {
  readonly pair: PairInfo;
  /** Versions of the two open documents the table was made from; null for a document that is not open. */
  readonly sourceVersion: number | null;
  readonly targetVersion: number | null;
  readonly segments: readonly SegmentRow[];
  /** Segments with target text, drafts and approved ones together, of `total`. */
  readonly done: number;
  readonly total: number;
}

/** Notification, server → client: the table changed (either document, or the memory); ask for it again. */
export const SEGMENTS_CHANGED_METHOD = 'enface/segmentsChanged';
export interface SegmentsChangedParams {
  readonly targetUri: string;
}

/**
 * Request, client → server: go to the segment after or before the caret in the target document. When the target
 * has no place for that segment yet, `edit` makes one (markup carried over from the source). Answers null when
 * there is no such segment.
 */
export const ADVANCE_METHOD = 'enface/advance';
export interface AdvanceParams {
  readonly targetUri: string;
  readonly position: Position;
  readonly direction: 'next' | 'previous' | 'nextUntranslated';
}
export interface AdvanceResult {
  readonly segment: number;
  readonly edit: { readonly range: Range; readonly newText: string } | null;
  /** Where the caret goes, in the document after `edit`. */
  readonly position: Position;
  readonly targetVersion: number | null;
}

/**
 * Request, client → server: the segment a caret in the target document is on, also where nothing is written yet (a
 * blank line, the end of a paragraph). Answers null when there is none.
 */
export const SEGMENT_AT_METHOD = 'enface/segmentAt';
export interface SegmentAtParams {
  readonly targetUri: string;
  readonly position: Position;
}
export interface SegmentAtResult {
  readonly segment: number;
}

/** Request, client → server: add the segment at the caret, as it stands, to the workspace's memory. */
export const APPROVE_METHOD = 'enface/approve';
export interface ApproveParams {
  readonly targetUri: string;
  readonly position: Position;
}
export interface ApproveResult {
  readonly segment: number;
  readonly source: string;
  readonly target: string;
  readonly memoryUri: string;
}

/**
 * Notification, server → client: the translation memories of one language pair were loaded, are loading, or could
 * not be. Sent when the state changes and when an approved segment was added.
 */
export const MEMORY_STATUS_METHOD = 'enface/memoryStatus';
export interface MemoryStatusParams {
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly state: 'loading' | 'ready' | 'failed';
  /** Units in use for this language pair, and the files they come from. */
  readonly units: number;
  readonly files: number;
  /** One sentence in the user's words when something was left out. */
  readonly problems: readonly string[];
}

/**
 * Notification, server → client: the model of one language pair was opened, is being opened, could not be, or is not
 * there.
 */
export const MODEL_STATUS_METHOD = 'enface/modelStatus';
export interface ModelStatusParams {
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly state: 'absent' | 'opening' | 'ready' | 'failed';
  /** The file of the model in use; null when there is none. */
  readonly uri: string | null;
  /** Sentence pairs the model was trained on, and when (ISO 8601). */
  readonly pairs: number;
  readonly created: string;
  /** Segments approved since then, which are learnt beside it. */
  readonly learnt: number;
  /** One sentence in the user's words when something is wrong. */
  readonly problem: string | null;
}

/**
 * Notification, server → client: there are better suggestions now than those answered for this place; ask again if the
 * caret is still there. Sent only to editors with the experimental capability `enface.suggestionsChanged`.
 */
export const SUGGESTIONS_CHANGED_METHOD = 'enface/suggestionsChanged';
export interface SuggestionsChangedParams {
  readonly targetUri: string;
  readonly version: number;
  readonly position: Position;
}

/**
 * Notification, client → server: what the translator did with a suggestion. `rejected` takes it and all that begin with
 * the same word out of the suggestions for this place; ask again to see the next. Without a `text` the first
 * suggestion of the last answer is meant.
 */
export const EVENT_METHOD = 'enface/event';
export interface EventParams {
  readonly event: 'accepted' | 'acceptedWord' | 'rejected' | 'dismissed';
  readonly targetUri: string;
  readonly position: Position;
  readonly text?: string;
  /** How sure the model is of it, 0–1; not told of matches of the memory. */
  readonly confidence?: number;
}

/**
 * Request, client → server: the words that belong to the word at a place in either document of a pair, in both. Words
 * that are translated as one come together, with gaps where others stand between. Answers null where no word is, and
 * without a model.
 */
export const ALIGNMENT_METHOD = 'enface/alignment';
export interface AlignmentParams {
  readonly uri: string;
  readonly position: Position;
}
export interface AlignmentResult {
  readonly sourceUri: string;
  readonly targetUri: string;
  readonly sourceVersion: number | null;
  readonly targetVersion: number | null;
  readonly source: readonly Range[];
  readonly target: readonly Range[];
}

/** How sure the model is of a word. */
export type ConfidenceLevel = 'low' | 'medium' | 'high';

/**
 * Request, client → server: how sure the model is of the words of the target document inside `range`, except in approved
 * segments, as far as it is known; `enface/confidenceChanged` tells when there is more. Empty when the setting `enface.confidence.show` does not want it. The same as semantic tokens, for
 * clients that draw their own.
 */
export const CONFIDENCE_METHOD = 'enface/confidence';
export interface ConfidenceParams {
  readonly targetUri: string;
  readonly range: Range;
}
export interface ConfidenceResult {
  readonly version: number | null;
  readonly words: readonly WordMark[];
}
export interface WordMark {
  readonly range: Range;
  readonly level: ConfidenceLevel;
  /** 0–1. */
  readonly confidence: number;
}

/** Notification, server → client: ask for confidences again (more is known, another model, other settings). */
export const CONFIDENCE_CHANGED_METHOD = 'enface/confidenceChanged';

/**
 * Commands of `workspace/executeCommand`, for code actions and for editors without an Enface extension. Each takes
 * one argument, `CommandParams`. The server edits with `workspace/applyEdit` and moves the caret with
 * `window/showDocument`. (An extension must not register commands of the same names itself.)
 */
export const COMMAND_APPROVE = 'enface.server.approve';
export const COMMAND_NEXT_SEGMENT = 'enface.server.nextSegment';
export const COMMAND_PREVIOUS_SEGMENT = 'enface.server.previousSegment';
export const COMMAND_NEXT_UNTRANSLATED = 'enface.server.nextUntranslated';
/** «Not this one»: as `enface/event` with `rejected`; the argument may have a `text`. */
export const COMMAND_REJECT = 'enface.server.reject';
/** What inline completion items call when they were accepted; takes `EventParams`. */
export const COMMAND_ACCEPTED = 'enface.server.accepted';
/** Takes `TrainParams` instead, or nothing when one of the open documents will do; answers when the training has begun. Progress and end are told as LSP does. */
export const COMMAND_TRAIN = 'enface.server.train';
export interface TrainParams {
  /** Any document of a pair: its languages and its folder say what is trained. */
  readonly uri: string;
}
export interface CommandParams {
  /** The target document and the caret in it. */
  readonly uri: string;
  readonly position: Position;
}

/**
 * Only when the server was started with `--test-hooks`: `workspace/executeCommand` with one argument `TestFault`.
 * Lets tests see how a client and the server itself live through trouble.
 */
export const COMMAND_TEST_FAULT = 'enface.test.fault';
export interface TestFault {
  /**
   * `crash` ends the thread at once, `throw` throws where nobody catches (which ends a worker but not the server),
   * `hang` blocks it for ever, `slow` delays every later answer by `milliseconds` (0 ends it). `measure` is no trouble:
   * it answers `MemoryUse` of the thread.
   */
  readonly fault: 'crash' | 'throw' | 'hang' | 'slow' | 'measure';
  readonly where: 'server' | 'worker' | 'decoder';
  readonly milliseconds?: number;
}

/** Bytes: of the whole process, and of the thread's own objects and buffers. */
export interface MemoryUse {
  readonly rss: number;
  readonly heapUsed: number;
  readonly arrayBuffers: number;
}
