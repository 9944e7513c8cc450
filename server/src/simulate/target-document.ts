/**
 * The target document of a simulation, as an editor has it open: text grows at the caret, and questions are about the
 * caret. Segments are paragraphs of one line.
 */
import type {
  CompletionItem,
  CompletionList,
  InlineCompletionItem,
  InlineCompletionList,
  Position,
} from 'vscode-languageserver';
import { APPROVE_METHOD } from '../../protocol/messages.js';
import type { ServerProcess } from './server-process.js';

export class TargetDocument {
  readonly #server: ServerProcess;
  readonly #uri: string;
  #version = 1;
  #line = 0;
  /** The caret's line, up to the caret, which is its end. */
  #written = '';

  constructor(server: ServerProcess, uri: string) {
    this.#server = server;
    this.#uri = uri;
    const textDocument = { uri, languageId: 'plaintext', version: this.#version, text: '' };
    server.notify('textDocument/didOpen', { textDocument });
  }

  /** Begins the next paragraph. */
  nextParagraph(): void {
    this.insert('\n\n');
    this.#line += 2;
    this.#written = '';
  }

  insert(text: string): void {
    const here = this.#position();
    const contentChanges = [{ range: { start: here, end: here }, text }];
    this.#version++;
    const textDocument = { uri: this.#uri, version: this.#version };
    this.#server.notify('textDocument/didChange', { textDocument, contentChanges });
    this.#written += text;
  }

  /** Ghost texts for the caret, best first. */
  async completions(): Promise<string[]> {
    const answer = await this.#ask<InlineCompletionItem[] | InlineCompletionList | null>(
      'textDocument/inlineCompletion',
      { context: { triggerKind: 2 } },
    );
    const items = Array.isArray(answer) ? answer : (answer?.items ?? []);
    return items
      .map(({ insertText, range }) =>
        this.#behindCaret(typeof insertText === 'string' ? insertText : insertText.value, range?.start),
      )
      .filter((text) => text !== null);
  }

  /** What the entries of the completion list would put behind the caret, best first. */
  async nextWords(): Promise<string[]> {
    const answer = await this.#ask<CompletionItem[] | CompletionList | null>('textDocument/completion', {
      context: { triggerKind: 1 },
    });
    const items = [...(Array.isArray(answer) ? answer : (answer?.items ?? []))];
    const key = ({ sortText, label }: CompletionItem) => sortText ?? label;
    items.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
    return items
      .map(({ textEdit, insertText, label }) => {
        if (textEdit === undefined) return insertText ?? label;
        const range = 'range' in textEdit ? textEdit.range : textEdit.insert;
        return this.#behindCaret(textEdit.newText, range.start);
      })
      .filter((text) => text !== null);
  }

  /** Approves the segment that ends at `character` of the caret's line. */
  async approve(character: number): Promise<void> {
    await this.#server.request(APPROVE_METHOD, {
      targetUri: this.#uri,
      position: { line: this.#line, character },
    });
  }

  #ask<R>(method: string, more: object): Promise<R> {
    const textDocument = { uri: this.#uri };
    return this.#server.request<R>(method, { textDocument, position: this.#position(), ...more });
  }

  #position(): Position {
    return { line: this.#line, character: this.#written.length };
  }

  /** The new part of a replacement that starts at `start`; null when it would change what is written. */
  #behindCaret(text: string, start: Position | undefined): string | null {
    if (start === undefined) return text;
    const kept = start.line === this.#line ? this.#written.slice(start.character) : null;
    return kept !== null && text.startsWith(kept) ? text.slice(kept.length) : null;
  }
}
