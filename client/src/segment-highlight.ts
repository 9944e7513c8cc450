/**
 * Marks the current segment in both documents of a pair, and shades the parts of the source that have a
 * translation. Colours are theme colours of ours, so that themes and users can change them.
 */
import {
  DecorationRangeBehavior,
  Disposable,
  OverviewRulerLane,
  type Range,
  type TextEditor,
  type TextEditorDecorationType,
  ThemeColor,
  window,
  workspace,
} from 'vscode';
import type { SegmentRow } from '../../server/protocol/messages.js';
import type { PairTracker, TrackedPair } from './pair-tracker.js';
import { toRange } from './positions.js';
import { rangeOf, type Side } from './segment-table.js';

export class SegmentHighlight implements Disposable {
  readonly #tracker: PairTracker;
  readonly #current = decoration('currentSegment', { overviewRuler: true });
  readonly #emptyPlace = decoration('currentSegment', { wholeLine: true });
  readonly #draft = decoration('draftSegment');
  readonly #approved = decoration('approvedSegment');
  readonly #subscriptions: Disposable;
  /** Index of the current segment of each pair, by target address. */
  readonly #index = new Map<string, number>();

  constructor(tracker: PairTracker) {
    this.#tracker = tracker;
    this.#subscriptions = Disposable.from(
      this.#current,
      this.#emptyPlace,
      this.#draft,
      this.#approved,
      tracker.onDidChange(() => this.#drawAll()),
      window.onDidChangeTextEditorSelection(({ textEditor }) => this.#caretMoved(textEditor)),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('enface.sideBySide')) this.#drawAll();
      }),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #caretMoved(editor: TextEditor): void {
    const own = this.#tracker.of(editor.document);
    if (own !== undefined && editor === window.activeTextEditor) this.#draw(own.pair);
  }

  #drawAll(): void {
    const shown = new Set(this.#tracker.visible.flatMap((pair) => [pair.source, pair.target]));
    for (const editor of window.visibleTextEditors) {
      if (!shown.has(editor.document.uri.toString())) this.#clear(editor);
    }
    for (const pair of this.#tracker.visible) this.#draw(pair);
  }

  #draw(pair: TrackedPair): void {
    // Between a keystroke and the next table VS Code moves the old marks along with the text.
    if (pair.table === undefined || !this.#tracker.isFresh(pair)) return;
    const row = this.#currentRow(pair);
    for (const side of ['source', 'target'] as const) {
      const editor = this.#tracker.editor(pair, side);
      if (editor !== undefined && this.#tracker.of(editor.document)?.pair === pair) {
        this.#drawSide(editor, pair, side, row);
      }
    }
  }

  #drawSide(editor: TextEditor, pair: TrackedPair, side: Side, row: SegmentRow | undefined): void {
    const settings = workspace.getConfiguration('enface.sideBySide', editor.document);
    const marked = settings.get('highlight', true) && row !== undefined ? row : undefined;
    const range = marked === undefined || marked[side] === null ? undefined : toRange(rangeOf(marked, side));
    editor.setDecorations(this.#current, range === undefined || range.isEmpty ? [] : [range]);
    editor.setDecorations(this.#emptyPlace, range?.isEmpty ? [range] : []);
    const shaded = side === 'source' && settings.get('shadeTranslated', true);
    editor.setDecorations(this.#draft, shaded ? sourcesIn(pair, 'draft', marked) : []);
    editor.setDecorations(this.#approved, shaded ? sourcesIn(pair, 'approved', marked) : []);
  }

  /** The segment at the caret of the pair's active editor; without one, the segment that was current before. */
  #currentRow(pair: TrackedPair): SegmentRow | undefined {
    const table = pair.table!;
    const active = this.#tracker.active;
    if (active?.pair === pair) {
      const row = table.rowAt(active.side, window.activeTextEditor!.selection.active);
      if (row === undefined) this.#index.delete(pair.target);
      else this.#index.set(pair.target, row.index);
    }
    const index = this.#index.get(pair.target);
    return index === undefined ? undefined : table.result.segments[index];
  }

  #clear(editor: TextEditor): void {
    for (const type of [this.#current, this.#emptyPlace, this.#draft, this.#approved]) {
      editor.setDecorations(type, []);
    }
  }
}

function sourcesIn(pair: TrackedPair, state: SegmentRow['state'], current: SegmentRow | undefined): Range[] {
  return pair
    .table!.result.segments.filter((row) => row.state === state && row !== current)
    .map((row) => toRange(row.source));
}

function decoration(
  name: 'currentSegment' | 'draftSegment' | 'approvedSegment',
  { overviewRuler = false, wholeLine = false } = {},
): TextEditorDecorationType {
  return window.createTextEditorDecorationType({
    backgroundColor: new ThemeColor(`enface.${name}Background`),
    border: '1px solid',
    borderColor: new ThemeColor(`enface.${name}Border`),
    isWholeLine: wholeLine,
    rangeBehavior: DecorationRangeBehavior.OpenOpen,
    ...(overviewRuler && {
      overviewRulerColor: new ThemeColor('enface.overviewRuler.currentSegment'),
      overviewRulerLane: OverviewRulerLane.Left,
    }),
  });
}
