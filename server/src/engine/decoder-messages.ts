/**
 * What the server asks of the decoder's worker (`DecoderRequests`) and what that tells on its own (`ModelState`):
 * plain records only.
 */
import type {
  Alternative,
  AlternativesRequest,
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
} from '../../../models/assist/assist-records.js';
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
  /** The file of approved segments: what it holds that is newer than the model is learnt too. */
  readonly approvedFile: string | null;
}

/** Names the model that is asked. */
export interface ModelKey {
  readonly key: string;
}

/** The assistant's questions (models/assist/assistant.ts); nothing is known of a model that is not open. */
export type DecoderRequests = CommonRequests & {
  /** Searches a segment ahead of its turn. */
  openSegment: { params: ModelKey & { readonly source: string }; result: null };
  complete: { params: ModelKey & CompletionRequest; result: Suggestion[] };
  alternatives: { params: ModelKey & AlternativesRequest; result: Alternative[] };
  translationsOf: { params: ModelKey & SourceTranslationsRequest; result: SourceTranslation[] };
  explain: { params: ModelKey & TargetPosition; result: Explanation | null };
  align: { params: ModelKey & TextPair; result: WordLink[] };
  confidence: { params: ModelKey & TextPair; result: WordConfidenceRecord[] };
  reject: { params: ModelKey & Rejection; result: null };
  approve: { params: ModelKey & TextPair; result: null };
  open: { params: ModelSpec; result: null };
  close: { params: { key: string }; result: null };
  /** Files that were created, changed or deleted on disk. */
  filesChanged: { params: { paths: readonly string[] }; result: null };
};
export type DecoderRequestKind = KindOf<DecoderRequests>;

/** As the memory's lanes: of each kind of question only the newest counts. */
export const DECODER_LANES = [
  'inlineCompletion',
  'completion',
  'hover',
  'codeAction',
  'alignment',
  'refinement',
  'confidence',
  'lookAhead',
] as const;
export type DecoderLane = (typeof DECODER_LANES)[number];
/** Work that gives way to every question. */
export const BACKGROUND_LANES: readonly DecoderLane[] = ['refinement', 'confidence', 'lookAhead'];

/** The state of one model, sent when it changed. */
export interface ModelState {
  readonly key: string;
  readonly state: 'absent' | 'opening' | 'ready' | 'failed';
  /** The file in use, or the one that could not be used. */
  readonly file: string | null;
  /** Sentence pairs it was trained on, and when (ISO 8601); 0 and empty without a model. */
  readonly pairs: number;
  readonly created: string;
  /** Whether the confidence of words was measured to be of use. */
  readonly tellsConfidence: boolean;
  /** Words with less confidence are doubtful. */
  readonly doubtful: number;
  /** Segments approved since, which it has learnt beside. */
  readonly learnt: number;
  /** One sentence for the user when something is wrong. */
  readonly problem: string | null;
}
