/** Keeps the context keys that `when` clauses of commands and keys use in step with the active editor. */
import { commands, type Disposable } from 'vscode';
import type { PairTracker } from './pair-tracker.js';

export function keepContextKeys(tracker: PairTracker): Disposable {
  const set = new Map<string, boolean>();
  return tracker.onDidChange(() => {
    const active = tracker.active;
    const values = {
      'enface.inPair': active !== undefined,
      'enface.inSource': active?.side === 'source',
      'enface.inTarget': active?.side === 'target',
      'enface.sideBySide':
        active !== undefined &&
        tracker.editor(active.pair, 'source') !== undefined &&
        tracker.editor(active.pair, 'target') !== undefined,
    };
    for (const [key, value] of Object.entries(values)) {
      if (set.get(key) === value) continue;
      set.set(key, value);
      void commands.executeCommand('setContext', key, value);
    }
  });
}
