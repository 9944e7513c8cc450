/** The list of memory matches for the segment at the caret, best first; each replaces what stands there. */
import {
  type CancellationToken,
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  type CompletionParams,
} from 'vscode-languageserver';
import { caretAt, queryFor } from '../caret.js';
import type { MatchRecord } from '../engine/engine-messages.js';
import { describeMatch, originText, percentText } from '../match-text.js';
import { lineReplacement } from '../segment-edit.js';
import type { Session } from '../session.js';

export async function completion(
  session: Session,
  { textDocument, position }: CompletionParams,
  token: CancellationToken,
): Promise<CompletionList | null> {
  const caret = await caretAt(session, textDocument.uri, position);
  if (caret === null || !caret.pair.folder.settings.suggestionsEnabled) return null;
  const matches = await session.engine.ask('match', queryFor(session, caret), { lane: 'completion', token });
  const items = matches.map((match, rank): CompletionItem => {
    const { textEdit, additionalTextEdits, typed } = lineReplacement(caret, match.proposal);
    const percent = percentText(match.percent);
    const { labelDetails, resolveDocumentation, completionMarkdown } = session.features;
    return {
      label: match.proposal,
      kind: CompletionItemKind.Text,
      ...(labelDetails
        ? { labelDetails: { description: `${percent} ${originText(match)}` } }
        : { detail: `${percent} ${originText(match)}` }),
      sortText: String(rank).padStart(3, '0'),
      // The editor keeps items that begin with what stands before the caret, so each of ours does.
      filterText: match.proposal.startsWith(typed) ? match.proposal : `${typed} ${match.proposal}`,
      textEdit,
      ...(additionalTextEdits.length > 0 ? { additionalTextEdits } : {}),
      preselect: rank === 0 && match.percent >= 100,
      ...(resolveDocumentation
        ? { data: match }
        : { documentation: describeMatch(match, completionMarkdown) }),
    };
  });
  // Asked again at every key, so that the list follows what is typed and the document's version.
  return { isIncomplete: true, items };
}

export function resolveCompletion(session: Session, item: CompletionItem): CompletionItem {
  const match = item.data as MatchRecord | undefined;
  if (match === undefined) return item;
  return { ...item, documentation: describeMatch(match, session.features.completionMarkdown) };
}
