// The folder where large things live that every clone of the repository shares (VS Code, sample workspaces), and
// the locks that keep two runs from building the same thing at once.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashOf, ROOT } from './shell.mjs';

const POLL_MILLISECONDS = 500;

/** `ENFACE_CACHE`, or the platform's usual place for files that can be made again. */
export function cacheFolder(env = process.env, platform = process.platform, home = os.homedir()) {
  if (env.ENFACE_CACHE) return path.resolve(env.ENFACE_CACHE);
  if (platform === 'win32') {
    return path.join(env.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local'), 'enface', 'Cache');
  }
  if (platform === 'darwin') return path.join(home, 'Library', 'Caches', 'enface');
  return path.join(env.XDG_CACHE_HOME || path.join(home, '.cache'), 'enface');
}

/** The part of the cache that belongs to this clone alone: its workspace, settings and installed extension. */
export function cloneFolder() {
  const name = path.basename(ROOT).replace(/[^\w.-]/g, '-');
  return path.join(cacheFolder(), 'clones', `${name}-${hashOf(ROOT).slice(0, 8)}`);
}

/**
 * Runs `work` while holding the lock file `file`, which names the process that holds it. The lock of a process
 * that no longer lives is taken over. `onWait` is called once when another process has to finish first.
 */
export async function withLock(file, work, onWait = () => {}) {
  mkdirSync(path.dirname(file), { recursive: true });
  let waited = false;
  while (!take(file)) {
    const holder = holderOf(file);
    if (holder !== null && !lives(holder)) {
      discard(file, holder);
      continue;
    }
    if (!waited) onWait();
    waited = true;
    await sleep(POLL_MILLISECONDS);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** A link appears with its content, so no one ever reads a lock that is half written. */
function take(file) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The process id in the lock file; null when the lock has just been released. */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function lives(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM'; // it lives, as another user's process
  }
}

/** Removes a dead holder's lock by renaming it, so that of two runs that see it only one succeeds. */
function discard(file, deadHolder) {
  const aside = `${file}.dead.${process.pid}`;
  try {
    renameSync(file, aside);
    if (holderOf(aside) !== deadHolder) linkSync(aside, file); // a new holder was faster: give it back
  } catch {
    // Another run did the same at the same time.
  }
  rmSync(aside, { force: true });
}
