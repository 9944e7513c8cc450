/** Light bulb in a target document: insert one of the memory matches, approve the segment. */
import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Command,
} from 'vscode-languageserver';
import { COMMAND_APPROVE, type CommandParams } from '../../protocol/messages.js';
import { caretAt, queryFor } from '../caret.js';
import { percentText } from '../match-text.js';
import { documentEdit, wholeReplacement } from '../segment-edit.js';
import type { Session } from '../session.js';

export const MATCH_KIND = `${CodeActionKind.RefactorRewrite}.enface.match`;
export const APPROVE_KIND = `${CodeActionKind.RefactorRewrite}.enface.approve`;

/** More would fill the screen; completion lists them all. */
const MOST_MATCHES = 3;
const TITLE_LENGTH = 60;

export async function codeAction(
  session: Session,
  { textDocument, range, context }: CodeActionParams,
  token: CancellationToken,
): Promise<(CodeAction | Command)[]> {
  const wanted = (kind: string): boolean =>
    context.only === undefined || context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
  if (!wanted(MATCH_KIND) && !wanted(APPROVE_KIND)) return [];
  const caret = await caretAt(session, textDocument.uri, range.start);
  if (caret === null) return [];
  const actions: (CodeAction | Command)[] = [];
  const current = caret.prefix + caret.suffix;
  if (wanted(APPROVE_KIND) && current.trim() !== '') {
    const argument: CommandParams = { uri: textDocument.uri, position: range.start };
    const command = { title: 'Approve this segment', command: COMMAND_APPROVE, arguments: [argument] };
    const literal = { title: command.title, kind: APPROVE_KIND, command };
    actions.push(session.features.codeActionLiterals ? literal : command);
  }
  if (!wanted(MATCH_KIND) || !session.features.codeActionLiterals) return actions;
  const query = { ...queryFor(session, caret), maximum: MOST_MATCHES };
  const matches = await session.engine.ask('match', query, { lane: 'codeAction', token });
  for (const { proposal, percent } of matches) {
    if (proposal === current.trim()) continue;
    actions.push({
      title: `Insert match (${percentText(percent)}): ${shorten(proposal)}`,
      kind: MATCH_KIND,
      edit: documentEdit(session, caret, [wholeReplacement(caret, proposal)]),
    });
  }
  return actions;
}

function shorten(text: string): string {
  return text.length <= TITLE_LENGTH ? text : `${text.slice(0, TITLE_LENGTH - 1)}…`;
}
