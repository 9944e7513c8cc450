/**
 * The status item: language pair and progress of the active document (`en → de 12/58`), a spinner while memories
 * load, a warning sign when something was left out. It also shows a server that is starting or down.
 */
import { Disposable, env, l10n, MarkdownString, StatusBarAlignment, ThemeColor, window } from 'vscode';
import { MEMORY_STATUS_METHOD, type MemoryStatusParams } from '../../server/protocol/messages.js';
import { languageName } from './languages.js';
import type { PairTracker, TrackedPair } from './pair-tracker.js';
import type { ServerLifecycle } from './server-lifecycle.js';

export class StatusItem implements Disposable {
  readonly #item = window.createStatusBarItem('enface.status', StatusBarAlignment.Right, 120);
  readonly #tracker: PairTracker;
  readonly #server: ServerLifecycle;
  /** By language pair. */
  readonly #memories = new Map<string, MemoryStatusParams>();
  readonly #subscriptions: Disposable;

  constructor(tracker: PairTracker, server: ServerLifecycle) {
    this.#tracker = tracker;
    this.#server = server;
    this.#item.name = l10n.t('Enface: translation progress');
    this.#item.command = 'enface.showActions';
    server.onNotification<MemoryStatusParams>(MEMORY_STATUS_METHOD, (status) => {
      this.#memories.set(`${status.sourceLanguage} ${status.targetLanguage}`, status);
      this.#update();
    });
    this.#subscriptions = Disposable.from(
      this.#item,
      tracker.onDidChange(() => this.#update()),
      server.onDidStart(() => this.#memories.clear()),
      server.onDidChangeState(() => this.#update()),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #update(): void {
    const pair = this.#tracker.active?.pair;
    if (this.#server.state === 'failed') this.#showFailed();
    else if (pair !== undefined) this.#showPair(pair);
    else if (this.#server.state === 'busy') this.#showBusy();
    else this.#item.hide();
  }

  #showFailed(): void {
    this.#item.text = '$(error) Enface';
    this.#item.tooltip = l10n.t('The Enface server keeps stopping and was not started again.');
    this.#item.backgroundColor = new ThemeColor('statusBarItem.warningBackground');
    this.#item.show();
  }

  #showBusy(): void {
    this.#item.text = '$(loading~spin) Enface';
    this.#item.tooltip = l10n.t('Waiting for the Enface server.');
    this.#item.backgroundColor = undefined;
    this.#item.show();
  }

  #showPair({ info, table }: TrackedPair): void {
    const memory = this.#memories.get(`${info.sourceLanguage} ${info.targetLanguage}`);
    const waiting = this.#server.state !== 'running';
    const icon =
      waiting || memory?.state === 'loading' ? '$(loading~spin)' : hasProblem(memory) ? '$(warning)' : '';
    const progress = table === undefined ? '' : `${table.result.done}/${table.result.total}`;
    this.#item.text = [icon, `${info.sourceLanguage} → ${info.targetLanguage}`, progress]
      .filter((part) => part !== '')
      .join(' ');
    this.#item.tooltip = waiting ? l10n.t('Waiting for the Enface server.') : tooltip(info, table, memory);
    this.#item.backgroundColor = undefined;
    this.#item.show();
  }
}

function tooltip(
  info: TrackedPair['info'],
  table: TrackedPair['table'],
  memory: MemoryStatusParams | undefined,
): MarkdownString {
  const text = new MarkdownString('', true);
  const [source, target] = [info.sourceLanguage, info.targetLanguage].map((tag) =>
    languageName(tag, env.language),
  );
  text.appendMarkdown('**').appendText(`${source} → ${target}`).appendMarkdown('**\n\n');
  if (table !== undefined) {
    const { done, total } = table.result;
    text.appendText(l10n.t('{0} of {1} segments have a translation.', done, total)).appendMarkdown('\n\n');
  }
  text.appendText(memoryLine(memory));
  for (const problem of memory?.problems ?? []) text.appendMarkdown('\n\n$(warning) ').appendText(problem);
  return text;
}

function memoryLine(memory: MemoryStatusParams | undefined): string {
  if (memory === undefined) return l10n.t('No translation memory is loaded yet.');
  const units = new Intl.NumberFormat(env.language).format(memory.units);
  if (memory.state === 'loading') return l10n.t('Loading translation memories: {0} units so far.', units);
  if (memory.state === 'failed') return l10n.t('The translation memories could not be loaded.');
  if (memory.files === 1) return l10n.t('Translation memory: {0} units from one file.', units);
  return l10n.t('Translation memory: {0} units from {1} files.', units, memory.files);
}

function hasProblem(memory: MemoryStatusParams | undefined): boolean {
  return memory !== undefined && (memory.state === 'failed' || memory.problems.length > 0);
}
