// The browser of the tests: finds a Chromium, Chrome or Edge, installs Chromium where that is possible, starts it.
import os from 'node:os';
import path from 'node:path';
import { aptInstall, executable, findProgram } from './programs.mjs';
import { Problem } from './shell.mjs';

/** Nothing of the browser's own that talks to the network; the page is ours, so no sandbox (root has none). */
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'],
];

/** A Chromium, Chrome or Edge for the browser tests: `ENFACE_CHROMIUM`, or one found, or null. */
export function findBrowser() {
  const named = process.env.ENFACE_CHROMIUM;
  if (named) {
    const file = path.isAbsolute(named) ? named : (findProgram(named) ?? path.resolve(named));
    if (executable(file)) return file;
    throw new Problem(`ENFACE_CHROMIUM names ${named}, which is no program.`);
  }
  const names = [
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'chrome',
    'microsoft-edge',
  ];
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

/** Starts the browser without a window, driven by Playwright. */
export async function launchBrowser(executablePath) {
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
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
