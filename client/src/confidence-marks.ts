/** Underlines the words of the translation that the model is not sure of, where they are on the screen. */
import {
  DecorationRangeBehavior,
  Disposable,
  type LogOutputChannel,
  Range,
  type TextEditor,
  type TextEditorDecorationType,
  ThemeColor,
  window,
  workspace,
} from 'vscode';
import {
  CONFIDENCE_CHANGED_METHOD,
  CONFIDENCE_METHOD,
  type ConfidenceLevel,
  type ConfidenceParams,
  type ConfidenceResult,
} from '../../server/protocol/messages.js';
import type { PairTracker } from './pair-tracker.js';
import { toRange, toRecord } from './positions.js';
import type { ServerLifecycle } from './server-lifecycle.js';

/** Milliseconds without a change or scroll before the server is asked. */
const REST = 400;
/** Lines above and below the screen that are marked too. */
const MARGIN = 20;

export class ConfidenceMarks implements Disposable {
  readonly #tracker: PairTracker;
  readonly #server: ServerLifecycle;
  readonly #log: LogOutputChannel;
  readonly #decorations: Record<Exclude<ConfidenceLevel, 'high'>, TextEditorDecorationType> = {
    low: underline('enface.lowConfidenceBorder', 'enface.lowConfidenceBackground'),
    medium: underline('enface.mediumConfidenceBorder', 'enface.mediumConfidenceBackground'),
  };
  readonly #timers = new Map<TextEditor, NodeJS.Timeout>();
  readonly #subscriptions: Disposable;

  constructor(tracker: PairTracker, server: ServerLifecycle, log: LogOutputChannel) {
    this.#tracker = tracker;
    this.#server = server;
    this.#log = log;
    server.onNotification(CONFIDENCE_CHANGED_METHOD, () => this.#scheduleAll());
    this.#subscriptions = Disposable.from(
      this.#decorations.low,
      this.#decorations.medium,
      window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.#schedule(textEditor)),
      workspace.onDidChangeTextDocument(({ document }) => {
        for (const editor of window.visibleTextEditors)
          if (editor.document === document) this.#schedule(editor);
      }),
      tracker.onDidChange(() => this.#scheduleAll()),
    );
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#subscriptions.dispose();
  }

  #scheduleAll(): void {
    for (const editor of window.visibleTextEditors) this.#schedule(editor);
  }

  #schedule(editor: TextEditor): void {
    if (this.#tracker.of(editor.document)?.side !== 'target') return;
    clearTimeout(this.#timers.get(editor));
    this.#timers.set(
      editor,
      setTimeout(() => {
        this.#timers.delete(editor);
        void this.#update(editor);
      }, REST),
    );
  }

  async #update(editor: TextEditor): Promise<void> {
    const own = this.#tracker.of(editor.document);
    if (own === undefined || !window.visibleTextEditors.includes(editor) || !this.#server.isUp) return;
    const params: ConfidenceParams = { targetUri: own.pair.info.targetUri, range: screenOf(editor) };
    try {
      const { version, words } = await this.#server.request<ConfidenceResult>(CONFIDENCE_METHOD, params);
      if (words.length > 0 && version !== editor.document.version) return;
      for (const level of ['low', 'medium'] as const) {
        const ranges = words.filter((word) => word.level === level).map(({ range }) => toRange(range));
        editor.setDecorations(this.#decorations[level], ranges);
      }
    } catch (error) {
      this.#log.debug(`Asking how sure the model is failed: ${error}`);
    }
  }
}

function screenOf({ visibleRanges, document }: TextEditor): ConfidenceParams['range'] {
  const first = Math.max(0, (visibleRanges[0]?.start.line ?? 0) - MARGIN);
  const last = Math.min(document.lineCount - 1, (visibleRanges.at(-1)?.end.line ?? 0) + MARGIN);
  const range = document.validateRange(new Range(first, 0, last, Number.MAX_SAFE_INTEGER));
  return { start: toRecord(range.start), end: toRecord(range.end) };
}

function underline(border: string, background: string): TextEditorDecorationType {
  return window.createTextEditorDecorationType({
    backgroundColor: new ThemeColor(background),
    borderColor: new ThemeColor(border),
    borderStyle: 'dotted',
    borderWidth: '0 0 2px 0',
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
  });
}
