/** URIs of documents and folders: one spelling each, and the way to paths on disk. */
import { URI } from 'vscode-uri';

/** One spelling per document: editors write the same URI in several ways. */
export function canonicalUri(uri: string): string {
  return URI.parse(uri).toString();
}

/** The same for a folder, without a slash at the end. */
export function canonicalFolder(uri: string): string {
  return canonicalUri(uri).replace(/\/+$/, '');
}

/** The path of a `file:` URI, null for all others. */
export function diskPath(uri: string): string | null {
  if (uri === '') return null;
  const parsed = URI.parse(uri);
  return parsed.scheme === 'file' ? parsed.fsPath : null;
}

export function fileUri(path: string): string {
  return URI.file(path).toString();
}

/** The path part of a document's URI below a folder's, decoded, with forward slashes; null when it is outside. */
export function pathInFolder(folder: string, uri: string): string | null {
  const base = URI.parse(folder);
  const inner = URI.parse(uri);
  const prefix = base.path.endsWith('/') ? base.path : `${base.path}/`;
  if (base.scheme !== inner.scheme || base.authority !== inner.authority) return null;
  return inner.path.startsWith(prefix) ? inner.path.slice(prefix.length) : null;
}

/** The document at a relative path below a folder. */
export function uriInFolder(folder: string, path: string): string {
  const base = URI.parse(folder);
  return base.with({ path: `${base.path.replace(/\/$/, '')}/${path}`.replace(/\/$/, '') }).toString();
}

/** The folder a document lies in. */
export function parentFolder(uri: string): string {
  const inner = URI.parse(uri);
  return inner.with({ path: inner.path.replace(/\/[^/]*$/, '') }).toString();
}

/** The last part of a document's path, for messages. */
export function documentName(uri: string): string {
  return URI.parse(uri).path.split('/').pop() ?? uri;
}
