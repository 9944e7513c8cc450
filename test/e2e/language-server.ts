/** The language server as a process, seen from outside: found below the VS Code server, signalled by tests. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

const WAIT_MILLISECONDS = 20_000;
const POLL_MILLISECONDS = 50;

/** Process ids of the Enface servers in the process group of a VS Code server (the group's id is its own). */
export function languageServers(vscodePid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,pgid=,stat=,args='], { encoding: 'utf8' });
  return table
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter((row) => row !== null)
    .filter(
      ([, , group, state, args]) => Number(group) === vscodePid && !state.startsWith('Z') && isServer(args),
    )
    .map(([, pid]) => Number(pid));
}

/** Waits until exactly one language server runs that is not among `former`, and returns its process id. */
export async function waitForLanguageServer(
  vscodePid: number,
  former: readonly number[] = [],
): Promise<number> {
  const end = Date.now() + WAIT_MILLISECONDS;
  let running = languageServers(vscodePid);
  while ((running.length !== 1 || former.includes(running[0])) && Date.now() < end) {
    await pause(POLL_MILLISECONDS);
    running = languageServers(vscodePid);
  }
  assert.equal(running.length, 1, `Language servers running: ${running.length}`);
  assert.ok(!former.includes(running[0]), 'The language server was not started again');
  return running[0];
}

function isServer(args: string): boolean {
  return /enface[^ ]*[\\/]dist[\\/]server\.js/.test(args);
}
