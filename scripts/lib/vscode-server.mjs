// Starts and stops the browser-served VS Code: on 127.0.0.1 only, without telemetry or marketplace, its data in
// folders we name, its sockets in a temporary folder that goes when it stops.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { capture, Problem } from './shell.mjs';

const HOST = '127.0.0.1';
const READY = /Extension host agent listening on (\d+)/;
const START_SECONDS = 60;
const STOP_SECONDS = 5;
const PRELOAD = pathToFileURL(fileURLToPath(new URL('exit-with-parent.mjs', import.meta.url))).href;

/** What a person, or a test, should not be bothered with on a first start. */
export const QUIET_SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'chat.disableAIFeatures': true,
  'update.mode': 'none',
  'extensions.ignoreRecommendations': true,
  'editor.minimap.enabled': false,
  'remote.autoForwardPorts': false,
  'security.workspace.trust.enabled': false,
};

/**
 * Starts VS Code and resolves when it answers.
 *
 * - `serverMain`: from `ensureVscode`.
 * - `data`: folder for user data, server data and extensions; made when missing.
 * - `folder`: the workspace the address opens.
 * - `port`: 0 for any free one. `token`: what the address must carry; null leaves the door open (tests).
 * - `settings`: written as the user settings unless that file exists. `flags`: further server flags.
 *
 * Returns `{ address, host, port, pid, log(), ended, stop() }`; `ended` resolves when the server is gone.
 */
export async function startVscode({
  serverMain,
  data,
  folder,
  port = 0,
  token = null,
  settings = {},
  flags = [],
  env = {},
}) {
  writeUserSettings(data, settings);
  // Sockets have short path limits (about 100 bytes), so they live in the system's temporary folder.
  const sockets = mkdtempSync(path.join(os.tmpdir(), 'enface-vscode-'));
  const args = [
    ...['--import', PRELOAD, serverMain, ...dataFlags(data)],
    ...['--host', HOST, '--port', String(port), '--accept-server-license-terms'],
    ...['--telemetry-level', 'off', '--disable-workspace-trust'],
    ...['--reconnection-grace-time', '300'], // a closed tab's extension host goes after five minutes
    ...(token === null ? ['--without-connection-token'] : ['--connection-token', token]),
    ...flags,
  ];
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32', // a process group of its own, so that stopping reaches all of it
    env: { ...serverEnvironment(), TMPDIR: sockets, XDG_RUNTIME_DIR: sockets, ...env },
  });
  child.stdin.on('error', () => {}); // closes with the server
  let log = '';
  const ended = new Promise((resolve) => {
    child.on('error', resolve);
    child.on('exit', resolve);
  });
  const stop = once(async () => {
    await stopGroup(child, ended);
    rmSync(sockets, { recursive: true, force: true });
  });
  let listening = 0;
  try {
    listening = await new Promise((resolve, reject) => {
      const give = (text) => {
        log += text;
        const ready = READY.exec(log);
        if (ready !== null) resolve(Number(ready[1]));
      };
      child.stdout.setEncoding('utf8').on('data', give);
      child.stderr.setEncoding('utf8').on('data', give);
      void ended.then(() => reject(new Problem(explainStart(port, log))));
      setTimeout(
        () => reject(new Problem(`VS Code did not start within ${START_SECONDS} s.\n${log}`)),
        START_SECONDS * 1000,
      ).unref();
    });
  } catch (error) {
    await stop();
    throw error;
  }
  const address = addressOf({ port: listening, token, folder });
  return { address, host: HOST, port: listening, pid: child.pid, log: () => log, ended, stop };
}

/**
 * Where the workbench opens a folder; `payload` is a list of key and value for the workbench itself. (The server's
 * own flag for a default folder would open it under another authority than its files.)
 */
export function addressOf({ port, token, folder, payload = null }) {
  const slashed = process.platform === 'win32' ? `/${folder.replaceAll('\\', '/')}` : folder;
  const query = [
    ...(token === null ? [] : [`tkn=${token}`]),
    `folder=${encodeURIComponent(slashed).replaceAll('%2F', '/')}`,
    ...(payload === null ? [] : [`payload=${encodeURIComponent(JSON.stringify(payload))}`]),
  ];
  return `http://${HOST}:${port}/?${query.join('&')}`;
}

/** Installs packaged extensions into the extensions folder below `data`. */
export async function installExtensions({ serverMain, data, files }) {
  const named = files.flatMap((file) => ['--install-extension', file]);
  const args = [serverMain, ...named, '--force', ...dataFlags(data)];
  const { code, output } = await capture(process.execPath, args, { env: serverEnvironment() });
  if (code !== 0 || !/successfully installed/.test(output)) {
    throw new Problem(`The extension could not be installed into VS Code:\n${output.trim()}`);
  }
}

/** The secret of this machine's Enface addresses, made once: other users and web pages cannot guess it. */
export function connectionToken(file) {
  if (existsSync(file)) return readFileSync(file, 'utf8');
  mkdirSync(path.dirname(file), { recursive: true });
  const token = randomBytes(12).toString('hex');
  writeFileSync(file, token, { mode: 0o600 });
  return token;
}

/** Whether a port of 127.0.0.1 can be listened on. */
export function portIsFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, HOST, () => server.close(() => resolve(true)));
  });
}

function dataFlags(data) {
  const below = (name) => path.join(data, name);
  return [
    ...['--server-data-dir', below('server-data'), '--user-data-dir', below('user-data')],
    ...['--extensions-dir', below('extensions')],
  ];
}

/** An empty gallery address keeps VS Code from asking any marketplace. */
function serverEnvironment() {
  const { NODE_OPTIONS: _, VSCODE_IPC_HOOK_CLI: __, ...env } = process.env;
  return { ...env, EXTENSIONS_GALLERY: '{}' };
}

/** Writes the user settings of a data folder, unless the user has some there already. */
export function writeUserSettings(data, settings) {
  const folder = path.join(data, 'user-data', 'User');
  const file = path.join(folder, 'settings.json');
  if (existsSync(file)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...QUIET_SETTINGS, ...settings }, null, 2)}\n`);
}

function explainStart(port, log) {
  if (/EADDRINUSE/.test(log)) return `Port ${port} is in use; name another with --port.`;
  return `VS Code did not start:\n${log.trim()}`;
}

/** Asks the server to end, then makes sure that no process of its group is left. */
async function stopGroup(child, ended) {
  if (process.platform === 'win32') {
    if (child.exitCode === null) await capture('taskkill', ['/pid', String(child.pid), '/T', '/F']);
    return;
  }
  if (child.pid === undefined) return;
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await Promise.race([ended, sleep(STOP_SECONDS * 1000, undefined, { ref: false })]);
  }
  for (const signal of ['SIGTERM', 'SIGKILL']) {
    for (let tries = 0; tries < 20; tries++) {
      if (!signalGroup(child.pid, tries === 0 ? signal : 0)) return;
      await sleep(50);
    }
  }
}

/** False when the group has no process left. */
function signalGroup(group, signal) {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}

function once(work) {
  let result;
  return () => (result ??= work());
}
