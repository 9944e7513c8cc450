/**
 * Keeps the two documents of a pair scrolled to the same place, both ways, and brings the segment at the caret
 * into view in the facing document.
 *
 * A scroll that we caused must not be answered by another. So each editor we scroll is a follower until it
 * reports the line we sent it to, or for `FOLLOW` milliseconds when it cannot reach that line.
 */
import { Disposable, Range, type TextEditor, TextEditorRevealType, window, workspace } from 'vscode';
import type { PairTracker } from './pair-tracker.js';
import { toRange } from './positions.js';
import { rangeOf, type Side } from './segment-table.js';

const FOLLOW = 400;

interface Follower {
  readonly line: number;
  readonly until: number;
}

export class ScrollSync implements Disposable {
  readonly #tracker: PairTracker;
  readonly #subscriptions: Disposable;
  readonly #followers = new WeakMap<TextEditor, Follower>();

  constructor(tracker: PairTracker) {
    this.#tracker = tracker;
    this.#subscriptions = Disposable.from(
      window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.#scrolled(textEditor)),
      window.onDidChangeTextEditorSelection(({ textEditor }) => this.#caretMoved(textEditor)),
      tracker.onDidChange(() => {
        if (window.activeTextEditor !== undefined) this.#caretMoved(window.activeTextEditor);
      }),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #scrolled(editor: TextEditor): void {
    const top = editor.visibleRanges[0]?.start.line;
    if (top === undefined || this.#isFollowing(editor, top) || !isOn(editor)) return;
    const facing = this.#facing(editor);
    if (facing?.table === undefined) return;
    const line = facing.table.facingLine(facing.side, top);
    if (facing.editor.visibleRanges[0]?.start.line === line) return;
    this.#reveal(facing.editor, new Range(line, 0, line, 0), TextEditorRevealType.AtTop, line);
  }

  #caretMoved(editor: TextEditor): void {
    if (editor !== window.activeTextEditor || !isOn(editor)) return;
    const facing = this.#facing(editor);
    const row = facing?.table.rowAt(facing.side, editor.selection.active);
    if (facing === undefined || row === undefined) return;
    const other: Side = facing.side === 'source' ? 'target' : 'source';
    if (row[other] === null) return;
    const range = toRange(rangeOf(row, other));
    if (facing.editor.visibleRanges.some((visible) => visible.contains(range))) return;
    this.#reveal(facing.editor, range, TextEditorRevealType.InCenterIfOutsideViewport, -1);
  }

  #facing(editor: TextEditor) {
    const own = this.#tracker.of(editor.document);
    if (own?.pair.table === undefined || !this.#tracker.isFresh(own.pair)) return undefined;
    const other = this.#tracker.editor(own.pair, own.side === 'source' ? 'target' : 'source');
    return other === undefined ? undefined : { editor: other, side: own.side, table: own.pair.table };
  }

  #reveal(editor: TextEditor, range: Range, type: TextEditorRevealType, line: number): void {
    this.#followers.set(editor, { line, until: Date.now() + FOLLOW });
    editor.revealRange(range, type);
  }

  #isFollowing(editor: TextEditor, top: number): boolean {
    const follower = this.#followers.get(editor);
    if (follower === undefined) return false;
    if (top === follower.line || Date.now() > follower.until) this.#followers.delete(editor);
    return Date.now() <= follower.until;
  }
}

function isOn(editor: TextEditor): boolean {
  return workspace.getConfiguration('enface.sideBySide', editor.document).get('syncScroll', true);
}
