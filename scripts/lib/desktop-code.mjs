// Starts the user's own VS Code (`ENFACE_CODE=code`) with Enface loaded from this folder, in a window with settings
// of its own, so that it is a process of its own that Ctrl+C can end, and nothing of the user's setup is touched.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findProgram } from './programs.mjs';
import { Problem, ROOT } from './shell.mjs';
import { writeUserSettings } from './vscode-server.mjs';

const GUIDE = path.join(ROOT, 'scripts', 'sample-guide');

/** Opens the workspace; returns `{ ended, stop() }`. `ended` resolves when the window was closed. */
export function startDesktopCode({ program, data, folder }) {
  const file = path.isAbsolute(program) ? program : findProgram(program);
  if (file === null) throw new Problem(`ENFACE_CODE names ${program}, which is not on the path.`);
  const userData = path.join(data, 'user-data');
  mkdirSync(userData, { recursive: true });
  writeUserSettings(data, {});
  const args = [
    ...[`--extensionDevelopmentPath=${ROOT}`, `--extensionDevelopmentPath=${GUIDE}`],
    ...['--user-data-dir', userData, '--extensions-dir', path.join(data, 'extensions')],
    ...['--disable-workspace-trust', '--disable-telemetry', '--skip-welcome', '--skip-release-notes'],
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...['--new-window', '--wait', folder],
  ];
  const child = spawn(file, args, { stdio: 'ignore', shell: process.platform === 'win32' });
  const ended = new Promise((resolve, reject) => {
    child.on('error', () => reject(new Problem(`${file} could not be started.`)));
    child.on('exit', resolve);
  });
  const stop = async () => {
    endMainProcess(userData);
    if (child.exitCode === null) child.kill();
    await ended;
  };
  return { ended, stop };
}

/** `code` starts the editor as a process of its own and notes its id in the user data folder. */
function endMainProcess(userData) {
  try {
    process.kill(Number(readFileSync(path.join(userData, 'code.lock'), 'utf8')), 'SIGTERM');
  } catch {
    // It has not started yet, or is closed already.
  }
}
