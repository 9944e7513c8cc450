/**
 * The workspace folders and the settings that hold in each. Documents outside every folder belong to a nameless
 * folder with the editor's general settings and no place on disk.
 */
import path from 'node:path';
import type { Connection, InitializeParams, WorkspaceFolder } from 'vscode-languageserver';
import type { ClientFeatures } from './client-features.js';
import type { Log } from './log.js';
import type { Notices } from './notices.js';
import { checkSettings, type Settings } from './settings.js';
import { canonicalFolder, diskPath } from './uris.js';

export interface Folder {
  /** Canonical URI without a slash at the end; empty for the nameless folder. */
  readonly uri: string;
  /** Null when the folder is not on this machine's disk (a virtual workspace). */
  readonly path: string | null;
  readonly settings: Settings;
}

/** Where approved segments of a folder are kept; null when there is no place for them. */
export function approvedFileOf({ path: folder, settings }: Folder): string | null {
  const file = settings.memoryFile;
  if (folder !== null) return path.resolve(folder, file);
  return path.isAbsolute(file) ? file : null;
}

export class Workspace {
  readonly #connection: Connection;
  readonly #features: ClientFeatures;
  readonly #notices: Notices;
  readonly #log: Log;
  /** The section `enface` as given at start-up or pushed later, for editors that do not let us ask. */
  #pushed: unknown;
  #uris: string[];
  #folders: readonly Folder[] = [];
  #problems: readonly string[] = [];

  constructor(
    connection: Connection,
    features: ClientFeatures,
    notices: Notices,
    log: Log,
    params: InitializeParams,
  ) {
    this.#connection = connection;
    this.#features = features;
    this.#notices = notices;
    this.#log = log;
    this.push(params.initializationOptions);
    this.#uris = (params.workspaceFolders ?? (params.rootUri ? [{ uri: params.rootUri }] : [])).map(
      ({ uri }) => canonicalFolder(uri),
    );
  }

  /** All folders; the nameless one comes last. */
  get folders(): readonly Folder[] {
    return this.#folders;
  }

  /** The innermost folder that holds the document. */
  folderOf(uri: string): Folder {
    const inside = this.#folders.filter((folder) => folder.uri === '' || uri.startsWith(`${folder.uri}/`));
    return inside.reduce((best, folder) => (folder.uri.length > best.uri.length ? folder : best));
  }

  /** Asks the editor for the settings of every folder. Call before anything else, and when they changed. */
  async refresh(): Promise<void> {
    const uris = [...this.#uris, ''];
    const sections = await this.#sections(uris);
    const checked = sections.map((section) => checkSettings(section));
    this.#folders = uris.map((uri, i) => ({
      uri,
      path: diskPath(uri),
      settings: checked[i]?.settings ?? checkSettings(null).settings,
    }));
    this.#log.level = this.#folders[0]?.settings.logLevel ?? 'info';
    this.#tell([...new Set(checked.flatMap(({ problems }) => problems))]);
  }

  /** Settings came with the message itself (editors without `workspace/configuration`). */
  push(settings: unknown): void {
    if (typeof settings !== 'object' || settings === null) return;
    this.#pushed = 'enface' in settings ? settings.enface : settings;
  }

  changeFolders(added: readonly WorkspaceFolder[], removed: readonly WorkspaceFolder[]): void {
    const gone = new Set(removed.map(({ uri }) => canonicalFolder(uri)));
    this.#uris = this.#uris.filter((uri) => !gone.has(uri));
    for (const { uri } of added)
      if (!this.#uris.includes(canonicalFolder(uri))) this.#uris.push(canonicalFolder(uri));
  }

  async #sections(uris: readonly string[]): Promise<readonly unknown[]> {
    if (!this.#features.configuration) return uris.map(() => this.#pushed);
    const items = uris.map((uri) =>
      uri === '' ? { section: 'enface' } : { section: 'enface', scopeUri: uri },
    );
    try {
      const sections: unknown[] = await this.#connection.workspace.getConfiguration(items);
      return uris.map((_, i) => sections[i] ?? this.#pushed);
    } catch (cause) {
      this.#log.error('The editor did not tell its settings.', cause);
      return uris.map(() => this.#pushed);
    }
  }

  #tell(problems: readonly string[]): void {
    for (const old of this.#problems) if (!problems.includes(old)) this.#notices.resolve(old);
    for (const problem of problems) this.#notices.warn(problem, problem);
    this.#problems = problems;
  }
}
