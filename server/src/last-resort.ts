/**
 * What happens to errors nobody caught: they are logged and the server goes on, for a document half translated is
 * worth more than a clean stop. Only a flood of them ends the process, so that the editor starts a fresh one.
 */
import type { Log } from './log.js';

const FLOOD_COUNT = 20;
const FLOOD_MILLISECONDS = 10_000;

export function installLastResort(log: Log): void {
  let times: number[] = [];
  const survive = (cause: unknown): void => {
    const now = performance.now();
    times = [...times.filter((time) => now - time < FLOOD_MILLISECONDS), now];
    if (times.length >= FLOOD_COUNT) process.exit(1);
    log.error('Something went wrong; the server goes on.', cause);
  };
  process.on('uncaughtException', survive);
  process.on('unhandledRejection', survive);
}
