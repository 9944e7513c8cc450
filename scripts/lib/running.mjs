// Remembers the address of the Enface that is running from this clone, so that a second `npm start` points to it.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** The address that was noted in `file`, if it still answers; null otherwise. */
export async function runningAddress(file) {
  if (!existsSync(file)) return null;
  try {
    const { address } = JSON.parse(readFileSync(file, 'utf8'));
    const { ok } = await fetch(new URL('/version', address), { signal: AbortSignal.timeout(2000) });
    return ok ? address : null;
  } catch {
    return null;
  }
}

export function noteRunning(file, address) {
  writeFileSync(file, JSON.stringify({ address }), { mode: 0o600 });
}

export function forgetRunning(file) {
  rmSync(file, { force: true });
}
