/**
 * The status item: language pair and progress of the active document (`en → de 12/58`), how sure the model is of the
 * suggestion on the screen, a spinner while memories load, a warning sign when something was left out. It also shows
 * a server that is starting or down.
 */
import { Disposable, env, l10n, MarkdownString, StatusBarAlignment, ThemeColor, window } from 'vscode';
import type { MemoryStatusParams, ModelStatusParams } from '../../server/protocol/messages.js';
import type { EngineStatus } from './engine-status.js';
import { languageName } from './languages.js';
import type { PairTracker, TrackedPair } from './pair-tracker.js';
import type { ServerLifecycle } from './server-lifecycle.js';
import type { ShownSuggestions } from './shown-suggestions.js';

export class StatusItem implements Disposable {
  readonly #item = window.createStatusBarItem('enface.status', StatusBarAlignment.Right, 120);
  readonly #tracker: PairTracker;
  readonly #server: ServerLifecycle;
  readonly #status: EngineStatus;
  readonly #suggestions: ShownSuggestions;
  readonly #subscriptions: Disposable;

  constructor(
    tracker: PairTracker,
    server: ServerLifecycle,
    status: EngineStatus,
    suggestions: ShownSuggestions,
  ) {
    this.#tracker = tracker;
    this.#server = server;
    this.#status = status;
    this.#suggestions = suggestions;
    this.#item.name = l10n.t('Enface: translation progress');
    this.#item.command = 'enface.showActions';
    this.#subscriptions = Disposable.from(
      this.#item,
      tracker.onDidChange(() => this.#update()),
      status.onDidChange(() => this.#update()),
      suggestions.onDidChange(() => this.#update()),
      window.onDidChangeTextEditorSelection(() => this.#update()),
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
    const memory = this.#status.memory(info);
    const model = this.#status.model(info);
    const waiting = this.#server.state !== 'running';
    const icon =
      waiting || memory?.state === 'loading' || model?.state === 'opening'
        ? '$(loading~spin)'
        : hasProblem(memory) || model?.problem
          ? '$(warning)'
          : '';
    const { confidence } = this.#suggestions;
    const sureness = confidence === undefined ? '' : `${Math.round(100 * confidence)} %`;
    const progress = table === undefined ? '' : `${table.result.done}/${table.result.total}`;
    this.#item.text = [icon, `${info.sourceLanguage} → ${info.targetLanguage}`, progress, sureness]
      .filter((part) => part !== '')
      .join(' ');
    this.#item.tooltip = waiting
      ? l10n.t('Waiting for the Enface server.')
      : tooltip(info, table, memory, model);
    this.#item.backgroundColor = undefined;
    this.#item.show();
  }
}

function tooltip(
  info: TrackedPair['info'],
  table: TrackedPair['table'],
  memory: MemoryStatusParams | undefined,
  model: ModelStatusParams | undefined,
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
  text.appendMarkdown('\n\n').appendText(modelLine(model));
  if (model?.problem) text.appendMarkdown('\n\n$(warning) ').appendText(model.problem);
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

function modelLine(model: ModelStatusParams | undefined): string {
  if (model === undefined || model.state === 'absent') return l10n.t('No model has been trained yet.');
  if (model.state === 'opening') return l10n.t('The model is being opened.');
  if (model.state === 'failed') return l10n.t('The model cannot be used.');
  const pairs = new Intl.NumberFormat(env.language).format(model.pairs);
  const date = new Intl.DateTimeFormat(env.language, { dateStyle: 'medium' }).format(new Date(model.created));
  if (model.learnt === 0) return l10n.t('Model: trained on {0} pairs on {1}.', pairs, date);
  return l10n.t(
    'Model: trained on {0} pairs on {1}; {2} approved segments learnt since.',
    pairs,
    date,
    model.learnt,
  );
}

function hasProblem(memory: MemoryStatusParams | undefined): boolean {
  return memory !== undefined && (memory.state === 'failed' || memory.problems.length > 0);
}
