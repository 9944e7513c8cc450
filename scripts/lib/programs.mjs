// Finds programs on this machine: on the path, and a browser in the places where people have one.
import { accessSync, constants } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { capture, Problem } from './shell.mjs';

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

/** A Chromium, Chrome or Edge for the browser tests: `ENFACE_CHROMIUM`, or one found, or null. */
export function findBrowser() {
  const named = process.env.ENFACE_CHROMIUM;
  if (named) {
    const file = path.isAbsolute(named) ? named : (findProgram(named) ?? path.resolve(named));
    if (executable(file)) return file;
    throw new Problem(`ENFACE_CHROMIUM names ${named}, which is no program.`);
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
  return names.map(findProgram).find((file) => file !== null) ?? usualPlaces().find(executable) ?? null;
}

/** A browser, installed by apt when there is none and this is possible; a Problem says what to install otherwise. */
export async function ensureBrowser(note = () => {}) {
  const found = findBrowser();
  if (found !== null) return found;
  if (await aptInstall(['chromium'], note)) {
    const installed = findBrowser();
    if (installed !== null) return installed;
  }
  throw new Problem(
    'No browser for the browser tests was found. Install Chromium, Chrome or Edge ' +
      '(Debian and Ubuntu: sudo apt-get install chromium), or name one by ENFACE_CHROMIUM.',
  );
}

/** Installs Debian packages when apt is here and we may use it; false when not or when it fails. */
async function aptInstall(packages, note) {
  const apt = findProgram('apt-get');
  if (apt === null) return false;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (sudo.length > 0 && (findProgram('sudo') === null || (await capture('sudo', ['-n', 'true'])).code !== 0)) return false;
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

function usualPlaces() {
  if (process.platform === 'darwin') {
    const programs = [
      'Google Chrome.app/Contents/MacOS/Google Chrome',
      'Chromium.app/Contents/MacOS/Chromium',
      'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ];
    return ['/Applications', path.join(os.homedir(), 'Applications')].flatMap((folder) =>
      programs.map((program) => path.join(folder, program)),
    );
  }
  if (process.platform === 'win32') {
    const programs = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];
    const { ProgramFiles, LOCALAPPDATA } = process.env;
    return [ProgramFiles, process.env['ProgramFiles(x86)'], LOCALAPPDATA]
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => programs.map((program) => path.join(folder, program)));
  }
  return ['/snap/bin/chromium', '/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge'];
}

function executable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
