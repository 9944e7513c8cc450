/** Which documents Enface works on, and how their addresses are compared. */
import { type TextDocument, Uri } from 'vscode';

const LANGUAGES = ['markdown', 'plaintext'];
/** Where a document can be written back to; `git:` and other read-only views are left alone. */
const SCHEMES = ['file', 'untitled', 'vscode-vfs'];

export const DOCUMENT_SELECTOR = LANGUAGES.flatMap((language) =>
  SCHEMES.map((scheme) => ({ language, scheme })),
);

export function isTranslatable(document: TextDocument): boolean {
  return LANGUAGES.includes(document.languageId) && SCHEMES.includes(document.uri.scheme);
}

/** One spelling for one address: servers and editors escape characters differently. */
export function uriKey(uri: Uri | string): string {
  return (typeof uri === 'string' ? Uri.parse(uri, true) : uri).toString();
}
