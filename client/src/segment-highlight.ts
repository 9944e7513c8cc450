/**
 * Marks the current segment in both documents of a pair, and shades the parts of the source that have a
 * translation. Colours are theme colours of ours, so that themes and users can change them.
 */
import {
  DecorationRangeBehavior,
  type DecorationRenderOptions,
  Disposable,
  OverviewRulerLane,
  Range,
  type TextEditor,
  type TextEditorDecorationType,
  ThemeColor,
  window,
  workspace,
} from 'vscode';
import type { SegmentRow } from '../../server/protocol/messages.js';
import type { CurrentSegment } from './current-segment.js';
import type { PairTracker, TrackedPair } from './pair-tracker.js';
import { toRange } from './positions.js';
import { rangeOf, type SegmentTable, type Side } from './segment-table.js';

/** In longer documents the shading goes on below the mark of the current segment, so that it need not follow it. */
const FEW_ROWS = 5000;

/** What the shading of an editor was drawn from: a table, and the row that was left out. */
interface Shading {
  readonly table: SegmentTable | undefined;
  readonly left: SegmentRow | undefined;
}

export class SegmentHighlight implements Disposable {
  readonly #tracker: PairTracker;
  readonly #currentSegment: CurrentSegment;
  readonly #current = currentDecoration({
    overviewRulerColor: new ThemeColor('enface.overviewRuler.currentSegment'),
    overviewRulerLane: OverviewRulerLane.Left,
  });
  readonly #emptyPlace = currentDecoration({ isWholeLine: true });
  readonly #draft = shading('enface.draftSegmentBackground');
  readonly #approved = shading('enface.approvedSegmentBackground');
  readonly #subscriptions: Disposable;
  readonly #shaded = new WeakMap<TextEditor, Shading>();

  constructor(tracker: PairTracker, current: CurrentSegment) {
    this.#tracker = tracker;
    this.#currentSegment = current;
    this.#subscriptions = Disposable.from(
      this.#current,
      this.#emptyPlace,
      this.#draft,
      this.#approved,
      tracker.onDidChange(() => this.#drawAll()),
      current.onDidChange((pair) => this.#draw(pair)),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('enface.sideBySide')) this.#drawAll();
      }),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
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
    const row = this.#currentSegment.of(pair);
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
    const range = marked === undefined ? undefined : this.#currentRange(editor, side, marked);
    editor.setDecorations(this.#current, range === undefined || range.isEmpty ? [] : [range]);
    editor.setDecorations(this.#emptyPlace, range?.isEmpty ? [range] : []);
    if (side === 'source')
      this.#shade(editor, settings.get('shadeTranslated', true) ? pair.table : undefined, marked);
  }

  /** Marks are drawn again for a new table or another current segment, not for each move of the caret. */
  #shade(editor: TextEditor, table: SegmentTable | undefined, current: SegmentRow | undefined): void {
    const rows = table?.result.segments ?? [];
    const left = rows.length <= FEW_ROWS ? current : undefined;
    const drawn = this.#shaded.get(editor);
    if (drawn !== undefined && drawn.table === table && drawn.left?.index === left?.index) return;
    this.#shaded.set(editor, { table, left });
    const rangesIn = (state: SegmentRow['state']) =>
      rows.filter((row) => row.state === state && row !== left).map((row) => toRange(row.source));
    editor.setDecorations(this.#draft, rangesIn('draft'));
    editor.setDecorations(this.#approved, rangesIn('approved'));
  }

  /** Where the current segment is; on a blank line of the target where it will be. */
  #currentRange(editor: TextEditor, side: Side, row: SegmentRow): Range | undefined {
    if (row[side] !== null) return toRange(rangeOf(row, side));
    const caret = editor.selection.active;
    const isPlace = editor === window.activeTextEditor && editor.document.lineAt(caret).isEmptyOrWhitespace;
    return isPlace ? new Range(caret, caret) : undefined;
  }

  #clear(editor: TextEditor): void {
    this.#shaded.delete(editor);
    for (const type of [this.#current, this.#emptyPlace, this.#draft, this.#approved]) {
      editor.setDecorations(type, []);
    }
  }
}

function currentDecoration(options: DecorationRenderOptions): TextEditorDecorationType {
  return window.createTextEditorDecorationType({
    backgroundColor: new ThemeColor('enface.currentSegmentBackground'),
    border: '1px solid',
    borderColor: new ThemeColor('enface.currentSegmentBorder'),
    rangeBehavior: DecorationRangeBehavior.OpenOpen,
    ...options,
  });
}

function shading(color: string): TextEditorDecorationType {
  return window.createTextEditorDecorationType({ backgroundColor: new ThemeColor(color) });
}
