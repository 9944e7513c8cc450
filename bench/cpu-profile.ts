/** Where CPU time goes: runs work under V8's sampling profiler and adds up the time by what a file belongs to. */
import { Session } from 'node:inspector';

/** The first part whose pattern fits the file of a function gets its time. */
export type Parts = readonly (readonly [part: string, pattern: RegExp])[];

export interface ProfiledShare {
  readonly part: string;
  readonly share: number;
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly hitCount?: number;
}

/** Shares of the time, largest first, and the functions that took most of it. */
export function profile(
  parts: Parts,
  work: () => void,
): { shares: ProfiledShare[]; functions: ProfiledShare[] } {
  const session = new Session();
  session.connect();
  let nodes: readonly ProfileNode[] = [];
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: 200 });
  session.post('Profiler.start');
  work();
  session.post('Profiler.stop', (_error, result) => {
    nodes = (result as { profile: { nodes: readonly ProfileNode[] } }).profile.nodes;
  });
  session.disconnect();
  const byPart = new Map<string, number>();
  const byFunction = new Map<string, number>();
  let all = 0;
  for (const { callFrame, hitCount = 0 } of nodes) {
    if (callFrame.functionName === '(idle)' || callFrame.functionName === '(program)') continue;
    all += hitCount;
    const part = parts.find(([, pattern]) => pattern.test(callFrame.url))?.[0];
    const name = callFrame.functionName === '(garbage collector)' ? 'garbage collection' : (part ?? 'other');
    byPart.set(name, (byPart.get(name) ?? 0) + hitCount);
    const file = callFrame.url.split('/').slice(-2).join('/');
    const what = `${callFrame.functionName || '(anonymous)'} ${file}`;
    byFunction.set(what, (byFunction.get(what) ?? 0) + hitCount);
  }
  const sorted = (counts: Map<string, number>) =>
    [...counts]
      .map(([part, count]) => ({ part, share: count / Math.max(1, all) }))
      .sort((a, b) => b.share - a.share);
  return { shares: sorted(byPart), functions: sorted(byFunction).slice(0, 25) };
}
