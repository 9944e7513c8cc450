/**
 * What the server asks of the memory's worker (`EngineRequests`) and what that tells on its own (`MemoryState`): plain
 * records only.
 */
import type { CommonRequests } from './worker-loop.js';
import type { KindOf } from './worker-messages.js';

/** One translation memory: a language pair inside one workspace folder, and the files it is read from. */
export interface MemorySpec {
  /** Names the memory in all other messages. */
  readonly key: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  /** Folder in which `patterns` are looked for; null when there is none (then only absolute paths are read). */
  readonly folder: string | null;
  readonly patterns: readonly string[];
  /** The file approved segments go to; read like the others. Null when there is no place for one. */
  readonly approvedFile: string | null;
}

/** Part of a text that differs between the segment and the unit of the memory. */
export interface DifferencePart {
  readonly kind: 'same' | 'deleted' | 'inserted';
  readonly text: string;
}

export interface MatchRecord {
  /** The unit as it stands in the memory. */
  readonly source: string;
  readonly target: string;
  /** What to insert: `target`, or `target` with numbers changed to those of the segment. */
  readonly proposal: string;
  readonly repaired: boolean;
  /** 1–99, 100 for the same text, 101 for the same text between the same neighbours. */
  readonly percent: number;
  /** From the unit's source to the segment's: deleted parts stand in the unit only. Empty when they are the same. */
  readonly differences: readonly DifferencePart[];
  /** The file the unit comes from and its number there; null for one approved since the file was read. */
  readonly file: string;
  readonly unit: number | null;
}

export interface CompletionRecord extends MatchRecord {
  /** The part of `proposal` that comes after the typed prefix. */
  readonly completion: string;
}

/** What is looked up: a source text between its neighbours (empty at the edge of the document). */
export interface Query {
  readonly key: string;
  readonly source: string;
  readonly previousSource: string;
  readonly nextSource: string;
  /** Lowest percentage, and most answers wanted. */
  readonly minimum: number;
  readonly maximum: number;
}

/** A segment the translator confirmed, between its neighbours in the source. */
export interface Approval {
  readonly key: string;
  readonly source: string;
  readonly target: string;
  readonly previousSource: string;
  readonly nextSource: string;
}

export type EngineRequests = CommonRequests & {
  match: { params: Query; result: MatchRecord[] };
  complete: { params: Query & { readonly prefix: string }; result: CompletionRecord[] };
  /** For each pair of source and target: 1 when the memory holds exactly it. */
  holds: {
    params: { key: string; sources: readonly string[]; targets: readonly string[] };
    result: Uint8Array;
  };
  /** Writes the pair into the approved file, then adds it to the memory. */
  approve: { params: Approval; result: { file: string } };
  open: { params: MemorySpec; result: null };
  close: { params: { key: string }; result: null };
  /** Files that were created, changed or deleted on disk. */
  filesChanged: { params: { paths: readonly string[] }; result: null };
};
export type RequestKind = KindOf<EngineRequests>;

/**
 * Kinds of look-up of which only the newest counts. Each has one cell of the shared array; a request is cancelled
 * as soon as the cell differs from its ticket.
 */
export const LANES = ['inlineCompletion', 'completion', 'hover', 'codeAction'] as const;
export type Lane = (typeof LANES)[number];

/** Cells after the lanes' are for loading: one, bumped to stop whatever is loading. */
export const LOADING_CELL: number = LANES.length;

/** The state of one memory, sent while it loads and whenever it changed. */
export interface MemoryState {
  readonly key: string;
  readonly state: 'loading' | 'ready' | 'failed';
  readonly units: number;
  readonly files: number;
  /** Share of the bytes read so far, 0–1, and the file in hand. */
  readonly progress: number;
  readonly file: string | null;
  readonly problems: readonly MemoryProblem[];
}

export interface MemoryProblem {
  readonly file: string;
  readonly message: string;
}
