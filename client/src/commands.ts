/** The palette's commands and what they call. A command that fails says why in one message. */
import {
  CancellationError,
  commands,
  Disposable,
  type LogOutputChannel,
  l10n,
  type Uri,
  window,
} from 'vscode';
import { ErrorCodes, LSPErrorCodes, ResponseError } from 'vscode-languageclient/node';
import type { Navigation } from './navigation.js';
import type { PairTracker } from './pair-tracker.js';
import type { ServerLifecycle } from './server-lifecycle.js';
import type { ShownSuggestions } from './shown-suggestions.js';
import type { SideBySide } from './side-by-side.js';
import type { Training } from './training.js';

const WALKTHROUGHS_KNOWN = 5500;

export interface CommandTargets {
  readonly server: ServerLifecycle;
  readonly tracker: PairTracker;
  readonly sideBySide: SideBySide;
  readonly navigation: Navigation;
  readonly suggestions: ShownSuggestions;
  readonly training: Training;
  readonly channel: LogOutputChannel;
  readonly extensionId: string;
}

export function registerCommands(targets: CommandTargets): Disposable {
  const { server, sideBySide, navigation, suggestions, training, channel, extensionId } = targets;
  const table: Record<string, (argument?: Uri) => unknown> = {
    'enface.translateSideBySide': async (uri) => {
      const opened = await sideBySide.open(uri);
      if (opened !== undefined) await navigation.begin(opened.targetEditor, opened.info.targetUri);
    },
    'enface.nextSegment': () => navigation.go('next'),
    'enface.previousSegment': () => navigation.go('previous'),
    'enface.nextUntranslated': () => navigation.go('nextUntranslated'),
    'enface.approveSegment': () => navigation.approve(),
    'enface.insertMatch': () => navigation.insertMatch(),
    'enface.nextSuggestion': () => suggestions.next(),
    'enface.previousSuggestion': () => suggestions.previous(),
    'enface.acceptWord': () => suggestions.acceptWord(),
    'enface.rejectSuggestion': () => suggestions.reject(),
    'enface.dismissSuggestion': () => suggestions.dismiss(),
    'enface.trainModel': () => training.train(),
    'enface.restartServer': () => server.restart(),
    'enface.showOutput': () => channel.show(),
    'enface.openWalkthrough': () => openWalkthrough(`${extensionId}#enface.start`),
    'enface.showActions': () => showActions(targets),
  };
  return Disposable.from(
    ...Object.entries(table).map(([name, run]) =>
      commands.registerCommand(name, async (argument?: Uri) => {
        try {
          return await run(argument);
        } catch (error) {
          tell(error, channel);
          return undefined;
        }
      }),
    ),
  );
}

/**
 * In a fresh window VS Code starts to look for the walkthroughs of extensions only when one is asked for, takes up
 * to 5 s for that, and meanwhile shows its own. So ask again, unless the user has gone elsewhere.
 */
async function openWalkthrough(id: string): Promise<void> {
  const open = () => commands.executeCommand('workbench.action.openWalkthrough', id, false);
  const shown = () => window.tabGroups.activeTabGroup.activeTab?.label;
  await open();
  const label = shown();
  if (label?.includes('Enface')) return;
  await new Promise((resolve) => setTimeout(resolve, WALKTHROUGHS_KNOWN));
  if (shown() === label) await open();
}

/** What the status item offers. */
async function showActions({ tracker, extensionId }: CommandTargets): Promise<void> {
  const side = tracker.active?.side;
  const items = [
    action('book', l10n.t('Translate Side by Side'), 'enface.translateSideBySide'),
    side && action('arrow-down', l10n.t('Go to Next Untranslated Segment'), 'enface.nextUntranslated'),
    side === 'target' && action('check', l10n.t('Approve Segment'), 'enface.approveSegment'),
    side === 'target' && action('insert', l10n.t('Insert Best Memory Match'), 'enface.insertMatch'),
    side && action('symbol-misc', l10n.t('Train Model'), 'enface.trainModel'),
    action('gear', l10n.t('Open Settings'), 'workbench.action.openSettings', `@ext:${extensionId}`),
    action('output', l10n.t('Show Output'), 'enface.showOutput'),
    action('refresh', l10n.t('Restart Server'), 'enface.restartServer'),
    action('mortar-board', l10n.t('Open Walkthrough'), 'enface.openWalkthrough'),
  ].filter((item) => typeof item === 'object');
  const chosen = await window.showQuickPick(items, { title: 'Enface' });
  if (chosen === undefined) return;
  await commands.executeCommand(chosen.command, ...chosen.arguments);
}

function action(icon: string, label: string, command: string, ...rest: string[]) {
  return { label: `$(${icon}) ${label}`, command, arguments: rest };
}

function tell(error: unknown, channel: LogOutputChannel): void {
  const code = error instanceof ResponseError ? error.code : undefined;
  // The server went away while it was asked; that is told where it is noticed.
  if (error instanceof CancellationError || code === ErrorCodes.PendingResponseRejected) return;
  const message = error instanceof Error ? error.message : String(error);
  if (code === LSPErrorCodes.RequestFailed) {
    // A refusal in the user's words; there is no more to it.
    void window.showWarningMessage(message);
    return;
  }
  channel.error(message);
  const output = l10n.t('Show Output');
  void window.showWarningMessage(`Enface: ${message}`, output).then((choice) => {
    if (choice === output) channel.show();
  });
}
