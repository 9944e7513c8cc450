/**
 * Light bulb in a target document: other wordings of the selected words and of the sentence, memory matches, approve,
 * and «not this suggestion».
 */
import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Command,
  type Range,
} from 'vscode-languageserver';
import type { Alternative } from '../../../models/assist/assist-records.js';
import { COMMAND_APPROVE, COMMAND_REJECT, type CommandParams } from '../../protocol/messages.js';
import { type Caret, caretAt, queryFor } from '../caret.js';
import { percent } from '../explanation-text.js';
import { percentText } from '../match-text.js';
import { documentEdit, wholeReplacement } from '../segment-edit.js';
import { rangeIn, segmentTexts } from '../segment-texts.js';
import type { Session } from '../session.js';
import { wordAt } from '../word-at.js';

export const MATCH_KIND = `${CodeActionKind.RefactorRewrite}.enface.match`;
export const APPROVE_KIND = `${CodeActionKind.RefactorRewrite}.enface.approve`;
export const WORDING_KIND = `${CodeActionKind.RefactorRewrite}.enface.wording`;
export const SENTENCE_KIND = `${CodeActionKind.RefactorRewrite}.enface.sentence`;
export const REJECT_KIND = `${CodeActionKind.RefactorRewrite}.enface.reject`;

/** More would fill the screen; completion lists them all. */
const MOST_MATCHES = 3;
const MOST_WORDINGS = 6;
const MOST_SENTENCES = 4;
const TITLE_LENGTH = 60;

type Wanted = (kind: string) => boolean;

export async function codeAction(
  session: Session,
  { textDocument, range, context }: CodeActionParams,
  token: CancellationToken,
): Promise<(CodeAction | Command)[]> {
  const wanted: Wanted = (kind) =>
    context.only === undefined || context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
  if (![MATCH_KIND, APPROVE_KIND, WORDING_KIND, SENTENCE_KIND, REJECT_KIND].some(wanted)) return [];
  const caret = await caretAt(session, textDocument.uri, range.start);
  if (caret === null) return [];
  const argument: CommandParams = { uri: textDocument.uri, position: range.start };
  const actions: (CodeAction | Command)[] = [];
  const act = (kind: string, title: string, name: string) => {
    const command = { title, command: name, arguments: [argument] };
    actions.push(session.features.codeActionLiterals ? { title, kind, command } : command);
  };
  const isWritten = (caret.prefix + caret.suffix).trim() !== '';
  if (wanted(APPROVE_KIND) && isWritten) act(APPROVE_KIND, 'Approve this segment', COMMAND_APPROVE);
  if (session.features.codeActionLiterals) {
    if (wanted(WORDING_KIND)) actions.push(...(await wordings(session, caret, range, token)));
    if (wanted(SENTENCE_KIND)) actions.push(...(await sentences(session, caret, token)));
    if (wanted(MATCH_KIND)) actions.push(...(await insertMatches(session, caret, token)));
  }
  const offered = session.suggestions.offeredAt(caret);
  if (wanted(REJECT_KIND) && offered !== null) {
    act(REJECT_KIND, `Do not suggest “${shorten(offered.trim(), TITLE_LENGTH / 2)}” here`, COMMAND_REJECT);
  }
  return actions;
}

/** Other ways to say the selected words, or the word at the caret. */
async function wordings(
  session: Session,
  { pair, table, segment, uri, source }: Caret,
  range: Range,
  token: CancellationToken,
): Promise<CodeAction[]> {
  const key = session.models.ready(pair);
  const text = segmentTexts(table, segment).target;
  if (key === null || text.text.trim() === '') return [];
  const [start, end] = [range.start, range.end].map((at) => text.fromDocument(table.target.offsetAt(at)));
  if (start === undefined || end === undefined) return [];
  const span = start < end ? { start, end } : wordAt(text.text, start, pair.targetLanguage);
  if (span === null) return [];
  const query = { key, source, target: text.text, ...span, count: MOST_WORDINGS };
  const found = await session.decoder.ask('alternatives', query, { lane: 'codeAction', token });
  return found
    .filter((one) => one.text !== text.text.slice(one.start, one.end))
    .map((one) => ({
      title: `“${shorten(one.text, TITLE_LENGTH / 2)}” instead of “${shorten(text.text.slice(one.start, one.end), TITLE_LENGTH / 2)}” (${percent(one.confidence)})`,
      kind: WORDING_KIND,
      edit: documentEdit(session, { uri, table }, [
        { range: rangeIn(table.target, text, one), newText: one.text },
      ]),
    }));
}

/** Other translations of the whole segment. */
async function sentences(session: Session, caret: Caret, token: CancellationToken): Promise<CodeAction[]> {
  const key = session.models.ready(caret.pair);
  if (key === null) return [];
  const current = (caret.prefix + caret.suffix).trim();
  const query = { key, source: caret.source, target: '', start: 0, end: 0, count: MOST_SENTENCES };
  const found: Alternative[] = await session.decoder.ask('alternatives', query, {
    lane: 'codeAction',
    token,
  });
  return found
    .filter(({ text }) => text !== current)
    .map(({ text, confidence }) => ({
      title: `Translate: ${shorten(text, TITLE_LENGTH)} (${percent(confidence)})`,
      kind: SENTENCE_KIND,
      edit: documentEdit(session, caret, [wholeReplacement(caret, text)]),
    }));
}

async function insertMatches(
  session: Session,
  caret: Caret,
  token: CancellationToken,
): Promise<CodeAction[]> {
  const current = (caret.prefix + caret.suffix).trim();
  const query = { ...queryFor(session, caret), maximum: MOST_MATCHES };
  const matches = await session.engine.ask('match', query, { lane: 'codeAction', token });
  return matches
    .filter(({ proposal }) => proposal !== current)
    .map(({ proposal, percent: match }) => ({
      title: `Insert match (${percentText(match)}): ${shorten(proposal, TITLE_LENGTH)}`,
      kind: MATCH_KIND,
      edit: documentEdit(session, caret, [wholeReplacement(caret, proposal)]),
    }));
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
