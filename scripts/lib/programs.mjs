// Finds programs on this machine, and installs Debian packages where that is possible without asking anyone.
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { capture } from './shell.mjs';

/** The full path of a program on the path, or null. */
export function findProgram(name) {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const ending of endings) {
      const file = path.join(folder, name + ending);
      if (path.isAbsolute(file) && executable(file)) return file;
    }
  }
  return null;
}

/** Installs Debian packages when apt is here and we may use it; false when not or when it fails. */
export async function aptInstall(packages, note) {
  const apt = findProgram('apt-get');
  if (apt === null) return false;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (sudo.length > 0 && (findProgram('sudo') === null || (await capture('sudo', ['-n', 'true'])).code !== 0))
    return false;
  note(`installing ${packages.join(', ')} with apt`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const lock = ['-o', 'DPkg::Lock::Timeout=500'];
  for (const args of [
    [...lock, 'update'],
    [...lock, 'install', '-y', '--no-install-recommends', ...packages],
  ]) {
    const [command, ...rest] = [...sudo, apt, ...args];
    const { code, output } = await capture(command, rest, { env });
    if (code === 0) continue;
    note(output.trim().split('\n').slice(-3).join('\n      '));
    if (args.includes('install')) return false;
  }
  return true;
}

/** Whether a file is a program we may run. */
export function executable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
