/**
 * The memories the worker holds, one per key, each filled from files. Files are read one after the other in slices;
 * look-ups come in between and find what is there so far. Only files that changed are read again.
 */
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type CancelToken, throwIfCancelled } from '../../../models/core/cancel.js';
import { EnfaceError } from '../../../models/core/errors.js';
import { TranslationMemory } from '../../../models/memory/translation-memory.js';
import type {
  Approval,
  CompletionRecord,
  EngineRequests,
  MatchRecord,
  MemoryProblem,
  MemorySpec,
  MemoryState,
  Query,
} from './engine-messages.js';
import { type FileState, fileState } from './file-state.js';
import { findFiles, isWanted } from './find-files.js';
import { type LanguageTools, languageTools } from './language-tools.js';
import { completionRecords, matchRecords } from './match-records.js';
import { appendApproved, TmxMemoryFile } from './tmx-memory-file.js';
import { placeOfApproval } from './unit-places.js';

/** Milliseconds of loading after which look-ups get their turn, and between two reports. */
const SLICE = 8;
const REPORT_INTERVAL = 100;
/** More candidates than wanted completions: the best match need not begin with what is typed. */
const COMPLETION_CANDIDATES = 20;
const DROP_SLICE = 2000;

interface LoadedFile {
  /** Tells one state of the file from another. */
  readonly stamp: string;
  readonly problem: string | null;
}

interface Entry {
  spec: MemorySpec;
  readonly memory: TranslationMemory;
  readonly tools: LanguageTools;
  readonly files: Map<string, LoadedFile>;
  /** How far the load under way is, null when there is none. */
  loading: { readonly share: number; readonly file: string | null } | null;
}

export class MemoryLibrary {
  readonly #entries = new Map<string, Entry>();
  readonly #report: (state: MemoryState) => void;
  #loads: Promise<void> = Promise.resolve();
  #approvals: Promise<unknown> = Promise.resolve();
  #approvedCount = 0;

  constructor(report: (state: MemoryState) => void) {
    this.#report = report;
  }

  /** Starts loading what is not loaded yet, and drops files the spec no longer names. */
  open(spec: MemorySpec, token: CancelToken): null {
    const entry = this.#entries.get(spec.key) ?? newEntry(spec);
    entry.spec = spec;
    this.#entries.set(spec.key, entry);
    this.#enqueue(() => this.#load(entry, token));
    return null;
  }

  close(key: string): null {
    this.#entries.delete(key);
    return null;
  }

  filesChanged(paths: readonly string[], token: CancelToken): null {
    for (const entry of this.#entries.values()) {
      const { folder, patterns, approvedFile } = entry.spec;
      const concerned = paths.some(
        (file) => file === approvedFile || entry.files.has(file) || isWanted(folder, patterns, file),
      );
      if (concerned) this.#enqueue(() => this.#load(entry, token));
    }
    return null;
  }

  match(query: Query, token: CancelToken): MatchRecord[] {
    throwIfCancelled(token);
    const entry = this.#entries.get(query.key);
    return entry === undefined ? [] : this.#matches(entry, query, query.maximum);
  }

  complete(query: Query & { readonly prefix: string }, token: CancelToken): CompletionRecord[] {
    throwIfCancelled(token);
    const entry = this.#entries.get(query.key);
    if (entry === undefined) return [];
    const records = this.#matches(entry, query, Math.max(query.maximum, COMPLETION_CANDIDATES));
    throwIfCancelled(token);
    return completionRecords(query.prefix, records, query.maximum, entry.tools);
  }

  holds({ key, sources, targets }: EngineRequests['holds']['params']): Uint8Array {
    const memory = this.#entries.get(key)?.memory;
    return Uint8Array.from(sources, (source, i) => Number(memory?.holds(source, targets[i] ?? '') ?? false));
  }

  async approve(approval: Approval): Promise<{ file: string }> {
    const entry = this.#entries.get(approval.key);
    if (entry === undefined) throw new EnfaceError('no-memory', 'The translation memory is not open.');
    const file = entry.spec.approvedFile;
    if (file === null) {
      throw new EnfaceError(
        'no-place',
        'Open a folder to approve segments: its memory is where they are kept.',
      );
    }
    // Not behind the loads: a translator does not wait for those.
    const done = this.#approvals.then(async () => {
      await appendApproved(file, entry.spec, approval);
      const origin = { file, unit: placeOfApproval(this.#approvedCount++) };
      const { source, target, previousSource, nextSource } = approval;
      entry.memory.add({ source, target, origin, previousSource, nextSource });
      // Our own writing is no news when the editor's watcher reports it.
      const stamp = (await fileState(file))?.stamp ?? '';
      entry.files.set(file, { stamp, problem: entry.files.get(file)?.problem ?? null });
      this.#tell(entry);
      return { file };
    });
    this.#approvals = done.catch(() => {});
    return done;
  }

