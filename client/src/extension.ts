/** Starts and stops the extension: makes the parts and ties them together. */
import { type ExtensionContext, ExtensionMode, Uri, window } from 'vscode';
import { registerCommands } from './commands.js';
import { ConfidenceMarks } from './confidence-marks.js';
import { keepContextKeys } from './context-keys.js';
import { CurrentSegment } from './current-segment.js';
import { EngineStatus } from './engine-status.js';
import { FacingWords } from './facing-words.js';
import { Navigation } from './navigation.js';
import { PairTracker } from './pair-tracker.js';
import { ScrollSync } from './scroll-sync.js';
import { SegmentHighlight } from './segment-highlight.js';
import { ServerLifecycle, type ServerState } from './server-lifecycle.js';
import { ShownSuggestions } from './shown-suggestions.js';
import { SideBySide } from './side-by-side.js';
import { StatusItem } from './status-item.js';
import { Training } from './training.js';

/** What other extensions (and tests) may ask of a running Enface. */
export interface EnfaceApi {
  readonly serverState: ServerState;
  readonly serverProcessId: number | undefined;
}

let server: ServerLifecycle | undefined;

export function activate(context: ExtensionContext): EnfaceApi {
  const channel = window.createOutputChannel('Enface', { log: true });
  const testHooks = context.extensionMode === ExtensionMode.Test || process.env.ENFACE_TEST_HOOKS === '1';
  const lifecycle = new ServerLifecycle(
    Uri.joinPath(context.extensionUri, 'dist', 'server.js').fsPath,
    testHooks ? ['--test-hooks'] : [],
    channel,
  );
  server = lifecycle;
  const tracker = new PairTracker(lifecycle, channel);
  const status = new EngineStatus(lifecycle);
  const suggestions = new ShownSuggestions(lifecycle);
  const training = new Training(tracker, lifecycle, status, context.workspaceState);
  const current = new CurrentSegment(tracker, lifecycle, channel);
  context.subscriptions.push(
    channel,
    lifecycle,
    tracker,
    current,
    status,
    suggestions,
    training,
    new SegmentHighlight(tracker, current),
    new ScrollSync(tracker, current),
    new FacingWords(tracker, lifecycle, channel),
    new ConfidenceMarks(tracker, lifecycle, channel),
    new StatusItem(tracker, lifecycle, status, suggestions),
    keepContextKeys(tracker),
    registerCommands({
      server: lifecycle,
      tracker,
      sideBySide: new SideBySide(tracker),
      navigation: new Navigation(tracker, lifecycle),
      suggestions,
      training,
      channel,
      extensionId: context.extension.id,
    }),
  );
  lifecycle.start();
  return {
    get serverState() {
      return lifecycle.state;
    },
    get serverProcessId() {
      return lifecycle.processId;
    },
  };
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
