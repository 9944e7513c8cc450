/**
 * Keeps the two documents of a pair scrolled to the same place, both ways, and brings the segment at the caret
 * into view in the facing document.
 *
 * A scroll that we caused must not be answered by another. So each editor we scroll is a follower until it
 * reports the line we sent it to, or for `FOLLOW` milliseconds when it cannot reach that line.
 */
import { Disposable, Range, type TextEditor, TextEditorRevealType, window, workspace } from 'vscode';
import type { CurrentSegment } from './current-segment.js';
import type { PairTracker } from './pair-tracker.js';
import { toRange } from './positions.js';

const FOLLOW = 400;

interface Follower {
  readonly line: number;
  readonly until: number;
}

export class ScrollSync implements Disposable {
  readonly #tracker: PairTracker;
  readonly #current: CurrentSegment;
  readonly #subscriptions: Disposable;
  readonly #followers = new WeakMap<TextEditor, Follower>();
  /** The editors that were brought into step when both were there; later only scrolling and the caret do it. */
  readonly #aligned = new WeakMap<TextEditor, TextEditor>();

  constructor(tracker: PairTracker, current: CurrentSegment) {
    this.#tracker = tracker;
    this.#current = current;
    this.#subscriptions = Disposable.from(
      window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.#scrolled(textEditor)),
      current.onDidChange(() => {
        if (window.activeTextEditor !== undefined) this.#changed(window.activeTextEditor);
      }),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #changed(editor: TextEditor): void {
    const facing = this.#facing(editor);
    if (facing === undefined) return;
    if (this.#aligned.get(editor) !== facing.editor) {
      this.#aligned.set(editor, facing.editor);
      this.#aligned.set(facing.editor, editor);
      this.#scrolled(editor);
    }
    this.#caretMoved(editor);
  }

  #scrolled(editor: TextEditor): void {
    const top = editor.visibleRanges[0]?.start.line;
    if (top === undefined || this.#isFollowing(editor, top) || !isOn(editor)) return;
    const facing = this.#facing(editor);
    if (facing === undefined) return;
    const caretRange = isVisible(editor, editor.selection) ? this.#rangeFacingCaret(editor) : undefined;
    const line = keepInView(facing.table.facingLine(facing.side, top), caretRange, facing.editor);
    if (facing.editor.visibleRanges[0]?.start.line === line) return;
    this.#reveal(facing.editor, new Range(line, 0, line, 0), TextEditorRevealType.AtTop, line);
  }

  #caretMoved(editor: TextEditor): void {
    if (editor !== window.activeTextEditor || !isOn(editor)) return;
    const facing = this.#facing(editor);
    const range = this.#rangeFacingCaret(editor);
    if (facing === undefined || range === undefined || isVisible(facing.editor, range)) return;
    this.#reveal(facing.editor, range, TextEditorRevealType.InCenterIfOutsideViewport, -1);
  }

  /** Where the segment at the caret is in the facing document. */
  #rangeFacingCaret(editor: TextEditor): Range | undefined {
    const own = this.#tracker.of(editor.document);
    const row = own === undefined ? undefined : this.#current.of(own.pair);
    const range = own?.side === 'source' ? row?.target : row?.source;
    return range === undefined || range === null ? undefined : toRange(range);
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

/** Moves the line that is to be on top so far that the lines of `range` stay in view. */
function keepInView(line: number, range: Range | undefined, editor: TextEditor): number {
  const visible = editor.visibleRanges[0];
  if (range === undefined || visible === undefined) return line;
  const height = visible.end.line - visible.start.line;
  return Math.min(Math.max(line, range.end.line - height + 1), range.start.line);
}

function isVisible(editor: TextEditor, range: Range): boolean {
  return editor.visibleRanges.some((visible) => visible.contains(range));
}

function isOn(editor: TextEditor): boolean {
  return workspace.getConfiguration('enface.sideBySide', editor.document).get('syncScroll', true);
}
