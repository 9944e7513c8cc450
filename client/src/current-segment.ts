/**
 * The segment the translator is on, in each visible pair: the one at the caret of the pair's active editor, and
 * the last such one while another editor is active. Where nothing is written yet (a blank line of the target, the
 * end of a paragraph) the table has no answer and the server is asked.
 */
import { Disposable, EventEmitter, type LogOutputChannel, type TextEditor, window } from 'vscode';
import {
  SEGMENT_AT_METHOD,
  type SegmentAtParams,
  type SegmentAtResult,
  type SegmentRow,
} from '../../server/protocol/messages.js';
import type { PairSide, PairTracker, TrackedPair } from './pair-tracker.js';
import { toRecord } from './positions.js';
import type { ServerLifecycle } from './server-lifecycle.js';

export class CurrentSegment implements Disposable {
  readonly #tracker: PairTracker;
  readonly #server: ServerLifecycle;
  readonly #log: LogOutputChannel;
  readonly #changed = new EventEmitter<TrackedPair>();
  /** The caret of a pair moved, or its table changed. */
  readonly onDidChange = this.#changed.event;
  /** Index of the current segment of each pair, by target address. */
  readonly #index = new Map<string, number>();
  readonly #subscriptions: Disposable;

  constructor(tracker: PairTracker, server: ServerLifecycle, log: LogOutputChannel) {
    this.#tracker = tracker;
    this.#server = server;
    this.#log = log;
    this.#subscriptions = Disposable.from(
      this.#changed,
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor === window.activeTextEditor) this.#update();
      }),
      tracker.onDidChange(() => this.#update()),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  of(pair: TrackedPair): SegmentRow | undefined {
    const index = this.#index.get(pair.target);
    return index === undefined ? undefined : pair.table?.result.segments[index];
  }

  #update(): void {
    const [editor, own] = [window.activeTextEditor, this.#tracker.active];
    // Between a keystroke and the next table the old one would give wrong answers.
    if (editor === undefined || own === undefined || !this.#tracker.isFresh(own.pair)) return;
    const row = own.pair.table!.rowAt(own.side, editor.selection.active);
    if (row === undefined && own.side === 'target') void this.#ask(editor, own);
    else this.#set(own.pair, row?.index);
  }

  async #ask(editor: TextEditor, own: PairSide): Promise<void> {
    const { document, selection } = editor;
    const version = document.version;
    const position = toRecord(selection.active);
    const params: SegmentAtParams = { targetUri: own.pair.info.targetUri, position };
    try {
      const result = await this.#server.request<SegmentAtResult | null>(SEGMENT_AT_METHOD, params);
      const isStale = document.version !== version || !editor.selection.active.isEqual(selection.active);
      if (!isStale) this.#set(own.pair, result?.segment);
    } catch (error) {
      this.#log.debug(`Asking for the segment at the caret failed: ${error}`);
    }
  }

  #set(pair: TrackedPair, index: number | undefined): void {
    if (index === undefined) this.#index.delete(pair.target);
    else this.#index.set(pair.target, index);
    this.#changed.fire(pair);
  }
}
