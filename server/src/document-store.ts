/**
 * The texts the server works on: documents open in the editor, as the editor tells them, and documents that are not,
 * read from disk once and again when they changed. `peek` never touches the disk; `load` may.
 */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  type Connection,
  type Position,
  type TextDocumentContentChangeEvent,
  TextDocuments,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { EnfaceError } from '../../models/core/errors.js';
import { LineIndex } from './positions.js';
import { canonicalUri, diskPath, documentName } from './uris.js';

/** Longer documents are left alone: no translator's document is that long, and every key would cost. */
const MOST_BYTES = 20 * 1024 * 1024;

/** A text at one moment. A changed document is another snapshot. */
export interface Snapshot {
  readonly uri: string;
  /** The editor's version; null when the document is not open. */
  readonly version: number | null;
  readonly languageId: string;
  readonly text: string;
  /** Why nothing can be done with the text, in one sentence; null when all is well. */
  readonly obstacle: string | null;
  positionAt(offset: number): Position;
  offsetAt(position: Position): number;
}

interface DiskEntry {
  readonly stamp: string;
  /** Null for a file that was not there. */
  readonly snapshot: Snapshot | null;
}

const MISSING: DiskEntry = { stamp: '', snapshot: null };

export type DocumentListener = (uri: string) => void;

export class DocumentStore {
  readonly #open = new Map<string, Snapshot>();
  readonly #disk = new Map<string, DiskEntry>();
  readonly #reading = new Map<string, Promise<Snapshot | null>>();
  readonly #documents = new TextDocuments({ create: TextDocument.create, update: updateDocument });
  readonly #changed: DocumentListener[] = [];
  readonly #opened: DocumentListener[] = [];
  readonly #closed: DocumentListener[] = [];
  readonly #saved: DocumentListener[] = [];

