/**
 * The translation memories in use: opens the one a document pair needs, tells the editor how loading goes and the
 * user, once per file, what could not be read.
 */
import { type Connection, Emitter } from 'vscode-languageserver';
import { MEMORY_STATUS_METHOD, type MemoryStatusParams } from '../protocol/messages.js';
import type { EngineHost } from './engine/engine-host.js';
import type { MemorySpec, MemoryState } from './engine/engine-messages.js';
import type { LoadingProgress } from './loading-progress.js';
import type { Log } from './log.js';
import type { Notices } from './notices.js';
import type { Pair } from './pair-registry.js';
import { approvedFileOf, type Folder, type Workspace } from './workspace.js';

interface OpenMemory {
  spec: MemorySpec;
  readonly folder: string;
  /** Files the user was told about. */
  troubled: readonly string[];
}

export class Memories {
  readonly #connection: Connection;
  readonly #engine: EngineHost;
  readonly #progress: LoadingProgress | null;
  readonly #notices: Notices;
  readonly #log: Log;
  readonly #open = new Map<string, OpenMemory>();
  readonly #changed = new Emitter<string>();
  /** Fires with the key of a memory whose units changed. */
  readonly onDidChange = this.#changed.event;

  constructor(
    connection: Connection,
    engine: EngineHost,
    progress: LoadingProgress | null,
    notices: Notices,
    log: Log,
  ) {
    this.#connection = connection;
    this.#engine = engine;
    this.#progress = progress;
    this.#notices = notices;
    this.#log = log;
  }

  /** The key of the memory for a pair; opens it the first time. */
  of({ folder, sourceLanguage, targetLanguage }: Pair): string {
    const spec = specOf(folder, sourceLanguage, targetLanguage);
    if (!this.#open.has(spec.key)) {
      this.#open.set(spec.key, { spec, folder: folder.uri, troubled: [] });
      this.#engine.open(spec);
    }
    return spec.key;
  }

  /** Settings or folders changed: memories whose files are other ones now are opened anew. */
  reconfigure(workspace: Workspace): void {
    for (const [key, memory] of this.#open) {
      const folder = workspace.folders.find(({ uri }) => uri === memory.folder);
      if (folder === undefined) {
        this.#open.delete(key);
        this.#engine.close(key);
        continue;
      }
      const spec = specOf(folder, memory.spec.sourceLanguage, memory.spec.targetLanguage);
      if (JSON.stringify(spec) === JSON.stringify(memory.spec)) continue;
      memory.spec = spec;
      this.#engine.open(spec);
    }
  }

  /** The engine's news about a memory. */
  update(state: MemoryState): void {
    const memory = this.#open.get(state.key);
    if (memory === undefined) return;
    this.#progress?.update(state);
    if (state.state !== 'loading') {
      this.#tellProblems(memory, state);
      this.#changed.fire(state.key);
    }
    const { sourceLanguage, targetLanguage } = memory.spec;
    const { units, files } = state;
    const problems = state.problems.map(({ message }) => message);
    const status: MemoryStatusParams = {
      sourceLanguage,
      targetLanguage,
      state: state.state,
      units,
      files,
      problems,
    };
    this.#connection
      .sendNotification(MEMORY_STATUS_METHOD, status)
      .catch((cause) => this.#log.error('The memory status could not be sent.', cause));
  }

  /** The engine ended and does not come back: what was loading never will be. */
  engineStopped(): void {
    this.#progress?.stop();
    for (const key of this.#open.keys()) {
      this.update({ key, state: 'failed', units: 0, files: 0, progress: 1, file: null, problems: [] });
    }
  }

  #tellProblems(memory: OpenMemory, { problems }: MemoryState): void {
    const files = problems.map(({ file }) => file);
    for (const file of memory.troubled) if (!files.includes(file)) this.#notices.resolve(`memory ${file}`);
    for (const { file, message } of problems) this.#notices.warn(`memory ${file}`, message);
    memory.troubled = files;
  }
}

function specOf(folder: Folder, sourceLanguage: string, targetLanguage: string): MemorySpec {
  const key = `${sourceLanguage} ${targetLanguage} ${folder.uri}`;
  const { path, settings } = folder;
  const patterns = settings.memories;
  const approvedFile = approvedFileOf(folder);
  return { key, sourceLanguage, targetLanguage, folder: path, patterns, approvedFile };
}
