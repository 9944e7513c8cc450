/**
 * Lights up, in both documents, the words that belong to the one at the caret; words that are translated as one light
 * up together, with gaps where others stand between.
 */
import {
  DecorationRangeBehavior,
  Disposable,
  type LogOutputChannel,
  type TextEditor,
  ThemeColor,
  window,
  workspace,
} from 'vscode';
import {
  ALIGNMENT_METHOD,
  type AlignmentParams,
  type AlignmentResult,
} from '../../server/protocol/messages.js';
import type { PairTracker, TrackedPair } from './pair-tracker.js';
import { toRange, toRecord } from './positions.js';
import type { ServerLifecycle } from './server-lifecycle.js';

/** The caret must rest so long before the server is asked. */
const REST = 80;

export class FacingWords implements Disposable {
  readonly #tracker: PairTracker;
  readonly #server: ServerLifecycle;
  readonly #log: LogOutputChannel;
  readonly #decoration = window.createTextEditorDecorationType({
    backgroundColor: new ThemeColor('enface.facingWordBackground'),
    border: '1px solid',
    borderColor: new ThemeColor('enface.facingWordBorder'),
    borderRadius: '2px',
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
  });
  readonly #marked = new Set<TextEditor>();
  readonly #subscriptions: Disposable;
  #timer: NodeJS.Timeout | undefined;

  constructor(tracker: PairTracker, server: ServerLifecycle, log: LogOutputChannel) {
    this.#tracker = tracker;
    this.#server = server;
    this.#log = log;
    this.#subscriptions = Disposable.from(
      this.#decoration,
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor === window.activeTextEditor) this.#schedule();
      }),
      window.onDidChangeActiveTextEditor(() => this.#schedule()),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && document === window.activeTextEditor?.document) this.#clear();
      }),
      tracker.onDidChange(() => this.#schedule()),
    );
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscriptions.dispose();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#update(), REST);
  }

  async #update(): Promise<void> {
    const editor = window.activeTextEditor;
    const pair = this.#tracker.active?.pair;
    const wanted = workspace.getConfiguration('enface.sideBySide', editor?.document).get('facingWords', true);
    if (editor === undefined || pair === undefined || !wanted || !this.#server.isUp) return this.#clear();
    const position = editor.selection.active;
    const { version } = editor.document;
    const params: AlignmentParams = { uri: editor.document.uri.toString(), position: toRecord(position) };
    try {
      const result = await this.#server.request<AlignmentResult | null>(ALIGNMENT_METHOD, params);
      const isStale = editor !== window.activeTextEditor || !editor.selection.active.isEqual(position);
      if (isStale || editor.document.version !== version) return;
      if (result === null) this.#clear();
      else this.#draw(pair, result);
    } catch (error) {
      this.#log.debug(`Asking for words that belong together failed: ${error}`);
    }
  }

  #draw(pair: TrackedPair, result: AlignmentResult): void {
    for (const side of ['source', 'target'] as const) {
      const editor = this.#tracker.editor(pair, side);
      const version = side === 'source' ? result.sourceVersion : result.targetVersion;
      if (editor === undefined || (version !== null && editor.document.version !== version)) continue;
      editor.setDecorations(this.#decoration, result[side].map(toRange));
      this.#marked.add(editor);
    }
  }

  #clear(): void {
    for (const editor of this.#marked) editor.setDecorations(this.#decoration, []);
    this.#marked.clear();
  }
}