  #matches({ memory, tools }: Entry, query: Query, limit: number): MatchRecord[] {
    const { source, previousSource, nextSource, minimum } = query;
    const matches = memory.match(source, { minimumPercent: minimum, limit, previousSource, nextSource });
    return matchRecords(source, matches, tools);
  }

  /** Brings the entry in line with its files. */
  async #load(entry: Entry, token: CancelToken): Promise<void> {
    if (this.#entries.get(entry.spec.key) !== entry) return;
    entry.loading = { share: 0, file: null };
    this.#tell(entry);
    const wanted = await wantedFiles(entry.spec);
    const gone = [...entry.files.keys()].filter((file) => !wanted.has(file));
    for (const file of gone) await drop(entry, file);
    const changed = [...wanted].filter(([file, { stamp }]) => entry.files.get(file)?.stamp !== stamp);
    const total = Math.max(
      1,
      changed.reduce((sum, [, { size }]) => sum + size, 0),
    );
    let done = 0;
    for (const [file, { stamp, size }] of changed) {
      if (token.cancelled || this.#entries.get(entry.spec.key) !== entry) break;
      await drop(entry, file);
      const problem = await readInto(entry, file, token, (bytes) => {
        entry.loading = { share: (done + bytes) / total, file };
        this.#tell(entry);
      });
      entry.files.set(file, { stamp, problem });
      done += size;
    }
    entry.loading = null;
    this.#tell(entry);
  }

  /** Runs one load at a time: two at once would only fight for the disk. */
  #enqueue(load: () => Promise<void>): void {
    this.#loads = this.#loads.then(load);
  }

  #tell({ spec, memory, files, loading }: Entry): void {
    if (!this.#entries.has(spec.key)) return;
    const problems: MemoryProblem[] = [];
    for (const [file, { problem }] of files) if (problem !== null) problems.push({ file, message: problem });
    const failed = loading === null && memory.size === 0 && problems.length > 0;
    this.#report({
      key: spec.key,
      state: loading !== null ? 'loading' : failed ? 'failed' : 'ready',
      units: memory.size,
      files: files.size,
      progress: loading?.share ?? 1,
      file: loading?.file ?? null,
      problems,
    });
  }
}

function newEntry(spec: MemorySpec): Entry {
  const tools = languageTools(spec.sourceLanguage, spec.targetLanguage);
  return { spec, memory: new TranslationMemory(tools.source), tools, files: new Map(), loading: null };
}

/** The files a memory is made of, with their states; the approved file last, so that its units are the newest. */
async function wantedFiles({ folder, patterns, approvedFile }: MemorySpec): Promise<Map<string, FileState>> {
  const found = (await findFiles(folder, patterns)).filter((file) => file !== approvedFile);
  if (approvedFile !== null) found.push(approvedFile);
  const wanted = new Map<string, FileState>();
  for (const file of found) {
    const state = await fileState(file);
    if (state !== null) wanted.set(file, state);
  }
  return wanted;
}

/** Adds the units of a file; what went wrong, in words, or null. */
async function readInto(
  entry: Entry,
  file: string,
  token: CancelToken,
  progress: (bytes: number) => void,
): Promise<string | null> {
  const reading = new TmxMemoryFile(file, entry.spec);
  let turn = performance.now();
  let reported = turn;
  for await (const unit of reading.units()) {
    entry.memory.add(unit);
    if (performance.now() - turn < SLICE) continue;
    await setImmediate();
    turn = performance.now();
    if (token.cancelled) return `Loading ${path.basename(file)} was cancelled; a part of it is in use.`;
    if (turn - reported < REPORT_INTERVAL) continue;
    reported = turn;
    progress(reading.bytesRead);
  }
  return reading.problem;
}

/** Removes what came from a file, in slices. */
async function drop({ memory, files }: Entry, file: string): Promise<void> {
  while (memory.removeFile(file, DROP_SLICE) === DROP_SLICE) await setImmediate();
  files.delete(file);
}
