/**
 * Asks the editor to watch the files that matter while they are not open: memories, models, and documents of the
 * formats we read. Editors that cannot watch are served too; they notice changes when a document is opened or saved.
 */
import path from 'node:path';
import picomatch from 'picomatch';
import {
  type Connection,
  DidChangeWatchedFilesNotification,
  type Disposable,
  type FileSystemWatcher,
} from 'vscode-languageserver';
import type { ClientFeatures } from './client-features.js';
import { fileUri } from './uris.js';
import type { Folder } from './workspace.js';

const DOCUMENTS = '**/*.{md,markdown,mdown,mkd,txt,text}';

export class FileWatching {
  readonly #connection: Connection;
  readonly #features: ClientFeatures;
  #registered = '';
  #registration: Disposable | null = null;

  constructor(connection: Connection, features: ClientFeatures) {
    this.#connection = connection;
    this.#features = features;
  }

  /** Watches what the folders and their settings name; does nothing when that has not changed. */
  async update(folders: readonly Folder[]): Promise<void> {
    if (!this.#features.watchFiles) return;
    const watchers = this.#watchers(folders);
    const wanted = JSON.stringify(watchers);
    if (wanted === this.#registered) return;
    this.#registered = wanted;
    this.#registration?.dispose();
    this.#registration = await this.#connection.client.register(DidChangeWatchedFilesNotification.type, {
      watchers,
    });
  }

  #watchers(folders: readonly Folder[]): FileSystemWatcher[] {
    if (!this.#features.watchRelative)
      return [{ globPattern: DOCUMENTS }, { globPattern: '**/*.{tmx,enface}' }];
    const patterns = folders.flatMap((folder) => [
      ...(folder.path === null ? [] : [{ baseUri: folder.uri, pattern: DOCUMENTS }]),
      ...[...folder.settings.memories, folder.settings.memoryFile, modelPattern(folder)].flatMap((pattern) =>
        placed(folder, pattern),
      ),
    ]);
    const distinct = new Map(patterns.map((pattern) => [JSON.stringify(pattern), pattern]));
    return [...distinct.values()].map((globPattern) => ({ globPattern }));
  }
}

function modelPattern({ settings }: Folder): string {
  return settings.modelFile.replaceAll(/\{(source|target)\}/g, '*');
}

/** A pattern of the settings with the folder it starts from; none when it is relative to no folder. */
function placed(folder: Folder, pattern: string): { baseUri: string; pattern: string }[] {
  const slashed = process.platform === 'win32' ? pattern.replaceAll('\\', '/') : pattern;
  const { base, glob } = picomatch.scan(slashed);
  if (!path.isAbsolute(slashed) && folder.path === null) return [];
  const root = path.resolve(folder.path ?? '/', base);
  if (glob !== '') return [{ baseUri: fileUri(root), pattern: glob }];
  return [{ baseUri: fileUri(path.dirname(root)), pattern: path.basename(root) }];
}