  /** Follows what the editor opens, changes and closes. */
  listen(connection: Connection): void {
    this.#documents.onDidOpen(({ document }) => this.#told(document, this.#opened));
    this.#documents.onDidChangeContent(({ document }) => this.#told(document, this.#changed));
    this.#documents.onDidClose(({ document }) => {
      const uri = canonicalUri(document.uri);
      this.#open.delete(uri);
      // What was on disk before may have been saved over meanwhile.
      this.#disk.delete(uri);
      for (const listener of this.#closed) listener(uri);
    });
    this.#documents.onDidSave(({ document }) => this.#told(document, this.#saved));
    this.#documents.listen(connection);
  }

  onDidOpen(listener: DocumentListener): void {
    this.#opened.push(listener);
  }

  onDidChange(listener: DocumentListener): void {
    this.#changed.push(listener);
  }

  onDidSave(listener: DocumentListener): void {
    this.#saved.push(listener);
  }

  onDidClose(listener: DocumentListener): void {
    this.#closed.push(listener);
  }

  /** Canonical URIs of the documents open in the editor. */
  get open(): Iterable<string> {
    return this.#open.keys();
  }

  /** The version of an open document, null for others. */
  versionOf(uri: string): number | null {
    return this.#open.get(canonicalUri(uri))?.version ?? null;
  }

  /** The document as far as it is known: null when it does not exist, undefined when nobody looked yet. */
  peek(uri: string): Snapshot | null | undefined {
    return this.#open.get(uri) ?? this.#disk.get(uri)?.snapshot;
  }

  /**
   * The document, read from disk when it is not open (and read again when it changed there). Null when it does not
   * exist; throws an `EnfaceError` when it cannot be read.
   */
  async load(uri: string): Promise<Snapshot | null> {
    const known = this.#open.get(uri);
    if (known !== undefined) return known;
    // Those who want it at the same time get the same snapshot: what is made from one is known for the other.
    const reading = this.#reading.get(uri) ?? this.#read(uri);
    this.#reading.set(uri, reading);
    const snapshot = await reading;
    // Opened while it was read: the editor's text counts.
    return this.#open.get(uri) ?? snapshot;
  }

  /** A file changed on disk: reads it again if it was read before; whether that made a difference. */
  async refresh(uri: string): Promise<boolean> {
    const before = this.#disk.get(uri)?.snapshot;
    if (before === undefined || this.#open.has(uri)) return false;
    // A reading under way may have begun before the change.
    await this.#reading.get(uri)?.catch(() => {});
    return (await this.load(uri)) !== before;
  }

  /** Whether there is such a document, open or on disk. */
  async exists(uri: string): Promise<boolean> {
    if (this.#open.has(uri)) return true;
    const file = diskPath(uri);
    return file !== null && (await fileStat(file)) !== null;
  }

  async #read(uri: string): Promise<Snapshot | null> {
    try {
      const file = diskPath(uri);
      const entry = file === null ? MISSING : await readEntry(uri, file, this.#disk.get(uri));
      this.#disk.set(uri, entry);
      return entry.snapshot;
    } finally {
      this.#reading.delete(uri);
    }
  }

  #told(document: TextDocument, listeners: readonly DocumentListener[]): void {
    const uri = canonicalUri(document.uri);
    if (this.#open.get(uri)?.version !== document.version) this.#open.set(uri, openSnapshot(uri, document));
    for (const listener of listeners) listener(uri);
  }
}

/**
 * Applies changes one by one. `TextDocument` keeps count of the lines by looking at the inserted text alone, so a CR
 * and an LF that an edit brings together would count as two line ends; then the lines are counted afresh.
 */
function updateDocument(
  document: TextDocument,
  changes: TextDocumentContentChangeEvent[],
  version: number,
): TextDocument {
  let updated = document;
  for (const change of changes) {
    const start = 'range' in change ? updated.offsetAt(change.range.start) : 0;
    updated = TextDocument.update(updated, [change], version);
    const text = updated.getText();
    if (splitsLineEnd(text, start) || splitsLineEnd(text, start + change.text.length)) {
      updated = TextDocument.create(document.uri, document.languageId, version, text);
    }
  }
  return updated;
}

function splitsLineEnd(text: string, offset: number): boolean {
  return text[offset - 1] === '\r' && text[offset] === '\n';
}

/**
 * `TextDocument` is changed in place, so its text is taken now; positions are asked of it as long as it stands at
 * this version, which saves counting the lines of a long document at every key.
 */
function openSnapshot(uri: string, document: TextDocument): Snapshot {
  const { version, languageId } = document;
  const text = document.getText();
  let own: LineIndex | undefined;
  const lines = (): { positionAt(offset: number): Position; offsetAt(position: Position): number } => {
    if (own === undefined && document.version === version) return document;
    own ??= new LineIndex(text);
    return own;
  };
  return {
    uri,
    version,
    languageId,
    text,
    obstacle: obstacleOf(uri, text.length, text.includes('\0')),
    positionAt: (offset) => lines().positionAt(offset),
    offsetAt: (position) => lines().offsetAt(position),
  };
}

async function readEntry(uri: string, file: string, known: DiskEntry | undefined): Promise<DiskEntry> {
  const found = await fileStat(file);
  if (found === null) return MISSING;
  const stamp = `${found.mtimeMs} ${found.size}`;
  if (known?.stamp === stamp) return known;
  return { stamp, snapshot: diskSnapshot(uri, found.size > MOST_BYTES ? null : await readBytes(file)) };
}

function diskSnapshot(uri: string, bytes: Buffer | null): Snapshot {
  const obstacle = obstacleOf(uri, bytes?.length ?? Number.POSITIVE_INFINITY, bytes?.includes(0) ?? false);
  const lines = new LineIndex(obstacle === null && bytes !== null ? withoutMark(bytes.toString('utf8')) : '');
  return {
    uri,
    version: null,
    languageId: '',
    text: lines.text,
    obstacle,
    positionAt: (offset) => lines.positionAt(offset),
    offsetAt: (position) => lines.offsetAt(position),
  };
}

function obstacleOf(uri: string, size: number, isBinary: boolean): string | null {
  const name = documentName(uri);
  if (size > MOST_BYTES) return `${name} is larger than 20 MB, so Enface leaves it alone.`;
  if (isBinary) return `${name} holds binary data, not text, so Enface leaves it alone.`;
  return null;
}

/** Editors do not count a byte order mark as text. */
function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

async function fileStat(file: string): Promise<{ mtimeMs: number; size: number } | null> {
  try {
    const found = await stat(file);
    return found.isFile() ? found : null;
  } catch (cause) {
    if (isMissing(cause)) return null;
    throw unreadable(file, cause);
  }
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

function isMissing(cause: unknown): boolean {
  const code = (cause as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function unreadable(file: string, cause: unknown): EnfaceError {
  const reason = (cause as NodeJS.ErrnoException).code ?? String(cause);
  return new EnfaceError('unreadable', `${path.basename(file)} cannot be read (${reason}).`, { cause });
}
