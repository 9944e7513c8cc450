/**
 * Ghost text: how the translation goes on after what is typed. A good memory match comes first, then what the model
 * says, then weaker matches.
 */
import type { CancellationToken, InlineCompletionItem, InlineCompletionParams } from 'vscode-languageserver';
import { COMMAND_ACCEPTED, type EventParams } from '../../protocol/messages.js';
import { type Caret, caretAt, queryFor } from '../caret.js';
import type { CompletionRecord } from '../engine/engine-messages.js';
import type { Session } from '../session.js';
import { sureness } from '../suggestions.js';

/** From so many per cent on a match is taken to be better than what a model makes. */
const GOOD_MATCH = 85;

export async function inlineCompletion(
  session: Session,
  { textDocument, position }: InlineCompletionParams,
  token: CancellationToken,
): Promise<InlineCompletionItem[]> {
  const caret = await caretAt(session, textDocument.uri, position);
  if (caret === null || !caret.pair.folder.settings.suggestionsEnabled) return [];
  const [matches, suggestions] = await Promise.all([
    fromMemory(session, caret, token),
    session.suggestions.of(caret, 'inlineCompletion', token),
  ]);
  session.lookAhead.moveTo(caret);
  const isGood = ({ percent }: CompletionRecord) => percent >= GOOD_MATCH;
  const texts = [
    ...matches.filter(isGood).map(({ completion }) => fitted(completion, caret)),
    ...suggestions.map(({ completion }) => completion),
    ...matches.filter((match) => !isGood(match)).map(({ completion }) => fitted(completion, caret)),
  ].filter(
    (text) => text !== null && text !== '' && !session.suggestions.isRejected(caret, text),
  ) as string[];
  const offered = [...new Set(texts)].slice(0, caret.pair.folder.settings.suggestionsMaximum);
  session.suggestions.answered({ caret, texts: offered });
  const confidences = new Map(suggestions.map((one) => [one.completion, sureness(one)]));
  const here = caret.table.target.positionAt(caret.offset);
  const range = { start: here, end: here };
  return offered.map((text) => {
    const confidence = confidences.get(text);
    const event: EventParams = {
      event: 'accepted',
      targetUri: textDocument.uri,
      position: here,
      text,
      ...(confidence === undefined ? {} : { confidence }),
    };
    const command = { title: 'Accepted', command: COMMAND_ACCEPTED, arguments: [event] };
    return { insertText: caret.lead + text, range, command };
  });
}

function fromMemory(session: Session, caret: Caret, token: CancellationToken): Promise<CompletionRecord[]> {
  const query = { ...queryFor(session, caret), prefix: caret.prefix };
  return session.engine.ask('complete', query, { lane: 'inlineCompletion', token });
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
