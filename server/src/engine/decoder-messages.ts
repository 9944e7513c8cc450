/**
 * What the server asks of the decoder's worker (`DecoderRequests`) and what that tells on its own (`ModelState`):
 * plain records only.
 */
import type { CommonRequests } from './worker-loop.js';
import type { KindOf } from './worker-messages.js';

/** The model of a language pair inside one workspace folder, and the files it may be in. */
export interface ModelSpec {
  /** Names the model in all other messages. */
  readonly key: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  /** The first of these that exists is the model. */
  readonly files: readonly string[];
}

/** What is asked about one segment. */
export interface SegmentQuery {
  readonly key: string;
  readonly source: string;
}

export interface CompleteQuery extends SegmentQuery {
  /** The translation as typed, before and after the caret. */
  readonly prefix: string;
  readonly suffix: string;
  readonly count: number;
}

export interface SuggestionRecord {
  /** What to insert at the caret. */
  readonly completion: string;
}

export type DecoderRequests = CommonRequests & {
  complete: { params: CompleteQuery; result: SuggestionRecord[] };
  open: { params: ModelSpec; result: null };
  close: { params: { key: string }; result: null };
  /** Files that were created, changed or deleted on disk. */
  filesChanged: { params: { paths: readonly string[] }; result: null };
};
export type DecoderRequestKind = KindOf<DecoderRequests>;

/** As the memory's lanes: of each kind of question only the newest counts. */
export const DECODER_LANES = ['inlineCompletion', 'completion', 'hover', 'codeAction', 'background'] as const;
export type DecoderLane = (typeof DECODER_LANES)[number];
/** Work that gives way to every question. */
export const BACKGROUND_LANES: readonly DecoderLane[] = ['background'];

/** The state of one model, sent when it changed. */
export interface ModelState {
  readonly key: string;
  readonly state: 'absent' | 'opening' | 'ready' | 'failed';
  /** The file in use, or the one that could not be used. */
  readonly file: string | null;
  /** Sentence pairs it was trained on, and when (ISO 8601); 0 and empty without a model. */
  readonly pairs: number;
  readonly created: string;
  /** One sentence for the user when something is wrong. */
  readonly problem: string | null;
}
