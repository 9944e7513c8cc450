/**
 * Which suggestion is on the screen. VS Code does not tell; but it shows the first of the items it was given, and goes
 * through them by our commands. What the translator does with one is told to the server.
 */
import {
  commands,
  type Disposable,
  EventEmitter,
  type InlineCompletionItem,
  type Position,
  type TextDocument,
  type TextDocumentChangeEvent,
  window,
  workspace,
} from 'vscode';
import {
  COMMAND_REJECT,
  EVENT_METHOD,
  type EventParams,
  SUGGESTIONS_CHANGED_METHOD,
  type SuggestionsChangedParams,
} from '../../server/protocol/messages.js';
import { uriKey } from './documents.js';
import { toPosition, toRecord } from './positions.js';
import type { ServerLifecycle } from './server-lifecycle.js';

interface Shown {
  readonly document: TextDocument;
  readonly version: number;
  readonly position: Position;
  readonly texts: readonly string[];
  readonly confidences: readonly (number | undefined)[];
  index: number;
}

export class ShownSuggestions implements Disposable {
  readonly #server: ServerLifecycle;
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #typing: Disposable;
  #shown: Shown | undefined;

  constructor(server: ServerLifecycle) {
    this.#server = server;
    server.onNotification<SuggestionsChangedParams>(SUGGESTIONS_CHANGED_METHOD, (params) => {
      this.#askAgain(params);
    });
    this.#typing = workspace.onDidChangeTextDocument((change) => this.#follow(change));
    server.onInlineCompletions((document, position, items) => this.#note(document, position, items));
  }

  dispose(): void {
    this.#typing.dispose();
    this.#changed.dispose();
  }

  /** How sure the model is of the suggestion on the screen, 0–1; undefined when there is none or nobody knows. */
  get confidence(): number | undefined {
    const shown = this.#current();
    return shown?.confidences[shown.index];
  }

  async next(): Promise<void> {
    await this.#move('editor.action.inlineSuggest.showNext', 1);
  }

  async previous(): Promise<void> {
    await this.#move('editor.action.inlineSuggest.showPrevious', -1);
  }

  async acceptWord(): Promise<void> {
    this.#tell('acceptedWord');
    const shown = this.#current();
    const text = shown?.texts[shown.index] ?? '';
    await commands.executeCommand('editor.action.inlineSuggest.acceptNextWord');
    // VS Code takes a blank for a word of its own.
    if (/^\s/u.test(text)) await commands.executeCommand('editor.action.inlineSuggest.acceptNextWord');
  }

  async dismiss(): Promise<void> {
    this.#tell('dismissed');
    this.#shown = undefined;
    await commands.executeCommand('editor.action.inlineSuggest.hide');
    this.#changed.fire();
  }

  /** «Not this one»: the next best that begins with another word. */
  async reject(): Promise<void> {
    const shown = this.#current();
    if (shown === undefined) return;
    const { document, position, texts, index } = shown;
    const argument = { uri: document.uri.toString(), position: toRecord(position), text: texts[index] };
    await this.#server.request('workspace/executeCommand', {
      command: COMMAND_REJECT,
      arguments: [argument],
    });
    await commands.executeCommand('editor.action.inlineSuggest.hide');
    await commands.executeCommand('editor.action.inlineSuggest.trigger');
  }

  #note(document: TextDocument, position: Position, items: readonly InlineCompletionItem[]): void {
    const texts = items.map(({ insertText }) =>
      typeof insertText === 'string' ? insertText : insertText.value,
    );
    const confidences = items.map(
      ({ command }) => (command?.arguments?.[0] as EventParams | undefined)?.confidence,
    );
    const { version } = document;
    this.#shown = { document, version, position, texts, confidences, index: 0 };
    this.#changed.fire();
  }

  /** What was typed or accepted of the suggestion on the screen is no part of it any more; the rest stays there. */
  #follow({ document, contentChanges }: TextDocumentChangeEvent): void {
    const shown = this.#shown;
    const [change] = contentChanges;
    if (shown?.document !== document || change === undefined || document.version === shown.version) return;
    const { text, range } = change;
    const goesOn = contentChanges.length === 1 && range.isEmpty && range.start.isEqual(shown.position);
    const current = shown.texts[shown.index] ?? '';
    if (!goesOn || !current.startsWith(text) || text.includes('\n')) {
      this.#shown = undefined;
      return;
    }
    this.#shown = {
      document,
      version: document.version,
      position: range.start.translate(0, text.length),
      texts: [current.slice(text.length)],
      confidences: [shown.confidences[shown.index]],
      index: 0,
    };
  }

  /** The suggestions for where the caret is now. */
  #current(): Shown | undefined {
    const editor = window.activeTextEditor;
    const shown = this.#shown;
    if (shown === undefined || editor?.document !== shown.document || shown.texts.length === 0)
      return undefined;
    return editor.selection.active.isEqual(shown.position) && shown.version === shown.document.version
      ? shown
      : undefined;
  }

  async #move(command: string, step: 1 | -1): Promise<void> {
    await commands.executeCommand(command);
    const shown = this.#current();
    if (shown === undefined) return;
    shown.index = (shown.index + step + shown.texts.length) % shown.texts.length;
    this.#changed.fire();
  }

  #tell(event: EventParams['event']): void {
    const shown = this.#current();
    if (shown === undefined) return;
    const text = shown.texts[shown.index];
    const params: EventParams = {
      event,
      targetUri: shown.document.uri.toString(),
      position: toRecord(shown.position),
      ...(text === undefined ? {} : { text }),
    };
    void this.#server.notify(EVENT_METHOD, params);
  }

  /** There is a better answer: have VS Code ask again, if the translator is still there and has not chosen another. */
  #askAgain({ targetUri, version, position }: SuggestionsChangedParams): void {
    const editor = window.activeTextEditor;
    if (editor === undefined || uriKey(editor.document.uri) !== uriKey(targetUri)) return;
    if (editor.document.version !== version || !editor.selection.active.isEqual(toPosition(position))) return;
    if ((this.#current()?.index ?? 0) !== 0) return;
    void commands.executeCommand('editor.action.inlineSuggest.trigger');
  }
}
