/** Ghost text: the rest of the best memory matches that begin with what is typed. */
import type { CancellationToken, InlineCompletionItem, InlineCompletionParams } from 'vscode-languageserver';
import { type Caret, caretAt, queryFor } from '../caret.js';
import type { Session } from '../session.js';

export async function inlineCompletion(
  session: Session,
  { textDocument, position }: InlineCompletionParams,
  token: CancellationToken,
): Promise<InlineCompletionItem[]> {
  const caret = await caretAt(session, textDocument.uri, position);
  if (caret === null || !caret.pair.folder.settings.suggestionsEnabled) return [];
  const query = { ...queryFor(session, caret), prefix: caret.prefix };
  const records = await session.engine.ask('complete', query, { lane: 'inlineCompletion', token });
  const here = caret.table.target.positionAt(caret.offset);
  const range = { start: here, end: here };
  return records
    .map(({ completion }) => fitted(completion, caret))
    .filter((text) => text !== null)
    .map((text) => ({ insertText: caret.lead + text, range }));
}

/**
 * What of a completion is still missing: text behind the caret stays, so the completion must end with it. Null when
 * it does not, or when nothing is missing.
 */
function fitted(completion: string, { suffix }: Caret): string | null {
  const behind = suffix.trim();
  if (behind === '') return completion;
  if (!completion.endsWith(behind)) return null;
  const missing = completion.slice(0, completion.length - behind.length);
  const text = suffix.startsWith(' ') ? missing.trimEnd() : missing;
  return text.trim() === '' ? null : text;
}
