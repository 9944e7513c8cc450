/**
 * Commands that move from segment to segment and approve. In the target the server says where to go and what text
 * makes room there; that text is inserted as one undoable step. In the source only the caret moves.
 */
import {
  type CodeAction,
  commands,
  l10n,
  Position,
  Range,
  Selection,
  type TextEditor,
  TextEditorRevealType,
  window,
  workspace,
} from 'vscode';
import { LSPErrorCodes, ResponseError } from 'vscode-languageclient/node';
import {
  ADVANCE_METHOD,
  type AdvanceParams,
  type AdvanceResult,
  APPROVE_METHOD,
  type ApproveParams,
  type ApproveResult,
  type Position as PositionRecord,
  SEGMENTS_METHOD,
  type SegmentRow,
  type SegmentsParams,
  type SegmentsResult,
} from '../../server/protocol/messages.js';
import type { PairSide, PairTracker } from './pair-tracker.js';
import { toPosition, toRange, toRecord } from './positions.js';
import type { ServerLifecycle } from './server-lifecycle.js';

export type Direction = AdvanceParams['direction'];

/** The kind of the server's code actions that insert a memory match; the best match comes first. */
const MATCH_KIND = 'refactor.rewrite.enface.match';
/** How long a remark stays in the status bar. */
const REMARK = 4000;
/** The user may type while the server answers: ask again, but not for ever. */
const ATTEMPTS = 3;

export class Navigation {
  readonly #tracker: PairTracker;
  readonly #server: ServerLifecycle;

  constructor(tracker: PairTracker, server: ServerLifecycle) {
    this.#tracker = tracker;
    this.#server = server;
  }

  async go(direction: Direction): Promise<void> {
    const editor = window.activeTextEditor;
    const own = this.#tracker.of(editor?.document);
    if (editor === undefined || own === undefined) return remarkNoPair();
    if (own.side === 'target') await this.#advance(editor, own.pair.info.targetUri, direction);
    else goInSource(editor, own, direction);
  }

  /**
   * Puts the caret of a target that was just opened where the work goes on. An empty document gets room for its
   * first segment; one that holds text is left as it is.
   */
  async begin(editor: TextEditor, targetUri: string): Promise<void> {
    if (!editor.selection.active.isEqual(new Position(0, 0))) return;
    if (editor.document.getText().trim() === '') {
      await this.#advance(editor, targetUri, 'nextUntranslated');
      return;
    }
    const params: SegmentsParams = { targetUri };
    const result = await this.#server.request<SegmentsResult | null>(SEGMENTS_METHOD, params);
    const place = result === null ? undefined : placeToGoOn(result.segments);
    if (place !== undefined) select(editor, toPosition(place));
  }

  /** Moves the caret of the target's editor, making room for the segment when there is none yet. */
  async #advance(editor: TextEditor, targetUri: string, direction: Direction): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const params: AdvanceParams = {
        targetUri,
        position: toRecord(editor.selection.active),
        direction,
      };
      const result = await this.#server.request<AdvanceResult | null>(ADVANCE_METHOD, params).catch(ifStale);
      if (result === undefined) continue;
      if (result === null) return remarkNoMore(direction);
      if (result.targetVersion !== null && result.targetVersion !== editor.document.version) continue;
      const { edit } = result;
      const applied =
        edit === null || (await editor.edit((builder) => builder.replace(toRange(edit.range), edit.newText)));
      if (!applied) continue;
      select(editor, toPosition(result.position));
      return suggest(editor);
    }
  }

  async approve(): Promise<void> {
    const editor = window.activeTextEditor;
    const own = this.#tracker.of(editor?.document);
    if (editor === undefined || own?.side !== 'target') return remarkNoPair();
    const params: ApproveParams = {
      targetUri: own.pair.info.targetUri,
      position: toRecord(editor.selection.active),
    };
    const result = await this.#server.request<ApproveResult>(APPROVE_METHOD, params);
    window.setStatusBarMessage(`$(check) ${l10n.t('Approved: {0}', shorten(result.target))}`, REMARK);
    const settings = workspace.getConfiguration('enface', editor.document);
    if (settings.get('approve.goToNext', true)) await this.#advance(editor, own.pair.info.targetUri, 'next');
  }

  /** Replaces the segment at the caret by the first of the server's "insert match" code actions. */
  async insertMatch(): Promise<void> {
    const editor = window.activeTextEditor;
    const own = this.#tracker.of(editor?.document);
    if (editor === undefined || own?.side !== 'target') return remarkNoPair();
    const actions = await commands.executeCommand<readonly CodeAction[]>(
      'vscode.executeCodeActionProvider',
      editor.document.uri,
      new Range(editor.selection.active, editor.selection.active),
      MATCH_KIND,
    );
    const edit = actions.find((action) => action.edit !== undefined)?.edit;
    if (edit === undefined) {
      window.setStatusBarMessage(l10n.t('The memory has no match for this segment.'), REMARK);
      return;
    }
    await workspace.applyEdit(edit);
  }
}

/** The document changed while the server answered: that is no failure, but no answer either. */
function ifStale(error: unknown): undefined {
  if (!(error instanceof ResponseError) || error.code !== LSPErrorCodes.ContentModified) throw error;
}

function goInSource(editor: TextEditor, { pair }: PairSide, direction: Direction): void {
  const row = pair.table?.rowBeside(
    'source',
    editor.selection.active,
    direction === 'previous' ? -1 : 1,
    (candidate) => direction !== 'nextUntranslated' || candidate.state === 'untranslated',
  );
  if (row === undefined) {
    remarkNoMore(direction);
    return;
  }
  select(editor, toPosition(row.source.start));
}

/** The first empty place; without one, the end of the text before the first segment that has none. */
function placeToGoOn(rows: readonly SegmentRow[]): PositionRecord | undefined {
  const first = rows.findIndex((row) => row.state === 'untranslated');
  if (first === -1) return undefined;
  return (
    rows[first]!.target?.start ?? rows.slice(0, first).findLast((row) => row.target !== null)?.target?.end
  );
}

/** VS Code stops asking for suggestions when the caret is moved by a program. */
function suggest({ document }: TextEditor): void {
  if (workspace.getConfiguration('editor', document).get('inlineSuggest.enabled', true)) {
    void commands.executeCommand('editor.action.inlineSuggest.trigger');
  }
}

function select(editor: TextEditor, position: Position): void {
  editor.selection = new Selection(position, position);
  editor.revealRange(editor.selection, TextEditorRevealType.InCenterIfOutsideViewport);
}

function remarkNoMore(direction: Direction): void {
  const text = {
    next: l10n.t('This is the last segment.'),
    previous: l10n.t('This is the first segment.'),
    nextUntranslated: l10n.t('No untranslated segment is left.'),
  }[direction];
  window.setStatusBarMessage(text, REMARK);
}

function remarkNoPair(): void {
  window.setStatusBarMessage(l10n.t('This document has no translation that Enface knows of.'), REMARK);
}

function shorten(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 39)}…`;
}
