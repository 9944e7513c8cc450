/**
 * The list at the caret: how the model would go on, and the memory matches for the segment, each of which replaces what
 * stands there. Good matches come first.
 */
import {
  type CancellationToken,
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  type CompletionParams,
} from 'vscode-languageserver';
import type { Suggestion } from '../../../models/assist/assist-records.js';
import { type Caret, caretAt, queryFor } from '../caret.js';
import type { MatchRecord } from '../engine/engine-messages.js';
import { describeExplanation, percent } from '../explanation-text.js';
import { learntUnits } from '../learnt-units.js';
import { describeMatch, originText, percentText } from '../match-text.js';
import { lineReplacement } from '../segment-edit.js';
import type { Session } from '../session.js';
import { sureness } from '../suggestions.js';

/** From so many per cent on a match stands before what the model says. */
const GOOD_MATCH = 85;

/** What `resolve` needs to describe an item. */
type ItemData =
  | { readonly match: MatchRecord }
  | {
      readonly model: string;
      readonly memory: string;
      readonly source: string;
      readonly target: string;
      readonly offset: number;
      readonly confidence: number;
    };

export async function completion(
  session: Session,
  { textDocument, position }: CompletionParams,
  token: CancellationToken,
): Promise<CompletionList | null> {
  const caret = await caretAt(session, textDocument.uri, position);
  if (caret === null || !caret.pair.folder.settings.suggestionsEnabled) return null;
  const [matches, suggestions] = await Promise.all([
    session.engine.ask('match', queryFor(session, caret), { lane: 'completion', token }),
    caret.suffix.trim() === '' ? session.suggestions.of(caret, 'completion', token) : [],
  ]);
  const good = matches.filter((match) => match.percent >= GOOD_MATCH);
  const weak = matches.filter((match) => match.percent < GOOD_MATCH);
  const items = [
    ...good.map((match) => matchItem(session, caret, match)),
    ...suggestions
      .filter(({ completion }) => completion !== '')
      .map((suggestion) => suggestionItem(session, caret, suggestion)),
    ...weak.map((match) => matchItem(session, caret, match)),
  ].map((item, rank) => ({
    ...item,
    sortText: String(rank).padStart(3, '0'),
    preselect: rank === 0 && (good[0]?.percent ?? 0) >= 100,
  }));
  // Asked again at every key, so that the list follows what is typed and the document's version.
  return { isIncomplete: true, items };
}

export async function resolveCompletion(session: Session, item: CompletionItem): Promise<CompletionItem> {
  const data = item.data as ItemData | undefined;
  const markdown = session.features.completionMarkdown;
  if (data === undefined) return item;
  if ('match' in data) return { ...item, documentation: describeMatch(data.match, markdown) };
  const { model: key, memory, source, target, offset, confidence } = data;
  const explanation = await session.decoder
    .ask('explain', { key, source, target, offset }, { lane: 'completion' })
    .catch(() => null);
  if (explanation === null) return item;
  const units = await learntUnits(session, memory, explanation);
  return { ...item, documentation: describeExplanation(explanation, confidence, units, markdown) };
}

function matchItem(session: Session, caret: Caret, match: MatchRecord): CompletionItem {
  const { textEdit, additionalTextEdits, typed } = lineReplacement(caret, match.proposal);
  const { resolveDocumentation, completionMarkdown } = session.features;
  const data: ItemData = { match };
  return {
    label: match.proposal,
    kind: CompletionItemKind.Text,
    ...detail(session, `${percentText(match.percent)} ${originText(match)}`),
    // The editor keeps items that begin with what stands before the caret, so each of ours does.
    filterText: match.proposal.startsWith(typed) ? match.proposal : `${typed} ${match.proposal}`,
    textEdit,
    ...(additionalTextEdits.length > 0 ? { additionalTextEdits } : {}),
    ...(resolveDocumentation ? { data } : { documentation: describeMatch(match, completionMarkdown) }),
  };
}

function suggestionItem(session: Session, caret: Caret, suggestion: Suggestion): CompletionItem {
  const { completion } = suggestion;
  const confidence = sureness(suggestion);
  const { prefix, source, pair, offset, table } = caret;
  // From the beginning of the word that is being typed, so that the editor's own filter fits.
  const partial = /[^\s]*$/u.exec(prefix)?.[0] ?? '';
  const text = partial + completion;
  const range = {
    start: table.target.positionAt(offset - partial.length),
    end: table.target.positionAt(offset),
  };
  const first = prefix.length + (/^\s*/u.exec(completion)?.[0].length ?? 0);
  const data: ItemData = {
    model: session.models.of(pair),
    memory: session.memories.of(pair),
    source,
    target: prefix + completion,
    offset: first,
    confidence,
  };
  return {
    label: text.trim(),
    kind: CompletionItemKind.Value,
    ...detail(session, `${percent(confidence)} model`),
    filterText: text,
    textEdit: { range, newText: caret.lead + text },
    ...(session.features.resolveDocumentation ? { data } : {}),
  };
}

function detail(session: Session, text: string): Pick<CompletionItem, 'detail' | 'labelDetails'> {
  return session.features.labelDetails ? { labelDetails: { description: text } } : { detail: text };
}
